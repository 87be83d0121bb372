"""The fields of a form that starts a match, and the forms of rematches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.badges import table_badges
from games.match.lineups import name_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.display.game_label import GameLabel
    from games.match.log import Log
    from games.match.sheet import Sheet
    from games.pages.request import Pairs
    from games.rules.game import Game

MATCH_ID = "match"  # the field with the id of the match, so that a form that is sent twice starts one
NEW = "name:"  # in front of the name of a player who is new to the circle
CALLED = "called-"  # in front of an id: the field with its name in an earlier match


def start_fields(game: str, players: Sequence[Any], options: dict[str, Any], first_dealer: int) -> Pairs:
    """Return the fields of a form that starts such a match."""
    fields = [("game", game)]
    for number, player in enumerate(players):
        id = player.get("id") if isinstance(player, dict) else None
        fields.append((f"seat-{number}", str(id) if id else NEW + name_of(player)))
        if id:
            fields.append((f"{CALLED}{id}", name_of(player)))
    fields.append(("first_dealer", str(first_dealer)))
    return fields + rule_fields(options)


def rule_fields(options: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the fields of the house rules."""
    fields: list[tuple[str, str]] = []
    for name in sorted(options):
        value = options[name]
        if isinstance(value, dict):
            fields.extend([(f"option-{name}-{key}", str(value[key])) for key in sorted(value)])
        elif value is not None:
            fields.append((f"option-{name}", str(value).lower() if isinstance(value, bool) else str(value)))
    return fields


class Rematch:
    """A form that starts a match with the same players and game."""

    def __init__(self, game: Game | GameLabel, players: Sequence[Any], fields: Pairs, dealer: str, match: str) -> None:
        self.game = game
        self.names = [name_of(player) for player in players]
        self.badges = table_badges(players)
        self.fields = list(fields) + [(MATCH_ID, match)]
        self.people = [pair for pair in fields if pair[0] != "game" and pair[0][:7] != "option-"]
        self.dealer = dealer


def rematch(log: Log, sheet: Sheet, match: str) -> Rematch:
    """Return the form of a rematch with this id: with those who played the last round. The next player deals."""
    players, dealer = sheet.lineup.players, sheet.next_dealer
    fields = start_fields(log.game, players, log.options, dealer)
    return Rematch(sheet.setup.game, players, fields, name_of(players[dealer]), match)
