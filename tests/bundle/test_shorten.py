"""Programs on phones have no needless space, and mean the same."""

import ast
from typing import Any

import pytest

from games.bundle import contents
from games.bundle.shorten import without_spaces
from games.bundle.strip import strip_python

PROGRAMS = sorted(path for package in contents.PACKAGES for path in (contents.ROOT / package).glob("*.py"))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_space_has_no_meaning(path: Any) -> None:
    source = strip_python(path.read_text("utf-8"))
    assert ast.dump(ast.parse(without_spaces(source))) == ast.dump(ast.parse(source))


@pytest.mark.parametrize(
    ("source", "short"),
    [
        ("def f(seat):\n    points = seat + 1\n    return points\n", "def f(seat):\n points=seat+1;return points\n"),
        ("def f():\n    return f'{name} is  here'\n", "def f():\n return f'{name} is  here'\n"),
        ("x = 'a' if y else (\n  'b'\n  'c'\n)\n", "x='a' if y else('b' 'c')\n"),
        ("x = 1\nif x:\n    y = 2\nz = 3\n", "x=1\nif x:\n y=2\nz=3\n"),
        ("x = y if 1 else not z\n", "x=y if 1 else not z\n"),
        ("x = '''a\n   b'''\n", "x='''a\n   b'''\n"),
    ],
)
def test_a_short_program_does_the_same(source: str, short: str) -> None:
    assert without_spaces(source) == short
