"""The Django models. Events are the truth; all other rows of a match follow from them and can be rebuilt.

A circle owns everything below it, and its id is part of every key: a database can be split by circle.
The writer of a thing draws its id, so a phone can start without a server. Only `services` and `store` write to the
models; pages and API call `services`.
"""

from games.models.events import Event
from games.models.people import (
    WRITERS,
    Circle,
    Device,
    EndedKey,
    Guesses,
    Invitation,
    Membership,
    PastClaim,
    Person,
    Purpose,
    Role,
)
from games.models.rows import (
    CustomGame,
    Deal,
    Evening,
    Match,
    MatchRatings,
    MonthRatings,
    MonthTally,
    Player,
    RatingProgress,
    Result,
    Season,
    Seat,
)

__all__ = [
    "WRITERS",
    "Circle",
    "CustomGame",
    "Deal",
    "Device",
    "EndedKey",
    "Evening",
    "Event",
    "Guesses",
    "Invitation",
    "Match",
    "MatchRatings",
    "Membership",
    "MonthRatings",
    "MonthTally",
    "PastClaim",
    "Person",
    "Player",
    "Purpose",
    "RatingProgress",
    "Result",
    "Role",
    "Season",
    "Seat",
]
