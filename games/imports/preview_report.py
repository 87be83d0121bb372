"""What a file would bring into a circle, before any of it is stored. Counted whole; what is listed has an end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from games.display.card import Card
from games.imports.target import ImportTarget
from games.rules.words import Words

LISTED = 100  # matches, and as many of what cannot be taken


@dataclass
class NotTaken:
    """A line of the file that cannot be taken, and how many others of the same match cannot be either."""

    line: int
    match: str | None
    code: str
    words: Words
    others: int = 0


@dataclass
class PreviewMatch:
    """A match in a line; `is_more` where it is here already and gets more rounds."""

    line: int
    told: dict[str, Any]
    is_more: bool = False

    @property
    def card(self) -> Card:
        return Card(self.told)


@dataclass
class Preview:
    kind: str
    target: ImportTarget
    new: int = 0  # matches
    more: int = 0
    here: int = 0
    deleted: int = 0  # matches of a circle that stay deleted
    events: int = 0  # that are new
    refused_count: int = 0
    coming: list[PreviewMatch] = field(default_factory=list)
    refused: list[NotTaken] = field(default_factory=list)
    new_players: dict[str, str] = field(default_factory=dict)  # names by id
    known_players: dict[str, str] = field(default_factory=dict)
    cut_off: tuple[int, int] | None = None  # how many events there are, and how many there should be
    by_match: dict[str, NotTaken] = field(default_factory=dict)

    def come(self, line: int, told: dict[str, Any], *, is_more: bool = False) -> None:
        if is_more:
            self.more += 1
        else:
            self.new += 1
        if len(self.coming) < LISTED:
            self.coming.append(PreviewMatch(line, told, is_more))

    def refuse(self, line: int, code: str, words: Words, match: Any = None) -> None:
        """Of one match one line is told: what comes after the first depends on it, as a rule."""
        self.refused_count += 1
        match = match if isinstance(match, str) else None
        if match is not None and match in self.by_match:
            self.by_match[match].others += 1
            return
        told = NotTaken(line, match, code, words)
        if len(self.refused) < LISTED:
            self.refused.append(told)
            if match is not None:
                self.by_match[match] = told

    @property
    def brings(self) -> bool:
        """Whether anything would be stored."""
        return self.events > 0

    @property
    def names(self) -> tuple[list[str], list[str]]:
        """Of the people who are new, and of those who are known by their name or id."""
        return sorted(self.new_players.values()), sorted(self.known_players.values())

    @property
    def circle(self) -> UUID:
        return self.target.circle
