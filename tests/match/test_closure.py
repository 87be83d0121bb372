"""Causality is the same for a complete log, event by event, and by sets."""

import sys
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.match import limits
from games.match.causality import Causality, bits
from games.match.closure import causality_of

pytestmark = pytest.mark.fifth


def random_events(chance: Random) -> list[dict[str, Any]]:
    """Return events without `after`, and events that name earlier, later or missing events, or each other."""
    count = chance.randint(1, chance.choice((6, 60)))
    reach = chance.choice((2, 8, count))
    forward = chance.random()
    events = []
    for place in range(count):
        first, last = max(0, place - reach), min(count, place + reach if chance.random() < forward else place)
        names = [f"e{chance.randint(first, last)}" for _name in range(chance.choice((0, 1, 1, 2, 3)))]
        events.append({"id": f"e{place}", "after": None if chance.random() < 0.1 else names})
    return events


def seen_by_sets(events: list[dict[str, Any]]) -> list[int]:
    """Return, for each event, the bits of the other events that its writer had seen."""
    places = {event["id"]: place for place, event in enumerate(events)}
    named = [
        (place, places.get(name, len(events))) for place, event in enumerate(events) for name in event["after"] or []
    ]
    awaited = [(place, later) for place, later in named if later > place][: limits.MOST_AWAITED]
    named = [(place, known) for place, known in named if known <= place] + awaited
    early = sorted({later for _place, later in awaited if later < len(events)})
    untraced = {
        later
        for number, later in enumerate(early)
        if sum(early[:number]) >= limits.MOST_TRACED or later >= limits.LAST_TRACED
    }
    masks = []
    for place in range(len(events)):
        reached, rest = set(), [place]
        while rest:
            at = rest.pop()
            sources: Any = range(at)
            if events[at]["after"] is not None:
                known = [other for source, other in named if source == at and other < len(events)]
                sources = [place for place in known if place < at or place not in untraced]
            rest.extend(set(sources) - reached)
            reached |= set(sources)
        masks.append(sum(1 << other for other in reached - {place}))
    return masks


@pytest.fixture(params=[{}, {"MOST_TRACED": 40}, {"LAST_TRACED": 20, "MOST_AWAITED": 9}], ids=str)
def traced(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the usual limits of events that were named before they came, or low ones."""
    for name, number in request.param.items():
        monkeypatch.setattr(limits, name, number)


@pytest.mark.usefixtures("traced")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.randoms(use_true_random=False))
def test_all_three_ways_agree(chance: Random) -> None:
    events = random_events(chance)
    seen, at_once, stepwise = seen_by_sets(events), causality_of(events), Causality()
    for event in events:
        stepwise.add(event["id"], event["after"])
    for causality in (at_once, stepwise):
        assert [causality.seen_by_writer(place) for place in range(len(events))] == seen
        for place in range(len(events)):
            sooner = [other for other in range(place) if seen[other] >> place & 1]
            assert bits(causality.early.get(place, 0)) == sooner
        assert causality.head_bits == sum(
            1 << place for place in range(len(events)) if not any(mask >> place & 1 for mask in seen)
        )


@pytest.mark.usefixtures("traced")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.randoms(use_true_random=False))
def test_events_can_be_added_to_a_complete_causality(chance: Random) -> None:
    events = random_events(chance)
    seen, middle = seen_by_sets(events), chance.randint(0, len(events))
    causality = causality_of(events[:middle])
    for event in events[middle:]:
        causality.add(event["id"], event["after"])
    assert [causality.seen_by_writer(place) for place in range(len(events))] == seen


def test_events_that_were_named_early_cost_a_limited_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them is searched in the chain of those who may have seen it. Beyond the limit nobody counts as such."""
    names = [f"late {number}" for number in range(100)]
    chain = [{"id": f"c{number}", "after": [f"c{number - 1}"] if number else names} for number in range(200)]
    searched = []
    witnesses = Causality.witnesses
    monkeypatch.setattr(Causality, "witnesses", lambda self, namers: searched.append(namers) or witnesses(self, namers))
    monkeypatch.setattr(limits, "MOST_TRACED", 1000)
    events = [*chain, *({"id": name, "after": []} for name in names)]
    causality = Causality()
    for event in events:
        causality.add(event["id"], event["after"])
    assert len(searched) == 5  # 200 + 201 + 202 + 203 + 204
    assert causality.seen_by_writer(199) == causality_of(events).seen_by_writer(199) == (1 << 205) - 1 - (1 << 199)


def bytes_of(causality: Causality) -> int:
    sets = [*causality.seen, *causality.early.values(), *causality.namers.values(), *causality.missing.items()]
    return sum(map(sys.getsizeof, sets))


def test_named_events_take_little_memory_whatever_names_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """If all events name a later one that names the last of them, everyone has seen everything."""
    monkeypatch.setattr(limits, "LAST_TRACED", 200)
    monkeypatch.setattr(limits, "MOST_AWAITED", 400)
    count = 2_000
    chain = [{"id": f"e{place}", "after": [f"e{place - 1}"]} for place in range(count)]
    cycle = [event | {"after": [*event["after"], "late"]} for event in chain]
    unknown = [event | {"after": [f"{event['id']} {number}" for number in range(20)]} for event in chain]
    summing = [
        {"id": f"s{first}", "after": [f"e{first + place}" for place in range(50)]} for first in range(0, count, 50)
    ]
    least = bytes_of(causality_of(chain))
    for events in ([*cycle, {"id": "late", "after": [f"e{count - 1}"]}], unknown, [*chain, *summing]):
        stepwise = Causality()
        for event in events:
            stepwise.add(event["id"], event["after"])
        for causality in (stepwise, causality_of(events)):
            assert bytes_of(causality) < 1.2 * least


def test_a_restored_server_with_the_rounds_of_many_phones_is_far_from_the_limits() -> None:
    """Each phone has rounds that name a hundred lost events. These come later, from the copy of another phone."""
    lost = [{"id": f"lost {number}", "after": ["start"]} for number in range(100)]
    phones = [
        {"id": f"{phone} {number}", "after": [f"{phone} {number - 1}"] if number else [event["id"] for event in lost]}
        for phone in range(10)
        for number in range(100)
    ]
    causality = Causality()
    for event in [{"id": "start", "after": []}, *phones, *lost]:
        causality.add(event["id"], event["after"])
    assert causality.awaited_left >= limits.MOST_AWAITED / 2
    assert causality.traces_left >= limits.MOST_TRACED / 4
    assert all(causality.seen_by_writer(place) >> 1001 == (1 << 100) - 1 for place in range(1, 1001))
    assert 2 * limits.MOST_ROUNDS_STORED < limits.LAST_TRACED  # as many rounds as possible, each amended once
