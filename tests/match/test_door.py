"""The door: what comes from outside is read in one way, or refused with a sentence."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.match.door import Refused, parse_number, read_json
from tests import chance
from tests.match.door_cases import NO_NUMBER, NUMBERS_REFUSED, NUMBERS_TAKEN, REFUSED, TAKEN

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


def said(read: Any, data: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        read(data)
    return caught.value.code, caught.value.words.translate(str)


def short(value: Any) -> str:
    return repr(value)[:40]


@pytest.mark.parametrize(("data", "value"), TAKEN, ids=short)
def test_it_reads(data: bytes, value: Any) -> None:
    found = read_json(data)
    assert repr(found) == repr(value)  # 7 is not 7.0, and true is not 1


@pytest.mark.parametrize(("data", "code", "sentence"), REFUSED, ids=short)
def test_it_refuses(data: bytes, code: str, sentence: str) -> None:
    assert said(read_json, data) == (code, sentence)


def test_a_million_bytes_are_the_most() -> None:
    text = b'"' + b"a" * 999_998 + b'"'
    assert len(read_json(text)) == 999_998
    assert said(read_json, text + b" ") == ("long", "This is longer than 1000000 bytes.")


@pytest.mark.parametrize(("text", "number"), NUMBERS_TAKEN)
def test_it_reads_a_number_of_a_form(text: str, number: int | None) -> None:
    assert parse_number(text) == number


@pytest.mark.parametrize("text", NUMBERS_REFUSED)
def test_it_refuses_what_is_no_number_in_plain_digits(text: str) -> None:
    assert said(parse_number, text) == ("number", NO_NUMBER)


@pytest.mark.parametrize(
    ("text", "number"),
    [("-12", -12), ("−7", -7), ("- 3", -3), ("-", None), (" -5 ", -5), ("-0", 0), ("12", 12), ("", None)],
)
def test_it_reads_a_number_below_zero_where_there_can_be_one(text: str, number: int | None) -> None:
    assert parse_number(text, signed=True) == number


@pytest.mark.parametrize("text", ["--1", "-x", "1-", "+1", "-1234567"])
def test_a_minus_makes_no_number_of_what_is_none(text: str) -> None:
    with pytest.raises(Refused):
        parse_number(text, signed=True)


@pytest.mark.slow
@SOME
@given(JSON, st.booleans(), st.sampled_from([None, 0, 2]))
def test_it_reads_as_others_do(value: Any, ascii_only: bool, indent: int | None) -> None:
    data = json.dumps(value, ensure_ascii=ascii_only, indent=indent).encode()
    assert repr(read_json(data)) == repr(json.loads(data))


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
