from django.db import migrations, models

from games.migrations._order import WRITERS_WAIT


class Migration(migrations.Migration):
    dependencies = [("games", "0015_first_of_an_evening")]

    operations = [
        WRITERS_WAIT,
        migrations.AddIndex(
            "match",
            models.Index(
                fields=("circle", "started", "id"),
                condition=models.Q(("is_deleted", False)),
                name="matches_in_order",
            ),
        ),
    ]
