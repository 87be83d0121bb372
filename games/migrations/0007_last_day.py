from django.db import migrations, models

from games.migrations._order import WRITERS_WAIT


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_statistics"),
    ]

    operations = [
        WRITERS_WAIT,
        migrations.AddField(
            model_name="cell",
            name="since",
            field=models.DateField(null=True),
        ),
        migrations.AddField(
            model_name="cell",
            name="before",
            field=models.JSONField(null=True),
        ),
    ]
