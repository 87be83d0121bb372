"""No definition and no CSS class has a name of the list "No names" in docs/words.md."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tools import names
from tools.steps import ROOT, Trouble

WORDS = names.banned_words((ROOT / "docs" / "words.md").read_text("utf-8"))
SOURCES = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in names.python_files()}
SHEETS = sorted((ROOT / "static").rglob("*.css"))

SHARED_CLASSES = {"Meta", "Command"}  # Django looks for them by these names
MOST_FOUND = 5  # modules with a variable `found`


def is_http_method(path: str, name: names.Name) -> bool:
    """Return whether Django calls the method for a PUT request."""
    return name.name == "put" and name.parameters[:2] == ("self", "request")


def is_page(path: str, name: names.Name) -> bool:
    """Return whether the function answers GET. In each module of pages `show` answers GET, and `save` answers POST."""
    return name.name == "show" and not name.owner and path.startswith("games/pages/")


EXCEPTIONS = (is_http_method, is_page)


def faults(source: str, path: str) -> list[str]:
    return [
        str(name)
        for name in names.banned_names(source, path, WORDS)
        if not any(is_allowed(path, name) for is_allowed in EXCEPTIONS)
    ]


@pytest.mark.parametrize("path", SOURCES)
def test_no_definition_has_a_banned_name(path: str) -> None:
    assert faults(SOURCES[path], path) == []


def test_hardly_any_module_has_a_variable_called_found() -> None:
    modules = [path for path, source in SOURCES.items() if names.has_variable(source, "found")]
    assert len(modules) <= MOST_FOUND, modules


def test_every_class_name_is_used_once() -> None:
    others = [path for folder in ("tests", "benchmarks") for path in sorted((ROOT / folder).rglob("*.py"))]
    repeated = names.repeated_classes(
        SOURCES | {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in others}
    )
    assert {name: places for name, places in repeated.items() if name not in SHARED_CLASSES} == {}


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_no_css_class_has_a_banned_name(sheet: Path) -> None:
    assert names.banned_classes(sheet.read_text("utf-8"), WORDS) == set()


@pytest.mark.parametrize("is_allowed", EXCEPTIONS)
def test_every_exception_is_needed(is_allowed: Callable[[str, names.Name], bool]) -> None:
    banned = [(path, name) for path, text in SOURCES.items() for name in names.banned_names(text, path, WORDS)]
    assert any(is_allowed(path, name) for path, name in banned)


# ---- The search itself


def test_the_page_lists_the_words() -> None:
    assert {"told", "make", "found", "one"} <= WORDS
    assert len(WORDS) > 20
    assert all(word.isalpha() and word.islower() for word in WORDS)


def test_a_page_without_the_list_stops_the_search() -> None:
    with pytest.raises(Trouble, match="no list"):
        names.banned_words("# Words\n")


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def told(): ...", ["told"]),
        ("async def _make(): ...", ["_make"]),
        ("class Shown: ...", ["Shown"]),
        ("class Sheet:\n    def said(self): ...", ["Sheet.said"]),
        ("class Sheet:\n    taken: int", ["Sheet.taken"]),
        ("class Sheet:\n    kept = done = 1", ["Sheet.kept", "Sheet.done"]),
        ("class Sheet:\n    def load(self):\n        self.bare, other = 1, 2", ["Sheet.bare"]),
        ("class Sheet:\n    def load(self):\n        def say(): ...", ["say"]),
        ("class Sheet:\n    class One: ...", ["One"]),
        ("class Rule:\n    def put(self): ...", ["Rule.put"]),
        ("class Rule:\n    def put(self, request): ...", []),
        ("class Rule:\n    put = 1", ["Rule.put"]),
        ("def put(self, request): ...", ["put"]),
        ("def show(): ...", ["show"]),
        ("def make_sheet(found): return found.told", []),
    ],
)
def test_a_banned_name_is_found_wherever_it_is_defined(source: str, found: list[str]) -> None:
    assert [fault.rpartition(" ")[2] for fault in faults(source, "games/sheet.py")] == found


def test_a_page_is_allowed_to_show() -> None:
    assert faults("def show(): ...\nclass Page:\n    def show(self): ...", "games/pages/home.py") == [
        "games/pages/home.py:3: Page.show"
    ]


def test_a_banned_name_of_a_module_is_found() -> None:
    assert faults("", "games/told.py") == ["games/told.py: told"]


@pytest.mark.parametrize(
    ("source", "is_there"),
    [
        ("found = 1", True),
        ("def load(found): ...", True),
        ("for found in (): ...", True),
        ("if found := load(): ...", True),
        ("[found for found in ()]", True),
        ("print(found)", False),
        ("log.found = 1", False),
    ],
)
def test_a_variable_is_one_that_is_assigned(source: str, is_there: bool) -> None:
    assert names.has_variable(source, "found") is is_there


def test_a_class_name_is_repeated_by_two_modules() -> None:
    sources = {"a.py": "class Match: ...", "b.py": "class Sheet:\n    class Match: ...", "c.py": "class Row: ..."}
    assert names.repeated_classes(sources) == {"Match": ["a.py:1", "b.py:2"]}


SHEET = """
/* .told { } */
@import url("made.css");
.card.shown > a:not(.here) { margin: .5rem; background: url(said.png) }
@media (width > 30.5em) { .keep-me, .keeper, .blue\\:two { color: red; .done { color: blue } } }
a[href$=".bare"] { color: red }
"""


def test_a_banned_css_class_is_found_in_selectors_alone() -> None:
    assert names.banned_classes(SHEET, WORDS) == {"shown", "here", "keep-me", "done"}
