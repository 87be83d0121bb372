"""Who in a circle the people of a match document are.

An id that is known here says it. Else a name that one player here has, and only one, is that player: whoever brings a
match in sees it before it is stored, and puts it right by `same_as` if two people bear one name. All others are new.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any
from uuid import UUID, uuid5

from games import models
from games.match.events import is_id, strip_spaces


class ImportSeating:
    """The players of a circle, and those whom the matches brought in so far have made."""

    def __init__(self, circle: UUID) -> None:
        self.circle = circle
        self.names: dict[str, str] = {}  # by id
        self.called: dict[str, list[str]] = defaultdict(list)  # ids by name
        for id, name in models.Player.objects.filter(circle=circle).values_list("id", "name"):
            self.add(str(id), name)

    def add(self, id: str, name: str) -> None:
        self.names[id] = name
        self.called[strip_spaces(name)].append(id)

    def seated(self, players: list[Any]) -> list[dict[str, str]]:
        """The players of one match, each somebody else."""
        found: list[dict[str, str]] = []
        for seat, player in enumerate(players):
            taken = [one["id"] for one in found]
            name = player["name"] if isinstance(player, dict) else player
            id = next(one for one in self.meant(player, name, seat) if one not in taken)
            found.append({"id": id, "name": name})
        return found

    def meant(self, player: Any, name: str, seat: int) -> list[str]:
        """Who it may be, the likeliest first."""
        said = player.get("id") if isinstance(player, dict) else None
        own = [said] if is_id(said) else []
        called = self.called.get(strip_spaces(name), [])
        return [
            *(id for id in own if id in self.names),
            *(called if len(called) == 1 else []),
            *own,
            str(uuid5(self.circle, f"player {strip_spaces(name)}")),
            str(uuid5(self.circle, f"player {strip_spaces(name)} {seat}")),
        ]
