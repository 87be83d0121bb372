"""The deals about which people must still decide: recorded twice, or corrected in two ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.causality import bits
from games.match.deals import MOST_VERSIONS, answers_key, writer_of
from games.match.repeated import repeated_deal

if TYPE_CHECKING:
    from typing import Any

    from games.match.deals import RecordedDeal
    from games.match.log import Log


def undecided_duplicates(log: Log) -> tuple[list[RecordedDeal], int]:
    """Return the deals that may be recorded twice, the newest of each writer, and how many further ones there are."""
    duplicates = [deal for deal in log.deals if deal.is_duplicate]
    places = undecided_places(log, duplicates)
    deals = [deal for deal in duplicates if deal.place in places]
    count: dict[Any, int] = {}
    listed: dict[int, bool] = {}
    for place in sorted([deal.place for deal in deals], reverse=True):
        writer = writer_of(log, place)
        count[writer] = count.get(writer, 0) + 1
        listed[place] = count[writer] <= MOST_VERSIONS
    return [deal for deal in deals if listed[deal.place]], len([place for place in listed if not listed[place]])


def counted_instead(log: Log, duplicate: RecordedDeal) -> RecordedDeal | None:
    """Return the deal that counts instead of a duplicate without a question, because both are equal, or None."""
    undecided, unlisted = undecided_duplicates(log)
    repeated = repeated_deal(log, duplicate)
    is_asked = duplicate in undecided or unlisted
    return None if repeated is None or is_asked or not repeated.counts else repeated


def undecided_places(log: Log, duplicates: list[RecordedDeal]) -> set[int]:
    """Return the places of the duplicates none of whose originals has, or has had since, the same answers.

    Each original answers for one duplicate of a writer: someone who recorded two equal rounds has played two.
    They are compared together, from the newest on, because thousands of originals may have had the same answers.
    """
    by_key: dict[str, list[RecordedDeal]] = {}
    for deal in duplicates:
        if not deal.is_struck:
            by_key.setdefault(answers_key(deal.answers), []).append(deal)
    undecided = set()
    for key, deals in by_key.items():
        ends = sorted((log.at_place[place].end_of(key), place) for place in bits(log.with_key(key)))
        same = 0  # the deals that had these answers at the event of the duplicate, or after it
        alike = sum([1 << deal.place for deal in deals])
        for deal in sorted(deals, key=lambda deal: deal.duplicate_since, reverse=True):
            while ends and ends[-1][0] > deal.duplicate_since:
                same |= 1 << ends.pop()[1]
            answering = deal.originals & same or counted_alike(log, deal, key)
            earlier = bits(alike & log.causality.seen_by_writer(deal.place), MOST_VERSIONS) if answering else []
            used = [place for place in earlier if log.at_place[place].originals & answering]
            if not answering or (used and bin(answering).count("1") <= len(used)):
                undecided.add(deal.place)
    return undecided


def counted_alike(log: Log, deal: RecordedDeal, key: str) -> int:
    """Return the bits of the newest concurrent deals with these answers that count now, as someone has decided since."""
    alike = 0
    seen = log.causality.seen_by_writer
    for place in bits(log.counted_bits & log.with_key(key) & ~deal.originals & ~seen(deal.place), MOST_VERSIONS):
        is_alike = answers_key(log.at_place[place].answers) == key
        if is_alike and not seen(place) >> deal.place & 1:
            alike |= 1 << place
    return alike
