"""`manage.py groups [NAME]`: list and measure groups, delete or restore them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.listing import MOST, describe_group, groups_called
from games.management.needs_database import NeedsDatabase, positive
from games.services import hosting


class Command(NeedsDatabase, BaseCommand):
    help = "List groups by name or id, the largest first. With an option, change the only one that is found."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", default="", help="a name or an id; all groups without it")
        parser.add_argument(
            "--most", type=positive, default=MOST, help=f"how many are listed at most; {MOST} without it"
        )
        parser.add_argument("--size", action="store_true", help="measure the entries, which reads all of them")
        act = parser.add_mutually_exclusive_group()
        act.add_argument("--delete", action="store_true", help="hide it from everyone; `tidy` erases it after 30 days")
        act.add_argument("--restore", action="store_true", help="show a deleted group to its members again")

    def handle(self, *args: Any, name: str, most: int, **options: Any) -> None:
        groups = list(groups_called(name)[: most + 1])
        for group in groups[:most]:
            self.stdout.write(describe_group(group, with_size=options["size"]))
        if len(groups) > most:
            self.stdout.write(f"There are more. Name a group, or use --most {most * 10}.")
        is_change = options["delete"] or options["restore"]
        if not groups and (name or is_change):
            raise CommandError("No group here is called that.")
        if not is_change:
            return
        if len(groups) > 1 or not name:
            raise CommandError("Nothing was changed. Say which group, by the id.")
        if options["delete"]:
            if not hosting.delete_group(circle=groups[0].pk):
                raise CommandError("This group is deleted already.")
            self.stdout.write("Deleted. Nobody sees it any more. Its owner or --restore can undo it for 30 days.")
        else:
            if not hosting.restore_group(circle=groups[0].pk):
                raise CommandError("This group is not deleted, or it was erased, or it has no members left.")
            self.stdout.write("Restored. Its members see it again.")
