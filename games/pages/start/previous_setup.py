"""What a new match takes over: the people who are there already, or those who played it last, and their house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages.start.seating import CALLED, rule_fields, start_fields

if TYPE_CHECKING:
    from typing import Any

    from games.pages.request import Form, PageData

BY_HAND = "by hand"  # the people stay, whatever game is chosen


def last_game(stored: PageData) -> str:
    return str(stored.matches[0]["game"]) if stored.matches else ""


def seat_together(form: Form, query: Form) -> None:
    """Those who have just played something else stay, whatever they choose now."""
    form.pairs = [pair for pair in query.pairs if pair[0] in ("game", "first_dealer") or pair[0][:5] == "seat-"]
    form.pairs += [pair for pair in query.pairs if pair[0][: len(CALLED)] == CALLED]
    form.put("seated", BY_HAND)


def reuse_seats(stored: PageData, form: Form, game: str) -> None:
    """Those who played it last sit there already, by the same house rules, and the deal has passed on."""
    form.put("game", game)
    form.put("seated", game)
    match = last_of(stored, game)
    if match is None:
        return
    dealer = (match.get("first_dealer", 0) + 1) % len(match["players"])
    known = [str(player["id"]) for player in stored.players]
    players = [one for one in match["players"] if isinstance(one, dict) and one.get("id") in known]
    for name, value in start_fields(game, players, match.get("options") or {}, dealer):
        form.put(name, value)


def last_of(stored: PageData, game: str) -> dict[str, Any] | None:
    """The match of this game that was played last."""
    for match in stored.matches:
        if match["game"] == game and match.get("players"):
            return dict(match)
    return None


def reuse_options(stored: PageData, form: Form) -> None:
    """Where another game has been chosen since the page was made, it has its own house rules: those of last time."""
    game = form.get("game")
    if not form.has("rules_of") or form.get("rules_of") == game:
        return
    match = last_of(stored, game)
    form.pairs = [pair for pair in form.pairs if pair[0][:7] != "option-" and pair[0] not in ("ruled", "rules")]
    form.pairs += rule_fields({} if match is None else match.get("options") or {})
