"""The house rules of a match that are not the usual ones, in words."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext

from games.export.taken import Match
from games.pages.request import Form
from games.pages.settings import unusual
from games.pages.start.house_rules import Shown, name_of, shown_options
from games.pages.start.seating import rule_fields
from games.rules.words import say


def lines(match: Match) -> Iterator[str]:
    table = match.table
    form, differing = Form(rule_fields(table.log.options)), unusual(table)
    names = {name_of(option) for option in table.game.options if option.name in differing}
    for one in shown_options(table.game, form, table.sheet.match.players):
        if one.name in names:
            yield f"{say(one.label, gettext)}: {chosen(one)}"


def chosen(one: Shown) -> str:
    if one.rows:
        pairs = [(row.label, pick.label) for row in one.rows for pick in row.picks if pick.is_on]
        return ", ".join(f"{say(label, gettext)} – {say(other, gettext)}" for label, other in pairs)
    return one.other or ", ".join(say(pick.label, gettext) for pick in one.picks if pick.is_on)
