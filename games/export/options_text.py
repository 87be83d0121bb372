"""The house rules of a match that are not the default, in words."""

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
    for one in offered(table.game, table.sheet.match.players):
        if one.name in changed:
            yield f"{gettext(one.label)}: {value_text(one, changed[one.name])}"


def value_text(one: option.Option, value: Any) -> str:
    if isinstance(one, option.Pairing):
        labels = {name: gettext(label) for name, label in one.values}
        return ", ".join(f"{labels[name]} – {labels[value[name]]}" for name in labels if name in (value or {}))
    if isinstance(one, option.Switch):
        return gettext("Yes") if value else gettext("No")
    if isinstance(one, option.Pick):
        return ", ".join(gettext(label) for known, label in one.values if known == value)
    if isinstance(one, option.Target) and value is None:
        return gettext(one.none)
    return str(value)
