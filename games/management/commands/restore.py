"""`manage.py restore`: replace the database by a copy, and copy the current one first."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games.management.commands.backup import free_path
from games.management.needs_database import NeedsDatabase
from games.services.older_copy import end_revived_access, let_all_pull_again
from games.store import backup


class Command(NeedsDatabase, BaseCommand):
    help = "Restore a copy that `backup` has made. The current database stays as another copy."
    needs_tables = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--keep-access",
            action="store_true",
            help="keep all keys, sessions and invitations: nothing was revoked since the copy",
        )

    def handle(self, *args: Any, file: Path, keep_access: bool, **options: Any) -> None:
        try:
            backup.check_copy(file)
            previous = free_path("before-restore")
            backup.save_copy(previous)
            backup.restore_copy(file)
        except (backup.Unfit, OSError) as error:
            raise CommandError(str(error)) from None
        connection.close()
        call_command("migrate", verbosity=0)
        let_all_pull_again()
        if not keep_access:
            end_revived_access()
        self.stdout.write(f"Restored. The previous database is in {previous}.")
