"""`manage.py demo`: a circle with a year of invented matches, to look around in."""

from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.urls import reverse

from games import models
from games.demo.fill import circle_of, fill
from games.management.needs_database import NeedsDatabase
from games.services import sign_in_links
from scorekeeper import env


class Command(NeedsDatabase, BaseCommand):
    help = (
        "Create a circle with a year of invented matches, and print a link that opens it. Other circles do not change."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--seed", type=int, default=1, help="another number creates another year, in another circle"
        )
        parser.add_argument(
            "--at", default=f"http://127.0.0.1:{env.number('PORT', 8000)}", help="the address of the server"
        )

    def handle(self, *args: Any, seed: int, at: str, **options: Any) -> None:
        circle = models.Circle.objects.filter(pk=circle_of(seed)).first()
        if circle is None:
            with transaction.atomic():  # an interrupted year must not stay
                year = fill(seed, datetime.now().astimezone())
            circle, owner = year.circle, year.owner
            people = models.Player.objects.filter(circle=circle).count()
            self.stdout.write(
                f"{people} people have played {year.matches} matches on {year.evenings} evenings. One more match is in progress."
            )
        else:
            owner = owner_of(circle)
            self.stdout.write(f"This year is here already, as it was left. Another one: --seed {seed + 1}")
        self.stdout.write("Open this link within 15 minutes. It works once:")
        self.stdout.write(at.rstrip("/") + reverse("link", args=[sign_in_links.sign(owner)]) + f"?{sign_in_links.HOME}")


def owner_of(circle: models.Circle) -> models.Person:
    owners = models.Person.objects.filter(
        memberships__circle=circle, memberships__role=models.Role.OWNER, is_active=True
    )
    owner = owners.order_by("created").first()
    if circle.deleted is not None or owner is None:
        raise CommandError("This year was here, and has been deleted. Another one: --seed with another number.")
    return owner
