"""Days of pages that only the server has, in the language of the reader. `games/display/dates.py` has those of all pages.

The names of the months are listed again, so that `locale/` has its own translations. Django's Portuguese names still
begin with a capital letter.
"""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext

from games.display.dates import in_words
from games.rules.words import _

MONTHS = (
    _("January"),
    _("February"),
    _("March"),
    _("April"),
    _("May"),
    _("June"),
    _("July"),
    _("August"),
    _("September"),
    _("October"),
    _("November"),
    _("December"),
)
# Short, as browsers write them. Django's are others: Prş, Σαβ, Sab.
WEEKDAYS = (_("Mon"), _("Tue"), _("Wed"), _("Thu"), _("Fri"), _("Sat"), _("Sun"))


def day_in_words(day: date) -> str:
    return in_words(day.isoformat()).translated(gettext)


def with_weekday(day: date) -> str:
    return gettext("%(weekday)s, %(day)s") % {"weekday": weekday(day), "day": day_in_words(day)}


def weekday(day: date, *, is_short: bool = False) -> str:
    return gettext(WEEKDAYS[day.weekday()]) if is_short else date_format(day, "l")


def month_in_words(day: date, *, is_short: bool = False) -> str:
    """Return the month of a day with its year; the short one is for charts."""
    if is_short:
        return date_format(day, "M y")
    return gettext("%(month)s %(year)s") % {"month": gettext(MONTHS[day.month - 1]), "year": day.year}
