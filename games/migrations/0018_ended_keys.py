from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0017_tallies_without_erased_names")]

    operations = [
        migrations.CreateModel(
            name="EndedKey",
            fields=[("hash", models.CharField(max_length=64, primary_key=True, serialize=False))],
        ),
    ]
