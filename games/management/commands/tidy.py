"""`manage.py tidy`: empty everything deleted a month ago, forget old invitations, store months that have no figures.

Run it every day, by cron or a timer.
"""

from typing import Any

from django.core.management.base import BaseCommand

from games import services
from games.store.figures.months import fill_all_circles


class Command(BaseCommand):
    help = (
        f"Empty the circles, people and matches that were deleted more than {services.KEPT_FOR.days} days ago, "
        "and forget the invitations that have been over for so long."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        circles, people = services.tidy_circles(), services.tidy_people()
        self.stdout.write(f"{circles} circles, {people} people, {services.tidy()} matches emptied.")
        self.stdout.write(f"{services.tidy_invitations()} invitations forgotten.")
        fill_all_circles()
