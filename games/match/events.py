"""The shape and size of an event: an id, a known kind, and the data that the kind needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match import limits
from games.match.errors import Refused
from games.match.event_fields import (
    EventField,
    is_amount,
    is_count,
    is_custom_game,
    is_game_keys,
    is_game_name,
    is_icon,
    is_id,
    is_ids,
    is_name,
    is_no_result,
    is_object,
    is_place_points,
    is_players,
    is_points,
    is_quick_keys,
    is_season_rule,
    is_seat,
    is_text,
    is_totals,
    is_wins,
    is_yes_no,
    optional,
)
from games.match.times import is_day, is_time
from games.rules.words import _

if TYPE_CHECKING:
    from typing import Any

    from games.match.log import Event

SIZE_OF_CONTAINER, SIZE_OF_ITEM = 40, 30  # characters that a list or an object counts beside its content, and each item
LONG_DATA = "long_data", _("This entry has more than %(most)s characters.")
EVERYTHING = 1_000_000_000  # characters: more than there can be

DEAL = EventField("deal", is_id)
ANSWERS = EventField("answers", is_object)
SEATING = (EventField("players", is_players), optional("first_dealer", is_seat))

KINDS: tuple[tuple[str, tuple[EventField, ...]], ...] = (
    (
        "start",
        (EventField("game", is_text), optional("custom_game", is_custom_game), optional("options", is_object))
        + SEATING,
    ),
    ("game", (optional("custom_game", is_custom_game),)),
    ("seats", SEATING),
    ("people", (EventField("points", is_points), optional("before", is_id)) + SEATING),
    ("deal", (DEAL, ANSWERS, optional("before", is_id))),
    ("amend", (DEAL, ANSWERS)),
    ("strike", (DEAL,)),
    ("restore", (DEAL,)),
    ("settle", (optional("keep", is_ids), optional("strike", is_ids))),
    ("options", (EventField("options", is_object),)),
    ("finish", (optional("totals", is_totals), optional("result", is_no_result))),
    ("reopen", ()),
    ("delete", ()),
    ("undelete", ()),
    (
        "player",
        (
            EventField("player", is_id),
            optional("name", is_name),
            optional("hidden", is_yes_no),
            optional("same_as", is_id),
        ),
    ),
    (
        "evening",
        (
            EventField("evening", is_id),
            optional("name", is_text),
            optional("place", is_text),
            optional("note", is_text),
            optional("matches", is_ids),
        ),
    ),
    (
        "season",
        (
            EventField("season", is_id),
            optional("name", is_name),
            optional("from", is_day),
            optional("to", is_day),
            optional("games", is_game_keys),
            optional("rule", is_season_rule),
            optional("place_points", is_place_points),
            optional("minimum", is_count),
            optional("dropped", is_count),
            optional("deleted", is_yes_no),
        ),
    ),
    (
        "custom_game",
        (
            EventField("custom_game", is_id),
            optional("name", is_game_name),
            optional("icon", is_icon),
            optional("wins", is_wins),
            optional("target", is_amount),
            optional("rounds", is_amount),
            optional("sum", is_amount),
            optional("teams", is_yes_no),
            optional("keys", is_quick_keys),
            optional("deleted", is_yes_no),
        ),
    ),
)
FIELDS = dict(KINDS)
OF_CIRCLE = ("player", "evening", "season", "custom_game")  # their `match` is null


def validate_event(event: Any, *, is_emptied: bool = False) -> None:
    """Raise `Refused` if the value is not an event. `is_emptied` is true for one without data, from a deleted match."""
    if not isinstance(event, dict) or not is_id(event.get("id")):
        raise Refused("id", _("An event needs an id: a lower-case UUID."))
    kind, after = event.get("kind"), event.get("after")
    if not isinstance(kind, str) or kind not in FIELDS:
        raise Refused("kind", _("Unknown kind of event."))
    if kind not in OF_CIRCLE and not is_id(event.get("match")):
        raise Refused("no_match", _("No such match."))
    if kind in OF_CIRCLE and event.get("match") is not None:
        raise Refused("data", _("“%(field)s” is missing or invalid."), field="match")
    if not (after is None or is_id(after) or is_ids(after)):
        raise Refused("data", _("“%(field)s” is missing or invalid."), field="after")
    if event.get("at") is not None and not is_time(event["at"]):
        raise Refused("data", _("“%(field)s” is missing or invalid."), field="at")
    if event.get("data") is not None and not isinstance(event["data"], dict):
        raise Refused("data", _("“%(field)s” is missing or invalid."), field="data")
    data = event.get("data") or {}
    for field in () if is_emptied else FIELDS[kind]:
        value = data.get(field.name)
        if (value is None and field.needed) or (value is not None and not field.check(value)):
            raise Refused("data", _("“%(field)s” is missing or invalid."), field=field.name)


def validate_size(event: Event) -> None:
    """Raise `Refused` if the event names too many ids, or holds too much data."""
    data = event.get("data") or {}
    most_ids = (
        ("after", event.get("after"), limits.MOST_IDS),
        ("keep", data.get("keep"), limits.MOST_IDS),
        ("strike", data.get("strike"), limits.MOST_IDS),
        ("matches", data.get("matches"), limits.MOST_MATCHES),
    )
    for name, value, most in most_ids:
        if isinstance(value, list) and len(value) > most:
            raise Refused("many_ids", _("“%(field)s” has more than %(most)s entries."), field=name, most=most)
    counted = [field.name for field in FIELDS[event["kind"]] if field.check is is_ids]
    rest = {name: data[name] for name in data if name not in counted}
    if content_size(rest, limits.MOST_DATA) > limits.MOST_DATA:
        raise Refused(*LONG_DATA, most=limits.MOST_DATA)


def content_size(value: Any, most: int = EVERYTHING) -> int:
    """Return the size of a JSON value in characters. All hosts count the same, however they write JSON.

    Lists, objects and their items count for the memory that they take: at most six bytes for each character.
    Above `most` it counts no further.
    """
    size, left = 0, [value]
    while left and size <= most:
        value = left.pop()
        if isinstance(value, dict):
            size += SIZE_OF_CONTAINER + sum([SIZE_OF_ITEM + len(name) for name in value])
            left.extend(value.values())
        elif isinstance(value, list):
            size += SIZE_OF_CONTAINER + SIZE_OF_ITEM * len(value)
            left.extend(value)
        else:
            size += len(value) if isinstance(value, str) else 4
    return size
