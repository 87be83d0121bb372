"""What people have still to decide of a deal: whether it is recorded twice, and which of its answers are right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.causality import bits
from games.match.deals import answers_key

if TYPE_CHECKING:
    from typing import Any

    from games.match.deals import Answers, RecordedDeal
    from games.match.log import Log

MOST = 20  # versions of each writer, and rounds that one round may be the same as


def is_undecided(log: Log, deal: RecordedDeal) -> bool:
    return is_undecided_duplicate(log, deal) or len(conflicting_answers(log, deal)) > 0


def is_undecided_duplicate(log: Log, deal: RecordedDeal) -> bool:
    """Whether people must say if it was recorded twice. Where one of the others says the same, or has since, it was."""
    if not deal.is_aside or deal.is_struck:
        return False
    key = answers_key(deal.answers)
    return all(not log.at_place[place].has_had(key, deal.aside_since) for place in bits(deal.twins & log.with_key(key)))


def originals(log: Log, deal: RecordedDeal, most: int | None = None) -> list[RecordedDeal]:
    """Those that counted when it was put aside, or the newest of them, in playing order."""
    some = [log.at_place[place] for place in bits(deal.twins, most)]
    return sorted(some, key=lambda one: log.position(one)[1])


def conflicting_answers(log: Log, deal: RecordedDeal) -> list[Answers | None]:
    """What people have to choose from, in the order of the log, the newest of each writer; nothing where all is decided."""
    if deal.heads & (deal.heads - 1) == 0:
        return []  # whoever wrote about it last knew all that was written about it
    if deal.id not in log.conflicts:
        log.conflicts[deal.id] = Conflict(log, deal).versions()
    return log.conflicts[deal.id]


class Conflict:
    """What was said of a deal apart, and different, while nobody who knew both has decided.

    An event about the deal that no other one knew is a head. Nobody has decided about a head; about two others has
    whoever wrote a head and knew them both, because a head knows whatever those knew that it knows.
    """

    def __init__(self, log: Log, deal: RecordedDeal) -> None:
        self.log = log
        self.deal = deal
        self.keys: dict[int, str] = {}  # by place
        self.same: dict[str, int] = {}  # the bits of what says the same
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
        """The bits of what differs from something that was said apart from it."""
        heads = [(head, self.log.knowledge.known_to(head) & self.all) for head in bits(self.deal.heads)]
        known_to_all, sides = self.all, 0
        for head, knew in heads:
            known_to_all &= knew
            if head in self.keys:
                others = self.all & ~knew & ~self.same[self.keys[head]]
                sides |= others | (1 << head if others else 0)
        # Among the rest nobody is a head. Whoever is known to all heads has been decided about.
        earlier = self.all & ~self.deal.heads
        for place in self.newest(earlier & ~sides & ~known_to_all):
            if not sides >> place & 1:
                decided = self.same[self.keys[place]]
                for _head, knew in heads:
                    if knew >> place & 1:
                        decided |= knew
                others = earlier & ~decided
                sides |= others | (1 << place if others else 0)
        return sides

    def is_divided(self, mask: int) -> bool:
        return mask != 0 and mask & ~self.same[self.keys[bits(mask)[0]]] != 0

    def newest(self, mask: int) -> list[int]:
        """The newest of each writer."""
        count: dict[Any, int] = {}
        found = []
        for place in reversed(bits(mask)):
            writer = self.writer(place)
            count[writer] = count.get(writer, 0) + 1
            if count[writer] <= MOST:
                found.append(place)
        return found

    def writer(self, place: int) -> Any:
        """Nobody's id while the event has not been to the server."""
        return (self.log.events[place].get("by") or {}).get("id")

    def distinct(self, mask: int) -> list[Answers | None]:
        """What they say, each thing once: of every writer the newest."""
        newest: dict[Any, dict[str, bool]] = {}
        for place in reversed(bits(mask)):
            keys = newest.setdefault(self.writer(place), {})
            if len(keys) < MOST:
                keys[self.keys[place]] = True
        listed = {key: True for keys in newest.values() for key in keys}
        found = []
        for place, answers in self.deal.revisions:
            if mask >> place & 1 and listed.pop(self.keys[place], False):
                found.append(answers)
        return found
