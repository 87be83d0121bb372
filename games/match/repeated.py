"""The round that a duplicate repeats.

A duplicate is concurrent with all rounds that others recorded meanwhile, but repeats one of them: the one before which
its writer had seen as many rounds. Someone who was offline and went on recording repeats none with the last rounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.causality import bits
from games.match.deals import answers_key

if TYPE_CHECKING:
    from typing import Any

    from games.match.deals import RecordedDeal
    from games.match.log import Log

MOST_COMPARED = 40  # originals of a duplicate, the newest


def repeated_deal(log: Log, deal: RecordedDeal) -> RecordedDeal | None:
    """Return the original that this duplicate repeats, or None if its writer has recorded a round that no other has."""
    originals = [log.at_place[place] for place in reversed(bits(deal.originals, MOST_COMPARED))]
    turn, key = turn_of(log, deal), answers_key(deal.answers)
    counting = [other for other in concurrent_deals(log, deal) if turn_of(log, other) == turn]
    same_turn = counting or [original for original in originals if turn_of(log, original) == turn]
    same_answers = [original for original in same_turn or originals if key in original.version_keys()]
    if not same_turn:
        same_answers = same_answers[count_equal(log, deal, key, same_answers) :]
    return (same_answers + same_turn + [None])[0]


def concurrent_deals(log: Log, deal: RecordedDeal) -> list[RecordedDeal]:
    """Return the newest deals that count now and are concurrent with this one, perhaps as someone has chosen them."""
    seen = log.causality.seen_by_writer
    places = bits(log.counted_bits & ~seen(deal.place) & ~(1 << deal.place), MOST_COMPARED)
    return [log.at_place[place] for place in reversed(places) if not seen(place) >> deal.place & 1]


def count_equal(log: Log, deal: RecordedDeal, key: str, originals: list[RecordedDeal]) -> int:
    """Return how many earlier deals of its writer have these answers and one of these originals, which answers for it."""
    answering = sum([1 << original.place for original in originals])
    earlier = log.with_key(key) & log.causality.seen_by_writer(deal.place)
    return len([place for place in bits(earlier, MOST_COMPARED) if log.at_place[place].originals & answering])


def turn_of(log: Log, deal: RecordedDeal) -> Any:
    """Return how many rounds the writer of this one had seen, or for an inserted round the id of the following one."""
    following = (log.events[deal.place].get("data") or {}).get("before")
    if following:
        return following
    return bin(log.causality.seen_by_writer(deal.place) & log.deal_bits).count("1")
