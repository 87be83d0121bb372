"""Causality is the same for a complete log, event by event, and by sets."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.match import limits
from games.match.causality import Causality, bits
from games.match.closure import causality_of


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
        (place, places[name]) for place, event in enumerate(events) for name in event["after"] or [] if name in places
    ]
    early = sorted({later for place, later in named if later > place})
    untraced = {later for number, later in enumerate(early) if sum(early[:number]) >= limits.MOST_TRACED}
    masks = []
    for place in range(len(events)):
        reached, rest = set(), [place]
        while rest:
            after = events[(at := rest.pop())]["after"]
            sources: Any = range(at)
            if after is not None:
                known = [places[name] for name in after if name in places]
                sources = [place for place in known if place < at or place not in untraced]
            rest.extend(set(sources) - reached)
            reached |= set(sources)
        masks.append(sum(1 << other for other in reached - {place}))
    return masks


@pytest.fixture(params=[None, 40])
def traced(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Search the usual number of earlier events, or few of them."""
    if request.param is not None:
        monkeypatch.setattr(limits, "MOST_TRACED", request.param)


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
