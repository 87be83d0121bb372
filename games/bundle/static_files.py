"""How a server collects static files: named by their content, without what only people read."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.files import File
from django.core.files.storage import FileSystemStorage, Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from games.bundle.strip import strip_picture, strip_script, strip_style

# An import of a page's module, and what becomes of it. Django's own pattern also finds imports in comments of django-htmx.
IMPORTS = (r"(?P<matched>(?P<names>import \{[^}]*\} from )'(?P<url>\./[\w-]+\.js)';)", "%(names)s'%(url)s';")
STRIPPERS = {"js": strip_script, "css": strip_style, "svg": strip_picture}


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Strips our scripts, styles and drawings, and lets modules import each other by the names that hold their content's hash."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("page/*.js", (IMPORTS,)))

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.addresses: dict[str, str] = {}  # a page names some twenty files, and working one out takes 40 microseconds
        super().__init__(*arguments, **options)

    def url(self, name: str, force: bool = False) -> str:
        """Return the address of a file, worked out once: the names of all files are read when the server starts."""
        if force:
            return str(super().url(name, force))
        if name not in self.addresses:
            self.addresses[name] = str(super().url(name))
        return self.addresses[name]

    def post_process(
        self, paths: dict[str, tuple[Storage, str]], dry_run: bool = False, **options: Any
    ) -> Iterable[tuple[str, str, bool]]:
        stripped = {name: (stripped_storage(storage), path) for name, (storage, path) in paths.items()}
        yield from super().post_process(stripped, dry_run, **options)
        self.addresses.clear()


def stripped_storage(storage: Any) -> Storage:
    """Return a storage of our own files that strips them, and others as they are."""
    is_ours = getattr(storage, "location", None) == str(settings.BASE_DIR / "static")
    return StrippedStorage(storage.location) if is_ours else storage


class StrippedStorage(FileSystemStorage):
    def open(self, name: str, mode: str = "rb") -> File[Any]:
        file: File[Any] = super().open(name, mode)
        strip = STRIPPERS.get(name.rpartition(".")[2])
        if strip is None:
            return file
        with file:
            return File(io.BytesIO(strip(file.read().decode()).encode()), name)
