"""Measures the size of years of `manage.py demo` in a database.

    .venv/bin/python benchmarks/size.py                SQLite in a temporary folder, five years
    .venv/bin/python benchmarks/size.py 20             this number of years
    DATABASE_URL=postgres://… .venv/bin/python benchmarks/size.py     in an empty database

A year is that of one circle with ten people. There are about three evenings in two weeks, with three matches each.
"""

import os
import sys
import tempfile
from contextlib import nullcontext
from io import StringIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
FOLDER = nullcontext() if os.environ.get("DATABASE_URL") else tempfile.TemporaryDirectory()
if isinstance(FOLDER, tempfile.TemporaryDirectory):
    os.environ["DATABASE_URL"] = f"sqlite:///{FOLDER.name}/scores.sqlite3"

import django

django.setup()

from django.core.management import call_command
from django.db import connection

from games import models

SQLITE = "SELECT name, sum(pgsize) FROM dbstat GROUP BY name"
POSTGRES = "SELECT relname, pg_relation_size(oid) FROM pg_class WHERE relkind IN ('r', 'i', 't')"
ITS_INDEXES = """
SELECT i.relname, t.relname FROM pg_index x
JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
"""


def tables() -> dict[str, int]:
    """Return the bytes of every table with its indexes."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, tbl_name FROM sqlite_master WHERE type = 'index'")
            table_of = dict(cursor.fetchall())
            cursor.execute(SQLITE)
        else:
            cursor.execute(ITS_INDEXES)
            table_of = dict(cursor.fetchall())
            cursor.execute("CHECKPOINT")
            cursor.execute(POSTGRES)
        sizes: dict[str, int] = {}
        for name, size in cursor.fetchall():
            table = table_of.get(name, name)
            sizes[table] = sizes.get(table, 0) + size
    return sizes


def main(years: int) -> None:
    call_command("migrate", verbosity=0)
    before = tables()
    for seed in range(1, years + 1):
        call_command("demo", seed=seed, stdout=StringIO())
    grown = {name: size - before.get(name, 0) for name, size in tables().items()}
    total = sum(grown.values())
    events, matches = models.Event.objects.count(), models.Match.objects.count()
    of_events = sum(size for name, size in grown.items() if name == "games_event")
    print(f"{connection.vendor}: {years} circles with a year each, {matches} matches, {events} events")
    for unit, count in (("a circle and year", years), ("a match", matches), ("an event", events)):
        print(
            f"  {unit:18} {total / count / 1000:8.1f} kB, of which the events themselves {of_events / count / 1000:.1f} kB"
        )
    largest = sorted(grown.items(), key=lambda item: -item[1])[:6]
    print("  " + ", ".join(f"{name} {size / total:.0%}" for name, size in largest))


if __name__ == "__main__":
    with FOLDER:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
        connection.close()
