"""A deal as the log has it: its answers, whether it counts, and what was said of it apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from games.table.knowledge import Knowledge

    Answers = dict[str, Any]

STRUCK = None  # what a strike says instead of answers


class Said:
    """What an event says of a deal that is there already: other answers, or that it is struck."""

    def __init__(self, event: str, answers: Answers | None) -> None:
        self.event = event
        self.answers = answers
        self.is_replaced = False  # somebody who knew it has said something else since


class Recorded:
    """A deal of the log."""

    def __init__(self, id: str, event: str, answers: Answers) -> None:
        self.id = id
        self.event = event
        self.answers = answers
        self.versions = [answers]  # all answers it has had
        self.said: list[Said] = []  # all that was said of it
        self.undecided: list[tuple[Said, Said]] = []  # said apart, and different; nobody who knew both has decided
        self.named: list[str] = []  # the events that were about it
        self.is_struck = False
        self.is_aside = False
        # Those that counted already and were written apart from it, and which of their answers stood then.
        self.twins: list[tuple[Recorded, int]] = []

    @property
    def counts(self) -> bool:
        return not self.is_struck and not self.is_aside

    @property
    def is_asked(self) -> bool:
        """Whether people must say if it was recorded twice. Where one of the others says the same, or has since, it was."""
        if not self.is_aside or self.is_struck:
            return False
        same = [twin for twin, stood in self.twins for one in twin.versions[stood:] if are_same(one, self.answers)]
        return not same

    @property
    def differing(self) -> list[Answers | None]:
        """What people have to choose from, in the order of the log; nothing where all is decided."""
        if not self.undecided:
            return []
        sides = [said for said in self.said if [pair for pair in self.undecided if said in pair]]
        last = distinct([said.answers for said in sides if not said.is_replaced])
        return last if len(last) > 1 else distinct([said.answers for said in sides])

    def stand_aside(self, twins: list[Recorded]) -> None:
        """Unless nobody else has recorded it."""
        self.twins = [(twin, len(twin.versions) - 1) for twin in twins]
        self.is_aside = len(twins) > 0

    def amend(self, answers: Answers) -> None:
        self.answers = answers
        self.versions.append(answers)

    def say(self, knowledge: Knowledge, event: str, answers: Answers | None) -> None:
        """Something else, or the same again; whoever knew two things that differ decides between them."""
        self.decide(knowledge, event)
        new = Said(event, answers)
        for old in self.said:
            if knowledge.has_known(event, old.event):
                old.is_replaced = True
            elif knowledge.has_known(old.event, event):
                new.is_replaced = True
            elif not (are_same(old.answers, answers) or self.was_decided(knowledge, old, new)):
                self.undecided.append((old, new))
        self.said.append(new)

    def decide(self, knowledge: Knowledge, event: str) -> None:
        """An event about this deal: what its writer knew both sides of is decided."""
        self.named.append(event)
        self.undecided = [pair for pair in self.undecided if not has_known_both(knowledge, event, *pair)]

    def was_decided(self, knowledge: Knowledge, one: Said, other: Said) -> bool:
        """By somebody who knew both and whose event came sooner."""
        return len([event for event in self.named if has_known_both(knowledge, event, one, other)]) > 0


def has_known_both(knowledge: Knowledge, event: str, one: Said, other: Said) -> bool:
    return knowledge.has_known(event, one.event) and knowledge.has_known(event, other.event)


def distinct(found: list[Answers | None]) -> list[Answers | None]:
    kept: list[Answers | None] = []
    for answers in found:
        if not [one for one in kept if are_same(one, answers)]:
            kept.append(answers)
    return kept


def are_same(one: Answers | None, other: Answers | None) -> bool:
    """Whether two people say the same of a deal: null is no answer, wherever it stands."""
    return bool(bare(one) == bare(other))


def bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: bare(one) for name, one in value.items() if one is not None}
    if isinstance(value, list):
        return [bare(one) for one in value]
    return value
