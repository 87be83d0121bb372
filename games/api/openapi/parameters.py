"""The query parameters, as OpenAPI describes them."""

from drf_spectacular.utils import OpenApiParameter

from games.api.openapi.shapes import DATE, ID, LOG_HASH, TIME
from games.api.pagination import MOST, USUAL
from games.rules import catalogue

CURSOR = OpenApiParameter("cursor", {"type": "string"}, description="`next` of the page before.")
LIMIT = OpenApiParameter(
    "limit",
    {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL},
    description="How many a page.",
)
ORDER = OpenApiParameter(
    "order",
    {"enum": ["-started", "started", "-last", "last"], "default": "-started"},
    description="By the start or by the last round; with a minus the newest first.",
)
FROM = OpenApiParameter("from", DATE, description="On this day or later.")
TO = OpenApiParameter("to", DATE, description="On this day or earlier.")
# A game of this server, or the `game` of one that the group has named itself.
A_GAME = {
    "anyOf": [{"enum": catalogue.keys()}, {"type": "string", "pattern": "^points:[0-9a-f]{32}$", "maxLength": 39}]
}
FIGURES = (
    OpenApiParameter("game", A_GAME, description="Of this game; without it of all together."),
    FROM,
    TO,
)
GAME = (FIGURES[0],)
FILTERS = (
    OpenApiParameter("game", A_GAME, description="Matches of this game."),
    OpenApiParameter("player", ID, description="Matches of this player, and of who was said to be the same person."),
    OpenApiParameter("date", DATE, description="Matches that began on this day, where they were played."),
    FROM,
    TO,
    OpenApiParameter("evening", ID, description="Matches of this evening."),
    OpenApiParameter("unfinished", {"type": "boolean"}, description="Only those under way, or only the finished ones."),
)
SINCE = OpenApiParameter(
    "since",
    {"type": "integer", "minimum": 0, "maximum": 999_999_999, "default": 0},
    description="Events after this number.",
)
LAST = OpenApiParameter(
    "last", ID, description="The id of the caller's event `since`: where the server has another one there, it says so."
)
HASH = OpenApiParameter(
    "hash",
    LOG_HASH,
    description="The hash of the caller's event `since`: where the server's log differs up to there, it says so.",
)
RECEIVED = OpenApiParameter(
    "received",
    TIME,
    description="When the server received the caller's event `since`: where that differs, it was sent again later.",
)
RECENT = OpenApiParameter(
    "recent",
    {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    description="With `since=0`: without the finished matches that have had no event for so many days.",
)
DRY = OpenApiParameter("dry", {"type": "boolean"}, description="With `true` nothing is stored.")
