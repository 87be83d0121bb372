"""`manage.py changepassword`: Django's command, which here also ends all keys, as every new password does."""

from getpass import getuser
from typing import Any

from django.contrib.auth.management.commands import changepassword
from django.db import transaction

from games import models, services
from games.management.needs_database import NeedsDatabase


class Command(NeedsDatabase, changepassword.Command):
    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> str | None:
        output = super().handle(*args, **options)
        person = models.Person.objects.get_by_natural_key(options["username"] or getuser())
        services.end_access(person=person, current=None)
        return output
