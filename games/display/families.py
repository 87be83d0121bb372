"""Games of one family, which are one tile, and the sections in which a page lists them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.game_label import GameLabel
from games.match.document import count_range
from games.rules import catalogue, headings
from games.rules.words import _

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.rules.game import Game

RECENT = 6  # families that fit on a small phone without scrolling


class Family:
    """Games whose keys begin with the same word. A game may be a family of its own."""

    def __init__(self, game: Game) -> None:
        self.key = family_key(game)
        self.picture = game.picture
        self.heading = game.heading
        self.games = [game]

    def has(self, game: Game | None) -> bool:
        """Return whether the game is of this family. On the phone the games of lists are other objects."""
        return game is not None and family_key(game) == self.key

    def shared_name(self, name: str) -> str:
        """Return the name of the only game, or the first word that the names share. `name` is the first one, translated."""
        return name if len(self.games) == 1 else str(name).split(" ")[0]

    @property
    def counts(self) -> str:
        counts = [count for game in self.games for count in game.players]
        return count_range(range(min(counts), max(counts) + 1))

    def short_name(self, name: str) -> str:
        """Return the translated name of a game without that of its family."""
        words = str(name).split(" ")[1:]
        return " ".join(words[1:] if words[:1] == ["de"] else words) or name


class CustomListing:
    """What lists show of a game that the group has named itself, from what a match copies of it."""

    def __init__(self, key: str, copied: dict[str, Any]) -> None:
        base = catalogue.listing(key)
        assert base is not None
        label = GameLabel({"game": key, "custom_game": copied})
        self.key, self.title, self.picture = key, label.title, label.picture
        self.heading = headings.CUSTOM
        self.search_names, self.variants = [str(copied["name"])], ()
        self.players, self.counts = base.players, base.counts


class Section:
    """Families under one heading."""

    def __init__(self, heading: str, families: list[Family]) -> None:
        self.heading = heading
        self.families = families


def family_key(game: Game) -> str:
    return game.key.split("_")[0]


def families(played: Sequence[str] = (), custom: Sequence[CustomListing] = ()) -> list[Family]:
    """Return all families. Those with the games that were `played` come first, in their order.

    `custom` are the games that the group has named itself. Each is a family of its own.
    """
    ordered: list[Family] = []
    games: list[Any] = list(catalogue.GAMES) + list(custom)
    for game in [game for key in played for game in games if game.key == key] + games:
        if family_key(game) not in [family.key for family in ordered]:
            ordered.append(Family(game))
    for family in ordered:
        family.games = [game for game in games if family_key(game) == family.key]
    return ordered


def sections(ordered: Sequence[Family], played: Sequence[str]) -> list[Section]:
    """Return the families in sections: those with the games that were `played`, then the others by their headings.

    The games that the group has named itself come before those, and the other games are the last section, even if one of them was played.
    """
    recent = [family for family in ordered if [game for game in family.games if game.key in played]][:RECENT]
    rest = [family for family in ordered if family not in recent]
    names: list[str] = []
    for family in rest:
        if family.heading not in names:
            names.append(family.heading)
    names = (
        [name for name in (headings.CUSTOM,) if name in names]
        + [name for name in names if name not in (headings.CUSTOM, headings.OTHER)]
        + [name for name in (headings.OTHER,) if name in names]
    )
    listed = [Section(name, [family for family in rest if family.heading == name]) for name in names]
    return [Section(_("Played recently"), recent)] + listed if recent else listed
