"""A deal as the log has it: its answers, whether it counts, and what was said of it apart."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from games.match.causality import Causality

    Answers = dict[str, Any]

STRUCK = None  # what a strike says instead of answers


class RecordedDeal:
    """A deal of the log. Events are named by their places in it, sets of events by the bits of these."""

    def __init__(self, id: str, event: str, place: int, answers: Answers) -> None:
        self.id = id
        self.event = event
        self.place = place
        self.answers = answers
        self.versions = [answers]  # all answers it has had
        self.since = [place]  # the event from which on each of them held
        self.revisions: list[tuple[int, Answers | None]] = []  # what was said of it later, None where it was struck
        self.revised = 0  # the events that said it
        self.unreplaced = 0  # of these, what nobody who knew it has said something else since
        self.heads = 0  # events about it that no other event about it knew
        self.about = 0  # all events about it
        self.is_struck = False
        self.is_aside = False
        # Those that counted already and were written apart from it when it was put aside, and by which event that was.
        self.twins = 0
        self.aside_since = 0
        self.compared = 0  # so many of its versions stand in `last_with`
        self.last_with: dict[str, int] = {}

    @property
    def counts(self) -> bool:
        return not self.is_struck and not self.is_aside

    def stand_aside(self, twins: int, place: int) -> None:
        """Unless nobody else has recorded it."""
        self.twins = twins
        self.aside_since = place
        self.is_aside = twins != 0

    def amend(self, answers: Answers, place: int) -> None:
        self.answers = answers
        self.versions.append(answers)
        self.since.append(place)

    def version_keys(self) -> dict[str, int]:
        """The number of the last version with these answers, by their key."""
        for number in range(self.compared, len(self.versions)):
            self.last_with[answers_key(self.versions[number])] = number
        self.compared = len(self.versions)
        return self.last_with

    def has_had(self, key: str, place: int) -> bool:
        """Whether these were its answers at this event or after it."""
        last = self.version_keys().get(key, -1)
        return last >= 0 and (last + 1 == len(self.since) or self.since[last + 1] > place)

    def revise(self, knowledge: Causality, place: int, answers: Answers | None) -> None:
        """Something else, or the same again; whoever knew two things that differ decides between them."""
        self.decide(knowledge, place)
        knew = knowledge.known_to(place)
        self.revisions.append((place, answers))
        self.unreplaced &= ~knew
        if not knowledge.early.get(place, 0) & self.revised & ~knew:
            self.unreplaced |= 1 << place
        self.revised |= 1 << place

    def decide(self, knowledge: Causality, place: int) -> None:
        """An event about this deal: what its writer knew both sides of is decided."""
        knew = knowledge.known_to(place)
        self.heads &= ~knew
        if not knowledge.early.get(place, 0) & self.about & ~knew:
            self.heads |= 1 << place
        self.about |= 1 << place


def same_answers(one: Answers | None, other: Answers | None) -> bool:
    """Whether two people say the same of a deal: null is no answer, wherever it stands."""
    return bool(without_nulls(one) == without_nulls(other))


def without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without_nulls(one) for name, one in value.items() if one is not None}
    if isinstance(value, list):
        return [without_nulls(one) for one in value]
    return value


def answers_key(value: Any) -> str:
    """A text that is the same for the same answers, so that many can be compared at once."""
    if isinstance(value, dict):
        pieces = [json.dumps(name) + ":" + answers_key(one) for name, one in value.items() if one is not None]
        return "{" + ",".join(sorted(pieces)) + "}"
    if isinstance(value, list):
        return "[" + ",".join([answers_key(one) for one in value]) + "]"
    if isinstance(value, str):
        return json.dumps(value)
    return "null" if value is None else str(value + 0)  # as numbers are compared: true is 1
