"""The choice of a game and a period. It is part of the address, so it can be bookmarked."""

from __future__ import annotations

import re
from datetime import date
from functools import cached_property
from typing import Any
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.match.errors import Refused
from games.rules.words import Words
from games.statistics.periods import days_of, end_of_month, is_month, months_before, years_between
from games.store.figures.period import CircleMonths, PeriodFigures
from games.store.game_names import game_names
from games.web.dates import month_in_words
from games.web.form_fields import RENDERER
from games.web.form_messages import OwnForm

NOT_OFFERED = _("Choose one of the options shown.")
LAST_12_MONTHS = "12-months"
PERIOD = re.compile(r"(?!0000)[0-9]{4}(-(0[1-9]|1[0-2]))?")
MOST_YEARS_OFFERED = 50


class StatisticsForm(OwnForm):
    default_renderer = RENDERER

    game = forms.ChoiceField(label=_("Game"), required=False, error_messages={"invalid_choice": NOT_OFFERED})
    period = forms.ChoiceField(label=_("Period"), required=False, error_messages={"invalid_choice": NOT_OFFERED})

    def __init__(self, data: Any, circle: UUID) -> None:
        super().__init__(data)
        self.months = CircleMonths(circle)
        self.offer("game", gettext("All games"), [*game_names(circle, self.months.games | {data.get("game")}).items()])
        self.offer("period", gettext("All time"), self.periods(data.get("period") or ""))

    def offer(self, name: str, all: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", all), *choices]

    def periods(self, chosen: str) -> list[tuple[str, str]]:
        """Return the last twelve months, the month or year in the address, and every year, the latest first."""
        years = [*years_between(*self.months.days)][-MOST_YEARS_OFFERED:] if self.months.days else []
        other = [chosen] if PERIOD.fullmatch(chosen) and chosen not in years else []
        listed = ((period, words_for(period)) for period in [*other, *years[::-1]])
        return [(LAST_12_MONTHS, gettext("The last 12 months")), *listed]

    def chosen(self, name: str) -> str:
        """Return the chosen game or period, or an empty text if none or an unknown one is chosen."""
        return str(self.cleaned_data.get(name, ""))

    @property
    def is_narrow(self) -> bool:
        return any(self.data.get(name) for name in ("game", "period"))

    @property
    def words(self) -> str:
        """Return the chosen game and period in a line."""
        game, period = (dict(self.fields[name].choices)[self.chosen(name)] for name in ("game", "period"))  # type: ignore[attr-defined]
        return gettext("%(game)s · %(period)s") % {"game": game, "period": period}

    @cached_property
    def figures(self) -> PeriodFigures:
        period = self.chosen("period")
        return PeriodFigures(self.months, *(days(period, timezone.localdate()) if period else ()))

    @cached_property
    def refusal(self) -> Words | None:
        """Return why the period cannot be added up, or None if it can."""
        try:
            _figures = self.figures
        except Refused as refused:
            return refused.words
        return None

    def address(self, **other: str) -> str:
        """Return the address of the same page with another choice."""
        chosen = {name: self.chosen(name) for name in ("game", "period")} | other
        return f"?{urlencode({name: value for name, value in chosen.items() if value})}"


def days(period: str, today: date) -> tuple[date, date]:
    if period == LAST_12_MONTHS:
        return months_before(today, 11), end_of_month(today)
    return days_of(period)


def words_for(period: str) -> str:
    """Return the name of a month or a year."""
    return month_in_words(days_of(period)[0]) if is_month(period) else period
