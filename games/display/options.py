"""House rules: those that a game offers, and those that a match has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import option
from games.rules.words import Words, _

if TYPE_CHECKING:
    from typing import Any

    from games.display.open_match import OpenMatch
    from games.rules.game import Game, Setup
    from games.rules.option import Option


def offered(game: Game, players: int) -> list[Option]:
    """Return the options that this number of players can choose."""
    return [option for option in game.options if option.players is None or players in option.players]


class HouseRule:
    """A house rule of a match, with its value. `default` has the default if the value is another one."""

    def __init__(self, rule: Option, value: Any) -> None:
        self.label = rule.label
        self.value = value_words(rule, value)
        self.default = None if value == rule.default else value_words(rule, rule.default)


def house_rules(setup: Setup) -> list[HouseRule]:
    """Return the house rules that these players can choose."""
    return [HouseRule(rule, setup.options[rule.name]) for rule in offered(setup.game, setup.players)]


def value_words(rule: Option, value: Any) -> list[Words | str]:
    """Return the value of a house rule in words: one item, or one for each pair."""
    if isinstance(rule, option.Switch):
        return [Words(_("Yes") if value else _("No"))]
    if isinstance(rule, option.Pick):
        return [Words(label) for known, label in rule.values if known == value]
    if isinstance(rule, option.Pairing):
        labels = dict(rule.values)
        pairs = [(labels[first], (value or {}).get(first)) for first, _label in rule.values]
        return [
            Words("%(first)s – %(second)s", first=Words(first), second=Words(labels[second]))
            for first, second in pairs
            if second is not None
        ] or [Words(_("Not set"))]
    if isinstance(rule, option.Target) and value is None:
        return [Words(rule.none)]
    return [str(value)]


def changed_options(opened: OpenMatch) -> dict[str, Any]:
    """Return the options of a match that are not the default."""
    usual = {option.name: option.default for option in opened.game.options}
    return {name: value for name, value in opened.log.options.items() if value != usual[name]}
