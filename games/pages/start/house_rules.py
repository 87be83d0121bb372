"""House rules in a form: what is offered, and what was chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.options import offered
from games.match.errors import Refused
from games.pages.entry.fields import ChoiceButton
from games.pages.entry.numbers import parse_number
from games.rules import option
from games.rules.words import Words

if TYPE_CHECKING:
    from typing import Any

    from games.pages.request import Form
    from games.rules.game import Game

OTHER = "other"  # any other number than the usual ones
NONE = "none"  # no number at all
DIGITS = 9  # all that a program can have set: the form must not stumble over what is stored


class OptionField:
    """One house rule on the page."""

    def __init__(self, one: option.Option, name: str) -> None:
        self.name = name
        self.kind = one.kind
        self.label = Words(one.label)
        self.help = Words(one.help) if one.help else None
        self.picks: list[ChoiceButton] = []
        self.rows: list[PairingRow] = []
        self.is_other = False  # none of the usual numbers
        self.other = ""  # the one that was typed instead


class PairingRow:
    """What one value is paired with."""

    def __init__(self, name: str, label: Words, picture: str, picks: list[ChoiceButton]) -> None:
        self.name = name
        self.label = label
        self.picture = picture
        self.picks = picks


def name_of(one: option.Option) -> str:
    return f"option-{one.name}"


def parse_options(game: Game, form: Form, players: int) -> tuple[dict[str, Any], list[tuple[str, Words]]]:
    """The house rules in a form that are not the usual ones, and what is wrong with them."""
    found, wrong = {}, []
    for one in offered(game, players):
        try:
            value = parse_option(one, form)
        except Refused as refused:
            wrong.append((name_of(one), refused.words))
            continue
        why = one.refused(value, players)
        if why is not None:
            wrong.append((name_of(one), why))
        elif value != one.default:
            found[one.name] = value
    return found, wrong


def parse_option(one: option.Option, form: Form) -> Any:
    text = form.get(name_of(one))
    if isinstance(one, option.Pairing):
        pairs = [(value, form.get(f"{name_of(one)}-{value}")) for value, _label in one.values]
        return {value: other for value, other in pairs if other} or None
    if isinstance(one, option.Switch):
        return {"true": True, "false": False}.get(text, one.default)
    if isinstance(one, option.Target):
        if one.none and text == NONE:
            return None
        number = parse_number(form.get(f"{name_of(one)}-{OTHER}") if text == OTHER else text, DIGITS)
        return one.default if number is None else number
    if isinstance(one, option.Pick):
        return chosen(one, text)
    return one.default


def chosen(one: option.Pick, text: str) -> Any:
    for value, _label in one.values:
        if str(value) == text:
            return value
    return text or one.default


def shown_options(game: Game, form: Form, players: int) -> list[OptionField]:
    return [option_field(one, form) for one in offered(game, players)]


def option_field(one: option.Option, form: Form) -> OptionField:
    found, name = OptionField(one, name_of(one)), name_of(one)
    text = form.get(name) or usual(one)
    if isinstance(one, option.Switch):
        found.picks = [
            ChoiceButton("true", Words("Yes"), text == "true"),
            ChoiceButton("false", Words("No"), text == "false"),
        ]
    elif isinstance(one, option.Pick):
        found.picks = [ChoiceButton(str(value), Words(label), text == str(value)) for value, label in one.values]
    elif isinstance(one, option.Target):
        known = [str(points) for points in one.usual]
        found.picks = [ChoiceButton(NONE, Words(one.none), text == NONE)] if one.none else []
        found.picks.extend([ChoiceButton(points, points, text == points) for points in known])
        found.is_other = text not in known + [NONE]
        found.other = form.get(f"{name}-{OTHER}") if text == OTHER else text if found.is_other else ""
    elif isinstance(one, option.Pairing):
        found.rows = [pairs(one, form, value, label) for value, label in one.values]
    return found


def usual(one: option.Option) -> str:
    if one.default is None:
        return NONE
    return str(one.default).lower() if isinstance(one.default, bool) else str(one.default)


def pairs(one: option.Pairing, form: Form, value: str, label: str) -> PairingRow:
    name = f"{name_of(one)}-{value}"
    text = form.get(name)
    picks = [ChoiceButton(other, Words(said), text == other) for other, said in one.values if other != value]
    return PairingRow(name, Words(label), value if picks and picks[0].picture else "", picks)
