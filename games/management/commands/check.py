"""`manage.py check`: Django's checks, and random rounds of the plug-in games, here and in the phone's Python.

Other commands only name the games that were left out: the rounds take seconds.
"""

from typing import Any

from django.core import checks
from django.core.management.commands import check

from games.bundle import plugin_findings


class Command(check.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        checks.register(check_rounds)
        super().handle(*args, **options)


def check_rounds(**_more: Any) -> list[checks.CheckMessage]:
    """Return warnings, because the server starts anyway."""
    return [checks.Warning(text, id="games.W002") for text in plugin_findings.find()]
