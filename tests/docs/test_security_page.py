"""docs/security.md names existing files and the headers of responses; docs/asvs.md has every requirement of the standard."""

import ast
import csv
import re
from collections import Counter
from pathlib import Path
from typing import Any

from tests.docs.markdown import rows
from tools.steps import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
STANDARD = (ROOT / "docs" / "asvs.md").read_text("utf-8")
VERDICTS = ("met", "partly", "not met", "does not apply")


def test_every_named_file_exists() -> None:
    names = re.findall(r"`((?:tests|games|scorekeeper)/[\w./:]+)`", PAGE)
    assert len(names) > 15
    assert [name for name in names if not exists(name)] == []


def requirements() -> dict[str, str]:
    """Return the level of each requirement of levels 1 and 2, by its id."""
    with (Path(__file__).parent / "asvs_levels.csv").open(encoding="utf-8") as file:
        return {row["id"]: row["level"] for row in csv.DictReader(file)}


def lines_of_standard() -> list[list[str]]:
    """Return the cells of each requirement in docs/asvs.md."""
    return [
        [cell.strip() for cell in line.strip("|").split(" | ")]
        for line in STANDARD.splitlines()
        if re.match(r"\| \d+\.\d+\.\d+ \|", line)
    ]


def test_the_standard_has_every_requirement_once_with_its_level() -> None:
    lines = lines_of_standard()
    assert len(requirements()) == 259
    assert [(line[0], line[1]) for line in lines] == list(requirements().items())
    assert all(len(line) == 5 and 2 <= len(line[2].split()) <= 10 for line in lines)


def test_the_verdicts_are_counted() -> None:
    counts = Counter(line[3] for line in lines_of_standard())
    assert {row[0]: row[1] for row in rows(STANDARD, "verdict")} == {name: str(counts[name]) for name in VERDICTS}
    assert set(counts) == set(VERDICTS)


def test_each_met_requirement_names_existing_tests_or_files() -> None:
    for id, _level, _text, verdict, shown in lines_of_standard():
        cited = re.findall(r"`([^`]+)`", shown)
        if verdict == "met":
            assert cited, id
            assert re.sub(r"`[^`]+`", "", shown).strip() == "", id
            for name in cited:
                assert exists(name), (id, name)
        else:
            assert 2 <= len(shown.split()) <= 20, id


def exists(name: str) -> bool:
    """Return whether a path, or a test with its path, exists."""
    path, _, test = name.partition("::")
    if not (ROOT / path).exists():
        return False
    return not test or any(
        isinstance(node, ast.FunctionDef) and node.name == test
        for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8")))
    )


def test_a_missing_file_or_test_is_noticed() -> None:
    own = "tests/docs/test_security_page.py"
    assert exists(own)
    assert exists(f"{own}::test_a_missing_file_or_test_is_noticed")
    assert not exists(f"{own}::test_nothing")
    assert not exists("tests/docs/test_nothing.py::test_nothing")


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
