"""`manage.py signin WHO`: print a sign-in link for someone who can no longer sign in."""

from argparse import ArgumentParser
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from games import models, services
from games.management.needs_database import NeedsDatabase
from games.services import sign_in_links
from scorekeeper import env


class Command(NeedsDatabase, BaseCommand):
    help = "Print a sign-in link for a person. It works once, within 15 minutes, and needs no e-mail."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("who", help="a name, an e-mail address or an id")
        parser.add_argument(
            "--at", default=f"http://127.0.0.1:{env.number('PORT', 8000)}", help="the address of the server"
        )

    def handle(self, *args: Any, who: str, at: str, **options: Any) -> None:
        people = list(find_people(who))
        if not people:
            raise CommandError("Nobody here is called that.")
        if len(people) > 1:
            raise CommandError(
                "\n".join(["Several are called that. Say which, by the id:", *map(describe_person, people)])
            )
        self.stdout.write(at.rstrip("/") + reverse("link", args=[sign_in_links.sign(people[0])]))


def find_people(who: str) -> QuerySet[models.Person]:
    """Return the people with this name, address or id, including those whose deletion a sign-in can undo."""
    is_match = Q(name__iexact=who) | Q(email__iexact=who)
    with suppress(ValueError):  # not an id
        is_match |= Q(pk=UUID(who))
    is_present = Q(is_active=True) | Q(deleted__gt=timezone.now() - services.RETENTION)
    return models.Person.objects.filter(is_match, is_present).order_by("created")


def describe_person(person: models.Person) -> str:
    """Return a line that tells people of the same name apart."""
    circles = models.Circle.objects.filter(memberships__person=person)
    entries = sum(circle.seq for circle in circles)
    address = person.email or "no address"
    return (
        f"  {person.pk}  {address}, here since {person.created:%Y-%m-%d}, {entries} entries in {len(circles)} circles"
    )
