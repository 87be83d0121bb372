"""Temporary files from which a long answer is built. Until they are deleted their bytes count like those of answers."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from shutil import rmtree

from scorekeeper import lanes
from scorekeeper.answers import CURRENT, StoredAnswer, StoredBytes, require_few_bytes


class WorkingFolder(StoredBytes):
    """A folder for the files of an answer, or of a command without one. `most`: their bytes; None is no limit."""

    def __init__(self, answer: StoredAnswer | None, most: int | None) -> None:
        self.path = tempfile.mkdtemp()
        self.most = most
        super().__init__(None if answer is None else answer.stored, "" if answer is None else answer.address)

    def measure(self) -> int:
        """Return the bytes of all files in it."""
        with os.scandir(self.path) as files:
            return sum(file.stat().st_size for file in files)

    def reserve(self, size: int) -> None:
        """Count this many bytes from now on. Raise `AnswerTooLong`, or `Busy` if it has made room for others."""
        require_few_bytes(size, self.most)
        if self.stored is not None:
            self.stored.add_bytes(self, size - self.size)
        self.require_unended()

    def require_unended(self) -> None:
        """Raise `Busy` if the files have made room for others, so that they are incomplete."""
        if self.is_ended:
            raise lanes.Busy

    def end(self) -> None:
        """Make room at once. The thread that writes the files notices it later, by `Busy`."""
        self.is_ended = True
        self.clear()

    def clear(self) -> None:
        with suppress(OSError), os.scandir(self.path) as files:
            for file in files:
                with suppress(OSError):  # it has been deleted meanwhile
                    os.truncate(file.path, 0)

    def close(self) -> None:
        rmtree(self.path, ignore_errors=True)
        if self.stored is not None:
            self.stored.remove(self)


@contextmanager
def working_folder(most: int | None) -> Iterator[WorkingFolder]:
    """Provide a folder for the answer of this thread. Raise `Busy` if the disk has no room for it."""
    answer: StoredAnswer | None = getattr(CURRENT, "answer", None)
    try:
        folder = WorkingFolder(answer, most)
        try:
            yield folder
        finally:
            folder.close()
    except OSError:
        if answer is None:
            raise
        raise lanes.Busy from None
