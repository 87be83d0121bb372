"""In which order tables are locked, where people write while a migration runs."""

from typing import Any

from django.db import migrations


def wait(apps: Any, editor: Any) -> None:
    """Whoever writes a round begins with their circle, so that this comes between two rounds, never into one.

    Else a migration of several tables and a round would hold what the other waits for. Reading goes on.
    """
    if editor.connection.vendor == "postgresql":
        editor.execute("LOCK TABLE games_circle IN EXCLUSIVE MODE")


# The first operation of every migration that changes a table which is there already.
WRITERS_WAIT = migrations.RunPython(wait, migrations.RunPython.noop)
