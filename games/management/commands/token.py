"""`manage.py token NAME`: create a key for a program."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import services
from games.management.needs_database import NeedsDatabase
from games.match.errors import Refused
from games.match.event_fields import is_name


class Command(NeedsDatabase, BaseCommand):
    help = "Create a token for the person with this name. A missing person is created with a circle."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        if not is_name(name):
            raise CommandError("A name has at least one letter and at most 200.")
        try:
            key = services.make_token(name=name)
        except Refused as refused:
            raise CommandError(refused.words.translated(str)) from None
        self.stdout.write(f"Authorization: Token {key}")
