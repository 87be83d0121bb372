"""`manage.py rebuild`: rebuild all tables that follow from events."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from games import models
from games.store.rebuild import rebuild


class Command(BaseCommand):
    help = "Work out matches, players, evenings and figures anew from the events, and tell what differed: nothing may."

    def handle(self, *args: Any, **options: Any) -> None:
        circles = list(models.Circle.objects.order_by("created").values_list("pk", flat=True))
        differed = 0
        for circle in circles:
            for line in rebuild(circle):
                differed += 1
                self.stdout.write(f"{circle} {line}")
        self.stdout.write(f"{len(circles)} circles made anew; {differed} rows differed.")
        sys.exit(1 if differed else 0)
