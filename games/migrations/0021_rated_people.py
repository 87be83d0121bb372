from django.db import migrations, models

from games.migrations._order import WRITERS_WAIT


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0020_partial_month_ratings"),
    ]

    operations = [
        WRITERS_WAIT,
        migrations.AddField(
            model_name="ratingprogress",
            name="people",
            field=models.PositiveIntegerField(default=0, db_default=0),
        ),
    ]
