"""`manage.py signin WHO`: a link for somebody who has lost every key."""

from argparse import ArgumentParser
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from games import models, services
from games.web.account import link
from scorekeeper import env


class Command(BaseCommand):
    help = "Print a link that signs somebody in: once, within a quarter of an hour, without any mail."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("who", help="a name, an e-mail address or an id")
        parser.add_argument("--at", default=f"http://127.0.0.1:{env.number('PORT', 8000)}", help="where phones find us")

    def handle(self, *args: Any, who: str, at: str, **options: Any) -> None:
        people = list(called(who))
        if not people:
            raise CommandError("Nobody here is called that.")
        if len(people) > 1:
            raise CommandError("\n".join(["Several are called that. Say which, by the id:", *map(told, people)]))
        self.stdout.write(at.rstrip("/") + reverse("link", args=[link.sign(people[0])]))


def called(who: str) -> QuerySet[models.Person]:
    meant = Q(name__iexact=who) | Q(email__iexact=who)
    with suppress(ValueError):  # it is no id
        meant |= Q(pk=UUID(who))
    is_here = Q(is_active=True) | Q(deleted__gt=timezone.now() - services.RETENTION)  # these come back by it
    return models.Person.objects.filter(meant, is_here).order_by("created")


def told(person: models.Person) -> str:
    """What tells people of one name apart."""
    circles = models.Circle.objects.filter(memberships__person=person)
    written = sum(circle.seq for circle in circles)
    kept = person.email or "no address"
    return f"  {person.pk}  {kept}, here since {person.created:%Y-%m-%d}, {written} entries in {len(circles)} circles"
