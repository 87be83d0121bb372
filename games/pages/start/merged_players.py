"""Merged players are one person, who has one seat in a new match."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.pages.request import PageData


class MainIds:
    """The players with whom others are merged."""

    def __init__(self, stored: PageData) -> None:
        self.same_as = {str(player["id"]): player["same_as"] for player in stored.players if player.get("same_as")}
        self.resolved: dict[str, str] = {}

    def of(self, id: str) -> str:
        """Return the player who counts for this one. If players name each other, the first of them by id counts."""
        if id not in self.resolved:
            visited: dict[str, bool] = {}
            last = id
            while last in self.same_as and last not in visited:
                visited[last] = True
                last = str(self.same_as[last])
            if last in visited:
                ids = list(visited)
                last = min(ids[ids.index(last) :])
            self.resolved[id] = last
        return self.resolved[id]
