"""Keep complete answers, most of them in temporary files, until their clients have read them.

Their bytes are limited, as those of bodies are (bodies.py). An answer that alone is too large is refused. If all together
take too much of the disk, the largest ones of the address with most bytes end.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from tempfile import SpooledTemporaryFile
from threading import RLock, local
from typing import Any

from scorekeeper import lanes

IN_MEMORY = 1_000_000  # bytes; a longer answer is in a temporary file
MOST_OF_ANSWER = 100_000_000  # bytes
MOST_BYTES = 200_000_000  # of the answers that a process keeps
CHUNK = 64 * 1024
CURRENT = local()  # `answer`: the answer that this thread builds


class AnswerTooLong(Exception):
    """The answer has more bytes than one answer may have."""


class Ended(Exception):
    """The answer made room for others before its client had read it."""


def require_few_bytes(size: int, most: int | None) -> None:
    """Raise `AnswerTooLong` for more bytes than an answer may have; None is no limit."""
    if most is not None and size > most:
        raise AnswerTooLong


class StoredAnswers:
    """The answers that a process keeps, by the address or IPv6 line of their client."""

    def __init__(self) -> None:
        self.changing = RLock()  # a collected answer may close itself in a thread that has the lock
        self.size = 0
        self.by_address: dict[str, list[StoredBytes]] = {}

    def add(self, answer: StoredBytes) -> None:
        with self.changing:
            self.by_address.setdefault(answer.address, []).append(answer)

    def add_bytes(self, answer: StoredBytes, size: int) -> None:
        """Count more bytes of an answer. If there are too many, end others, or this one. Raise `Busy` if it has ended."""
        ending = []
        with self.changing:
            if answer not in self.by_address.get(answer.address, []):
                raise lanes.Busy  # nobody would take its bytes off again
            answer.size += size
            self.size += size
            while self.size > MOST_BYTES and self.by_address:
                ending.append(self.largest())
                self.remove(ending[-1])
        for other in ending:
            other.end()

    def largest(self) -> StoredBytes:
        """Return the largest answer to the address with most bytes."""
        answers = max(map(list, list(self.by_address.values())), key=lambda of: sum(answer.size for answer in of))
        return max(answers, key=lambda answer: answer.size)

    def remove(self, answer: StoredBytes) -> None:
        with self.changing:
            kept = self.by_address.get(answer.address, [])
            if answer in kept:
                kept.remove(answer)
                self.size -= answer.size
                if not kept:
                    del self.by_address[answer.address]


class StoredBytes(ABC):
    """Bytes that count for the address of a client, or for nobody without `stored`."""

    def __init__(self, stored: StoredAnswers | None, address: str) -> None:
        self.stored, self.address = stored, address
        self.size = 0
        self.is_ended = False
        if stored is not None:
            stored.add(self)

    @abstractmethod
    def end(self) -> None:
        """Make room for others."""


class StoredAnswer(StoredBytes):
    """The complete body of an answer; a long one is in a temporary file."""

    stored: StoredAnswers

    def __init__(self, stored: StoredAnswers, address: str) -> None:
        self.file = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 (closed when it is sent)
        self.using = RLock()
        super().__init__(stored, address)

    def add(self, chunk: bytes) -> None:
        """Store more of the answer. Raise `AnswerTooLong`, or `Busy` if there is no room for it."""
        require_few_bytes(self.size + len(chunk), MOST_OF_ANSWER)
        self.stored.add_bytes(self, len(chunk))
        with self.using, self.needing_room():
            self.file.write(chunk)

    def rewind(self) -> None:
        with self.using, self.needing_room():  # for the last bytes, which are written now
            self.file.seek(0)

    @contextmanager
    def needing_room(self) -> Iterator[None]:
        """Raise `Busy` if the disk is full, or the answer has made room for others."""
        if self.is_ended:
            raise lanes.Busy
        try:
            yield
        except OSError:
            self.close()
            raise lanes.Busy from None

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes. Raise `Ended` if the answer has made room for others."""
        with self.using:
            if self.is_ended:
                raise Ended
            return self.file.read(size)

    def end(self) -> None:
        with self.using:
            self.is_ended = True
            self.close()

    def close(self) -> None:
        self.stored.remove(self)
        with self.using, suppress(OSError):  # it tries to write the last bytes once more
            self.file.close()


def store(answer: StoredAnswer, chunks: Any) -> None:
    """Store all of an answer, and close it if that is impossible."""
    try:
        CURRENT.answer = answer
        try:
            for chunk in chunks:
                lanes.let_others_pass()
                answer.add(chunk)
        finally:
            CURRENT.answer = None
            if hasattr(chunks, "close"):
                chunks.close()
        answer.rewind()
    except BaseException:
        answer.close()
        raise


class LongResponse:
    """A long answer that is being sent. It occupies a thread while the client reads, so their number is limited."""

    def __init__(self, answer: StoredAnswer, ending: ExitStack) -> None:
        self.answer = answer
        self.ending = ending
        self.is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        if chunk := self.answer.read(CHUNK):
            return chunk
        self.close()
        raise StopIteration

    def close(self) -> None:
        if not self.is_closed:
            self.is_closed = True
            self.answer.close()
            self.ending.close()

    __del__ = close  # a client that disconnects never reads to the end
