"""Open questions about a deal: whether it is recorded twice, and which of its answers are right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.causality import bits
from games.match.deals import answers_key

if TYPE_CHECKING:
    from typing import Any

    from games.match.deals import Answers, RecordedDeal
    from games.match.log import Log

MOST_VERSIONS = 20  # versions of each writer, and rounds that one round may be the same as


def is_undecided(log: Log, deal: RecordedDeal) -> bool:
    return is_undecided_duplicate(log, deal) or len(conflicting_answers(log, deal)) > 0


def is_undecided_duplicate(log: Log, deal: RecordedDeal) -> bool:
    """Return whether people must decide if the deal is recorded twice.

    It is recorded twice if one of its originals has, or has had since, the same answers.
    """
    if not deal.is_duplicate or deal.is_struck:
        return False
    key = answers_key(deal.answers)
    same = bits(deal.originals & log.with_key(key))
    return all(not log.at_place[place].has_had(key, deal.duplicate_since) for place in same)


def originals(log: Log, deal: RecordedDeal, most: int | None = None) -> list[RecordedDeal]:
    """Return the deals that counted when this one was marked as a duplicate, or the newest, in playing order."""
    deals = [log.at_place[place] for place in bits(deal.originals, most)]
    return sorted(deals, key=lambda original: log.position(original)[1])


def conflicting_answers(log: Log, deal: RecordedDeal) -> list[Answers | None]:
    """Return the answers to choose from, in the order of the log: the newest of each writer.

    The list is empty if there is no conflict.
    """
    if deal.heads & (deal.heads - 1) == 0:
        return []  # the writer of the last event about it had seen all others
    if deal.id not in log.conflicts:
        log.conflicts[deal.id] = Conflict(log, deal).versions()
    return log.conflicts[deal.id]


class Conflict:
    """Concurrent revisions of a deal that differ, unless someone who had seen both has decided.

    An event about the deal that no other writer had seen is a head. Nobody has decided about a head. Two other
    revisions are decided if the writer of one head had seen both: a head includes all that its predecessors had seen.
    """

    def __init__(self, log: Log, deal: RecordedDeal) -> None:
        self.log = log
        self.deal = deal
        self.keys: dict[int, str] = {}  # by place
        self.same: dict[str, int] = {}  # the bits of the revisions with the same answers
        self.all = 0
        for place, answers in deal.revisions:
            key = answers_key(answers)
            self.keys[place] = key
            self.same[key] = self.same.get(key, 0) | 1 << place
            self.all |= 1 << place

    def versions(self) -> list[Answers | None]:
        if len(self.same) < 2:
            return []
        sides = self.sides()
        last = self.deal.unreplaced & sides
        return self.distinct(last) if self.is_divided(last) else self.distinct(sides)

    def sides(self) -> int:
        """Return the bits of the revisions that differ from a concurrent one."""
        heads = [(head, self.log.causality.seen_by_writer(head) & self.all) for head in bits(self.deal.heads)]
        seen_by_all, sides = self.all, 0
        for head, seen in heads:
            seen_by_all &= seen
            if head in self.keys:
                others = self.all & ~seen & ~self.same[self.keys[head]]
                sides |= others | (1 << head if others else 0)
        # The rest has no heads. A revision that the writers of all heads had seen is decided.
        earlier = self.all & ~self.deal.heads
        for place in self.newest(earlier & ~sides & ~seen_by_all):
            if not sides >> place & 1:
                decided = self.same[self.keys[place]]
                for _head, seen in heads:
                    if seen >> place & 1:
                        decided |= seen
                others = earlier & ~decided
                sides |= others | (1 << place if others else 0)
        return sides

    def is_divided(self, mask: int) -> bool:
        return mask != 0 and mask & ~self.same[self.keys[bits(mask)[0]]] != 0

    def newest(self, mask: int) -> list[int]:
        """Return the places of the newest revisions of each writer, at most MOST_VERSIONS of each."""
        count: dict[Any, int] = {}
        places = []
        for place in reversed(bits(mask)):
            writer = self.writer(place)
            count[writer] = count.get(writer, 0) + 1
            if count[writer] <= MOST_VERSIONS:
                places.append(place)
        return places

    def writer(self, place: int) -> Any:
        """Return the id of the writer, or None while the event is not on the server."""
        return (self.log.events[place].get("by") or {}).get("id")

    def distinct(self, mask: int) -> list[Answers | None]:
        """Return the distinct answers of these revisions, the newest of each writer."""
        newest: dict[Any, dict[str, bool]] = {}
        for place in reversed(bits(mask)):
            keys = newest.setdefault(self.writer(place), {})
            if len(keys) < MOST_VERSIONS:
                keys[self.keys[place]] = True
        listed = {key: True for keys in newest.values() for key in keys}
        versions = []
        for place, answers in self.deal.revisions:
            if mask >> place & 1 and listed.pop(self.keys[place], False):
                versions.append(answers)
        return versions
