"""`manage.py collectstatic`: Django's own, without files that no browser asks for."""

from typing import Any

from django.contrib.staticfiles.management.commands import collectstatic

# REST framework's pages, and the parts of which the worker is built.
LEFT_OUT = ["rest_framework", "worker", "micropython.js"]


class Command(collectstatic.Command):
    def set_options(self, **options: Any) -> None:
        super().set_options(**options | {"ignore_patterns": [*options["ignore_patterns"], *LEFT_OUT]})
