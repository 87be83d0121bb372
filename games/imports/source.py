"""Read a file of match documents, events, or the log of a circle, line by line.

An invalid line does not spoil the others. A file of another kind is refused as a whole, with the line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Any

from games.imports import lists
from games.match.errors import Refused
from games.match.json_input import LONGEST, MARK, UnreadableItem, read_json
from games.rules.words import Words, _
from games.store.logs import FORMAT as CIRCLE
from scorekeeper import lanes

DOCUMENTS, EVENTS, LOG = "documents", "events", "log"
MOST_BYTES_SENT = 8_000_000  # bytes sent by a page or by the API
MOST_OF_A_LIST = 64_000_000  # bytes: a list is held in memory
PACKED = (b"PK", b"\x1f\x8b", b"7z", b"Rar!", b"BZh", b"\xfd7zXZ")
SPACE = b" \t\r\n"
CHUNK = 1_000  # bytes

EMPTY = _("This file is empty.")
IS_PACKED = _("This is a ZIP file or a spreadsheet. Import a .json or .jsonl file instead.")
NOT_OURS = _("This file contains neither a match nor a group. Such files end in .json or .jsonl.")
TOO_LONG = _("A list can have at most %(most)s bytes. For more, use JSON Lines: one document per line.")


class UnreadableFile(Refused):
    """The file cannot be imported at all; `line` is the first line that shows it."""

    code = "file"

    def __init__(self, line: int, words: Words) -> None:
        super().__init__(self.code, words.text, **words.values)
        self.line = line


class FileEntry:
    """A value of the file; `value` is an `UnreadableItem` if it is invalid, `at` is its position."""

    def __init__(self, line: int, at: int, value: Any) -> None:
        self.line = line
        self.at = at
        self.value = value


class Source:
    """A file that can be read repeatedly; `head` is the first line of a log."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.head: dict[str, Any] = {}
        self.text = b""  # the content of a file that is one JSON text, not JSON Lines
        self.kind = self.detect_kind()

    def detect_kind(self) -> str:
        self.file.seek(0)
        first = self.file.read(len(MARK) + LONGEST)
        start = first.removeprefix(MARK).lstrip(SPACE)
        if not start:
            raise UnreadableFile(1, Words(EMPTY))
        if start.startswith(PACKED):
            raise UnreadableFile(1, Words(IS_PACKED))
        if start[:1] == b"[":
            self.text = self.read_text(MOST_OF_A_LIST)
        elif start[:1] != b"{":
            raise UnreadableFile(1, Words(NOT_OURS))
        elif not self.is_lines():
            self.text = self.read_text(LONGEST)
        return self.kind_of(next(self.iter_entries(), None))

    def is_lines(self) -> bool:
        """Return whether the first line is a complete object."""
        _number, _at, data = next(self.lines())
        try:
            return isinstance(read_json(data), dict)
        except Refused as refused:
            return refused.code != "json"

    def read_text(self, most: int) -> bytes:
        self.file.seek(0)
        data = self.file.read(most + 1)
        if len(data) > most:
            raise UnreadableFile(1, Words(TOO_LONG, most=most))
        return data

    def kind_of(self, first: FileEntry | None) -> str:
        if first is None:
            raise UnreadableFile(1, Words(EMPTY))
        if isinstance(first.value, UnreadableItem):
            raise UnreadableFile(first.line, first.value.refused.words)
        value = first.value if isinstance(first.value, dict) else {}
        if value.get("format") == CIRCLE and not self.text:
            self.head = value
            return LOG
        if "kind" in value and not self.text:
            return EVENTS
        if "game" in value or ("format" in value and value["format"] != CIRCLE):
            return DOCUMENTS
        raise UnreadableFile(first.line, Words(NOT_OURS))

    def iter_entries(self) -> Iterator[FileEntry]:
        """Yield all values except a log's head."""
        if self.text:
            yield from self.entries_of_text()
            return
        lines = self.lines()
        if self.head:
            next(lines)
        for number, at, data in lines:
            lanes.let_others_pass()
            yield FileEntry(number, at, read(data))

    def entry_at(self, line: int, at: int) -> FileEntry:
        """Read one of the lines again."""
        self.file.seek(at)
        return FileEntry(line, at, read(self.file.readline(LONGEST + 2).strip(SPACE)))

    def entries_of_text(self) -> Iterator[FileEntry]:
        data, line, counted = self.text.removeprefix(MARK), 1, 0
        is_list = data.lstrip(SPACE)[:1] == b"["
        text = data.lstrip(SPACE)
        for at, item in lists.read_items(data) if is_list else [(len(data) - len(text), text)]:
            lanes.let_others_pass()
            line, counted = line + data.count(b"\n", counted, at), at
            value = read(item.strip(SPACE) if is_list else item)
            yield FileEntry(line + lines_before(value, data, at), at, value)

    def lines(self) -> Iterator[tuple[int, int, bytes]]:
        """Yield the lines that are not empty: number, position and content."""
        at = number = 0
        while True:
            self.file.seek(at)  # other readers may have moved it
            data = rest = self.file.readline(LONGEST + 2)
            if not data:
                return
            number, start = number + 1, at
            at += len(data)
            while len(rest) == LONGEST + 2 and rest[-1:] != b"\n":  # skip the rest of a line that is too long
                rest = self.file.readline(LONGEST + 2)
                at += len(rest)
            content = (data if start else data.removeprefix(MARK)).strip(SPACE)
            if content:
                yield number, start, content
            else:
                at, breaks = self.skip_blank(at)
                number += breaks

    def skip_blank(self, at: int) -> tuple[int, int]:
        """Return the end of the white space from here on, and its line breaks. Line by line, millions would take seconds."""
        breaks, size = 0, CHUNK
        self.file.seek(at)
        while chunk := self.file.read(size):
            blank = len(chunk) - len(chunk.lstrip(SPACE))
            at, breaks = at + blank, breaks + chunk.count(b"\n", 0, blank)
            if blank < len(chunk):
                break
            size = min(2 * size, LONGEST)
        return at, breaks


def read(data: bytes) -> Any:
    try:
        return read_json(data)
    except Refused as refused:
        return UnreadableItem(None, refused)


def lines_before(value: Any, data: bytes, at: int) -> int:
    """Return the line breaks between the start of an item and its JSON error."""
    if not isinstance(value, UnreadableItem) or value.refused.code != "json":
        return 0
    return data.count(b"\n", at, at + value.refused.words.values["at"])
