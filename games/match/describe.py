"""A game described as plain data, for other programs and for `manage.py games`.

`gettext` translates the words. Everything that has an order is a list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, nested, option
from games.rules.card import sentences
from games.rules.game import Setup
from games.rules.most import Most

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.match.sheet import Gettext
    from games.rules.game import Game, Options

    Described = dict[str, Any]

SOMETIMES = "sometimes"  # the need of a question that is needed in some deals only


class SeatingVariant:
    """One way to sit down to a game: a number of players, and the house rules that change who scores."""

    def __init__(self, game: Game, players: int, options: Options) -> None:
        self.setup = Setup(game, options, players)
        self.options = options


def seating_variants(game: Game) -> list[SeatingVariant]:
    """Return, for every number of players, the default variant and then those with other sides."""
    variants = []
    for players in game.players:
        default = SeatingVariant(game, players, {})
        variants.append(default)
        for rule in game.options:
            for value in values(rule):
                other = SeatingVariant(game, players, {rule.name: value})
                if rule.refusal(value, players) is None and other.setup.sides != default.setup.sides:
                    variants.append(other)
    return variants


def values(rule: option.Option) -> list[Any]:
    """Return all values of an option, or none if it has no fixed list of them."""
    if isinstance(rule, option.Switch):
        return [False, True]
    return [value for value, _label in rule.values] if isinstance(rule, option.Pick) else []


class Describer:
    """Describes one game in the language of `gettext`."""

    def __init__(self, game: Game, gettext: Gettext) -> None:
        self.game = game
        self.gettext = gettext
        self.variants = seating_variants(game)

    def translated(self, text: str) -> str:
        # gettext returns the header of its catalogue for an empty text
        return self.gettext(text) if text else ""

    def labelled(self, pairs: Sequence[tuple[Any, str]]) -> list[Described]:
        return [{"value": value, "label": self.translated(label)} for value, label in pairs]

    def describe_game(self) -> Described:
        game, setup = self.game, self.variants[0].setup  # with the default house rules
        return {
            "key": game.key,
            "name": self.translated(game.name),
            "aim": self.translated(game.aim),
            "card": [sentence.words(setup).translated(self.gettext) for sentence in sentences(setup)],
            "players": list(game.players),
            "direction": game.direction,
            "tables": [self.describe_variant(variant) for variant in self.variants],
            "options": [self.describe_option(rule) for rule in game.options],
            "questions": [self.describe_question(question) for question in game.questions],
            "parts": [
                {"name": part.name, "label": self.translated(part.label), "questions": list(part.questions)}
                for part in game.parts
            ],
            "keep": list(game.pinned),
            "figures": [{"name": figure.name, "label": self.translated(figure.label)} for figure in game.figures],
        }

    def describe_variant(self, variant: SeatingVariant) -> Described:
        """Describe one way to sit down. `options` are the options that it needs."""
        return {"players": variant.setup.players, "options": variant.options, "sides": variant.setup.sides}

    def describe_option(self, rule: option.Option) -> Described:
        """Describe an option. `players` lists the numbers of players that can change the default; null means all."""
        description = {
            "name": rule.name,
            "label": self.translated(rule.label),
            "help": self.translated(rule.help),
            "kind": rule.kind,
            "default": rule.default,
            "players": None if rule.players is None else list(rule.players),
        }
        if isinstance(rule, (option.Pick, option.Pairing)):
            description["values"] = self.labelled(rule.values)
        elif isinstance(rule, option.Target):
            description["usual"] = list(rule.usual)
            description["none"] = self.translated(rule.none)
        return description

    def describe_question(self, question: ask.Question) -> Described:
        description = {
            "name": question.name,
            "label": self.translated(question.label),
            "help": self.translated(question.help),
            "kind": question.kind,
            "need": SOMETIMES if callable(question.need) else question.need,
        }
        return description | self.describe_kind(question)

    def describe_kind(self, question: ask.Question) -> Described:
        """Return the fields that questions of this kind have besides the common ones."""
        if isinstance(question, ask.Number):
            return {"low": question.low, "high": self.same(question.high), "step": question.step}
        if isinstance(question, ask.Tally):
            total, most = self.sizes(question.total), self.sizes(question.most)
            limits = {"total": total, "most": most, "low": question.low, "high": self.same(question.high)}
            columns = [self.translated(column) for column in question.columns]
            places = {"player": question.player, "columns": columns, "step": question.step}
            return limits | places | {"usual_sum": question.usual_sum}
        if isinstance(question, ask.Choice):
            return {"choices": self.labelled(question.values)}
        if isinstance(question, nested.Each):
            return {"of": self.describe_question(question.of), "player": question.player}
        if isinstance(question, Most):
            return {"instead_of": question.instead_of}
        if isinstance(question, nested.Several):
            return {"of": self.describe_question(question.of), "most": question.most}
        if isinstance(question, nested.Numbers):
            return {
                "of": self.describe_question(question.of),
                "least": question.least,
                "most": self.same(question.most),
            }
        if isinstance(question, nested.Record):
            return {"fields": [self.describe_question(field) for field in question.fields]}
        if isinstance(question, nested.OneOf):
            return {"kinds": [self.describe_question(kind) for kind in question.kinds]}
        if isinstance(question, ask.SeatList):
            return {"least": question.least, "most": question.most}
        if not isinstance(question, (ask.Taker, ask.PlayerSeat, ask.YesNo)):
            raise TypeError(question.kind)
        return {}

    def same(self, sized: ask.Sized | None) -> int | None:
        """Return a number that is the same for every deal of every seating variant, or None."""
        numbers = self.sizes(sized) or [None]
        return numbers[0] if all(number == numbers[0] for number in numbers) else None

    def sizes(self, sized: ask.Sized | None) -> list[int | None] | None:
        """Return the number for each seating variant, in their order, or None if there is no number at all.

        A number that differs between the deals of a match is None.
        """
        return None if sized is None else [ask.fixed_size(sized, variant.setup) for variant in self.variants]


def describe(game: Game, gettext: Gettext) -> Described:
    """Return everything that a program needs to ask about a deal and to show the answers."""
    return Describer(game, gettext).describe_game()
