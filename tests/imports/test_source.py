"""Kinds of files, and the reason for each file that is refused."""

import gzip
import io
import json
import time
from typing import Any

import pytest

from games.imports import lists
from games.imports.source import DOCUMENTS, EVENTS, LOG, Source, UnreadableFile, read
from games.match.json_input import LONGEST, UnreadableItem
from tests.imports.test_documents import MATCH

TEXT = json.dumps(MATCH)
EVENT = '{"id": "1", "kind": "finish"}'
HEAD = '{"format": "scorekeeper.circle/1"}'


def source(data: bytes | str) -> Source:
    return Source(io.BytesIO(data if isinstance(data, bytes) else data.encode()))


@pytest.mark.parametrize(
    ("data", "kind", "lines"),
    [
        (TEXT, DOCUMENTS, [1]),
        (f"\ufeff\n\n{TEXT}\n", DOCUMENTS, [3]),
        (json.dumps(MATCH, indent=2), DOCUMENTS, [1]),
        (f"{TEXT}\n\n{TEXT}\r\n7", DOCUMENTS, [1, 3, 4]),
        (f"[{TEXT},\n {TEXT}]", DOCUMENTS, [1, 2]),
        (json.dumps([MATCH, MATCH], indent=1), DOCUMENTS, [2, 29]),
        (EVENT, EVENTS, [1]),
        (f"{HEAD}\n{EVENT}\n{EVENT}", LOG, [2, 3]),
        (f"\n{HEAD}\n{EVENT}", LOG, [3]),
        (HEAD, LOG, []),
    ],
)
def test_kind_of_file_is_detected(data: str, kind: str, lines: list[int]) -> None:
    file = source(data)
    assert file.kind == kind
    assert [entry.line for entry in file.iter_entries()] == lines
    assert [entry.line for entry in file.iter_entries()] == lines  # it can be read again
    if kind != DOCUMENTS:
        assert [file.entry_at(entry.line, entry.at).value for entry in file.iter_entries()] == [
            json.loads(EVENT)
        ] * len(lines)


def test_millions_of_empty_lines_are_read_quickly() -> None:
    """Line by line they took six seconds, in which nobody else could use the lane."""
    blank = b" \n\t\r\n" * 1_000_000
    began = time.process_time()
    file = source(EVENT.encode() + b"\n" + blank + EVENT.encode() + b"\n" + blank)
    assert [entry.line for entry in file.iter_entries()] == [1, 2_000_002]
    assert time.process_time() - began < 1


def test_the_end_of_an_item_of_millions_of_objects_is_not_searched() -> None:
    began = time.process_time()
    file = source(f"[{TEXT},{'{}' * 3_000_000},{TEXT}]")
    assert [isinstance(entry.value, UnreadableItem) for entry in file.iter_entries()] == [False, True, True]
    assert time.process_time() - began < 1


NO_FILES: list[tuple[bytes, int, str]] = [
    (b"", 1, "This file is empty."),
    (b"\xef\xbb\xbf \r\n\t", 1, "This file is empty."),
    (b"[]", 1, "This file is empty."),
    (gzip.compress(TEXT.encode()), 1, "This is a ZIP file or a spreadsheet"),
    (b"PK\x03\x04" + b"\0" * 90, 1, "This is a ZIP file or a spreadsheet"),
    (b"%PDF-1.7", 1, "This file contains neither a match nor a group"),
    (b"\x89PNG\r\n", 1, "This file contains neither"),
    (b"Day,Game,Match\r\n2026-01-09,x,y", 1, "This file contains neither"),
    (TEXT.encode("utf-16"), 1, "This file contains neither"),
    (b"7", 1, "This file contains neither"),
    (b'{"a": 1}', 1, "This file contains neither"),
    (b"[7]", 1, "This file contains neither"),
    (f"[{HEAD}]".encode(), 1, "This file contains neither"),
    (f"[{EVENT}]".encode(), 1, "This file contains neither"),
    (json.dumps(json.loads(HEAD), indent=1).encode(), 1, "This file contains neither"),
    (b'{"format": "scorekeeper.person/2"', 1, "Invalid JSON at byte"),
    (b'{\n"game": "pisti",\n"players": [NaN]}', 3, "Invalid JSON"),
    (b'\n\n[\n{"game": "pisti",\n\n"players": [NaN]}]', 6, "Invalid JSON"),
    (b'{"game": "x", "deals": ' + b"[" * 5000 + b"]" * 5000 + b"}", 1, "nested more than 20 levels deep"),
    (b'{"game": 1' + b"0" * 100_000 + b"}", 1, "A number is too large"),
    (b'{"game": "\xff\xfe"}', 1, "This is not UTF-8 text."),
    (b'{"game": "\\ud800"}', 1, "Invalid character"),
    (b'{"game": "a\x00"}', 1, "The text contains a control character."),
    (b'{"game": 1, "game": 2}', 1, "Duplicate key"),
    (b'{"game": "' + b"x" * LONGEST + b'"}', 1, "This is larger than 1000000 bytes."),
    (b"{\n" + b" " * LONGEST + b"}", 1, "A list can have at most 1000000 bytes"),
    (b"[" * 1_000_000, 1, "nested more than 20 levels deep"),
    (b"[" + TEXT.encode()[:-1], 1, "Invalid JSON"),
]


@pytest.mark.parametrize(("data", "line", "words"), NO_FILES, ids=range(len(NO_FILES)))
def test_unknown_file_is_refused_with_a_reason(data: bytes, line: int, words: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        source(data)
    assert words in refused.value.words.translated(str)
    assert refused.value.line == line


@pytest.mark.parametrize("rest", [b"", b",", b"]]", b"] x", b" 7]", b",]", b'"]', b',"\\"]'])
def test_malformed_list_has_an_unreadable_item(rest: bytes) -> None:
    values = [read(item.strip()) for _at, item in lists.read_items(b"[" + TEXT.encode() + rest)]
    assert any(isinstance(value, UnreadableItem) for value in values)


@pytest.mark.slow
@pytest.mark.parametrize(
    "data", [b'["' + b'\\"' * 2_000_000, b'["' * 1_000_000, b"[" + b"{" * 3_000_000, b"[" * 8_000_000]
)
def test_malicious_list_is_read_quickly(data: bytes) -> None:
    began = time.monotonic()
    assert len(list(lists.read_items(data))) >= 1
    assert time.monotonic() - began < 3


def test_unreadable_line_does_not_affect_others() -> None:
    data = f'{TEXT}\n{{"game": "{"x" * 3_000_000}"}}\n[\n{TEXT}\n'
    entries = list(source(data).iter_entries())
    assert [(entry.line, isinstance(entry.value, UnreadableItem)) for entry in entries] == [
        (1, False),
        (2, True),
        (3, True),
        (4, False),
    ]
    assert entries[1].value.refused.code == "long"


def test_long_list_is_refused() -> None:
    class Long(io.BytesIO):
        def read(self, most: Any = -1) -> bytes:
            return b"[" * min(most, 65_000_000) if most > LONGEST + 3 else super().read(most)

    with pytest.raises(UnreadableFile) as refused:
        Source(Long(b"[7]"))
    assert "use JSON Lines" in refused.value.words.translated(str)
