"""Days in the language of the reader.

The names of the months are listed again, so that `locale/` has its own translations. Django's Portuguese names still
begin with a capital letter.
"""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext

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


def with_weekday(day: date) -> str:
    return gettext("%(weekday)s, %(day)s") % {"weekday": date_format(day, "l"), "day": date_format(day)}
