"""Any input gives a sheet or a refusal, never another exception."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.match import document as documents
from games.match import score
from games.match.errors import Refused
from games.match.sheet import Sheet, as_json
from tests import chance
from tests.rules.documents import FRAGMENTS, damage, inside
from tests.rules.matches import matches

pytestmark = pytest.mark.fifth

NUMBERS = st.integers(-10, 200) | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
WORDS = (
    "kind",
    "four",
    "sequence",
    "suit",
    "hearts",
    "J",
    "laid",
    "card",
    "values",
    "name",
    "trick",
    "seven",
    "red",
    "13_high",
)
TEXTS = st.sampled_from(WORDS) | st.text(max_size=5)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXTS, inner, max_size=5),
    max_leaves=12,
)

CODES = ("document", "json", "long", "deep", "doubled", "large", "text")

SOME = chance.examples(200, 3_000)


def check_value(value: Any) -> None:
    try:
        sheet = as_json(Sheet(documents.read(value)), str)
    except Refused as refused:
        check_refusal(refused, ("document",))
    else:
        json.dumps(sheet, allow_nan=False)
        for problem in sheet["problems"]:
            check_sentence(problem["message"])


def check_bytes(data: bytes) -> None:
    try:
        sheet = score.score(data, str)
    except Refused as refused:
        check_refusal(refused, CODES)
    else:
        json.dumps(sheet).encode()


def check_refusal(refused: Refused, codes: tuple[str, ...]) -> None:
    assert refused.code in codes
    check_sentence(refused.words.translated(str))


def check_sentence(sentence: str) -> None:
    assert sentence.endswith(".")
    assert "%(" not in sentence


@st.composite
def disturbed(draw: st.DrawFn) -> Any:
    """Return a match document with random values at some places."""
    document = draw(matches())
    for _ in range(draw(st.integers(1, 3))):
        holder, key = draw(st.sampled_from(list(inside(document))))
        holder[key] = draw(JSON)
    return document


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """Return the bytes of a match document with some bytes removed or inserted."""
    text = bytearray(json.dumps(draw(matches()), ensure_ascii=draw(st.booleans())).encode())
    random = Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 4))):
        damage(random, text)
    return bytes(text)


BYTES = damaged() | st.binary() | st.lists(st.sampled_from([*FRAGMENTS, b"1", b"a", b" "])).map(b"".join)


@SOME
@given(JSON | disturbed())
def test_any_value_gives_a_sheet_or_is_refused(value: Any) -> None:
    check_value(value)


@SOME
@given(BYTES)
def test_any_bytes_give_a_sheet_or_are_refused(data: bytes) -> None:
    check_bytes(data)
