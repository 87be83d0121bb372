from django.db import migrations, models

from games.migrations._order import WRITERS_WAIT


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_month_tallies"),
    ]

    operations = [
        WRITERS_WAIT,
        migrations.AddField(
            model_name="device",
            name="browser",
            field=models.UUIDField(null=True),
        ),
        migrations.AddField(
            model_name="person",
            name="sign_outs",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
    ]
