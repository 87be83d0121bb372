"""What a game says about itself, as plain data: for other programs, and for `manage.py games`.

Words pass through `gettext`. Whatever has an order is a list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, nested, option
from games.rules.game import Match

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.match.sheet import Gettext
    from games.rules.game import Game, Options

    Described = dict[str, Any]

SOMETIMES = "sometimes"  # the need of a question that is needed in some deals only


class SeatingVariant:
    """One way to sit down to a game: so many players, and the house rules that change who scores."""

    def __init__(self, game: Game, players: int, options: Options) -> None:
        self.match = Match(game, options, players)
        self.options = options


def seating_variants(game: Game) -> list[SeatingVariant]:
    """For every number of players the usual table, then those with other sides."""
    found = []
    for players in game.players:
        usual = SeatingVariant(game, players, {})
        found.append(usual)
        for one in game.options:
            for value in values(one):
                other = SeatingVariant(game, players, {one.name: value})
                if one.refused(value, players) is None and other.match.sides != usual.match.sides:
                    found.append(other)
    return found


def values(one: option.Option) -> list[Any]:
    """All values of an option that has a few; none of one that has endless many."""
    if isinstance(one, option.Switch):
        return [False, True]
    return [value for value, _label in one.values] if isinstance(one, option.Pick) else []


class Describer:
    """Describes one game in the language that `gettext` speaks."""

    def __init__(self, game: Game, gettext: Gettext) -> None:
        self.one = game
        self.gettext = gettext
        self.tables = seating_variants(game)

    def say(self, text: str) -> str:
        # gettext gives the head of its catalogue for an empty text
        return self.gettext(text) if text else ""

    def labelled(self, pairs: Sequence[tuple[Any, str]]) -> list[Described]:
        return [{"value": value, "label": self.say(label)} for value, label in pairs]

    def game(self) -> Described:
        one = self.one
        return {
            "key": one.key,
            "name": self.say(one.name),
            "aim": self.say(one.aim),
            "card": [self.say(line) for line in one.card],
            "players": list(one.players),
            "tables": [self.table(table) for table in self.tables],
            "options": [self.option(known) for known in one.options],
            "questions": [self.question(known) for known in one.questions],
            "parts": [
                {"name": part.name, "label": self.say(part.label), "questions": list(part.questions)}
                for part in one.parts
            ],
            "keep": list(one.keep),
            "figures": [{"name": figure.name, "label": self.say(figure.label)} for figure in one.figures],
        }

    def table(self, table: SeatingVariant) -> Described:
        """`options` are those that it takes to sit down like this."""
        return {"players": table.match.players, "options": table.options, "sides": table.match.sides}

    def option(self, one: option.Option) -> Described:
        """`players` names the numbers of players that can have anything but the default; null: all."""
        found = {
            "name": one.name,
            "label": self.say(one.label),
            "help": self.say(one.help),
            "kind": one.kind,
            "default": one.default,
            "players": None if one.players is None else list(one.players),
        }
        if isinstance(one, (option.Pick, option.Pairing)):
            found["values"] = self.labelled(one.values)
        elif isinstance(one, option.Target):
            found["usual"] = list(one.usual)
            found["none"] = self.say(one.none)
        return found

    def question(self, one: ask.Question) -> Described:
        found = {
            "name": one.name,
            "label": self.say(one.label),
            "help": self.say(one.help),
            "kind": one.kind,
            "need": SOMETIMES if callable(one.need) else one.need,
        }
        return found | self.kind(one)

    def kind(self, one: ask.Question) -> Described:
        """What there is to know about a question of this kind."""
        if isinstance(one, ask.Number):
            return {"low": one.low, "high": one.high, "step": one.step}
        if isinstance(one, ask.Tally):
            return {"total": self.at_each(one.total), "most": self.at_each(one.most), "low": one.low, "high": one.high}
        if isinstance(one, ask.Choice):
            return {"choices": self.labelled(one.values)}
        if isinstance(one, nested.Each):
            return {"of": self.question(one.of), "player": one.player}
        if isinstance(one, nested.Several):
            return {"of": self.question(one.of), "most": one.most}
        if isinstance(one, nested.Numbers):
            return {"of": self.question(one.of), "least": one.least, "most": one.most}
        if isinstance(one, nested.Record):
            return {"fields": [self.question(field) for field in one.fields]}
        if isinstance(one, nested.OneOf):
            return {"kinds": [self.question(kind) for kind in one.kinds]}
        return {}

    def at_each(self, wanted: ask.Sized | None) -> list[int | None] | None:
        """The number at each of the tables, in their order; null where there is none at all."""
        return None if wanted is None else [ask.size(wanted, table.match) for table in self.tables]


def describe(game: Game, gettext: Gettext) -> Described:
    """Everything that a program has to know to ask about a deal and to show the answers."""
    return Describer(game, gettext).game()
