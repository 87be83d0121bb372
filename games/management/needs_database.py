"""Commands that need a database of this version. Without one they end with a sentence that says what to do."""

from __future__ import annotations

import sqlite3
from argparse import ArgumentTypeError
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.away import is_away

if TYPE_CHECKING:
    Base = BaseCommand
else:
    Base = object

DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class NeedsDatabase(Base):
    """A command that needs a database; `needs_tables` says whether it must be of this version."""

    needs_tables = True

    def execute(self, *args: Any, **options: Any) -> str | None:
        require_database()
        if self.needs_tables:
            require_tables()
        try:
            return super().execute(*args, **options)
        except (DatabaseError, InterfaceError, sqlite3.Error) as error:
            if options.get("traceback") or not is_of_database(error):
                raise
            raise CommandError(sentence(error)) from None
        except ExceptionGroup as group:
            first = group.exceptions[0]
            if options.get("traceback") or not all(map(is_of_database, group.exceptions)):
                raise
            raise CommandError(sentence(first)) from None


def is_of_database(error: Exception) -> bool:
    """Return whether an error is about the database itself, and not about a statement of ours."""
    cause = error if isinstance(error, sqlite3.Error) else error.__cause__
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    return isinstance(error, sqlite3.Error) or is_away(error) or code in DAMAGED


def sentence(error: Exception) -> str:
    return f"The database cannot be used: {' '.join(str(error).split())}"


def require_database() -> None:
    """Raise `CommandError` if the file of the database is missing. To connect would create an empty one."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite" and not Path(name).is_file():
        raise CommandError(f"There is no database at {name}. `manage.py migrate` creates it.")


def require_tables() -> None:
    """Raise `CommandError` if the tables are missing, or of another version."""
    try:
        applied = {name for app, name in MigrationRecorder(connection).applied_migrations() if app == "games"}
    except (DatabaseError, InterfaceError) as error:
        raise CommandError(sentence(error)) from None
    folder = Path(apps.get_app_config("games").path) / "migrations"
    known = {module.name for module in iter_modules([str(folder)]) if not module.name.startswith("_")}
    if not applied:
        raise CommandError("The database has no tables of Scorekeeper. `manage.py migrate` creates them.")
    if newer := applied - known:
        raise CommandError(
            f"The database is of a newer Scorekeeper, which has {', '.join(sorted(newer))}. Update first."
        )
    if known - applied:
        raise CommandError("The database is of an older Scorekeeper. `manage.py migrate` updates it.")


def positive(text: str) -> int:
    """Return a number of lines, for an argument of a command."""
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0):
        raise ArgumentTypeError("it must be a number from 1 on")
    return int(text)


def port(text: str) -> int:
    """Return the number of a port, for an argument of a command."""
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 0 < int(text) < 65_536):
        raise ArgumentTypeError("it must be a number from 1 to 65535")
    return int(text)
