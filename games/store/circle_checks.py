"""The checks of events of a circle that need to know what earlier events of the same push or file have created."""

from __future__ import annotations

from functools import cached_property
from uuid import UUID

from games.store.custom_games import NewCustomGames
from games.store.seasons import NewSeasons


class CircleChecks:
    """Reads from the database once something is needed. A dry run shares it between the parts of a file."""

    def __init__(self, circle: UUID) -> None:
        self.circle = circle

    @cached_property
    def seasons(self) -> NewSeasons:
        return NewSeasons(self.circle)

    @cached_property
    def custom_games(self) -> NewCustomGames:
        return NewCustomGames(self.circle)
