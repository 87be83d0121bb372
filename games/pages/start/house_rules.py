"""House rules as fields of a form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.options import offered
from games.match.errors import Refused
from games.pages.entry.fields import ChoiceButton
from games.pages.entry.form_answers import parse_number
from games.rules import option
from games.rules.words import Words, _

if TYPE_CHECKING:
    from typing import Any

    from games.pages.request import Form, Pairs
    from games.rules.game import Game

OTHER = "other"  # any number that has no button of its own
NONE = "none"  # the rule has no number
DIGITS = 9  # programs can set numbers of this length, and the form must be able to show them


class OptionField:
    """A house rule on the page."""

    def __init__(self, rule: option.Option, name: str) -> None:
        self.name = name
        self.kind = rule.kind
        self.label = Words(rule.label)
        self.help = Words(rule.help) if rule.help else None
        self.picks: list[ChoiceButton] = []
        self.rows: list[PairingRow] = []
        self.is_other = False  # a number that has no button of its own
        self.other = ""  # the typed number

    @property
    def is_awaited(self) -> bool:
        """Return whether someone has chosen another number and must type it."""
        return self.is_other and not self.other


class PairingRow:
    """The choice of a partner for one value of a pairing."""

    def __init__(self, name: str, label: Words, picture: str, picks: list[ChoiceButton]) -> None:
        self.name = name
        self.label = label
        self.picture = picture
        self.picks = picks


def name_of(rule: option.Option) -> str:
    return f"option-{rule.name}"


def parse_options(game: Game, form: Form, players: int) -> tuple[dict[str, Any], list[tuple[str, Words]]]:
    """Return the chosen rules that differ from the defaults, and the problems with others."""
    chosen_options, problems = {}, []
    for rule in offered(game, players):
        try:
            value = parse_option(rule, form)
        except Refused as refused:
            problems.append((name_of(rule), refused.words))
            continue
        problem = rule.refusal(value, players)
        if problem is not None:
            problems.append((name_of(rule), problem))
        elif value != rule.default:
            chosen_options[rule.name] = value
    return chosen_options, problems


def parse_option(rule: option.Option, form: Form) -> Any:
    text = form.get(name_of(rule))
    if isinstance(rule, option.Pairing):
        pairs = [(value, form.get(f"{name_of(rule)}-{value}")) for value, _label in rule.values]
        return {value: other for value, other in pairs if other} or None
    if isinstance(rule, option.Switch):
        return {"true": True, "false": False}.get(text, rule.default)
    if isinstance(rule, option.Target):
        if rule.none and text == NONE:
            return None
        number = parse_number(form.get(f"{name_of(rule)}-{OTHER}") if text == OTHER else text, DIGITS)
        return rule.default if number is None else number
    if isinstance(rule, option.Pick):
        return parse_pick(rule, text)
    return rule.default


def parse_pick(rule: option.Pick, text: str) -> Any:
    for value, _label in rule.values:
        if str(value) == text:
            return value
    return text or rule.default


def option_fields(game: Game, form: Form, players: int) -> list[OptionField]:
    return [option_field(rule, form) for rule in offered(game, players)]


def hidden_rules(game: Game, form: Form, players: int) -> Pairs:
    """Return the chosen values of rules that this number of players does not have: one more or fewer may come back."""
    named = [name_of(rule) for rule in game.options if rule not in offered(game, players)]
    return [
        pair for pair in form.pairs if [name for name in named if pair[0] == name or pair[0].startswith(f"{name}-")]
    ]


def option_field(rule: option.Option, form: Form) -> OptionField:
    field, name = OptionField(rule, name_of(rule)), name_of(rule)
    text = form.get(name) or default_text(rule)
    if isinstance(rule, option.Switch):
        field.picks = [
            ChoiceButton("true", Words(_("Yes")), text == "true"),
            ChoiceButton("false", Words(_("No")), text == "false"),
        ]
    elif isinstance(rule, option.Pick):
        field.picks = [ChoiceButton(str(value), Words(label), text == str(value)) for value, label in rule.values]
    elif isinstance(rule, option.Target):
        known = [str(points) for points in rule.usual]
        field.picks = [ChoiceButton(NONE, Words(rule.none), text == NONE)] if rule.none else []
        field.picks.extend([ChoiceButton(points, points, text == points) for points in known])
        field.is_other = text not in known + [NONE]
        field.other = form.get(f"{name}-{OTHER}") if text == OTHER else text if field.is_other else ""
    elif isinstance(rule, option.Pairing):
        field.rows = [pairing_row(rule, form, value, label) for value, label in rule.values]
    return field


def default_text(rule: option.Option) -> str:
    if rule.default is None:
        return NONE
    return str(rule.default).lower() if isinstance(rule.default, bool) else str(rule.default)


def pairing_row(rule: option.Pairing, form: Form, value: str, label: str) -> PairingRow:
    name = f"{name_of(rule)}-{value}"
    text = form.get(name)
    picks = [ChoiceButton(other, Words(words), text == other) for other, words in rule.values if other != value]
    return PairingRow(name, Words(label), value if picks and picks[0].picture else "", picks)
