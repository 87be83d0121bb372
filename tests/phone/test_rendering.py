"""The phone renders templates byte for byte like Jinja2, and fails if Jinja2 fails."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from scorekeeper import jinja
from tests.phone import languages, phone
from tests.phone.packed import FOLDER, files
from tests.phone.values import read

PAGES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*.html"))
WRONG = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("wrong/*.html"))

AWKWARD = (
    "Eleni",
    "",
    "<script>alert('x')</script>",
    "\"quotes\" & 'more' &amp; <b>",
    "שרה ‏علي‎",
    "🂡👩‍👩‍👧 ş Ü",
    "x" * 200,
    "100% %(who)s %s %%",
    "{{ name }}{% if %}",
    "line\nbreak\ttab",
    7,
    0,
    True,
    None,
    ["markup", "<b>bold & nice</b>"],
    ["markup", ""],
    ["drawn"],
)


def values(name: Any, value: Any, count: int) -> dict[str, Any]:
    """Return the context for the templates of these tests."""
    deep = {"er": name}
    thing = ["thing", {"name": name, "deep": deep, "values": 3}]
    other = ["thing", {"name": "other", "deep": {"er": ["markup", "<i>"]}}]
    return {
        "name": name,
        "value": value,
        "outside": name,
        "plain": "a-<b>",
        "markup": ["markup", f"<u>{count}</u>"],
        "items": ["list", name, 1, ["markup", "<i>"], value, None, "last"],
        "rows": ["list", ["tuple", 1, name], ["list"], ["list", value, name, "c"]],
        "pairs": ["list", ["tuple", "a", name], ["tuple", value, 2]],
        "counts": ["list", 0, 1, 2, 3, 4, 5, 11, 21, 100, 101, 102, 1002, count],
        "big": 12345678901,
        "thing": thing,
        "things": ["list", thing, other],
        "dict": {"name": name, "values": 5, "deep": deep},
        "words": ["words", "%(count)s rounds of %(who)s", {"count": count, "who": str(name)}],
        "csrf_input": "",
    }


@pytest.fixture
def spoken(settings: Any, tmp_path: Path) -> None:
    """Add the languages of these tests to Django."""
    languages.write(FOLDER, tmp_path / "locale")
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    settings.LANGUAGES = [("en", "English"), (languages.PSEUDO, "Pseudo-English"), (languages.SLOVENE, "Slovene")]


@pytest.fixture
def server() -> Environment:
    """Django's environment with these templates."""
    return jinja.environment(loader=FileSystemLoader(FOLDER))


def on_server(environment: Environment, name: str, packed: dict[str, Any]) -> list[str]:
    try:
        return ["page", environment.get_template(name).render(read(packed, Markup))]
    except Exception as error:
        return ["error", type(error).__name__, str(error)]


def on_phone(node: str, folder: Path, language: str, cases: list[tuple[str, Any]]) -> list[list[str]]:
    # MicroPython does not join surrogate pairs, and browsers never send them.
    data = "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in cases)
    lines = phone.run(node, "render_lines.py", data.encode(), folder, files(language)).decode()
    return [json.loads(line) for line in lines.strip().split("\n")]


@pytest.mark.tenth
@pytest.mark.turns
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", languages.PSEUDO, languages.SLOVENE])
@pytest.mark.usefixtures("spoken")
def test_pages_are_the_same_on_the_phone(node: str, tmp_path: Path, server: Environment, language: str) -> None:
    cases = [
        (page, values(name, value, count))
        for page in PAGES
        if not page.startswith(("_", "asked"))
        for count, name in enumerate(AWKWARD)
        for value in (AWKWARD[(count + 7) % len(AWKWARD)], name)
    ]
    answers = on_phone(node, tmp_path, language, cases)
    with translation.override(language):
        for case, answer in zip(cases, answers, strict=True):
            ours = on_server(server, *case)
            assert answer[0] == ours[0], (answer, case[0], ours)
            assert answer[0] == "error" or answer[1] == ours[1], (case, answer, ours)
    pages = [case[0] for case, answer in zip(cases, answers, strict=True) if answer[0] == "page"]
    assert sorted(set(pages)) == [page for page in PAGES if not page.startswith(("_", "asked"))]
    assert len(pages) > 0.7 * len(cases)


@pytest.mark.tenth
@pytest.mark.slow
@pytest.mark.usefixtures("spoken")
def test_an_error_on_the_server_is_an_error_on_the_phone(node: str, tmp_path: Path, server: Environment) -> None:
    cases = [(page, values("Eleni", 1, 2)) for page in WRONG]
    for case, answer in zip(cases, on_phone(node, tmp_path, "en", cases), strict=True):
        assert on_server(server, *case)[0] == "error", case[0]
        assert answer[0] == "error", (case[0], answer)
        if on_server(server, *case)[1] == "UndefinedError" and "less" not in case[0]:
            assert answer[1] in ("UndefinedError", "AttributeError"), (case[0], answer)
