"""The order of locks for migrations that run while people write."""

from typing import Any

from django.db import migrations


def wait(apps: Any, editor: Any) -> None:
    """Lock the circles, as every push does first. So the migration runs between two pushes, never during one.

    Otherwise a migration of several tables and a push could wait for each other. Reads go on.
    """
    if editor.connection.vendor == "postgresql":
        editor.execute("LOCK TABLE games_circle IN EXCLUSIVE MODE")


# The first operation of every migration that changes a table which is there already.
WRITERS_WAIT = migrations.RunPython(wait, migrations.RunPython.noop)
