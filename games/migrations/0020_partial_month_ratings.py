from django.db import migrations, models

from games.migrations._order import WRITERS_WAIT


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0019_ratings"),
    ]

    operations = [
        WRITERS_WAIT,
        migrations.AddField(
            model_name="monthratings",
            name="is_whole",
            field=models.BooleanField(default=True, db_default=True),
        ),
    ]
