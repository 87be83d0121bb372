from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.core.management import call_command
from django.db import migrations, models


def create_limits(apps: Any, editor: Any) -> None:
    """Where all workers count wrong passwords together: see CACHES in the settings."""
    call_command("createcachetable", "games_limits", database=editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_people"),
    ]

    operations = [
        migrations.AddField(
            model_name="person",
            name="became",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="guests",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(create_limits, migrations.RunPython.noop),
    ]
