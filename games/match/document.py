"""Reading a match document.

A document with an error in the match itself is refused. An error within a deal is a problem of that deal,
which scoring finds later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.errors import Refused
from games.rules import catalogue
from games.rules.game import Game, Setup
from games.rules.words import Words, _

if TYPE_CHECKING:
    from typing import Any

FORMAT = "scorekeeper.match/1"


class Document:
    """A valid match document: its setup, the names of the players, and the deals as the document has them."""

    def __init__(self, setup: Setup, names: list[str], deals: list[dict[str, Any]], closed: bool) -> None:
        self.setup = setup
        self.names = names
        self.deals = deals
        self.closed = closed


def read(value: Any) -> Document:
    """Return the document in a JSON value. Raise `Refused` if it is not a match document."""
    if not isinstance(value, dict):
        raise refused(_("A match document is a JSON object."))
    if value.get("format") != FORMAT:
        raise refused(_("The format of a match document is “%(format)s”."), format=FORMAT)
    game = find_game(value.get("game"))
    names = read_names(game, value.get("players"))
    options = read_options(game, value.get("options", {}), len(names))
    dealer = value.get("first_dealer", 0)
    if type(dealer) is not int or not 0 <= dealer < len(names):
        raise refused(_("The first dealer is a seat: 0 to %(last)s."), last=len(names) - 1)
    deals = value.get("deals", [])
    if not isinstance(deals, list) or not all(isinstance(deal, dict) for deal in deals):
        raise refused(_("The deals are a list of objects."))
    return Document(Setup(game, options, len(names), dealer), names, deals, value.get("closed") is True)


def find_game(key: Any) -> Game:
    game = catalogue.find(key)
    if game is None:
        raise refused(_("This game is not known here; known are: %(games)s."), games=", ".join(catalogue.keys()))
    return game


def read_names(game: Game, players: Any) -> list[str]:
    if not isinstance(players, list):
        raise refused(_("The players are a list of names."))
    if len(players) not in game.players:
        counts = ", ".join([str(count) for count in game.players])
        raise refused(
            _("%(game)s has %(counts)s players, not %(count)s."),
            game=Words(game.name),
            counts=counts,
            count=len(players),
        )
    return [read_name(player) for player in players]


def read_name(player: Any) -> str:
    name = player.get("name") if isinstance(player, dict) else player
    if not isinstance(name, str):
        raise refused(_("A player is a name, or an object with an id and a name."))
    return name


def read_options(game: Game, options: Any, players: int) -> dict[str, Any]:
    if not isinstance(options, dict):
        raise refused(_("The options are an object."))
    known = [option.name for option in game.options]
    for name in sorted(options):
        if name not in known:
            raise refused(_("“%(name)s” is not an option of %(game)s."), name=name, game=Words(game.name))
    for option in game.options:
        if option.name in options:
            words = option.refusal(options[option.name], players)
            if words is not None:
                raise refused(words.text, **words.values)
    return options


def refused(text: str, **values: Any) -> Refused:
    return Refused("document", text, **values)
