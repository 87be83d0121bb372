"""Reading a match document.

A document with an error in the match itself is refused. An error within a deal is a problem of that deal,
which scoring finds later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match import limits
from games.match.errors import Refused
from games.match.event_fields import is_custom_game, is_no_result, is_totals
from games.match.lineups import POINTS, PeopleChange, first_lineup, key_of, lineups_of, may_change_count, within_columns
from games.rules import catalogue
from games.rules.custom_game import base_key, custom_key, is_custom
from games.rules.game import Game, Setup
from games.rules.words import Words, _

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


FORMAT = "scorekeeper.match/1"
FORMAT_OF_CHANGES = "scorekeeper.match/2"  # of a match in which the people changed


class Document:
    """A valid match document: its setup, the names of the players, and the deals as the document has them."""

    def __init__(
        self,
        setup: Setup,
        players: list[Any],
        deals: list[dict[str, Any]],
        closed: bool,
        changes: Sequence[PeopleChange] = (),
        totals: list[int] | None = None,
        has_no_result: bool = False,
    ) -> None:
        self.setup = setup  # of the first round
        self.changes = changes  # of the people
        self.lineups = lineups_of(first_lineup(setup, players), changes)  # at the start, and after each change
        self.deals = deals
        self.closed = closed
        self.totals = totals  # of a match without rounds, which was entered by its totals
        self.has_no_result = has_no_result  # of a closed match that counts for nobody


def read(value: Any) -> Document:
    """Return the document in a JSON value. Raise `Refused` if it is not a match document."""
    if not isinstance(value, dict):
        raise refused(_("A match document must be a JSON object."))
    if value.get("format") not in (FORMAT, FORMAT_OF_CHANGES):
        raise refused(_("The format of a match document must be “%(format)s”."), format=FORMAT)
    game = find_game(value.get("game"), value.get("custom_game"))
    names = read_names(game, value.get("players"))
    options = read_options(game, value.get("options", {}), len(names))
    dealer = value.get("first_dealer", 0)
    check_dealer(dealer, len(names))
    deals = value.get("deals", [])
    if not isinstance(deals, list) or not all(isinstance(deal, dict) for deal in deals):
        raise refused(_("“deals” must be a list of objects."))
    setup, players = Setup(game, options, len(names), dealer), value["players"]
    closed = value.get("closed") is True
    changes, totals = [], None
    if value["format"] == FORMAT_OF_CHANGES:
        changes, totals = read_changes(setup, players, value.get("changes"), deals), value.get("totals")
    if totals is not None:
        check_totals(setup, totals)
        if deals or changes or not closed or ends_without_result(value):
            raise wrong_field("totals")
    return Document(setup, players, deals, closed, changes, totals, ends_without_result(value))


def ends_without_result(value: dict[str, Any]) -> bool:
    return value.get("closed") is True and is_no_result(value.get("result"))


def check_totals(setup: Setup, totals: Any) -> None:
    """Raise `Refused` unless there is a total for each side."""
    if not is_totals(totals) or len(totals) != setup.sides:
        raise wrong_field("totals")


def read_changes(setup: Setup, first: Sequence[Any], values: Any, deals: list[dict[str, Any]]) -> list[PeopleChange]:
    """Return the changes of the people, in the order of their rounds. No two begin with the same round."""
    if values is None:
        return []
    if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
        raise wrong_field("changes")
    if len(values) > limits.MOST_CHANGES:
        raise refused(_("A match document can have at most %(most)s changes of people."), most=limits.MOST_CHANGES)
    changes: dict[int, PeopleChange] = {}
    numbers = {deal.get("id"): number for number, deal in enumerate(deals) if is_text(deal.get("id"))}
    for value in values:
        before = value.get("before")
        if before is not None and (not is_text(before) or before not in numbers):
            raise wrong_field("before")
        number = len(deals) if before is None else numbers[before]
        if number in changes:
            raise refused(_("Two changes of people start with the same round."))
        if value.get("points") not in POINTS:
            raise wrong_field("points")
        players, dealer = value.get("players"), value.get("first_dealer")
        check_change(setup, players, dealer)
        changes[number] = PeopleChange(number, players, dealer, value["points"])
    result = [changes[number] for number in sorted(changes)]
    if len(within_columns(setup, first, result, limits.MOST_COLUMNS)) < len(result):
        raise refused(_("A match has room for the points of %(most)s players."), most=limits.MOST_COLUMNS)
    return result


def check_change(setup: Setup, players: Any, dealer: Any) -> None:
    """Raise `Refused` if these people cannot play on in a match that began with this setup."""
    game, options, count = setup.game, setup.options, setup.players
    names = read_names(game, players)
    if len({key_of(player): True for player in players}) < len(players):
        raise refused(_("Someone is seated twice."))
    read_options(game, options, len(names))
    if not may_change_count(game, options, count, len(names)):
        raise refused(_("In this match the number of players stays the same: %(count)s."), count=count)
    if dealer is not None:
        check_dealer(dealer, len(names))


def check_dealer(dealer: Any, players: int) -> None:
    """Raise `Refused` if the dealer is no seat."""
    if type(dealer) is not int or not 0 <= dealer < players:
        raise refused(_("The first dealer must be a seat: 0 to %(last)s."), last=players - 1)


def wrong_field(field: str) -> Refused:
    return refused(_("“%(field)s” is missing or invalid."), field=field)


def is_text(value: Any) -> bool:
    return isinstance(value, str)


def find_game(key: Any, custom: Any = None) -> Game:
    """Return the game of a document. `custom` is what it has of a game that a group has named itself."""
    game = None if is_custom(key) else catalogue.find(key)
    if game is None:
        raise refused(_("Unknown game. Known games: %(games)s."), games=", ".join(catalogue.keys()))
    if custom is None:
        return game
    if game.custom is None or not is_custom_game(custom):
        raise wrong_field("custom_game")
    return game.custom(custom_key(custom["id"]), custom)


def game_of(log: Any) -> Game:
    return find_game(base_key(log.game), log.custom_game)


def game_fields(log: Any) -> dict[str, Any]:
    """Return the fields of a document that say which game the match of a log is."""
    fields = {"game": base_key(log.game)}
    return fields if log.custom_game is None else fields | {"custom_game": log.custom_game}


def read_names(game: Game, players: Any) -> list[str]:
    if not isinstance(players, list):
        raise refused(_("“players” must be a list of names."))
    if len(players) not in game.players:
        words = wrong_count(game, len(players))
        raise refused(words.text, **words.values)
    return [read_name(player) for player in players]


def wrong_count(game: Game, count: int) -> Words:
    """Return that a game is for another number of players."""
    text = _("%(game)s needs %(counts)s players, not %(count)s.")
    return Words(text, game=game.title, counts=count_range(game.players), count=count)


def count_range(counts: Sequence[int]) -> str:
    """Return numbers of players as text: "4", "2–4", or "4, 6, 8" where some between are missing."""
    least, most = min(counts), max(counts)
    if 1 < len(set(counts)) == most - least + 1:
        return f"{least}–{most}"
    return ", ".join([str(count) for count in sorted(set(counts))])


def read_name(player: Any) -> str:
    name = player.get("name") if isinstance(player, dict) else player
    if not isinstance(name, str):
        raise refused(_("A player must be a name, or an object with an id and a name."))
    return name


def read_options(game: Game, options: Any, players: int) -> dict[str, Any]:
    if not isinstance(options, dict):
        raise refused(_("“options” must be an object."))
    known = [option.name for option in game.options]
    for name in sorted(options):
        if name not in known:
            raise refused(_("“%(name)s” is not an option of %(game)s."), name=name, game=game.title)
    for option in game.options:
        if option.name in options:
            words = option.refusal(options[option.name], players)
            if words is not None:
                raise refused(words.text, **words.values)
    return options


def refused(text: str, **values: Any) -> Refused:
    return Refused("document", text, **values)
