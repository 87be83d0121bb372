from typing import Any

from django.db import migrations

from games.migrations._order import WRITERS_WAIT


def give_claimed_addresses(apps: Any, editor: Any) -> None:
    """Give people with a password the address that they claimed but never confirmed, if nobody else has it.

    The first release let them sign in by it, so they still can: they confirm it then. Its owner may confirm it first.
    """
    people = apps.get_model("games", "Person").objects
    addresses = apps.get_model("account", "EmailAddress").objects
    open_claims = addresses.filter(verified=False, user__email=None).exclude(user__password__startswith="!")
    for claim in open_claims.order_by("pk").iterator():
        is_free = not people.filter(email=claim.email).exists()
        if is_free and not addresses.filter(email=claim.email, verified=True).exists():
            people.filter(pk=claim.user_id, email=None).update(email=claim.email)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_browsers_of_keys"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]

    operations = [
        WRITERS_WAIT,
        migrations.RunPython(give_claimed_addresses, migrations.RunPython.noop),
    ]
