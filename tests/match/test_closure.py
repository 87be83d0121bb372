"""What writers knew: worked out at once, event by event, and by sets, it is the same."""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.match.causality import Causality, bits
from games.match.closure import causality_of


def random_events(chance: Random) -> list[dict[str, Any]]:
    """Some know all that was there, some name what comes later, what never comes, or each other."""
    count = chance.randint(1, chance.choice((6, 60)))
    reach = chance.choice((2, 8, count))
    forward = chance.random()
    events = []
    for place in range(count):
        first, last = max(0, place - reach), min(count, place + reach if chance.random() < forward else place)
        names = [f"e{chance.randint(first, last)}" for _name in range(chance.choice((0, 1, 1, 2, 3)))]
        events.append({"id": f"e{place}", "after": None if chance.random() < 0.1 else names})
    return events


def known_by_sets(events: list[dict[str, Any]]) -> list[int]:
    """For each event the bits of all that it leads to, its own excepted."""
    places = {event["id"]: place for place, event in enumerate(events)}
    found = []
    for place in range(len(events)):
        reached, rest = set(), [place]
        while rest:
            after = events[(at := rest.pop())]["after"]
            named = range(at) if after is None else [places[name] for name in after if name in places]
            rest.extend(set(named) - reached)
            reached |= set(named)
        found.append(sum(1 << one for one in reached - {place}))
    return found


@given(st.randoms(use_true_random=False))
def test_all_three_agree(chance: Random) -> None:
    events = random_events(chance)
    wanted, at_once, stepwise = known_by_sets(events), causality_of(events), Causality()
    for event in events:
        stepwise.add(event["id"], event["after"])
    for causality in (at_once, stepwise):
        assert [causality.seen_by_writer(place) for place in range(len(events))] == wanted
        for place in range(len(events)):
            sooner = [other for other in range(place) if wanted[other] >> place & 1]
            assert bits(causality.early.get(place, 0)) == sooner
        assert causality.head_bits == sum(
            1 << place for place in range(len(events)) if not any(one >> place & 1 for one in wanted)
        )


@given(st.randoms(use_true_random=False))
def test_it_goes_on_from_there(chance: Random) -> None:
    events = random_events(chance)
    wanted, middle = known_by_sets(events), chance.randint(0, len(events))
    causality = causality_of(events[:middle])
    for event in events[middle:]:
        causality.add(event["id"], event["after"])
    assert [causality.seen_by_writer(place) for place in range(len(events))] == wanted
