"""`manage.py pack`: build the files of the worker that phones download."""

import shutil
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.bundle import cache, files, plugin_findings, worker
from games.plugins import load


class Command(BaseCommand):
    help = "Build the files that phones run, in every language, beside the static files. Run `collectstatic` first: the names come from it."

    def handle(self, *args: Any, **options: Any) -> None:
        folder = worker.build_folder()
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        with cache.caching(folder.parent.parent):
            for language, _ in settings.LANGUAGES if settings.WORKER else ():
                worker.build(language).write(folder / language)
        (folder / files.PLUGINS).write_text(load.LOADED.fingerprint, "utf-8")
        (folder / files.FINDINGS).write_text("".join(f"{sentence}\n" for sentence in plugin_findings.find()), "utf-8")
