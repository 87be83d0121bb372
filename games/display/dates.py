"""Days and times in words, on the server and on the phone.

Their order, the names of the months and the clock are texts, so each language and region of `locale/` has its own. On pages a
script replaces them by those of the reader's time zone (static/page/times.js).
"""

from __future__ import annotations

from games.rules.words import Words, _

# Whole days and not names of months, because the name has another form in a date than alone: 20 Νοεμβρίου, Νοέμβριος 2026.
DAYS = (
    _("%(day)s Jan %(year)s"),
    _("%(day)s Feb %(year)s"),
    _("%(day)s Mar %(year)s"),
    _("%(day)s Apr %(year)s"),
    _("%(day)s May %(year)s"),
    _("%(day)s Jun %(year)s"),
    _("%(day)s Jul %(year)s"),
    _("%(day)s Aug %(year)s"),
    _("%(day)s Sep %(year)s"),
    _("%(day)s Oct %(year)s"),
    _("%(day)s Nov %(year)s"),
    _("%(day)s Dec %(year)s"),
)
CLOCK = _("%(hour)s:%(minute)s")  # with 12 hours it is %(hour12)s:%(minute)s %(half)s
HALVES = (_("AM"), _("PM"))


def in_words(moment: str) -> Words:
    """Return a day, or a moment with its time, from 2026-11-20 or 2026-11-20T19:42:10+02:00. An event may have no time."""
    if not moment:
        return Words("")
    day = Words(DAYS[int(moment[5:7]) - 1], day=int(moment[8:10]), year=int(moment[:4]))
    return day if len(moment) == 10 else Words(_("%(day)s, %(time)s"), day=day, time=clock(moment[11:16]))


def clock(time: str) -> Words:
    """Return a time in words from 19:42."""
    hour = int(time[:2])
    return Words(CLOCK, hour=time[:2], hour12=(hour + 11) % 12 + 1, minute=time[3:5], half=Words(HALVES[hour // 12]))
