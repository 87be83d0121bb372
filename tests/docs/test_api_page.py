"""docs/api.md: a test plays its evening, and its tables are complete."""

import ast
import json
import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.urls import get_resolver

from games import services
from games.api import urls
from games.match import events
from scorekeeper import away, uploads
from tests.api.conftest import Caller
from tests.api.test_access import ROWS, addresses
from tests.api.test_ids import deprecated
from tests.conftest import missing
from tests.docs import markdown
from tools.steps import ROOT

PAGE = markdown.page("api.md")
CHAPTERS = dict(markdown.chapters(PAGE, "##"))
EVENING = CHAPTERS["An evening with curl"]

RANDOM = ("circle", "by", "received")  # values that differ in every run
END = "--- end of the block ---"


def same(expected: Any, actual: Any) -> bool:
    """Return whether the page has the actual answer, except for random values."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        has_no_clock = actual.get("at") == actual.get("received") is not None
        skipped = (*RANDOM, "at") if has_no_clock else RANDOM
        keys = expected.keys() - set(skipped)
        return expected.keys() == actual.keys() and all(same(expected[key], actual[key]) for key in keys)
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(map(same, expected, actual))
    return type(expected) is type(actual) and bool(expected == actual)


@pytest.mark.django_db(transaction=True)
def test_the_commands_of_the_evening_have_the_answers_of_the_page(
    live_server: Any, tmp_path: Path, settings: Any
) -> None:
    settings.THROTTLE = 0
    for tool in ("bash", "curl", "awk", "grep"):
        if not shutil.which(tool):
            missing(tool, "The page of the API is tried out with it.")
    blocks = markdown.blocks(EVENING)
    commands = [text for language, text in blocks if language == "bash"]
    token = services.make_token(name="Eleni")
    lines = [
        f"python3() {{ echo 'Authorization: Token {token}'; }}"
    ]  # instead of go.py, which would use the real database
    for block in commands:
        lines += [block.replace("http://127.0.0.1:8000", live_server.url), f"echo; echo '{END}'"]
    result = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join(lines)], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert result.returncode == 0, result.stderr
    answers = result.stdout.split(END)
    expected = {
        sum(language == "bash" for language, _text in blocks[: place + 1]) - 1: following
        for place, (block, following) in enumerate(pairwise(blocks))
        if block[0] == "bash" and following[0] != "bash"
    }
    assert len(expected) >= 9
    for place, (language, text) in expected.items():
        if language == "json":
            assert same(json.loads(text), json.loads(answers[place])), (commands[place], answers[place])
        else:
            assert answers[place].split() == text.split()


def test_every_json_block_is_valid() -> None:
    for language, text in markdown.blocks(PAGE):
        if language == "json":
            json.loads(text)


def test_every_python_block_is_valid() -> None:
    for language, text in markdown.blocks(PAGE):
        if language == "python":
            ast.parse(text)


def test_every_url_and_method_is_in_the_table() -> None:
    listed = {
        (method, f"api/v1/{address}")
        for names, methods, _purpose in markdown.rows(CHAPTERS["The addresses"], "address")
        for address in markdown.codes(names)
        for method in methods.split(", ")
    }
    plain = {(method, re.sub(r"<\w+:(\w+)>", r"{\1}", address)) for method, address in ROWS if "v1/" in address}
    assert plain <= listed
    assert {address for _method, address in listed} == {address for _method, address in plain}
    assert len(list(addresses(get_resolver()))) > len(urls.urlpatterns)


def test_what_is_deprecated_is_in_the_table_of_versions() -> None:
    marked = {name for name, _has_id in deprecated(Caller().get("schema/").json())}
    rows = markdown.rows(CHAPTERS["Versions"], "release")
    listed = {name for _release, change, what in rows if change == "deprecated" for name in markdown.codes(what)}
    assert marked == listed - {"id"}


def test_every_kind_of_event_is_described_with_its_data() -> None:
    rows = markdown.rows(CHAPTERS["Events"], "kind")
    assert [kind for kinds, _data in rows for kind in markdown.codes(kinds)] == [kind for kind, _ in events.KINDS]
    for kinds, data in rows:
        for kind in markdown.codes(kinds):
            fields = {field.name for field in events.FIELDS[kind]}
            assert fields <= set(markdown.codes(data)), kind


def codes_in(*paths: str) -> set[str]:
    """Return every code with which the files can answer."""
    codes: set[str] = set()
    for path in paths:
        for file in [ROOT / path] if path.endswith(".py") else (ROOT / path).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                codes |= set(code_of(node))
    return codes


def code_of(node: ast.AST) -> list[str]:
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("Refused", "InvalidRequest", "Clash")
    ):
        place = 0 if node.func.id == "Refused" else 1
        values = node.args[place : place + 1]
    elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in ("code", "default_code"):
        values = [node.value]
    elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple) and is_marked(node.value.elts[-1:]):
        values = node.value.elts[:1]  # a code and its sentence, for several places
    else:
        values = []
    return [value.value for value in values if isinstance(value, ast.Constant)]


def is_marked(nodes: list[ast.expr]) -> bool:
    """Return whether the last one is a translated sentence."""
    return any(isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_" for node in nodes)


FRAMEWORK = {
    "not_authenticated", "authentication_failed", "permission_denied", "not_found", "method_not_allowed",
    "not_acceptable", "unsupported_media_type", "throttled",
}  # fmt: skip


def test_every_code_is_described() -> None:
    of_events, of_requests = (
        {code for names, _meaning in rows for code in markdown.codes(names)}
        for _head, rows in markdown.tables(CHAPTERS["Codes"])
    )
    assert of_events == codes_in(
        "games/store/append.py",
        "games/store/evenings.py",
        "games/store/seasons.py",
        "games/store/custom_games.py",
        "games/match/validation.py",
        "games/match/room.py",
        "games/match/events.py",
        "games/match/document.py",
    )
    assert of_requests == FRAMEWORK | {
        away.CODE,
        away.BUSY,
        away.SLOW,
        away.TODAY,
        uploads.NO_LENGTH,
        uploads.LONG,
    } | codes_in(
        "games/match/json_input.py",
        "games/services",
        "games/api",
        "games/http",
        "games/export",
        "games/imports/source.py",
        "games/imports/target.py",
        "games/imports/preview.py",
        "games/store/figures/period.py",
        "games/store/season_results.py",
    )
    assert codes_in("games/imports") <= of_events | of_requests
