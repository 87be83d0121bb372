"""The games that a group has named itself, as events of the circle describe them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.words import _

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    GameFields = dict[str, Any]  # id, name, icon, keys, options (its rules), deleted, and described: by an event

MOST_CUSTOM_GAMES = 100  # of a circle
MOST_DESCRIBED = 1_000  # with the deleted ones
MANY = _("This group has %(most)s custom games. No more are possible.")
RULES = ("wins", "target", "rounds", "sum", "teams")  # fields of an event, and options of a match
USUAL = ("most", None, None, None, False)  # the values of these rules where a match has none


def new_game(id: str) -> GameFields:
    return {"id": id, "name": "", "icon": "", "keys": [], "options": {}, "deleted": False, "described": True}


def with_changes(game: GameFields, data: dict[str, Any]) -> GameFields:
    """Return the game after an event with these data. Null takes a target, a number of rounds or a sum away."""
    changed = game | {name: data[name] for name in ("name", "icon", "keys", "deleted") if data.get(name) is not None}
    options = dict(game["options"])
    for rule, usual in zip(RULES, USUAL):
        if rule in data:
            options.pop(rule, None)
            if data[rule] is not None and data[rule] != usual:
                options[rule] = data[rule]
    return changed | {"options": options}


def from_match(summary: dict[str, Any]) -> GameFields:
    """Return the game that a match has copied, with the rules of the match."""
    copied = summary["custom_game"]
    known = {name: copied[name] for name in ("id", "name", "icon", "keys") if copied.get(name) is not None}
    return new_game(copied["id"]) | known | {"options": summary.get("options") or {}, "described": False}


def copy_for_match(game: GameFields) -> dict[str, Any]:
    """Return what the start of a match has of the game, so that its document stands alone."""
    copied = {"id": game["id"], "name": game["name"]}
    return copied | {name: game[name] for name in ("icon", "keys") if game[name]}


def fold_custom_games(events: Iterable[Any], matches: Iterable[Any] = ()) -> list[GameFields]:
    """Return the games by their names, deleted ones too. `matches` may have copied some that no event describes."""
    games: dict[str, GameFields] = {}
    for event in events:
        data = event.get("data") or {}
        if event["kind"] == "custom_game" and data.get("custom_game"):
            id = data["custom_game"]
            games[id] = with_changes(games.get(id) or new_game(id), data)
    for match in matches:
        if match.get("custom_game") and match["custom_game"]["id"] not in games:
            games[match["custom_game"]["id"]] = from_match(match)
    return sorted(games.values(), key=lambda game: (game["name"].lower(), game["id"]))
