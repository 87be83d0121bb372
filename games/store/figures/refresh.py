"""The figures of a circle, for who wants to see them: read where they are kept, and made where they are not.

A month is made of its matches, a year of its months, and all the time of its years. Each keeps what it had before its last
day, too: where nothing has changed but what was played since then, as on every evening of cards, that is put behind it,
and no month or year is looked at again.

Nobody waits for anybody meanwhile. Whoever makes a cell looks first at which change it is that they know, and what they
made is kept only if that is still the last one.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.fields.json import KeyTransform
from django.db.models.functions import Length

from games import models
from games.statistics import tally_json
from games.statistics.periods import EVER, days_of, is_month
from games.store.figures.from_rows import Tallies, joined_rows, last_day, tally_days
from games.store.figures.months import ALL_GAMES, cells_of
from games.store.write_lock import write_lock

TallyJson = dict[str, Any]  # a tally as JSON, by game
Base = tuple[date, Tallies]  # a day, and what there was before it

DAY = timedelta(days=1)


def read(circle: UUID, periods: Collection[str], game: str | None = None) -> dict[str, TallyJson]:
    """By one query, where all are there: those of a game and of all games together, or of every game."""
    wanted = cells_of(circle, periods)
    return load_cells(circle, wanted if game is None else wanted.filter(Q(game=game) | Q(game=ALL_GAMES)))


def read_one(circle: UUID, periods: Collection[str], game: str, person: str) -> dict[str, TallyJson]:
    """Of one game and one person alone: the rest of what is kept, which is much, stays in the database."""
    cells = cells_of(circle, periods)
    found = load_cells(circle, cells.filter(game=ALL_GAMES, tally__isnull=True))
    of_matches, one = KeyTransform("matches", "tally"), KeyTransform(person, KeyTransform("people", "tally"))
    rows = cells.filter(game=game, tally__isnull=False).exclude(period__in=found)
    for period, matches, told in rows.values_list("period", of_matches, one):
        people = {} if told is None else {person: told}
        found[period] = {game: {"matches": matches, "rounds": 0, "days": ["", ""], "people": people}}
    return found


def load_cells(circle: UUID, cells: QuerySet[models.Cell]) -> dict[str, TallyJson]:
    found: dict[str, TallyJson] = {}
    rows = cells.order_by("period", "game").values_list("period", "game", "changed", "tally")
    for period, game, changed, tally in rows:
        if tally is None:
            assert changed is not None, period  # it has been dropped
            found[period] = make_cells(circle, period, changed)
        else:
            found.setdefault(period, {})[game] = tally
    return found


def make_cells(circle: UUID, period: str, changed: UUID) -> TallyJson:
    since, before = go_on(circle, days_of(period)[1], *(base(circle, period) or of_parts(circle, period)))
    found = tallies_json(joined_rows([before, tally_days(circle, since, days_of(period)[1])]))
    store_cell(circle, period, changed, tally=found, since=since, before=tallies_json(before))
    return found


def go_on(circle: UUID, end: date, since: date, before: Tallies) -> Base:
    """Put all days before the last one that is there now behind those before that day."""
    last = last_day(circle, since, end)
    if last is None or last == since:
        return since, before
    return last, joined_rows([before, tally_days(circle, since, last - DAY)])


def base(circle: UUID, period: str) -> Base | None:
    """What is kept of the days before the last one."""
    row = cells_of(circle, [period]).filter(game=ALL_GAMES).values_list("since", "before").first()
    since, before = row or (None, None)
    return None if since is None or before is None else (since, read_all(before))


def of_parts(circle: UUID, period: str) -> Base:
    """A year of its months, and all the time of its years: of the last part only what was before its last day."""
    if is_month(period):
        return days_of(period)[0], {}
    within = models.Cell.objects.filter(circle=circle).annotate(letters=Length("period"))
    within = within.filter(letters=4) if period == EVER else within.filter(letters=7, period__startswith=period)
    parts = load_cells(circle, within)
    last = max(parts)
    since, before = base(circle, last) or (days_of(last)[0], {})
    return since, joined_rows([*(read_all(part) for name, part in parts.items() if name != last), before])


def tallies_json(tallies: Tallies) -> TallyJson:
    return {game: tally_json.tallies_to_json(tally) for game, tally in tallies.items()}


def read_all(found: TallyJson) -> Tallies:
    return {game: tally_json.tallies_from_json(tally) for game, tally in found.items()}


def store_cell(circle: UUID, period: str, changed: UUID, *, tally: TallyJson, since: date, before: TallyJson) -> None:
    """Unless something has changed since we looked."""
    cells = cells_of(circle, [period])
    with write_lock(), transaction.atomic():
        this = cells.filter(game=ALL_GAMES, changed=changed)
        if this.update(tally=tally[ALL_GAMES], since=since, before=before):
            cells.exclude(game=ALL_GAMES).delete()
            others = [game for game in sorted(tally) if game != ALL_GAMES]
            rows = [models.Cell(circle_id=circle, period=period, game=game, tally=tally[game]) for game in others]
            models.Cell.objects.bulk_create(rows)


def make_all(circle: UUID) -> None:
    """Those that are not there."""
    read(circle, [EVER])
