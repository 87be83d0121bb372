"""Store when people and groups were erased. Until now, people and groups without a membership were taken for erased ones."""

from typing import Any

from django.db import migrations, models
from django.utils import timezone

from games.migrations._order import WRITERS_WAIT


def mark_erased_people(apps: Any, schema_editor: Any) -> None:
    """Mark people whom nothing identifies any more. Groups are erased once more, as some may have lost their members first."""
    people = apps.get_model("games", "Person").objects.filter(
        is_active=False, deleted=None, became=None, name="", email=None
    )
    people.filter(memberships=None).update(erased=timezone.now())


class Migration(migrations.Migration):
    dependencies = [("games", "0021_rated_people")]

    operations = [
        WRITERS_WAIT,
        migrations.AddField(model_name="person", name="erased", field=models.DateTimeField(null=True)),
        migrations.AddField(model_name="circle", name="erased", field=models.DateTimeField(null=True)),
        migrations.RunPython(mark_erased_people, migrations.RunPython.noop),
    ]
