"""Match the people of a document with the players of a circle.

A known id decides. Otherwise a name that exactly one player has means that player. The importer sees this in the
preview, and corrects it by `same_as` if two people share the name. All others are new players.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from typing import Any
from uuid import UUID, uuid5

from games import models
from games.match.event_fields import is_id, strip_spaces


class ImportSeating:
    """The players of a circle, including those that the import has added."""

    def __init__(self, circle: UUID) -> None:
        self.circle = circle
        self.names: dict[str, str] = {}  # by id
        self.ids_by_name: dict[str, list[str]] = defaultdict(list)  # ids by name
        for id, name in models.Player.objects.filter(circle=circle).values_list("id", "name"):
            self.add(str(id), name)

    def add(self, id: str, name: str) -> None:
        self.names[id] = name
        self.ids_by_name[strip_spaces(name)].append(id)

    def assign_players(self, players: list[Any]) -> list[dict[str, str]]:
        """Return the players of one match, each a different one."""
        seats: dict[str, str] = {}  # names by id
        known = {id for id in map(stated_id, players) if id in self.names}  # nobody else gets these
        for number, player in enumerate(players):
            name, stated = player["name"] if isinstance(player, dict) else player, stated_id(player)
            for id in self.candidates(player, name, number):
                if id not in seats and (id == stated or id not in known):
                    seats[id] = name
                    break
        return [{"id": id, "name": name} for id, name in seats.items()]

    def candidates(self, player: Any, name: str, seat: int) -> Iterator[str]:
        """Yield the ids that may be the player's, the likeliest first. They never end, as others may state any of them."""
        stated = stated_id(player)
        own = [stated] if stated else []
        same_name = self.ids_by_name.get(strip_spaces(name), [])
        yield from (id for id in own if id in self.names)
        yield from same_name if len(same_name) == 1 else []
        yield from own
        text = f"player {strip_spaces(name)}"
        yield str(uuid5(self.circle, text))
        yield str(uuid5(self.circle, f"{text} {seat}"))
        yield from (str(uuid5(self.circle, f"{text} {seat} {number}")) for number in count())


def stated_id(player: Any) -> str:
    """Return the id of a player in a document, or an empty text."""
    stated = player.get("id") if isinstance(player, dict) else None
    return str(stated) if is_id(stated) else ""
