from django.db import migrations, models

from games.migrations._order import WRITERS_WAIT


class Migration(migrations.Migration):
    dependencies = [("games", "0014_erasing")]

    operations = [
        WRITERS_WAIT,
        migrations.AddIndex(
            "match",
            models.Index(
                fields=("circle", "evening", "started", "id"),
                condition=models.Q(("is_deleted", False)),
                name="first_of_an_evening",
            ),
        ),
    ]
