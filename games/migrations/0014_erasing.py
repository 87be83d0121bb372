import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games.migrations._order import WRITERS_WAIT


class Migration(migrations.Migration):
    dependencies = [("games", "0013_log_hashes")]

    operations = [
        WRITERS_WAIT,
        migrations.AddField("circle", "erasures", models.PositiveIntegerField(default=0, db_default=0)),
        migrations.CreateModel(
            name="PastClaim",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("player", models.UUIDField()),
                (
                    "circle",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="games.circle"),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="past_claims",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("person", "circle", "player"), name="one_past_claim_a_player")
                ],
            },
        ),
    ]
