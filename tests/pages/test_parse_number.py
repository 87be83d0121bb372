"""Whole numbers typed into a form, on the server and on the phone."""

import json
from pathlib import Path

import pytest

from games.match.errors import Refused
from games.pages.entry.form_answers import parse_number
from tests.phone import phone

PLAIN = [("7", 7), ("0", 0), (" 7 ", 7), ("007", 7), ("999999", 999_999), ("", None), ("   ", None)]
SIGNED = [("-12", -12), ("−7", -7), ("- 3", -3), ("-", None), (" -5 ", -5), ("-0", 0), ("12", 12), ("", None)]
WRONG = (
    "1000000", "0000007", "+1", "-1", "1 2", "7.0", "7,0", "1e3", "0x7", "1_0", "\t7", "7\n", "７", "٧", "۷", "²", "7\u00a0", "\u2007", "seven", "\x00",
)  # fmt: skip
WRONG_SIGNED = ("--1", "-x", "1-", "+1", "-1234567")


def code(text: str, *, signed: bool) -> str:
    with pytest.raises(Refused) as caught:
        parse_number(text, signed=signed)
    assert caught.value.words.translated(str) == "Must be a whole number with at most 6 digits."
    return caught.value.code


@pytest.mark.parametrize(("text", "number"), PLAIN)
def test_plain_digits_are_a_number(text: str, number: int | None) -> None:
    assert parse_number(text) == number


@pytest.mark.parametrize(("text", "number"), SIGNED)
def test_a_minus_makes_a_negative_number_if_there_can_be_one(text: str, number: int | None) -> None:
    assert parse_number(text, signed=True) == number


@pytest.mark.parametrize("text", WRONG)
def test_all_but_plain_digits_are_refused(text: str) -> None:
    assert code(text, signed=False) == "number"


@pytest.mark.parametrize("text", WRONG_SIGNED)
def test_a_minus_in_a_wrong_place_is_refused(text: str) -> None:
    assert code(text, signed=True) == "number"


@pytest.mark.fifth
def test_numbers_are_the_same_on_the_phone(node: str, tmp_path: Path) -> None:
    cases = [(text, False, number) for text, number in PLAIN] + [(text, True, number) for text, number in SIGNED]
    cases += [(text, False, "number") for text in WRONG] + [(text, True, "number") for text in WRONG_SIGNED]
    lines = "\n".join(json.dumps([text, signed]) for text, signed, _answer in cases)
    answers = phone.run(node, "number_lines.py", lines.encode(), tmp_path).decode().splitlines()
    assert [json.loads(answer) for answer in answers] == [answer for _text, _signed, answer in cases]
