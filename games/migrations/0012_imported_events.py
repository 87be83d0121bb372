from django.db import migrations, models

from games.migrations._order import WRITERS_WAIT


class Migration(migrations.Migration):
    dependencies = [("games", "0011_open_claims")]

    operations = [
        WRITERS_WAIT,
        # Without a default the column is added at once, however many events there are.
        migrations.AddField("event", "is_imported", models.BooleanField(null=True)),
    ]
