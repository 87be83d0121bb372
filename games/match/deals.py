"""A recorded deal: its answers, whether it counts, and its concurrent revisions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from games.match.causality import Causality

    Answers = dict[str, Any]

STRUCK = None  # the answers of a revision that strikes the deal


class RecordedDeal:
    """A deal of the log. Events are given by their places in the log, sets of events as bits."""

    def __init__(self, id: str, event: str, place: int, answers: Answers) -> None:
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
        self.is_duplicate = False
        # The concurrent deals that counted when it was marked as a duplicate, and the event that marked it.
        self.originals = 0
        self.duplicate_since = 0
        self.indexed = 0  # how many versions `last_with` includes
        self.last_with: dict[str, int] = {}

    @property
    def counts(self) -> bool:
        return not self.is_struck and not self.is_duplicate

    def mark_duplicate(self, originals: int, place: int) -> None:
        """Mark it as a duplicate of these deals; without any it counts."""
        self.originals = originals
        self.duplicate_since = place
        self.is_duplicate = originals != 0

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

    def has_had(self, key: str, place: int) -> bool:
        """Return whether these were its answers at this event or after it."""
        last = self.version_keys().get(key, -1)
        return last >= 0 and (last + 1 == len(self.since) or self.since[last + 1] > place)

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
