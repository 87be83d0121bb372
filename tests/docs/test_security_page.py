"""The page about security: what it names is there, and what it says of headers is what comes."""

import re
from typing import Any

from tools.steps import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")


def test_every_test_and_file_it_names_is_there() -> None:
    named = re.findall(r"`((?:tests|games)/[\w./]+)`", PAGE)
    assert len(named) > 15
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_chapter_of_the_standard_is_walked_through() -> None:
    assert re.findall(r"^\| V(\d+) ", PAGE, re.MULTILINE) == [str(number) for number in range(1, 15)]


def test_answers_say_what_it_says(client: Any, db: None) -> None:
    answer = client.get("/games/")
    assert f"`Content-Security-Policy: {answer['Content-Security-Policy']}`" in PAGE.replace("\n", " ")
    for name, value in (
        ("X-Frame-Options", "DENY"),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "same-origin"),
    ):
        assert answer[name] == value
        assert f"`{name}: {value}`" in PAGE
    for name in ("Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy"):
        assert answer[name] == "same-origin"
