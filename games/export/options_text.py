"""Options of a match that differ from the default, as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext

from games.display.options import changed_options, offered
from games.export.data import ExportedMatch
from games.rules import option


def lines(match: ExportedMatch) -> Iterator[str]:
    table = match.table
    changed = changed_options(table)
    for house_rule in offered(table.game, table.sheet.setup.players):
        if house_rule.name in changed:
            yield f"{gettext(house_rule.label)}: {value_text(house_rule, changed[house_rule.name])}"


def value_text(house_rule: option.Option, value: Any) -> str:
    if isinstance(house_rule, option.Pairing):
        labels = {name: gettext(label) for name, label in house_rule.values}
        return ", ".join(f"{labels[name]} – {labels[value[name]]}" for name in labels if name in (value or {}))
    if isinstance(house_rule, option.Switch):
        return gettext("Yes") if value else gettext("No")
    if isinstance(house_rule, option.Pick):
        return ", ".join(gettext(label) for known, label in house_rule.values if known == value)
    if isinstance(house_rule, option.Target) and value is None:
        return gettext(house_rule.none)
    return str(value)
