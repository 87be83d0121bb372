"""The fields of an event's data, and the checks of their values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.lineups import POINTS

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Check = Callable[[Any], bool]

NO_RESULT = "none"  # of a match that is over and counts for nobody
# What the table of a season adds up: points for sides left behind and for wins, on average; points by place; those of the game.
AVERAGE, BY_PLACE, OF_GAME = "average", "places", "points"
SEASON_RULES = (AVERAGE, BY_PLACE, OF_GAME)
MOST_COUNT = 1_000  # of matches in the rule of a season
MOST_GAMES = 100  # of a season
MOST_PLACES, MOST_PLACE_POINTS = 20, 1_000  # for which a season gives points, and points for a place
LONGEST_KEY = 40  # letters of a game's key
LONGEST_GAME_NAME = 60  # letters of a game that a group has named itself
MOST_QUICK_KEYS, MOST_QUICK = 6, 9_999  # keys with a number of their own, and their numbers, on either side of zero
MOST_SUM = 999_999  # and target, and rounds, of a game that a group has named itself
WINS = ("most", "fewest")  # the points that win
MOST_TOTAL = 999_999  # of a match entered by its totals, on either side of zero
HEX = "0123456789abcdef"
SPACES = (
    " \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)


def is_id(value: Any) -> bool:
    """Return whether the value is a UUID in small letters with hyphens, so that each id has one spelling only."""
    if not isinstance(value, str) or len(value) != 36:
        return False
    digits = value.replace("-", "")
    return value[8] == value[13] == value[18] == value[23] == "-" and len(digits) == 32 and not digits.strip(HEX)


def is_ids(value: Any) -> bool:
    return isinstance(value, list) and all(is_id(id) for id in value)


def is_object(value: Any) -> bool:
    return isinstance(value, dict)


def strip_spaces(text: str) -> str:
    """Return the text without the spaces around it, of every kind: `strip` of MicroPython knows fewer kinds."""
    start, end = 0, len(text)
    while start < end and text[start] in SPACES:
        start += 1
    while end > start and text[end - 1] in SPACES:
        end -= 1
    return text[start:end]


def is_name(value: Any) -> bool:
    return isinstance(value, str) and len(strip_spaces(value)) > 0 and len(value) <= 200


def is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 2000


def is_yes_no(value: Any) -> bool:
    return type(value) is bool


def is_seat(value: Any) -> bool:
    return type(value) is int


def is_game_name(value: Any) -> bool:
    return is_name(value) and len(value) <= LONGEST_GAME_NAME


def is_icon(value: Any) -> bool:
    """Return whether the value can name a picture. A newer version may know more of them."""
    return isinstance(value, str) and len(value) <= LONGEST_KEY


def is_quick_keys(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= MOST_QUICK_KEYS
        and all(type(number) is int and abs(number) <= MOST_QUICK for number in value)
    )


def is_wins(value: Any) -> bool:
    return value in WINS


def is_amount(value: Any) -> bool:
    """Return whether the value is a target, a number of rounds, or the sum of a round."""
    return type(value) is int and 0 < value <= MOST_SUM


def is_custom_game(value: Any) -> bool:
    """Return whether the value is what a match copies of the group's game that it plays."""
    return (
        isinstance(value, dict)
        and is_id(value.get("id"))
        and is_game_name(value.get("name"))
        and (value.get("icon") is None or is_icon(value["icon"]))
        and (value.get("keys") is None or is_quick_keys(value["keys"]))
    )


def is_players(value: Any) -> bool:
    """Return whether the value is a list of names, or of objects with an id and a name."""
    return isinstance(value, list) and all(is_name(player) or is_player(player) for player in value)


def is_points(value: Any) -> bool:
    return value in POINTS


def is_totals(value: Any) -> bool:
    return isinstance(value, list) and all(type(total) is int and abs(total) <= MOST_TOTAL for total in value)


def is_no_result(value: Any) -> bool:
    return bool(value == NO_RESULT)


def is_player(value: Any) -> bool:
    return isinstance(value, dict) and is_id(value.get("id")) and is_name(value.get("name"))


def is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MOST_COUNT


def is_game_keys(value: Any) -> bool:
    """Return whether the value lists games. A newer version may know more of them."""
    return (
        isinstance(value, list)
        and len(value) <= MOST_GAMES
        and all(isinstance(key, str) and 0 < len(key) <= LONGEST_KEY for key in value)
    )


def is_season_rule(value: Any) -> bool:
    return value in SEASON_RULES


def is_place_points(value: Any) -> bool:
    """Return whether the value lists the points of the first place, of the second and so on."""
    return (
        isinstance(value, list)
        and 0 < len(value) <= MOST_PLACES
        and all(type(points) is int and abs(points) <= MOST_PLACE_POINTS for points in value)
    )


class EventField:
    """A field of an event's data: its name, its check, and whether it is needed."""

    def __init__(self, name: str, check: Check, needed: bool = True) -> None:
        self.name = name
        self.check = check
        self.needed = needed


def optional(name: str, check: Check) -> EventField:
    return EventField(name, check, needed=False)
