"""Shared by the pages of statistics: the columns of a chart, and names and dates in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext

from games.export.name_list import name_list
from games.match.errors import Refused
from games.rules import catalogue
from games.rules.custom_game import is_custom
from games.statistics.figures import LEAST
from games.statistics.people import PlayerIndex
from games.statistics.periods import days_of, is_month
from games.statistics.wins import Wins
from games.web.dates import day_in_words, month_in_words
from games.web.statistics.choice import StatisticsForm, words_for
from games.web.statistics.numbers import decimal, percent, signed

NOBODY = ""  # in place of a player, where only matches are counted
HELP = {"decimal": decimal, "percent": percent, "signed": signed, "least": LEAST, "name_list": name_list}


@dataclass
class Column:
    """A month or a year of a chart. `short` is its name below the chart."""

    period: str
    name: str
    short: str
    address: str
    matches: int
    wins: Wins  # of one player

    @property
    def share(self) -> Fraction | None:
        """Return the player's share of wins, or None if they played too few matches."""
        return None if self.wins.played < LEAST else self.wins.worth / self.wins.played


def columns(choice: StatisticsForm, player: str) -> list[Column]:
    """Return the months or years of the chosen period, with the figures of one player.

    Return none if someone has just changed so many months that they cannot be added up.
    """
    try:
        counted = choice.figures.columns(choice.chosen("game"), player)
    except Refused:
        return []
    return [
        Column(period, words_for(period), short(period), choice.address(period=period), matches, wins)
        for period, matches, wins in counted
    ]


def short(period: str) -> str:
    return month_in_words(days_of(period)[0], is_short=True) if is_month(period) else period


def game_name(key: str, people: PlayerIndex) -> str:
    """Return the name of a game. `people` knows the names that the group has given to games of its own."""
    game = catalogue.find(key)
    custom = people.game_names.get(key) if is_custom(key) else None
    return custom or (key if game is None else gettext(game.name))


def day(iso: str) -> dict[str, Any]:
    """Return a day for `<time>`."""
    return {"date": iso, "words": day_in_words(date.fromisoformat(iso))}
