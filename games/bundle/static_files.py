"""Which static files a server collects, and how: named by their content, without what only people read."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.core.files import File
from django.core.files.storage import FileSystemStorage, Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from games.bundle.strip import strip_script, strip_style

# An import of a page's module, and what becomes of it. Django's own pattern also finds imports in comments of django-htmx.
IMPORTS = (r"(?P<matched>(?P<names>import \{[^}]*\} from )'(?P<url>\./[\w-]+\.js)';)", "%(names)s'%(url)s';")
STRIPPERS = {"js": strip_script, "css": strip_style}


class StaticFiles(StaticFilesConfig):
    """Leaves out files that no browser asks for: REST framework's pages, and the parts of which the worker is built."""

    ignore_patterns = (*StaticFilesConfig.ignore_patterns, "rest_framework", "worker", "micropython.js")


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Strips our scripts and styles, and lets modules import each other by the names that hold their content's hash."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("page/*.js", (IMPORTS,)))

    def post_process(
        self, paths: dict[str, tuple[Storage, str]], dry_run: bool = False, **options: Any
    ) -> Iterable[tuple[str, str, bool]]:
        stripped = {name: (stripped_storage(storage), path) for name, (storage, path) in paths.items()}
        yield from super().post_process(stripped, dry_run, **options)


def stripped_storage(storage: Storage) -> Storage:
    """Return a storage of our own files that strips them, and others as they are."""
    if isinstance(storage, FileSystemStorage) and storage.location == str(settings.BASE_DIR / "static"):
        return StrippedStorage(storage.location)
    return storage


class StrippedStorage(FileSystemStorage):
    def _open(self, name: str, mode: str = "rb") -> File[bytes]:
        file: File[bytes] = super()._open(name, mode)  # type: ignore[misc]  # which its stubs leave out
        strip = STRIPPERS.get(name.rpartition(".")[2])
        if strip is None:
            return file
        with file:
            return File(io.BytesIO(strip(file.read().decode()).encode()), name)
