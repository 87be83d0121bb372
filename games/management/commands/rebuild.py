"""`manage.py rebuild`: rebuild all tables that follow from events."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from games import models
from games.management.needs_database import NeedsDatabase
from games.store.rebuild import rebuild


class Command(NeedsDatabase, BaseCommand):
    help = "Recalculate matches, players, evenings and figures from the events, and list the rows that differed: none should."

    def handle(self, *args: Any, **options: Any) -> None:
        circles = list(models.Circle.objects.order_by("created").values_list("pk", flat=True))
        differed = 0
        for circle in circles:
            for line in rebuild(circle):
                differed += 1
                self.stdout.write(f"{circle} {line}")
        self.stdout.write(f"{counted(len(circles), 'circle')} rebuilt; {counted(differed, 'row')} differed.")
        sys.exit(1 if differed else 0)


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
