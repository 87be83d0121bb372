"""Drop the figures of months of groups from which names were erased: they may still have these names."""

from typing import Any

from django.db import migrations

from games.migrations._order import WRITERS_WAIT


def drop_tallies(apps: Any, schema_editor: Any) -> None:
    """Let readers add up these months from rows, until `tidy` stores them again."""
    rows = apps.get_model("games", "MonthTally").objects.filter(circle__erasures__gt=0)
    rows.exclude(game="").delete()
    rows.update(tally=None)


class Migration(migrations.Migration):
    dependencies = [("games", "0016_matches_in_order")]

    operations = [WRITERS_WAIT, migrations.RunPython(drop_tallies, migrations.RunPython.noop)]
