"""`manage.py changepassword`: as Django has it, and the keys made before end, as with every new password."""

from getpass import getuser
from typing import Any

from django.contrib.auth.management.commands import changepassword
from django.db import transaction

from games import models, services


class Command(changepassword.Command):
    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> str | None:
        said = super().handle(*args, **options)
        person = models.Person.objects.get_by_natural_key(options["username"] or getuser())
        services.end_access(person=person, device=None)
        return said
