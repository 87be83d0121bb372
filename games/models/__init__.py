"""What Django stores. Events are the truth; the rest of a match is worked out from them and can be made anew.

A circle owns everything below it, and its id is part of every key: a database can be split by circle.
Ids come from whoever wrote the thing, so a phone needs nobody to begin. Only `services` writes here.
"""

from games.models.events import Event
from games.models.people import WRITERS, Circle, Device, Guesses, Invitation, Membership, Person, Purpose, Role
from games.models.rows import Deal, Evening, Match, MonthTally, Player, Result, Seat

__all__ = [
    "WRITERS",
    "Circle",
    "Deal",
    "Device",
    "Evening",
    "Event",
    "Guesses",
    "Invitation",
    "Match",
    "Membership",
    "MonthTally",
    "Person",
    "Player",
    "Purpose",
    "Result",
    "Role",
    "Seat",
]
