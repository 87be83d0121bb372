import uuid
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from games.migrations._order import WRITERS_WAIT


def name_cells(apps: Any, schema_editor: Any) -> None:
    """Add an empty cell for each period of a finished match. A later read fills it."""
    rows = apps.get_model("games", "Match").objects.filter(is_deleted=False, is_finished=True)
    days = rows.values_list("circle", "date").distinct()
    named = {(circle, period) for circle, day in days for period in ("", day.isoformat()[:4], day.isoformat()[:7])}
    cell = apps.get_model("games", "Cell")
    cell.objects.bulk_create(
        [cell(circle_id=circle, period=period, game="", changed=uuid.uuid4()) for circle, period in sorted(named)],
        batch_size=1000,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_looking_back"),
    ]

    operations = [
        WRITERS_WAIT,
        migrations.CreateModel(
            name="Cell",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "circle_id", "period", "game", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "circle",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.circle"),
                ),
                ("period", models.CharField(max_length=7)),
                ("game", models.CharField(max_length=40)),
                ("changed", models.UUIDField(null=True)),
                ("tally", models.JSONField(null=True)),
            ],
        ),
        migrations.AddField(
            model_name="result",
            name="rounds",
            field=models.JSONField(null=True),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("is_deleted", False), ("is_finished", True)),
                fields=["circle", "date"],
                name="matches_over_by_day",
            ),
        ),
        migrations.RunPython(name_cells, migrations.RunPython.noop),
    ]
