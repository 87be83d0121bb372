"""A recorded deal: its answers, whether it counts, and its concurrent revisions.

Two questions about it may be open: whether it is recorded twice, and which of its answers are right.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from games.match.causality import bits
from games.match.changes import anchor_changes

if TYPE_CHECKING:
    from typing import Any

    from games.match.causality import Causality
    from games.match.log import Event, Log

    Answers = dict[str, Any]

STRUCK = None  # the answers of a revision that strikes the deal
NEVER = 1 << 30  # after all events
MOST_VERSIONS = 20  # versions of each writer, and rounds that one round may be the same as


class RecordedDeal:
    """A deal of the log. Events are given by their places in the log, sets of events as bits."""

    def __init__(self, id: str, event: str, place: int, answers: Answers, originals: int) -> None:
        self.id = id
        self.event = event
        self.place = place
        self.answers = answers
        self.versions = [answers]  # all answers that it has had
        self.since = [place]  # for each version the event that brought it
        self.revisions: list[tuple[int, Answers | None]] = []  # later statements: new answers, or STRUCK
        self.revised = 0  # the events of the revisions
        self.unreplaced = 0  # those of them that no later revision by a writer who had seen them replaces
        self.heads = 0  # events about it that the writer of no other event about it had seen
        self.about = 0  # all events about it
        self.is_struck = False
        self.is_late = False  # inserted before another
        # The concurrent deals that counted when it came or was restored, and this event. Without any it counts.
        self.originals = originals
        self.duplicate_since = place
        self.is_duplicate = originals != 0
        self.indexed = 0  # how many versions `last_with` includes
        self.last_with: dict[str, int] = {}

    @property
    def counts(self) -> bool:
        return not self.is_struck and not self.is_duplicate

    def amend(self, answers: Answers, place: int) -> None:
        self.answers = answers
        self.versions.append(answers)
        self.since.append(place)

    def version_keys(self) -> dict[str, int]:
        """Return the number of the last version with each set of answers, by their key."""
        for number in range(self.indexed, len(self.versions)):
            self.last_with[answers_key(self.versions[number])] = number
        self.indexed = len(self.versions)
        return self.last_with

    def end_of(self, key: str) -> int:
        """Return the event that replaced the answers with this key, which the deal has or has had."""
        following = self.version_keys()[key] + 1
        return self.since[following] if following < len(self.since) else NEVER

    def revise(self, causality: Causality, place: int, answers: Answers | None) -> None:
        """Add a revision. It resolves a conflict between revisions that its writer had seen."""
        self.resolve(causality, place)
        seen = causality.seen_by_writer(place)
        self.revisions.append((place, answers))
        self.unreplaced &= ~seen
        if not causality.early.get(place, 0) & self.revised & ~seen:
            self.unreplaced |= 1 << place
        self.revised |= 1 << place

    def resolve(self, causality: Causality, place: int) -> None:
        """Note an event about this deal. It resolves what its writer had seen both sides of."""
        seen = causality.seen_by_writer(place)
        self.heads &= ~seen
        if not causality.early.get(place, 0) & self.about & ~seen:
            self.heads |= 1 << place
        self.about |= 1 << place


def record_deal(log: Log, event: Event, place: int, data: dict[str, Any]) -> None:
    """Add the deal of an event to the log. It is a duplicate if deals that its writer had not seen count."""
    if data["deal"] in log.recorded:
        log.has_doubles = True
        return
    causality = log.causality
    concurrent = ~causality.seen_by_writer(place) & ~causality.early.get(place, 0)
    new = RecordedDeal(data["deal"], event["id"], place, data["answers"], log.counted_bits & concurrent)
    following = log.recorded.get(data.get("before") or "")
    if following is not None or log.is_closed or log.unanchored:
        log.sheet = None
    log.recorded[new.id] = log.at_place[place] = new
    log.deal_bits |= 1 << place
    if following is None:
        if log.numbers:
            log.number_next(new)
        log.in_order.append(new)
        log.counted_bits |= new.counts << place
        if new.counts and log.counted_list is not None:
            log.counted_list.append(new)
        if log.unanchored:
            anchor_changes(log, new)
    else:
        log.numbers = {}
        new.is_late = True
        log.late.setdefault(following.id, []).append(new)
        log.count(new)
    log.is_closed = False
    log.opening_bits |= 1 << place


def same_answers(first: Answers | None, second: Answers | None) -> bool:
    """Return whether two sets of answers are equal. Null is no answer, wherever it is."""
    return bool(without_nulls(first) == without_nulls(second))


def without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without_nulls(item) for name, item in value.items() if item is not None}
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    return value


def answers_key(value: Any) -> str:
    """Return a text that is the same for the same answers, so that many can be compared at once."""
    if isinstance(value, dict):
        items = [json.dumps(name) + ":" + answers_key(item) for name, item in value.items() if item is not None]
        return "{" + ",".join(sorted(items)) + "}"
    if isinstance(value, list):
        return "[" + ",".join([answers_key(item) for item in value]) + "]"
    if isinstance(value, str):
        return json.dumps(value)
    return "null" if value is None else str(value + 0)  # as numbers are compared: true is 1


def conflicting_answers(log: Log, deal: RecordedDeal) -> list[Answers | None]:
    """Return the answers to choose from, in the order of the log: the newest of each writer. Without a conflict: none."""
    return conflict_of(log, deal)[0]


def unlisted_answers(log: Log, deal: RecordedDeal) -> int:
    """Return how many further answers there are to choose from, which `conflicting_answers` leaves out."""
    return conflict_of(log, deal)[1]


def conflict_of(log: Log, deal: RecordedDeal) -> tuple[list[Answers | None], int]:
    if deal.heads & (deal.heads - 1) == 0:
        return [], 0  # the writer of the last event about it had seen all others
    if deal.id not in log.conflicts:
        conflict = Conflict(log, deal)
        log.conflicts[deal.id] = conflict.versions(), conflict.unlisted
    return log.conflicts[deal.id]


def writer_of(log: Log, place: int) -> Any:
    """Return the id of the writer, or None while the event is not on the server."""
    return (log.events[place].get("by") or {}).get("id")


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
        self.unlisted = 0  # answers that `distinct` has left out
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
            writer = writer_of(self.log, place)
            count[writer] = count.get(writer, 0) + 1
            if count[writer] <= MOST_VERSIONS:
                places.append(place)
        return places

    def distinct(self, mask: int) -> list[Answers | None]:
        """Return the distinct answers of these revisions, the newest of each writer."""
        newest: dict[Any, dict[str, bool]] = {}
        for place in reversed(bits(mask)):
            keys = newest.setdefault(writer_of(self.log, place), {})
            if len(keys) < MOST_VERSIONS:
                keys[self.keys[place]] = True
        listed = {key: True for keys in newest.values() for key in keys}
        self.unlisted = len([key for key in self.same if key not in listed and self.same[key] & mask])
        versions = []
        for place, answers in self.deal.revisions:
            if mask >> place & 1 and listed.pop(self.keys[place], False):
                versions.append(answers)
        return versions
