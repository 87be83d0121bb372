"""`manage.py backup`: a copy of everything, made while people write."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.store import backup


def named(what: str) -> Path:
    """Beside the database, in a folder of its own."""
    folder = backup.database().parent / "backups"
    folder.mkdir(exist_ok=True)
    return folder / f"{what}-{timezone.localtime():%Y-%m-%d-%H%M%S}.sqlite3"


class Command(BaseCommand):
    help = "Copy the database into one file. Scorekeeper may be running; PostgreSQL has pg_dump for that."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="else it is named for you, beside the database")

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        try:
            target = file or named("scorekeeper")
            backup.save(target)
        except (backup.Unfit, OSError) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(str(target))
