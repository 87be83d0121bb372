"""The names of people with a rating."""

from __future__ import annotations

from uuid import UUID

from games.statistics.people import PlayerIndex, TablePerson
from games.statistics.rating_figures import person_named
from games.store.people import seat_name

MOST_UNKNOWN = 200  # ids that are no players of the circle: each takes a query


class RatedNames:
    def __init__(self, circle: UUID, people: PlayerIndex) -> None:
        self.circle, self.people = circle, people
        self.unknown_left = MOST_UNKNOWN

    def person(self, key: str) -> TablePerson:
        return person_named(key, self.people, self.name_of_unknown)

    def name_of_unknown(self, id: str) -> str:
        """Return the name in their last match. After too many such people return a dash."""
        self.unknown_left -= 1
        return seat_name(self.circle, UUID(id)) if self.unknown_left >= 0 else "–"
