"""Which figures are wanted: of which game, and from when to when. It stands in the address, so it can be kept."""

from __future__ import annotations

import re
from datetime import date
from functools import cached_property
from typing import Any
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules import catalogue
from games.statistics.periods import days_of, end_of_month, is_month, months_before, years_between
from games.store.figures.period import PeriodFigures
from games.web.form_fields import RENDERER

NOT_OFFERED = _("This is not among those offered here.")
LAST_YEAR = "12-months"
PERIOD = re.compile(r"(?!0000)[0-9]{4}(-(0[1-9]|1[0-2]))?")
MOST_YEARS = 50


class StatisticsForm(forms.Form):
    default_renderer = RENDERER

    game = forms.ChoiceField(label=_("Game"), required=False, error_messages={"invalid_choice": NOT_OFFERED})
    period = forms.ChoiceField(label=_("Time"), required=False, error_messages={"invalid_choice": NOT_OFFERED})

    def __init__(self, data: Any, circle: UUID) -> None:
        super().__init__(data)
        self.circle = circle
        self.ever = PeriodFigures(circle)
        known = {game.key: gettext(game.name) for game in catalogue.GAMES}
        wanted = [data.get("game")] if data.get("game") in known else []
        played = [key for key in known if key in {*self.ever.games_ever, *wanted}]
        self.offer("game", gettext("All games"), [(key, known[key]) for key in played])
        self.offer("period", gettext("Everything"), self.periods(data.get("period") or ""))

    def offer(self, name: str, all: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", all), *choices]

    def periods(self, wanted: str) -> list[tuple[str, str]]:
        """The last twelve months and every year; another one that the address names may be looked at, too."""
        years = [] if self.ever.is_empty else [*years_between(self.ever.first, self.ever.last)][-MOST_YEARS:]
        named = [wanted] if PERIOD.fullmatch(wanted) and wanted not in years else []
        return [(LAST_YEAR, gettext("The last 12 months")), *((one, words_for(one)) for one in [*named, *years[::-1]])]

    def chosen(self, name: str) -> str:
        """What is said of it: nothing, where that cannot be."""
        return str(self.cleaned_data.get(name, ""))

    @property
    def is_narrow(self) -> bool:
        return any(self.data.get(name) for name in ("game", "period"))

    @property
    def words(self) -> str:
        """In a line what is looked at."""
        game, period = (dict(self.fields[name].choices)[self.chosen(name)] for name in ("game", "period"))  # type: ignore[attr-defined]
        return gettext("%(game)s · %(period)s") % {"game": game, "period": period}

    @cached_property
    def stretch(self) -> PeriodFigures:
        period = self.chosen("period")
        return PeriodFigures(self.circle, *days(period, timezone.localdate()), ever=self.ever) if period else self.ever

    def address(self, **other: str) -> str:
        """The same page with something else chosen."""
        said = {name: self.chosen(name) for name in ("game", "period")} | other
        return f"?{urlencode({name: value for name, value in said.items() if value})}"


def days(period: str, today: date) -> tuple[date, date]:
    if period == LAST_YEAR:
        return months_before(today, 11), end_of_month(today)
    return days_of(period)


def words_for(period: str) -> str:
    """A month or a year as people say it."""
    return date_format(days_of(period)[0], "YEAR_MONTH_FORMAT") if is_month(period) else period
