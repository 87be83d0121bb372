"""Values that a new match takes from an earlier one: its players and its house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages.start.rematch import CALLED, NEW, rule_fields, start_fields
from games.pages.start.seating import fill_seats, seat_values
from games.rules.custom_game import custom_key, is_custom

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.pages.request import Form, PageData

BY_HAND = "by hand"  # the players stay, whatever game is chosen


def last_game(stored: PageData) -> str:
    offered = matches_of_offered_games(stored)
    return str(offered[0]["game"]) if offered else ""


def matches_of_offered_games(stored: PageData) -> Sequence[dict[str, Any]]:
    """Return the matches without those of games that the group has deleted."""
    if not any(is_custom(match["game"]) for match in stored.matches):
        return stored.matches
    deleted = [custom_key(game["id"]) for game in stored.custom_games() if game["deleted"]]
    return [match for match in stored.matches if match["game"] not in deleted]


def seat_same_people(form: Form, query: Form) -> None:
    """Seat the players of the match before, whatever game they choose now."""
    form.pairs = [pair for pair in query.pairs if pair[0] in ("game", "first_dealer") or pair[0][:5] == "seat-"]
    form.pairs += [pair for pair in query.pairs if pair[0][: len(CALLED)] == CALLED]
    form.set("seated", BY_HAND)


def reuse_seats(stored: PageData, form: Form, game: str) -> None:
    """Take players and house rules from the last match of the game. The next player deals."""
    form.set("game", game)
    form.set("seated", game)
    match = last_match_of(stored, game)
    if match is None:
        form.pairs += rule_fields(own_rules(stored, game) or {})
        return
    dealer = (match.get("first_dealer", 0) + 1) % len(match["players"])
    known = [str(player["id"]) for player in stored.players]
    players = [player for player in match["players"] if isinstance(player, dict) and player.get("id") in known]
    if players:
        fill_seats(form, [])  # another game may have seated more
    for name, value in start_fields(game, players, usual_rules(stored, game, match), dealer):
        form.set(name, value)


def last_match_of(stored: PageData, game: str) -> dict[str, Any] | None:
    """Return the last match of this game, or None."""
    for match in stored.matches:
        if match["game"] == game and match.get("players"):
            return dict(match)
    return None


def reuse_options(stored: PageData, form: Form) -> None:
    """Take the house rules from the last match, if another game was chosen on the page."""
    game = form.get("game")
    if not form.has("rules_of") or form.get("rules_of") == game:
        return
    match = last_match_of(stored, game)
    form.pairs = [pair for pair in form.pairs if pair[0][:7] != "option-" and pair[0] not in ("ruled", "rules")]
    form.pairs += rule_fields(usual_rules(stored, game, match))


def usual_rules(stored: PageData, game: str, match: dict[str, Any] | None) -> dict[str, Any]:
    """Return the house rules of the last match of a game, or those that the group has set for a game of its own."""
    own = own_rules(stored, game)
    if own is not None:
        return own
    return {} if match is None else match.get("options") or {}


def own_rules(stored: PageData, key: str) -> dict[str, Any] | None:
    """Return the rules of a game that the group has named itself, or None for another game."""
    for game in stored.custom_games() if is_custom(key) else ():
        if custom_key(game["id"]) == key:
            return dict(game["options"])
    return None


def seat_started_players(form: Form, match: dict[str, Any]) -> None:
    """Use the ids of players whom this match has added to the circle, in place of their names."""
    ids = {NEW + str(player["name"]): str(player["id"]) for player in match["players"] if isinstance(player, dict)}
    fill_seats(form, [ids.get(value, value) for value in seat_values(form)])
