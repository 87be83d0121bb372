"""Indexes of evenings."""

from django.db import migrations, models

from games.migrations._order import WRITERS_WAIT


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_guesses"),
    ]

    operations = [
        WRITERS_WAIT,
        migrations.RemoveIndex(
            model_name="match",
            name="matches_of_an_evening",
        ),
        migrations.RemoveIndex(
            model_name="seat",
            name="seats_of_a_player",
        ),
        migrations.AddIndex(
            model_name="evening",
            index=models.Index(
                condition=models.Q(("by_hand", True)), fields=["circle", "-begins"], name="evenings_by_hand"
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["circle", "evening", "game", "is_deleted", "id"], name="matches_of_an_evening"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(fields=["circle", "player", "match"], name="seats_of_a_player"),
        ),
    ]
