"""Games that a group has named itself. They are played as *Points*, and each has figures of its own.

Rows and lists have the key of the game behind them and the id of the group's game: `points:` and 32 hexadecimal digits.
A match document has both apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

BASE = "points"  # the key of the game as which they are played
MARK = ":"
ICONS = ("game-points", "spades", "hearts", "diamonds", "clubs", "crown", "dice", "moon")


def custom_key(id: str) -> str:
    """Return the key of the group's game with this id."""
    return BASE + MARK + id.replace("-", "")


def base_key(key: Any) -> Any:
    """Return the key of the game as which this one is played."""
    return BASE if is_custom(key) else key


def is_custom(key: Any) -> bool:
    digits = key[len(BASE) + 1 :] if isinstance(key, str) and key[: len(BASE) + 1] == BASE + MARK else ""
    return len(digits) == 32 and not digits.strip("0123456789abcdef")
