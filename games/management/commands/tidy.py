"""`manage.py tidy`: empty circles, people and matches deleted a month ago, delete invitations that ended then.

It also stores the figures of months that have none, and removes erased content from SQLite's files.

Run it every day, by cron or a timer.
"""

from typing import Any

from django.core.management.base import BaseCommand

from games import services
from games.store.figures.months import fill_all_circles
from games.store.truncate_wal import truncate_wal


class Command(BaseCommand):
    help = (
        f"Empty the circles, people and matches that were deleted more than {services.RETENTION.days} days ago, "
        "and forget the invitations that have been over for so long."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        circles, people = services.tidy_circles(), services.tidy_people()
        self.stdout.write(f"{circles} circles, {people} people, {services.tidy_matches()} matches emptied.")
        self.stdout.write(f"{services.tidy_invitations()} invitations forgotten.")
        fill_all_circles()
        truncate_wal()
