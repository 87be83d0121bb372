"""JSON from outside is read as the standard library reads it, within limits, or refused with a sentence."""

import json
import time
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.match.errors import Refused
from games.match.json_input import LONGEST, read_json
from tests import chance
from tests.match.json_cases import ACCEPTED, REFUSED

pytestmark = pytest.mark.fifth

SOME = chance.examples(200, 4_000)

LETTERS = st.characters(exclude_categories=("Cs", "Cc"))
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-999_999_999, 999_999_999)
    | st.floats(-999_999_999, 999_999_999)
    | st.text(LETTERS),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(LETTERS), inner),
    max_leaves=20,
)


def refusal(data: bytes) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        read_json(data)
    return caught.value.code, caught.value.words.translated(str)


def short(value: Any) -> str:
    return repr(value)[:40]


@pytest.mark.parametrize(("data", "value"), ACCEPTED, ids=short)
def test_it_reads(data: bytes, value: Any) -> None:
    assert repr(read_json(data)) == repr(value)  # 7 is not 7.0, and true is not 1


@pytest.mark.parametrize(("data", "code", "sentence"), REFUSED, ids=short)
def test_it_refuses(data: bytes, code: str, sentence: str) -> None:
    assert refusal(data) == (code, sentence)


def test_a_million_bytes_are_the_most() -> None:
    text = b'"' + b"a" * 999_998 + b'"'
    assert len(read_json(text)) == 999_998
    assert refusal(text + b" ") == ("long", "This is larger than 1000000 bytes.")


def filled(item: bytes, least: int = LONGEST) -> bytes:
    """A list of the same item, as long as a body may be."""
    return b"[" + b",".join([item] * ((least - 2) // (len(item) + 1))) + b"]"


EVENT = {
    "id": "00000000-0000-4000-8000-000000000002",
    "match": "6f1c9d3a-53a0-4c0e-9d6d-2f4f0b8b1c11",
    "kind": "deal",
    "data": {"deal": "0b7e4f52-9a2e-4f0a-8a55-7f3f9d0f6f10", "answers": {"points": [71, None]}},
    "at": "2026-01-09T19:42:10+02:00",
}
LARGE = {
    "events": filled(json.dumps(EVENT).encode()),
    "wide object": json.dumps({f"key {number}": number for number in range(47_000)}).encode(),
    "nested": filled(b"[" * 19 + b"]" * 19),
    "empty lists": filled(b"[]"),
    "empty objects": filled(b"{}"),
    "escapes": b'"' + rb"\u00e9" * 166_000 + b'"',
    "quotes and backslashes": b'"' + rb"\"\\" * 249_000 + b'"',
    "numbers": filled(b"7"),
    "long numbers": filled(b"123456789"),
    "fractions": filled(b"12.5"),
    "texts": filled('"Ζηνοβία ş 😀"'.encode()),
    "short texts": filled(b'""'),
    "open brackets": b"[" * LONGEST,
    "closed brackets": b"[" * (LONGEST // 2) + b"]" * (LONGEST // 2),
    "open objects": b'{"":' * (LONGEST // 4),
    "digits": b"[" + b"9" * (LONGEST - 2) + b"]",
    "digits after the point": b"[0." + b"9" * (LONGEST - 4) + b"]",
    "one key": b"{" + b",".join([b'"a":1'] * 166_000) + b"}",
    "one key in the end": json.dumps({f"{number}": 1 for number in range(77_000)}).encode()[:-1] + b',"0":1}',
    "an open text": b'"' + rb"\\" * 499_000,
    "spaces": b" " * LONGEST,
}


@pytest.mark.parametrize("name", LARGE)
def test_a_million_bytes_take_linear_time(name: str) -> None:
    """A reader that is not linear would take minutes."""
    data = LARGE[name]
    assert 900_000 < len(data) <= LONGEST
    begun = time.process_time()
    with suppress(Refused):
        read_json(data)
    assert time.process_time() - begun < 2


@pytest.mark.slow
@SOME
@given(JSON, st.booleans(), st.sampled_from([None, 0, 2]))
def test_it_reads_as_others_do(value: Any, ascii_only: bool, indent: int | None) -> None:
    data = json.dumps(value, ensure_ascii=ascii_only, indent=indent).encode()
    assert repr(read_json(data)) == repr(json.loads(data))


MARKS = st.text(st.sampled_from('[]{}"\\/ a'), max_size=8)


@st.composite
def nested(draw: st.DrawFn) -> tuple[Any, int]:
    """A value with texts that look like JSON, and its depth."""
    value: Any = draw(MARKS)
    depth = draw(st.integers(15, 25))
    for _level in range(depth):
        key = draw(MARKS)
        value = {key: value} if draw(st.booleans()) else [draw(MARKS), value]
    return value, depth


@SOME
@given(nested())
def test_depth_is_counted_outside_texts(case: tuple[Any, int]) -> None:
    value, depth = case
    data = json.dumps(value).encode()
    if depth <= 20:
        assert read_json(data) == value
    else:
        assert refusal(data)[0] == "deep"


PIECES = (
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b'"',
    b'"a"',
    b"\\u00e9",
    b"1",
    b"0",
    b"-",
    b".",
    b"e",
    b"null",
    b" ",
    b"\n",
    b"\xc3\xa9",
)


@SOME
@given(st.lists(st.sampled_from(PIECES), max_size=12).map(b"".join))
def test_it_takes_nothing_that_others_refuse(data: bytes) -> None:
    try:
        found = read_json(data)
    except Refused:
        return
    assert repr(found) == repr(json.loads(data))
