from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from games.migrations._order import WRITERS_WAIT

BATCH = 1000  # rows


def name_months(apps: Any, schema_editor: Any) -> None:
    """Name the months that were played in. Readers add them up until they are stored, after the migration."""
    rows = apps.get_model("games", "Match").objects.filter(is_deleted=False, is_finished=True)
    days = rows.order_by().values_list("circle", "date").distinct()
    months = {(circle, day.isoformat()[:7]) for circle, day in days.iterator(BATCH)}
    tally = apps.get_model("games", "MonthTally")
    new = [tally(circle_id=circle, month=month, game="") for circle, month in sorted(months)]
    tally.objects.bulk_create(new, batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_device_needs_session"),
    ]

    operations = [
        WRITERS_WAIT,
        migrations.DeleteModel(
            name="Cell",
        ),
        migrations.CreateModel(
            name="MonthTally",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "circle_id", "month", "game", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("month", models.CharField(max_length=7)),
                ("game", models.CharField(max_length=40)),
                ("tally", models.JSONField(null=True)),
                (
                    "circle",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.circle"),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("tally__isnull", True)),
                        fields=["circle", "month"],
                        name="months_without_tally",
                    )
                ],
            },
        ),
        migrations.RunPython(name_months, migrations.RunPython.noop),
    ]
