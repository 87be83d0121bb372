"""Who sat at a table: under the name they have now, and once, where they were written down as two players."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

NAMED = "name:"


@dataclass(frozen=True)
class TablePerson:
    """`key` tells people apart: two players may share a name."""

    key: str
    name: str

    @property
    def id(self) -> str | None:
        """None for a name that is nobody's yet."""
        return None if self.key.startswith(NAMED) else self.key


class PlayerIndex:
    """The players of a circle: id, name, and whose double they are."""

    def __init__(self, players: Iterable[tuple[str, str, str | None]]) -> None:
        self.names: dict[str, str] = {}
        self.same_as: dict[str, str | None] = {}
        self.found: dict[str, str] = {}  # who counts for them, once somebody has asked
        for id, name, same_as in players:
            self.names[id], self.same_as[id] = name, same_as

    def who(self, player: Any) -> TablePerson:
        """Of a player as a match names them. Who has no id is told by the name alone."""
        if not isinstance(player, dict):
            return TablePerson(f"{NAMED}{player}", str(player))
        id = self.counting(player["id"])
        return TablePerson(id, self.names.get(id) or player["name"])

    def counting(self, id: str) -> str:
        """The player who counts for this one: the last that is named, of some who name each other the first by id."""
        way: dict[str, int] = {}
        last, following = id, self.same_as.get(id)
        while following is not None and last not in way and last not in self.found:
            way[last] = len(way)
            last, following = following, self.same_as.get(following)
        counting = self.found.get(last, last)
        if last in way:
            counting = min(list(way)[way[last] :])
        self.found.update(dict.fromkeys([*way, last], counting))
        return counting

    def all_of(self, id: str) -> set[str]:
        """The players who are this person."""
        counting = self.counting(id)
        return {counting, *(one for one in self.names if self.counting(one) == counting)}
