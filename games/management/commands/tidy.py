"""`manage.py tidy`: empty circles, people and matches deleted a month ago, delete invitations that ended then.

It also stores the figures of months that have none, removes erased content from SQLite's files, and rates matches that are not rated yet.

Run it every day, by cron or a timer.
"""

from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand

from games import services
from games.management.needs_database import NeedsDatabase
from games.store.figures.months import fill_all_circles
from games.store.ratings.replay import rate_all_circles
from games.store.truncate_wal import truncate_wal


class Command(NeedsDatabase, BaseCommand):
    help = (
        f"Permanently delete circles, people and matches that were deleted more than {services.RETENTION.days} days ago, "
        "and invitations that ended before then."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Do all parts, even if one of them fails. Then raise the errors, so that the timer notices."""
        parts: dict[str, Callable[[], int | None]] = {
            "%s circles emptied.": services.tidy_circles,
            "%s people emptied.": services.tidy_people,
            "%s matches emptied.": services.tidy_matches,
            "%s invitations forgotten.": services.tidy_invitations,
            "Past limits deleted.": services.tidy_limits,
            "Figures stored.": fill_all_circles,
            "Erased content removed from the files.": truncate_wal,
            "Players rated.": rate_all_circles,
        }
        errors = []
        for sentence, part in parts.items():
            try:
                count = part()
            except Exception as error:
                errors.append(error)
            else:
                self.stdout.write(sentence % count if "%" in sentence else sentence)
        if errors:
            raise ExceptionGroup("Not all could be tidied.", errors)
