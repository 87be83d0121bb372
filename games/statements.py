"""Statements that are made once, not by the ORM for every round of every table."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model

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
