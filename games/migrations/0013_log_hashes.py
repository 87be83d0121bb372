from django.db import migrations, models

from games.migrations._order import WRITERS_WAIT


class Migration(migrations.Migration):
    dependencies = [("games", "0012_imported_events")]

    operations = [
        WRITERS_WAIT,
        # Without a default the column is added at once, however many events there are. `migrate` then fills it in batches
        # (games/store/log_hashes.py), because one statement for all events would stop every writer.
        migrations.AddField("event", "log_hash", models.CharField(max_length=16, null=True)),
    ]
