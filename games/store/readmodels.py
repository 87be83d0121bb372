"""Rows that follow from logs, so that lists and statistics need not fold any log.

The transaction that stores a match's events also updates its rows, and writes only the changed ones. `rebuild` computes
all rows again, and must find no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Model, Q

from games import models
from games.match.log import Log
from games.match.sheet import name_of, sheet_from_log, summary, winners_of
from games.statistics.rounds import side_rounds
from games.store.sql import Row, upsert

# Increase it whenever the same events give other rows: the rows of older versions are then rebuilt (upgrade_rows.py).
SHAPE = 3

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)  # of the times in a summary, which are microseconds

Rows = dict[tuple[Any, ...], Row]  # a table's rows of one match, by their key within the match


class RowTable:
    """A table of rows that belong to matches."""

    def __init__(self, model: type[Model], match: str, key: tuple[str, ...]) -> None:
        self.model = model
        self.match = match  # the column that names the match
        self.key = key  # the columns that identify a row within the match

    def write(self, circle: UUID, match: UUID, before: Rows, after: Rows) -> None:
        """Update the stored rows from `before` to `after`."""
        gone = [key for key in before if key not in after]
        if gone:
            condition = Q()
            for key in gone:
                condition |= Q(**dict(zip(self.key, key, strict=True)))
            self.model._default_manager.filter(condition, **{"circle": circle, self.match: match}).delete()
        changed = [row for key, row in after.items() if before.get(key) != row]
        if changed:
            rows = [{"circle_id": circle, self.match: match, **row} for row in changed]
            upsert(self.model, rows, unique=("circle_id", self.match, *self.key))


MATCHES = RowTable(models.Match, "id", ())
SEATS = RowTable(models.Seat, "match", ("seat",))
RESULTS = RowTable(models.Result, "match", ("side",))
DEALS = RowTable(models.Deal, "match", ("deal", "side"))
TABLES = (MATCHES, SEATS, RESULTS, DEALS)


def model_rows(log: Log, known: int = 0) -> list[Rows]:
    """Return the rows of a match for each table; none if it was never started, or is permanently deleted.

    The rows of the first `known` deals are left out: a deal's rows hold no totals, so later deals do not change them.
    """
    if log.start is None or log.is_emptied:
        return [{} for _ in TABLES]
    match_summary = summary(log)
    rows = (match_rows(log, match_summary), seat_rows(log), result_rows(log, match_summary), deal_rows(log, known))
    return [
        {tuple(row[name] for name in table.key): row for row in each} for table, each in zip(TABLES, rows, strict=True)
    ]


def write_rows(circle: UUID, match: UUID, old: list[Rows], new: list[Rows]) -> set[date]:
    """Replace the rows of a match. Return the days whose figures change by that."""
    for table, before, after in zip(TABLES, old, new, strict=True):
        table.write(circle, match, before, after)
    days = (day_over(old), day_over(new)) if old[:-1] != new[:-1] else ()
    return {day for day in days if day is not None}


def day_over(rows: list[Rows]) -> date | None:
    """Return the day of a finished match that statistics count, else None."""
    row = rows[0].get(())
    counts = row is not None and row["is_finished"] and not row["is_deleted"] and row["summary"]["complete"] > 0
    return row["date"] if row is not None and counts else None


def match_rows(log: Log, match_summary: dict[str, Any]) -> Iterator[Row]:
    assert log.start is not None
    yield {
        "seq": log.events[-1]["seq"],
        "game": log.game,
        "started": EPOCH + timedelta(microseconds=match_summary["begins"]),
        "last": EPOCH + timedelta(microseconds=match_summary["ends"]),
        "date": date.fromisoformat(match_summary["day"]),
        "is_finished": match_summary["finished"],
        "is_deleted": log.is_deleted,
        "summary": {**match_summary, "shape": SHAPE},
    }


def seat_rows(log: Log) -> Iterator[Row]:
    sheet = sheet_from_log(log)
    for seat, player in enumerate(log.players):
        yield {
            "seat": seat,
            "side": seat if sheet is None else sheet.setup.side_of(seat),
            "player": UUID(player["id"]) if isinstance(player, dict) else None,
            "name": name_of(player),
        }


def result_rows(log: Log, match_summary: dict[str, Any]) -> Iterator[Row]:
    sheet = sheet_from_log(log) if match_summary["finished"] else None
    for side, total in enumerate(match_summary.get("totals", ())):
        yield {
            "side": side,
            "name": match_summary["sides"][side],
            "total": total,
            "place": match_summary["places"][side],
            "is_winner": side in winners_of(match_summary),
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
