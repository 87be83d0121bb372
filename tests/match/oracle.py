"""What a log tells, by the words of the public format and sets of what each writer knew.

Written to be read beside the format, not to be fast: nothing here is shared with the table's own fold.
"""

from dataclasses import dataclass, field
from typing import Any

Event = dict[str, Any]
Knew = dict[str, set[str]]

STRUCK = None


@dataclass
class Told:
    """A deal as the events tell it."""

    id: str
    event: str
    answers: list[Any]  # all that it has had, the last of which holds
    struck: bool = False
    aside: bool = False
    kept: bool = False  # people have decided that it counts
    twins: list[tuple["Told", int]] = field(default_factory=list)

    @property
    def counts(self) -> bool:
        return not self.struck and not self.aside

    @property
    def asked(self) -> bool:
        """Aside, and neither settled nor the same as what its twin has said from then on."""
        said = [answers for twin, first in self.twins for answers in twin.answers[first:]]
        return self.aside and not self.struck and without_null(self.answers[-1]) not in map(without_null, said)


class Oracle:
    def __init__(self, events: list[Event], knew: Knew) -> None:
        self.events = events
        self.knew = knew
        self.deals: dict[str, Told] = {}
        self.order: list[Told] = []
        self.options: dict[str, Any] = {}
        for event in events:
            self.take(event)

    def take(self, event: Event) -> None:
        acts = {"deal": self.deal, "amend": self.amend, "strike": self.strike}
        acts |= {"restore": self.restore, "settle": self.settle, "options": self.rules}
        if event["kind"] in acts:
            acts[event["kind"]](event, **event["data"])

    def apart(self, one: str, other: str) -> bool:
        return one != other and one not in self.knew[other] and other not in self.knew[one]

    def rivals(self, deal: Told) -> list[Told]:
        return [one for one in self.deals.values() if one.counts and self.apart(one.event, deal.event)]

    def put_aside(self, deal: Told, rivals: list[Told]) -> None:
        deal.aside = bool(rivals)
        deal.twins = [(one, len(one.answers) - 1) for one in rivals]

    def deal(self, event: Event, deal: str, answers: Any, before: str | None = None) -> None:
        new = Told(deal, event["id"], [answers])
        self.put_aside(new, self.rivals(new))
        self.deals[deal] = new
        self.order.insert(len(self.order) if before is None else self.order.index(self.deals[before]), new)

    def amend(self, event: Event, deal: str, answers: Any) -> None:
        self.deals[deal].answers.append(answers)

    def strike(self, event: Event, deal: str) -> None:
        self.deals[deal].struck = True

    def restore(self, event: Event, deal: str) -> None:
        """It counts from here on: so it stands aside where it is apart from one that counts and was not known."""
        one = self.deals[deal]
        if one.struck and not one.aside:
            rivals = self.rivals(one)
            self.put_aside(one, [other for other in rivals if other.event not in self.knew[event["id"]]])
            one.kept = one.kept or (bool(rivals) and not one.aside)
        one.struck = False

    def settle(self, event: Event, keep: list[str], strike: list[str]) -> None:
        for deal in keep:
            one = self.deals[deal]
            one.struck = one.aside = False
            one.kept = True
        for deal in strike:
            self.deals[deal].struck = True

    def rules(self, event: Event, options: dict[str, Any]) -> None:
        self.options = options

    def counting(self) -> list[Told]:
        return [deal for deal in self.order if deal.counts]

    def aside(self) -> list[tuple[str, Any]]:
        return [(deal.id, deal.answers[-1]) for deal in self.order if deal.asked]

    def differs(self) -> dict[str, "Differing"]:
        found = {deal.id: Differing(self, deal.id) for deal in self.order}
        return {id: one for id, one in found.items() if one.pairs}

    def counted_twice(self) -> list[tuple[str, str]]:
        """Two that count, were written apart, and nobody has said that they both do."""
        return [
            (one.id, other.id)
            for one in self.counting()
            for other in self.counting()
            if self.apart(one.event, other.event) and not one.kept and not other.kept
        ]


class Differing:
    """What was said of one deal apart and differs, until an event about the deal whose writer knew both."""

    def __init__(self, oracle: Oracle, deal: str) -> None:
        self.knew = oracle.knew
        about = [event for event in oracle.events if is_about(event, deal)]
        self.said = [(event["id"], said_of(event, deal)) for event in about if says(event, deal)]
        self.pairs = [
            (one, other)
            for number, one in enumerate(self.said)
            for other in self.said[number + 1 :]
            if oracle.apart(one[0], other[0])
            and without_null(one[1]) != without_null(other[1])
            and not any({one[0], other[0]} <= self.knew[event["id"]] for event in about)
        ]

    def all(self) -> list[Any]:
        return [one for pair in self.pairs for _id, one in pair]

    def last(self) -> list[Any]:
        """Those of them that nobody who knew them has put something else in place of."""
        return [
            one for pair in self.pairs for id, one in pair if not any(id in self.knew[later] for later, _ in self.said)
        ]


def is_about(event: Event, deal: str) -> bool:
    data = event["data"]
    if event["kind"] == "settle":
        return deal in data["keep"] or deal in data["strike"]
    return event["kind"] in ("amend", "strike", "restore") and data["deal"] == deal


def says(event: Event, deal: str) -> bool:
    return event["kind"] in ("amend", "strike") or deal in event["data"].get("strike", ())


def said_of(event: Event, deal: str) -> Any:
    return event["data"]["answers"] if event["kind"] == "amend" else STRUCK


def without_null(answers: Any) -> Any:
    return answers and {name: value for name, value in answers.items() if value is not None}
