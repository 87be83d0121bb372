"""`manage.py people [WHO]`: list people, end their access, or disable them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import models
from games.management.listing import MOST, describe_person, people_called
from games.management.needs_database import NeedsDatabase, positive
from games.match.errors import Refused
from games.services import hosting


class Command(NeedsDatabase, BaseCommand):
    help = "List people by name, e-mail address or id. With an option, change the only one that is found."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "who", nargs="?", default="", help="a name, an e-mail address or an id; all people without it"
        )
        parser.add_argument(
            "--most", type=positive, default=MOST, help=f"how many are listed at most; {MOST} without it"
        )
        act = parser.add_mutually_exclusive_group()
        act.add_argument(
            "--end-access", action="store_true", help="end all sessions, phones, keys, invitations and links"
        )
        act.add_argument("--disable", action="store_true", help="do the same, and let nobody sign in as them")
        act.add_argument("--enable", action="store_true", help="let a disabled person sign in again")

    def handle(self, *args: Any, who: str, most: int, **options: Any) -> None:
        people = list(people_called(who)[: most + 1])
        for person in people[:most]:
            self.stdout.write(describe_person(person))
        if len(people) > most:
            self.stdout.write(f"There are more. Name someone, or use --most {most * 10}.")
        acts = [name for name in ("end_access", "disable", "enable") if options[name]]
        if not people and (who or acts):
            raise CommandError("Nobody here is called that.")
        if not acts:
            return
        if len(people) > 1 or not who:
            raise CommandError("Nothing was changed. Say which person, by the id.")
        try:
            self.stdout.write(ACTS[acts[0]](people[0]))
        except Refused as refused:
            raise CommandError(refused.words.translated(str)) from None


def end_access(person: models.Person) -> str:
    require_active(person)
    hosting.end_all_access(person=person)
    return "All access has ended. They may sign in again, or by a link of `manage.py signin`."


def require_active(person: models.Person) -> None:
    """Raise `CommandError` for a person without access. Someone who has deleted the account may still restore it."""
    if person.deleted is not None:
        raise CommandError("This account is deleted, so it has no access. Signing in within 30 days restores it.")
    if not person.is_active:
        raise CommandError("This person has no access already.")


def disable(person: models.Person) -> str:
    require_active(person)
    hosting.disable_person(person=person)
    return "Disabled. Nobody can sign in as this person. What they have entered stays; --enable undoes it."


def enable(person: models.Person) -> str:
    if not hosting.enable_person(person=person):
        raise CommandError("This person is not disabled.")
    return "Enabled. A guest signs in again by a link of `manage.py signin`."


ACTS = {"end_access": end_access, "disable": disable, "enable": enable}
