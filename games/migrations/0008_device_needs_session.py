from django.db import migrations, models

from games.migrations._order import WRITERS_WAIT


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_last_day"),
    ]

    operations = [
        WRITERS_WAIT,
        migrations.AddField(
            model_name="device",
            name="needs_session",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
