"""The project with the minimal views."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

from django.conf import settings

settings.ROOT_URLCONF = "benchmarks.minimal"

from scorekeeper.asgi import application

__all__ = ["application"]
