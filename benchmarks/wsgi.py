"""The project with the bare views beside it."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

from django.conf import settings

settings.ROOT_URLCONF = "benchmarks.bare"

from scorekeeper.wsgi import application

__all__ = ["application"]
