"""`manage.py score`: the sheets, the errors and the exit status."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.rules.golden import document

ROOT = Path(__file__).resolve().parents[2]

GOOD = document({"game": "pisti", "players": 2, "deals": []})
BAD = document({"game": "pisti", "players": 2, "deals": [{"jacks": [4, 4]}]})
OLD = GOOD | {"format": "scorekeeper.match/0"}
RIGHT = json.dumps(GOOD)
WRONG = json.dumps(BAD)
NONE = json.dumps(OLD)
DOUBLED = '{"a": 1, "a": 2}'
PRETTY = json.dumps(GOOD, indent=2)

FORMAT = "The format of a match document must be “scorekeeper.match/1”."

Answer = tuple[int, list[Any], list[str]]


@pytest.fixture
def score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    """Return a function that returns the exit status, the sheets on standard output, and standard error."""

    def run(text: str | bytes, file: Path | str = tmp_path / "match.json") -> Answer:
        if isinstance(file, Path):
            file.write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(SystemExit) as ended:
            call_command("score", str(file))
        out, err = capsys.readouterr()
        assert out == "" or out.endswith("\n")
        return ended.value.code, [summary(json.loads(line)) for line in out.split("\n")[:-1]], err.splitlines()

    return run


def summary(answer: dict[str, Any]) -> str:
    """Return the kind of a line: a sheet, a sheet with problems, or the sentence of an error."""
    if set(answer) == {"error"}:
        return answer["error"]
    return "problems" if answer["problems"] else "sheet"


DOCUMENTS = [
    (RIGHT, 0, ["sheet"], []),
    (RIGHT + "\n", 0, ["sheet"], []),
    ("\r\n\n  " + RIGHT + " \r\n\n", 0, ["sheet"], []),
    (PRETTY, 0, ["sheet"], []),
    (PRETTY.replace("\n", "\r\n"), 0, ["sheet"], []),
    (WRONG, 1, ["problems"], []),
    (json.dumps(BAD, indent=2), 1, ["problems"], []),
    (NONE, 2, [], [FORMAT]),
    (json.dumps(OLD, indent=2), 2, [], [FORMAT]),
    (DOUBLED, 2, [], ["Duplicate key “a”."]),
    ('{"a": 1,\n"a": 2}', 2, [], ["Duplicate key “a”."]),
    ('[\n1e999\n]', 2, [], ["A number is too large; the limit is 1000000000."]),
    ("[\n" + "9" * 5000 + "\n]", 2, [], ["A number is too large; the limit is 1000000000."]),
    ("[\n" * 21 + "]\n" * 21, 2, [], ["Lists and objects are nested more than 20 levels deep."]),
    ("", 2, [], ["Invalid JSON at byte 0."]),
    ("seven", 2, [], ["Invalid JSON at byte 0."]),
    ("7", 2, [], ["A match document must be a JSON object."]),
    ("null", 2, [], ["A match document must be a JSON object."]),
    ("[" + RIGHT + "]", 2, [], ["A match document must be a JSON object."]),
]  # fmt: skip

LINES = [
    (["", " "], 0, []),
    ([RIGHT, RIGHT], 0, ["sheet", "sheet"]),
    ([RIGHT, "", "  ", RIGHT, ""], 0, ["sheet", "sheet"]),
    ([RIGHT, WRONG, RIGHT], 1, ["sheet", "problems", "sheet"]),
    ([NONE, RIGHT], 1, [FORMAT, "sheet"]),
    ([RIGHT, NONE], 1, ["sheet", FORMAT]),
    ([DOUBLED, RIGHT], 1, ["Duplicate key “a”.", "sheet"]),
    (["[" * 21 + "]" * 21, RIGHT], 1, ["Lists and objects are nested more than 20 levels deep.", "sheet"]),
    (['"\\ud800"', RIGHT], 1, ["Invalid character (a lone surrogate).", "sheet"]),
    (["9999999999", RIGHT], 1, ["A number is too large; the limit is 1000000000.", "sheet"]),
    (["{a", RIGHT], 1, ["Invalid JSON at byte 1.", "sheet"]),
    (["seven", "eight"], 1, ["Invalid JSON at byte 0."] * 2),
    (["null", "7"], 1, ["A match document must be a JSON object."] * 2),
]


@pytest.mark.parametrize(("text", "status", "sheets", "error"), DOCUMENTS, ids=range(len(DOCUMENTS)))
def test_a_document_is_scored(score, text: str, status: int, sheets: list[str], error: list[str]) -> None:
    assert score(text) == (status, sheets, error)


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize(("lines", "status", "answers"), LINES, ids=range(len(LINES)))
def test_every_line_is_scored(score, lines: list[str], status: int, answers: list[str], end: str) -> None:
    assert score(end.join(lines)) == (status, answers, [])
    assert score(end.join(lines) + end) == (status, answers, [])


def test_invalid_bytes_affect_only_their_line(score) -> None:
    assert score(b'"\xff"\n' + RIGHT.encode()) == (1, ["This is not UTF-8 text.", "sheet"], [])


def test_many_lines_may_be_longer_than_the_limit_of_a_document(score) -> None:
    padded = json.dumps(GOOD | {"note": "a" * 400_000})
    assert score("\n".join([padded] * 3)) == (0, ["sheet"] * 3, [])
    long = "This is larger than 1000000 bytes."
    assert score("\n".join([RIGHT, json.dumps(GOOD | {"note": "a" * 1_000_000})])) == (1, ["sheet", long], [])
    assert score(json.dumps(GOOD | {"note": "a" * 1_000_000}, indent=2)) == (2, [], [long])


def test_a_file_that_cannot_be_read_is_an_error(score, tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.json")
    assert score("", missing) == (2, [], [f"{missing} cannot be read: No such file or directory."])
    assert score("", str(tmp_path)) == (2, [], [f"{tmp_path} cannot be read: Is a directory."])


def test_a_dash_reads_standard_input(score, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f"{RIGHT}\n{NONE}\n".encode())))
    assert score("", "-") == (1, ["sheet", FORMAT], [])


WITH_NAMES = GOOD | {"players": ["Şükrü", "Ζηνοβία"]}
LOCALES = [
    {"LC_ALL": "C"},
    {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    {"PYTHONIOENCODING": "latin-1"},
]


@pytest.mark.fifth
@pytest.mark.slow
@pytest.mark.parametrize("locale", LOCALES, ids=str)
def test_sheets_are_utf8_whatever_the_locale(locale: dict[str, str]) -> None:
    data = json.dumps(WITH_NAMES, ensure_ascii=False).encode() + b"\n" + NONE.encode()
    command = [sys.executable, "manage.py", "score", "-"]
    process = subprocess.run(
        command, input=data, capture_output=True, cwd=ROOT, env={**os.environ, **locale}, check=False
    )
    assert (process.returncode, process.stderr) == (1, b"")
    sheet, error = process.stdout.decode("utf-8").splitlines()
    assert [side["name"] for side in json.loads(sheet)["sides"]] == ["Şükrü", "Ζηνοβία"]
    assert json.loads(error) == {"error": FORMAT}


@pytest.mark.slow
def test_the_reason_on_standard_error_is_one_line_of_utf8() -> None:
    command = [sys.executable, "manage.py", "score", "-"]
    env = {**os.environ, **LOCALES[1]}
    process = subprocess.run(command, input=NONE.encode(), capture_output=True, cwd=ROOT, env=env, check=False)
    assert (process.returncode, process.stdout) == (2, b"")
    assert process.stderr.decode("utf-8") == FORMAT + "\n"
