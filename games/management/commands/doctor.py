"""`manage.py doctor`: say what is wrong with this installation, and what to do."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management import doctor
from games.management.needs_database import port as port_number
from scorekeeper import env

MARKS = {"well": "well    ", "warning": "warning ", "problem": "PROBLEM "}


class Command(BaseCommand):
    help = "Examine settings, database, disk, backups, e-mail, built files, plug-in games and the server."
    requires_system_checks = ()  # it must answer where the checks fail

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=port_number, default=env.number("PORT", 8000), help="the port of the server")

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        problems = 0
        for finding in doctor.examine(port):
            self.stdout.write(MARKS[finding.level] + finding.text)
            problems += finding.level == "problem"
        if problems:
            raise CommandError(f"Problems: {problems}")
