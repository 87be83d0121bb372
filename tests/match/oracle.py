"""A second implementation of the fold, by the text of the public format, with sets of the events seen.

It is written to be compared with the format, not to be fast. It uses no code of `games/match`.
"""

from dataclasses import dataclass, field
from typing import Any

Event = dict[str, Any]
Seen = dict[str, set[str]]

STRUCK = None


@dataclass
class OracleDeal:
    """A deal with the effects of its events."""

    id: str
    event: str
    answers: list[Any]  # all answers that it has had; the last ones count
    struck: bool = False
    duplicate: bool = False
    settled: bool = False  # people have decided that it counts
    originals: list[tuple["OracleDeal", int]] = field(default_factory=list)

    @property
    def counts(self) -> bool:
        return not self.struck and not self.duplicate

    @property
    def aside(self) -> bool:
        return self.duplicate and not self.struck

    def answering(self) -> list[str]:
        """Return the ids of the originals that have, or have had since, the same answers."""
        last = without_null(self.answers[-1])
        return [
            original.id
            for original, first in self.originals
            if last in [without_null(answers) for answers in original.answers[first:]]
        ]


class Oracle:
    def __init__(self, events: list[Event], seen: Seen) -> None:
        self.events = events
        self.seen = seen
        self.deals: dict[str, OracleDeal] = {}
        self.order: list[OracleDeal] = []
        self.options: dict[str, Any] = {}
        for event in events:
            self.apply(event)

    def apply(self, event: Event) -> None:
        effects = {"deal": self.deal, "amend": self.amend, "strike": self.strike}
        effects |= {"restore": self.restore, "settle": self.settle, "options": self.rules}
        if event["kind"] in effects:
            effects[event["kind"]](event, **event["data"])

    def concurrent(self, first: str, second: str) -> bool:
        return first != second and first not in self.seen[second] and second not in self.seen[first]

    def is_undecided(self, deal: OracleDeal) -> bool:
        """Return whether it is a duplicate, and all equal originals answer for earlier rounds of its writer."""
        answering, last = deal.answering(), without_null(deal.answers[-1])
        known = {original.id for original, _first in deal.originals}
        answering = answering or [
            other.id for other in self.rivals(deal) if other.id not in known and without_null(other.answers[-1]) == last
        ]
        used = [
            other
            for other in self.deals.values()
            if other.aside
            and other.event in self.seen[deal.event]
            and without_null(other.answers[-1]) == last
            and {original.id for original, _first in other.originals} & set(answering)
        ]
        return deal.aside and len(answering) <= len(used)

    def rivals(self, deal: OracleDeal) -> list[OracleDeal]:
        return [other for other in self.deals.values() if other.counts and self.concurrent(other.event, deal.event)]

    def mark_duplicate(self, deal: OracleDeal, rivals: list[OracleDeal]) -> None:
        deal.duplicate = bool(rivals)
        deal.originals = [(rival, len(rival.answers) - 1) for rival in rivals]

    def deal(self, event: Event, deal: str, answers: Any, before: str | None = None) -> None:
        new = OracleDeal(deal, event["id"], [answers])
        self.mark_duplicate(new, self.rivals(new))
        self.deals[deal] = new
        self.order.insert(len(self.order) if before is None else self.order.index(self.deals[before]), new)

    def amend(self, event: Event, deal: str, answers: Any) -> None:
        self.deals[deal].answers.append(answers)

    def strike(self, event: Event, deal: str) -> None:
        self.deals[deal].struck = True

    def restore(self, event: Event, deal: str) -> None:
        """Count the deal again, or mark it as a duplicate of the rivals that the writer had not seen."""
        old = self.deals[deal]
        if old.struck and not old.duplicate:
            rivals = self.rivals(old)
            self.mark_duplicate(old, [rival for rival in rivals if rival.event not in self.seen[event["id"]]])
            old.settled = old.settled or (bool(rivals) and not old.duplicate)
        old.struck = False

    def settle(self, event: Event, keep: list[str], strike: list[str]) -> None:
        for deal in keep:
            old = self.deals[deal]
            old.struck = old.duplicate = False
            old.settled = True
        for deal in strike:
            self.deals[deal].struck = True

    def rules(self, event: Event, options: dict[str, Any]) -> None:
        self.options = options

    def changes(self) -> list[tuple[int, Event]]:
        """Return the changes of the people that count, each with the number of counted deals before it."""
        begun = [(*self.begin(event), number, event) for number, event in enumerate(self.events) if is_change(event)]
        by_number = {count: event["data"] for _place, count, _number, event in sorted(begun, key=lambda item: item[:3])}
        players, counting = ["Eleni", "Deniz"], []
        for count, data in sorted(by_number.items(), key=lambda item: item[0]):
            if data["players"] != players or data["first_dealer"] is not None:
                counting.append((count, data))
                players = data["players"]
        return counting

    def begin(self, change: Event) -> tuple[int, int]:
        """Return the place of the deal that a change begins with, and how many deals before it count."""
        named = change["data"]["before"]
        knowing = [
            event["data"]["deal"]
            for event in self.events
            if event["kind"] == "deal" and "before" not in event["data"] and change["id"] in self.seen[event["id"]]
        ]
        first = ([named] if named else knowing)[:1]
        place = self.order.index(self.deals[first[0]]) if first else len(self.order)
        return place, len([deal for deal in self.order[:place] if deal.counts])

    def counted_deals(self) -> list[OracleDeal]:
        return [deal for deal in self.order if deal.counts]

    def aside(self) -> list[tuple[str, Any]]:
        return [(deal.id, deal.answers[-1]) for deal in self.order if self.is_undecided(deal)]

    def differs(self) -> dict[str, "OracleConflict"]:
        conflicts = {deal.id: OracleConflict(self, deal.id) for deal in self.order}
        return {id: conflict for id, conflict in conflicts.items() if conflict.pairs}

    def counted_twice(self) -> list[tuple[str, str]]:
        """Return pairs of concurrent deals that both count though nobody has settled it."""
        return [
            (first.id, second.id)
            for first in self.counted_deals()
            for second in self.counted_deals()
            if self.concurrent(first.event, second.event) and not first.settled and not second.settled
        ]


class OracleConflict:
    """Concurrent revisions of a deal that differ, unless the writer of an event about the deal had seen both."""

    def __init__(self, oracle: Oracle, deal: str) -> None:
        self.seen = oracle.seen
        about = [event for event in oracle.events if is_about(event, deal)]
        self.revisions = [(event["id"], revised_answers(event)) for event in about if is_revision(event, deal)]
        self.pairs = [
            (first, second)
            for number, first in enumerate(self.revisions)
            for second in self.revisions[number + 1 :]
            if oracle.concurrent(first[0], second[0])
            and without_null(first[1]) != without_null(second[1])
            and not any({first[0], second[0]} <= self.seen[event["id"]] for event in about)
        ]

    def all(self) -> list[Any]:
        return [answers for pair in self.pairs for _id, answers in pair]

    def last(self) -> list[Any]:
        """Return the answers that no later revision by a writer who had seen them replaces."""
        return [
            answers
            for pair in self.pairs
            for id, answers in pair
            if not any(id in self.seen[later] for later, _ in self.revisions)
        ]


def is_change(event: Event) -> bool:
    return bool(event["kind"] == "people")


def is_about(event: Event, deal: str) -> bool:
    data = event["data"]
    if event["kind"] == "settle":
        return deal in data["keep"] or deal in data["strike"]
    return event["kind"] in ("amend", "strike", "restore") and data["deal"] == deal


def is_revision(event: Event, deal: str) -> bool:
    return event["kind"] in ("amend", "strike") or deal in event["data"].get("strike", ())


def revised_answers(event: Event) -> Any:
    return event["data"]["answers"] if event["kind"] == "amend" else STRUCK


def without_null(answers: Any) -> Any:
    return answers and {name: value for name, value in answers.items() if value is not None}
