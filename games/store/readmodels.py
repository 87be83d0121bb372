"""Rows that are worked out from logs, so that lists and statistics need not fold any.

A match is refreshed in the transaction that stores its events, and only what has changed is
written. `rebuild` works out all rows anew; nothing may differ then.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import Model, Q

from games import models
from games.match.log import Log
from games.match.scoring import sheet_from_log
from games.match.summary import PLAY, name_of, summary, winners_of
from games.statistics.rounds import side_rounds
from games.store.logs import event_time
from games.store.sql import Row, upsert

# Another number whenever these rows become others for the same events: those of before are then made anew (renew.py).
SHAPE = 3

Rows = dict[tuple[Any, ...], Row]  # a table's rows of one match, by what tells them apart within it


class RowTable:
    """A table of rows that belong to matches."""

    def __init__(self, model: type[Model], match: str, key: tuple[str, ...]) -> None:
        self.model = model
        self.match = match  # the column that names the match
        self.key = key  # what tells the rows of one match apart

    def write(self, circle: UUID, match: UUID, was: Rows, now: Rows) -> None:
        """Bring the stored rows from what they were to what they are."""
        gone = [key for key in was if key not in now]
        if gone:
            doomed = Q()
            for key in gone:
                doomed |= Q(**dict(zip(self.key, key, strict=True)))
            self.model._default_manager.filter(doomed, **{"circle": circle, self.match: match}).delete()
        changed = [row for key, row in now.items() if was.get(key) != row]
        if changed:
            rows = [{"circle_id": circle, self.match: match, **row} for row in changed]
            upsert(self.model, rows, unique=("circle_id", self.match, *self.key))


MATCHES = RowTable(models.Match, "id", ())
SEATS = RowTable(models.Seat, "match", ("seat",))
RESULTS = RowTable(models.Result, "match", ("side",))
DEALS = RowTable(models.Deal, "match", ("deal", "side"))
TABLES = (MATCHES, SEATS, RESULTS, DEALS)


def model_rows(log: Log, known: int = 0) -> list[Rows]:
    """The rows of a match for each table; none where it was never started, or is gone for good.

    Those of the first deals can be left out where they are known: a deal's rows hold no totals.
    """
    if log.start is None or log.is_emptied:
        return [{} for _ in TABLES]
    told = summary(log)
    found = (match_rows(log, told), seat_rows(log), result_rows(log, told), deal_rows(log, known))
    return [
        {tuple(row[name] for name in table.key): row for row in each} for table, each in zip(TABLES, found, strict=True)
    ]


def write_rows(circle: UUID, match: UUID, was: list[Rows], now: list[Rows]) -> set[date]:
    """Replace the rows of a match. Return the days whose figures change by that."""
    for table, before, after in zip(TABLES, was, now, strict=True):
        table.write(circle, match, before, after)
    days = (day_over(was), day_over(now)) if was[:-1] != now[:-1] else ()
    return {day for day in days if day is not None}


def day_over(found: list[Rows]) -> date | None:
    """The day of a match that statistics count."""
    row = found[0].get(())
    counts = row is not None and row["is_finished"] and not row["is_deleted"] and row["summary"]["complete"] > 0
    return row["date"] if row is not None and counts else None


def match_rows(log: Log, told: dict[str, Any]) -> Iterator[Row]:
    assert log.start is not None
    yield {
        "seq": log.events[-1]["seq"],
        "game": log.game,
        "started": event_time(log.start),
        "last": max(result_and_seat_rows(log)),
        "date": date.fromisoformat(told["day"]),
        "is_finished": told["finished"],
        "is_deleted": log.is_deleted,
        "summary": {**told, "shape": SHAPE},
    }


def result_and_seat_rows(log: Log) -> Iterator[datetime]:
    return (event_time(event) for event in log.events if event["kind"] in PLAY)


def seat_rows(log: Log) -> Iterator[Row]:
    sheet = sheet_from_log(log)
    for seat, player in enumerate(log.players):
        yield {
            "seat": seat,
            "side": seat if sheet is None else sheet.match.side_of(seat),
            "player": UUID(player["id"]) if isinstance(player, dict) else None,
            "name": name_of(player),
        }


def result_rows(log: Log, told: dict[str, Any]) -> Iterator[Row]:
    sheet = sheet_from_log(log) if told["finished"] else None
    for side, total in enumerate(told.get("totals", ())):
        yield {
            "side": side,
            "name": told["sides"][side],
            "total": total,
            "place": told["places"][side],
            "is_winner": side in winners_of(told),
            "rounds": None if sheet is None else side_rounds(sheet, side),
        }


def deal_rows(log: Log, known: int) -> Iterator[Row]:
    sheet = sheet_from_log(log)
    for row in [] if sheet is None else sheet.rows[known:]:
        for side, points in enumerate(row.points):
            yield {
                "deal": row.id,
                "side": side,
                "number": row.deal.number,
                "points": points,
                "is_complete": row.complete,
                "facts": row.facts,
            }
