"""The few statements that every round of every table needs: written out, not made by the ORM each time.

The ORM took a sixth of the time of a round to make them.
"""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Field, Model

from games import models

Row = dict[str, Any]  # by column


def put(model: type[Model], rows: list[Row], unique: tuple[str, ...] = ()) -> None:
    """Insert rows; where the unique columns are there already, replace the others."""
    names = tuple(rows[0])
    fields = fields_of(model, names)
    values = [[field.get_db_prep_save(row[field.attname], connection) for field in fields] for row in rows]
    with connection.cursor() as cursor:
        cursor.executemany(statement(model, names, unique), values)


def row_of(instance: Model) -> Row:
    return {field.attname: getattr(instance, field.attname) for field in instance._meta.concrete_fields}


@cache
def fields_of(model: type[Model], names: tuple[str, ...]) -> list[Field[Any, Any]]:
    known = {field.attname: field for field in model._meta.concrete_fields}
    return [known[name] for name in names]


@cache
def statement(model: type[Model], names: tuple[str, ...], unique: tuple[str, ...]) -> str:
    columns, places = listed(names), ", ".join(["%s"] * len(names))
    insert = f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({places})'
    if not unique:
        return insert
    replaced = ", ".join(f'"{name}" = excluded."{name}"' for name in names if name not in unique)
    return f"{insert} ON CONFLICT ({listed(unique)}) DO UPDATE SET {replaced}"


def listed(names: tuple[str, ...]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def lock(circle: UUID) -> int:
    """The number of the circle's last event; until the transaction ends nobody else is told it."""
    waiting = " FOR UPDATE" if connection.features.has_select_for_update else ""  # SQLite's transaction is the lock
    found = run(f'SELECT "seq" FROM "games_circle" WHERE "id" = %s{waiting}', column(models.Circle, "id", circle))
    assert found is not None, circle
    return int(found[0])


def advance(circle: UUID, seq: int) -> None:
    run('UPDATE "games_circle" SET "seq" = %s WHERE "id" = %s', seq, column(models.Circle, "id", circle))


def is_last(circle: UUID, started: datetime) -> bool:
    """Whether no match of the circle has begun after this moment."""
    later = 'SELECT 1 FROM "games_match" WHERE "circle_id" = %s AND NOT "is_deleted" AND "started" > %s LIMIT 1'
    return run(later, column(models.Match, "circle_id", circle), column(models.Match, "started", started)) is None


def column(model: type[Model], name: str, value: Any) -> Any:
    """A value as the database wants it in that column."""
    return fields_of(model, (name,))[0].get_db_prep_value(value, connection)


def run(sql: str, *values: Any) -> tuple[Any, ...] | None:
    """The first row of what is found, if anything is."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchone() if cursor.description else None
