"""The few statements that every saved round needs, as text instead of the ORM's.

The ORM takes 0.3 ms to build a statement: ten times as long as the database takes to answer it.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import islice
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.db import connection, connections
from django.db.models import Field, Model

from games.models import Event
from scorekeeper.database import PATIENCE
from scorekeeper.lock_wait import LOCK_WAIT

# SQLite refuses an expression with more than 1,000 levels, and Django writes a list of keys with several columns as a chain.
KEYS_TOGETHER = 200
Row = dict[str, Any]  # by column
M = TypeVar("M", bound=Model)
ALL = 2**31  # rows: more than a circle can have
SEQ = attrgetter("seq")


def upsert(model: type[Model], rows: list[Row]) -> None:
    """Insert rows; where the primary key exists already, replace the other columns."""
    names = tuple(rows[0])
    fields, this = fields_of(model, names), connections[connection.alias]  # read once: each access costs
    values = [[field.get_db_prep_save(row[field.attname], this) for field in fields] for row in rows]
    with this.cursor() as cursor:
        cursor.executemany(statement(model, names), values)


def read_all(model: type[M], where: str, *values: Any, only: tuple[str, ...] = ()) -> list[M]:
    """Return the rows of a table that fulfil the condition, as the ORM would give them, with all fields or some."""
    table = ModelColumns.of(model, only)
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT {table.listed} FROM "{model._meta.db_table}" WHERE {where}', values)
        return [table.instance(iter(row)) for row in cursor.fetchall()]


def read_few(model: type[M], where: str, *values: Any, most: int) -> list[M] | None:
    """Return the rows that fulfil the condition, or None if there are more than `most`."""
    table = ModelColumns.of(model)
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT {table.listed} FROM "{model._meta.db_table}" WHERE {where} LIMIT {most + 1}', values)
        rows = cursor.fetchall()
    return None if len(rows) > most else [table.instance(iter(row)) for row in rows]


def select_events(circle: UUID, since: Mapping[str, int], ids: Collection[str] = ()) -> list[Event]:
    """Return the events of these matches from a number on, and those with these ids, in order, by one query."""
    events = select_few(circle, since, ids, ALL)
    assert events is not None
    return events


def select_few(circle: UUID, since: Mapping[str, int], ids: Collection[str], most: int) -> list[Event] | None:
    """Return the same events, or None if there are more than `most`."""
    # Each branch names the circle, and Python sorts: so the database uses an index for each branch.
    branches = ['"circle_id" = %s AND "match" = %s AND "seq" >= %s'] * len(since)
    values = [value for match, seq in since.items() for value in (circle, UUID(match), seq)]
    if ids:
        branches.append(f'"circle_id" = %s AND "id" IN ({", ".join(["%s"] * len(ids))})')
        values += [circle, *map(UUID, ids)]
    rows = read_few(Event, " OR ".join(branches), *values, most=most) if branches else []
    return None if rows is None else sorted(rows, key=SEQ)


def read_joined(models: tuple[type[Model], ...], rest: str, *values: Any) -> list[tuple[Any, ...]]:
    """Return rows of joined tables, an instance per table. `rest` is the text after the columns."""
    tables = [ModelColumns.of(model) for model in models]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(table.listed for table in tables)} {rest}", values)
        rows = [iter(row) for row in cursor.fetchall()]
    return [tuple(table.instance(row) for table in tables) for row in rows]


def read_one(model: type[M], where: str, *values: Any) -> M | None:
    return next(iter(read_all(model, f"{where} LIMIT 1", *values)), None)


class ModelColumns:
    """Columns of a table, all or some, and how their database values become an instance."""

    def __init__(self, model: type[Model], only: tuple[str, ...]) -> None:
        self.model = model
        table = model._meta.db_table
        fields = [field for field in model._meta.concrete_fields if not only or field.attname in only]
        self.names = [field.attname for field in fields]
        self.listed = ", ".join(f'"{table}"."{field.column}"' for field in fields)
        columns = [field.get_col(table) for field in fields]
        self.converters = [
            (place, convert, column)
            for place, column in enumerate(columns)
            for convert in (*connection.ops.get_db_converters(column), *column.get_db_converters(connection))
        ]

    @staticmethod
    @cache
    def of(model: type[Model], only: tuple[str, ...] = ()) -> ModelColumns:
        return ModelColumns(model, only)

    def instance(self, row: Iterator[Any]) -> Any:
        """Build an instance from the next values of a row; return None where a LEFT JOIN matched no row."""
        values = list(islice(row, len(self.names)))
        if values[0] is None:
            return None
        for place, convert, column in self.converters:
            values[place] = convert(values[place], column, connection)
        return self.model.from_db(connection.alias, self.names, values)


@cache
def fields_of(model: type[Model], names: tuple[str, ...]) -> list[Field[Any, Any]]:
    known = {field.attname: field for field in model._meta.concrete_fields}
    return [known[name] for name in names]


@cache
def statement(model: type[Model], names: tuple[str, ...]) -> str:
    unique = tuple(field.attname for field in model._meta.pk_fields)
    places = ", ".join(["%s"] * len(names))
    changes = ", ".join(f'"{name}" = excluded."{name}"' for name in names if name not in unique)
    return f"""
        INSERT INTO "{model._meta.db_table}" ({listed(names)}) VALUES ({places})
        ON CONFLICT ({listed(unique)}) DO UPDATE SET {changes}
    """


def listed(names: tuple[str, ...]) -> str:
    return ", ".join(f'"{name}"' for name in names)


class LockedCircle(NamedTuple):
    """The end of a circle's log, and the role of a person there. Both stay until the transaction ends."""

    seq: int  # of the last event
    log_hash: str | None  # see log_hashes.py; None if it is not stored, or was stored while this process waited
    role: str


def lock(circle: UUID, person: UUID) -> LockedCircle | None:
    """Lock the circle, or return None without a membership. The role includes every change committed before."""
    if connection.features.has_select_for_update:
        run(f"SET LOCAL lock_timeout = '{PATIENCE}s'")
    waiting = " FOR UPDATE" if connection.features.has_select_for_update else ""  # SQLite's transaction is the lock
    last_event = '"games_event"."circle_id" = "games_circle"."id" AND "games_event"."seq" = "games_circle"."seq"'
    end = f"""
        SELECT "seq", (SELECT "log_hash" FROM "games_event" WHERE {last_event}), "role"
        FROM "games_circle" JOIN "games_membership" ON "circle_id" = "id"
        WHERE "id" = %s AND "person_id" = %s AND "deleted" IS NULL{waiting}
    """
    began = time.monotonic()
    try:
        row = run(end, circle, person)
    finally:
        LOCK_WAIT.seconds += time.monotonic() - began
    return None if row is None else LockedCircle(*row)


def run(sql: str, *values: Any) -> tuple[Any, ...] | None:
    """Run a statement; return its first row, if any."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchone() if cursor.description else None
