"""docs/security.md names existing files, every requirement of the standard, and the headers of responses."""

import re
from typing import Any

from tests.docs.markdown import rows
from tools.steps import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")


def test_every_named_file_exists() -> None:
    paths = re.findall(r"`((?:tests|games)/[\w./]+)`", PAGE)
    assert len(paths) > 15
    assert [path for path in paths if not (ROOT / path).exists()] == []


# The requirements of levels 1 and 2 in OWASP ASVS 4.0.3, without deleted ones.
STANDARD = """
1.1.1-7 1.2.1-4 1.4.1 1.4.4-5 1.5.1-4 1.6.1-4 1.7.1-2 1.8.1-2 1.9.1-2 1.10.1 1.11.1-2 1.12.2 1.14.1-6
2.1.1-12 2.2.1-3 2.3.1-3 2.4.1-5 2.5.1-7 2.6.1-3 2.7.1-6 2.8.1-7 2.9.1-3 2.10.1-4
3.1.1 3.2.1-4 3.3.1-4 3.4.1-5 3.5.1-3 3.7.1
4.1.1-3 4.1.5 4.2.1-2 4.3.1-3
5.1.1-5 5.2.1-8 5.3.1-10 5.4.1-3 5.5.1-4
6.1.1-3 6.2.1-6 6.3.1-2 6.4.1-2
7.1.1-4 7.2.1-2 7.3.1 7.3.3-4 7.4.1-3
8.1.1-4 8.2.1-3 8.3.1-8
9.1.1-3 9.2.1-4
10.2.1-2 10.3.1-3
11.1.1-8
12.1.1-3 12.2.1 12.3.1-6 12.4.1-2 12.5.1-2 12.6.1
13.1.1 13.1.3-5 13.2.1-3 13.2.5-6 13.3.1-2 13.4.1-2
14.1.1-4 14.2.1-6 14.3.2-3 14.4.1-7 14.5.1-4
"""
Number = tuple[int, ...]


def requirements() -> list[Number]:
    numbers = []
    for chapter, section, first, last in re.findall(r"(\d+)\.(\d+)\.(\d+)(?:-(\d+))?", STANDARD):
        numbers += [(int(chapter), int(section), number) for number in range(int(first), int(last or first) + 1)]
    return numbers


def numbers_in(text: str) -> list[Number]:
    """Return the requirements that a text names by a number, a range, or their section."""
    numbers = []
    for first, last in re.findall(r"\b(\d+\.\d+(?:\.\d+)?)(?:–(\d+\.\d+\.\d+))?", text):
        start, end = (tuple(map(int, number.split("."))) if number else () for number in (first, last))
        numbers += [
            number for number in requirements() if (start <= number <= end if end else number[: len(start)] == start)
        ]
        assert start in [number[: len(start)] for number in requirements()], first
    return numbers


def test_the_page_lists_every_requirement_once() -> None:
    chapters = rows(PAGE, "chapter")
    assert [row[0].split()[0] for row in chapters] == [f"V{number}" for number in range(1, 15)]
    assert all(
        row[0].startswith(f"V{number[0]} ") for row in chapters for cell in row[1:] for number in numbers_in(cell)
    )
    assert len(requirements()) == 259
    assert sorted(number for row in chapters for cell in row[1:] for number in numbers_in(cell)) == requirements()


def test_responses_have_the_headers_of_the_page(client: Any, db: None) -> None:
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
