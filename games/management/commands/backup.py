"""`manage.py backup`: copy the database while people write."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.management.needs_database import NeedsDatabase
from games.store import backup
from scorekeeper import private


def free_path(prefix: str) -> Path:
    """Return a free name in the folder of copies: two copies of one second get two names."""
    folder = backup.folder()
    private.make_folder(folder)
    name = f"{prefix}-{timezone.localtime():%Y-%m-%d-%H%M%S}"
    names = (name, *(f"{name}-{number}" for number in range(2, 100)))
    paths = [folder / f"{name}.{backup.ending()}" for name in names]
    return next((path for path in paths if not path.exists()), paths[-1])


class Command(NeedsDatabase, BaseCommand):
    help = "Copy the database into one file. Scorekeeper may be running."
    needs_tables = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="the default is a new file beside the database")

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        try:
            target = file or free_path("scorekeeper")
            backup.save_copy(target)
        except (backup.Unfit, OSError) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(str(target))
