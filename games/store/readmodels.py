"""Rows that follow from logs, so that lists and statistics need not fold any log.

The transaction that stores a match's events also updates its rows, and writes only the changed ones. `rebuild` computes
all rows again, and must find no difference.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Model

from games import models
from games.match.lineups import key_of, name_of
from games.match.log import Log
from games.match.sheet import Sheet, sheet_from_log
from games.match.summary import summary
from games.statistics.rounds import side_rounds
from games.store.sql import KEYS_TOGETHER, Row, run, upsert

# Increase it whenever the same events give other rows: the rows of older versions are then rebuilt (upgrade_rows.py).
SHAPE = 12

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)  # of the times in a summary, which are microseconds

Rows = dict[tuple[Any, ...], Row]  # a table's rows of one match, by their key within the match


class RowTable(NamedTuple):
    """A table of rows that belong to matches."""

    model: type[Model]
    match: str  # the column that names the match
    key: tuple[str, ...]  # the columns that identify a row within the match


MATCHES = RowTable(models.Match, "id", ())
SEATS = RowTable(models.Seat, "match", ("seat",))
RESULTS = RowTable(models.Result, "match", ("side",))
TABLES = (MATCHES, SEATS, RESULTS)


def model_rows(log: Log) -> list[Rows]:
    """Return the rows of a match for each table; none if it was never started, or is permanently deleted.

    Rounds have no rows: a change of the first round or of the house rules would write all of them again.
    """
    if log.start is None or log.is_emptied:
        return [{} for _ in TABLES]
    match_summary, sheet = summary(log), sheet_from_log(log)
    winners = sheet.winners if sheet is not None and sheet.complete else []  # nobody wins without a complete round
    match = {
        "seq": log.events[-1]["seq"],
        "game": log.game,
        "started": EPOCH + timedelta(microseconds=match_summary["begins"]),
        "last": EPOCH + timedelta(microseconds=match_summary["ends"]),
        "date": date.fromisoformat(match_summary["day"]),
        "is_finished": match_summary["finished"],
        "is_deleted": log.is_deleted,
        "summary": {**match_summary, "shape": SHAPE},
    }
    seats = [
        {
            "seat": seat,
            "side": side,
            "player": UUID(player["id"]) if isinstance(player, dict) else None,
            "name": name_of(player),
        }
        for seat, (side, player) in enumerate(seated(log, sheet))
    ]
    results = [
        {
            "side": side,
            "name": match_summary["sides"][side],
            "total": total,
            "place": match_summary["places"][side],
            "is_winner": side in winners,
            "rounds": side_rounds(sheet, side) if sheet is not None and match_summary["finished"] else None,
        }
        for side, total in enumerate(match_summary.get("totals", ()))
    ]
    return [
        {tuple(row[name] for name in table.key): row for row in rows}
        for table, rows in zip(TABLES, ([match], seats, results), strict=True)
    ]


def seated(log: Log, sheet: Sheet | None) -> list[tuple[int, Any]]:
    """Return the side and the player of each seat, and then of those who played before and left."""
    if sheet is None:
        return list(enumerate(log.players))
    people, known = [], set()
    for lineup in reversed(sheet.lineups):
        for seat, player in enumerate(lineup.players):
            if lineup is sheet.lineup or key_of(player) not in known:
                people.append((lineup.columns[lineup.setup.side_of(seat)], player))
        known.update(lineup.keys)
    return people


def write_rows(circle: UUID, match: UUID, old: list[Rows], new: list[Rows]) -> None:
    """Replace the rows of a match. Write only those that differ."""
    for table, before, after in zip(TABLES, old, new, strict=True):
        gone = [(circle, match, *key) for key in before if key not in after]
        for first in range(0, len(gone), KEYS_TOGETHER):
            table.model._default_manager.filter(pk__in=gone[first : first + KEYS_TOGETHER]).delete()
        changed = [row for key, row in after.items() if before.get(key) != row]
        if changed:
            upsert(table.model, [{"circle_id": circle, table.match: match, **row} for row in changed])


def needs_placing(circle: UUID, old: Row | None, new: Row | None) -> bool:
    """Return whether evenings may change after the row of a match changed.

    They may with a match that is new, deleted or undeleted, or ended later than one after it began.
    """
    if new is None:
        return False
    if old is None or (old["started"], old["is_deleted"]) != (new["started"], new["is_deleted"]):
        return True
    if old["last"] == new["last"] or new["is_deleted"]:
        return False
    later = 'SELECT 1 FROM "games_match" WHERE "circle_id" = %s AND NOT "is_deleted" AND "started" > %s LIMIT 1'
    return run(later, circle, connection.ops.adapt_datetimefield_value(new["started"])) is not None
