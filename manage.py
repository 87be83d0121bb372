"""Django's commands: python3 go.py manage <command>."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, execute_from_command_line
from django.db import DatabaseError


def main(arguments: list[str]) -> None:
    """Run a command. An error of the host's input, files or database ends it with a sentence and status 1."""
    try:
        for argument in arguments:
            argument.encode()
        execute_from_command_line(arguments)
    except UnicodeEncodeError as error:
        if error.object not in arguments:
            raise
        sys.exit("An argument is not valid UTF-8.")
    except ImproperlyConfigured as error:
        sys.exit(f"Settings: {error}")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python would complain at the end
        sys.exit(1)
    except OSError as error:
        if error.filename is None:
            raise
        sys.exit(f"{error.filename}: {error.strerror}.")
    except DatabaseError as error:
        explain(error)
        raise


def explain(error: DatabaseError) -> None:
    """End with a sentence if the database is missing, away or of another version."""
    from games.management import needs_database

    try:
        needs_database.require_database()
        needs_database.require_tables()
    except CommandError as reason:
        sys.exit(str(reason))
    if needs_database.is_of_database(error):
        sys.exit(needs_database.sentence(error))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    main(sys.argv)
