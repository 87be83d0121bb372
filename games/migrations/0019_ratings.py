import django.db.models.deletion
from django.db import migrations, models

from games.migrations._order import WRITERS_WAIT


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0018_ended_keys"),
    ]

    operations = [
        WRITERS_WAIT,
        migrations.CreateModel(
            name="RatingProgress",
            fields=[
                (
                    "circle",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="games.circle",
                    ),
                ),
                ("since", models.DateField(null=True)),
                ("started", models.DateTimeField(null=True)),
                ("match", models.UUIDField(null=True)),
                ("version", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="MonthRatings",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "circle_id", "game", "month", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("game", models.CharField(max_length=40)),
                ("month", models.CharField(max_length=7)),
                ("ratings", models.JSONField()),
                (
                    "circle",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.circle"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="MatchRatings",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "circle_id", "match", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("match", models.UUIDField()),
                ("date", models.DateField()),
                ("started", models.DateTimeField()),
                ("sides", models.JSONField()),
                (
                    "circle",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.circle"),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["circle", "date", "started", "match"], name="ratings_in_order")],
            },
        ),
    ]
