"""What the pages of statistics share: the choice that is made, and the columns of a chart with their names."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.translation import gettext

from games import models
from games.rules import catalogue
from games.statistics.figures import LEAST
from games.statistics.periods import days_of, is_month
from games.statistics.tally import PlayerTally
from games.store.figures.catch_up import catch_up
from games.web.statistics.choice import StatisticsForm, words_for
from games.web.statistics.numbers import decimal, percent

NOBODY = ""  # where only the matches are counted
HELP = {"decimal": decimal, "percent": percent, "least": LEAST}


@dataclass
class Column:
    """A month or a year: its name, in short below the chart, and its figures."""

    period: str
    name: str
    short: str
    address: str
    tally: PlayerTally

    def share(self, key: str) -> Fraction | None:
        """Of wins of one person; None where too few matches are behind it."""
        found = self.tally.people.get(key)
        return None if found is None or found.wins.played < LEAST else found.wins.worth / found.wins.played

    def played(self, key: str) -> int:
        found = self.tally.people.get(key)
        return found.wins.played if found else 0


def waiting(request: HttpRequest, member: models.Membership) -> HttpResponse | None:
    """A page that says how far it is, where so many figures are to be made that nobody would wait for them."""
    done = catch_up(member.circle_id)
    if done is None:
        return None
    response = render(request, "statistics/waiting.html", {"member": member, "done": done})
    response["Refresh"] = "1"
    response["Cache-Control"] = "no-store"
    return response


def columns(choice: StatisticsForm, only: str) -> list[Column]:
    """Month by month or year by year, with what there is of one person."""
    return [
        Column(period, words_for(period), short(period), choice.address(period=period), tally)
        for period, tally in choice.stretch.side_by_side(choice.chosen("game"), only)
    ]


def short(period: str) -> str:
    return date_format(days_of(period)[0], "M y") if is_month(period) else period


def game_name(key: str) -> str:
    game = catalogue.find(key)
    return key if game is None else gettext(game.name)


def day(written: str) -> dict[str, Any]:
    """For `<time>`."""
    found = date.fromisoformat(written)
    return {"date": written, "words": date_format(found)}
