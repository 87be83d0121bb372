"""The preview of an import. Counts are complete, lists have a limit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from games import models
from games.display.card import Card
from games.imports.target import ImportTarget
from games.match.errors import Refused
from games.rules.words import Words, _
from games.store.append import MOST_PLAYERS

LISTED = 100  # matches, and as many refused lines
MANY_PLAYERS = _("With this file the group would have more than %(most)s players.")


@dataclass
class RefusedEntry:
    """A refused line of the file, and how many other lines of the same match are refused."""

    line: int
    match: str | None
    code: str
    words: Words
    others: int = 0


@dataclass
class PreviewMatch:
    """The summary of a match in the file; `is_more` means that the match exists and gets more rounds."""

    line: int
    summary: dict[str, Any]
    is_more: bool = False

    @property
    def card(self) -> Card:
        return Card(self.summary)


@dataclass
class Preview:
    kind: str
    target: ImportTarget
    new: int = 0  # matches
    more: int = 0
    unchanged: int = 0  # matches that are stored already; `here` in the API
    deleted: int = 0  # matches of a circle that stay deleted
    events: int = 0  # new ones
    refused_count: int = 0
    coming: list[PreviewMatch] = field(default_factory=list)
    refused: list[RefusedEntry] = field(default_factory=list)
    new_players: dict[str, str] = field(default_factory=dict)  # names by id
    known_players: dict[str, str] = field(default_factory=dict)
    cut_off: tuple[int, int] | None = None  # the number of events in the file, and the promised number
    by_match: dict[str, RefusedEntry] = field(default_factory=dict)

    def add_match(self, line: int, summary: dict[str, Any], *, is_more: bool = False) -> None:
        if is_more:
            self.more += 1
        else:
            self.new += 1
        if len(self.coming) < LISTED:
            self.coming.append(PreviewMatch(line, summary, is_more))

    def refuse(self, line: int, code: str, words: Words, match: Any = None) -> None:
        """Add a refused line. A match has one line in the list, as its later refusals usually follow from the first."""
        self.refused_count += 1
        match = match if isinstance(match, str) else None
        if match is not None and match in self.by_match:
            self.by_match[match].others += 1
            return
        entry = RefusedEntry(line, match, code, words)
        if len(self.refused) < LISTED:
            self.refused.append(entry)
            if match is not None:
                self.by_match[match] = entry

    def require_few_players(self) -> None:
        """Raise `Refused` if the file brings more players than a group can have. Its matches would be without them."""
        if self.new_players:
            stored = models.Player.objects.filter(circle=self.circle).count()
            if stored + len(self.new_players) > MOST_PLAYERS:
                raise Refused("many_players", MANY_PLAYERS, most=MOST_PLAYERS)

    @property
    def brings(self) -> bool:
        """Return whether an import would store anything."""
        return self.events > 0

    @property
    def names(self) -> tuple[list[str], list[str]]:
        """Return the names of the new players, and those of the players known by name or id."""
        return sorted(self.new_players.values()), sorted(self.known_players.values())

    @property
    def circle(self) -> UUID:
        return self.target.circle
