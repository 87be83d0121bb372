"""The people at a table, under the name they have now. Merged players are one person."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.match.lineups import name_of
from games.rules.custom_game import custom_key

NAMED = "name:"


@dataclass(frozen=True)
class TablePerson:
    """`key` tells people apart: two players may share a name."""

    key: str
    name: str

    @property
    def id(self) -> str | None:
        """Return the id of the player, or None for a name without a player."""
        return None if self.key.startswith(NAMED) else self.key


PLAYERS_IN = ("start", "seats", "people")  # kinds of events
GAMES_IN = ("start", "game")


def no_names() -> dict[str, str]:
    return {}


class PlayerIndex:
    """The players of a circle: id, name, and the player they were merged into."""

    def __init__(
        self, players: Iterable[tuple[str, str, str | None]], game_names: Callable[[], dict[str, str]] = no_names
    ) -> None:
        """`game_names` returns the names of the group's own games, by their keys, once one of them is needed."""
        self.read_game_names = game_names
        self.names: dict[str, str] = {}
        self.same_as: dict[str, str | None] = {}
        self.resolved: dict[str, str] = {}  # earlier answers of `main_id`
        for id, name, same_as in players:
            self.names[id], self.same_as[id] = name, same_as

    def person(self, player: Any) -> TablePerson:
        """Return the person behind a player of a match. A player without an id has a name only."""
        if not isinstance(player, dict):
            return TablePerson(f"{NAMED}{player}", str(player))
        id = self.main_id(player["id"])
        return TablePerson(id, self.names.get(id) or player["name"])

    def renamed(self, players: Iterable[Any]) -> list[Any]:
        """Return the players of a match under the names that they have now. Their ids stay."""
        return [
            player | {"name": self.person(player).name}
            if isinstance(player, dict) and isinstance(player.get("id"), str)
            else player
            for player in players
        ]

    @cached_property
    def game_names(self) -> dict[str, str]:
        return self.read_game_names()

    def renamed_game(self, custom: Any) -> Any:
        """Return what a match has of the group's own game, with the name that the game has now."""
        if not isinstance(custom, dict) or not isinstance(custom.get("id"), str):
            return custom
        return custom | {"name": self.game_names.get(custom_key(custom["id"])) or custom.get("name")}

    def main_id(self, id: str) -> str:
        """Follow `same_as` to its end. If players name each other, the first of them by id counts."""
        visited: dict[str, int] = {}
        last, following = id, self.same_as.get(id)
        while following is not None and last not in visited and last not in self.resolved:
            visited[last] = len(visited)
            last, following = following, self.same_as.get(following)
        main = self.resolved.get(last, last)
        if last in visited:
            main = min(list(visited)[visited[last] :])
        self.resolved.update(dict.fromkeys([*visited, last], main))
        return main

    def all_of(self, id: str) -> set[str]:
        """Return the ids of all players who are this person."""
        main = self.main_id(id)
        return {main, *(player for player in self.names if self.main_id(player) == main)}


def renamed_event(event: dict[str, Any], people: PlayerIndex) -> dict[str, Any]:
    """Return an event of a match whose players, and whose game, have the names that they have now."""
    data = event["data"]
    if event["kind"] in GAMES_IN and data and data.get("custom_game"):
        data = data | {"custom_game": people.renamed_game(data["custom_game"])}
        event = event | {"data": data}
    if event["kind"] not in PLAYERS_IN or not data or "players" not in data:
        return event
    return event | {"data": data | {"players": people.renamed(data["players"])}}


def players_of(summary: dict[str, Any]) -> list[Any]:
    """Return the players at the table, and those who left."""
    return [*(summary.get("players") or ()), *(player for side in summary.get("seated", ()) for player in side)]


def renamed_summary(summary: dict[str, Any], people: PlayerIndex) -> dict[str, Any]:
    """Return the summary of a match under the names that its players, and its game, have now."""
    if summary.get("custom_game"):
        summary = summary | {"custom_game": people.renamed_game(summary["custom_game"])}
    if not summary.get("players"):
        return summary
    players = people.renamed(summary["players"])
    count = len(summary.get("sides") or [])
    seated = [people.renamed(side) for side in summary.get("seated", ())]
    changed = {"seated": seated} if seated else {}
    sides = seated or [players[side::count] for side in range(count)]
    return summary | {
        **changed,
        "players": players,
        "names": [name_of(player) for player in players],
        "sides": [" & ".join([name_of(player) for player in side]) for side in sides],
    }
