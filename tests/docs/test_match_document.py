"""The public format is what its page says: nothing undocumented, and nothing documented that is not there."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.match import document as documents
from games.match import json_input
from games.match.errors import Refused
from games.match.score import score
from games.match.sheet import Sheet, as_json
from games.rules import ask, catalogue, nested, option
from games.rules.game import Game
from tests.docs import markdown
from tests.rules.documents import random_documents
from tests.rules.golden import CASES, document

ROOT = markdown.DOCS.parent
PAGE = markdown.page("match-document.md")
CHAPTERS = {key: inner for heading, inner in markdown.chapters(PAGE, "###") for key in markdown.codes(heading)}


def in_chapters(name: str) -> str:
    [found] = [inner for heading, inner in markdown.chapters(PAGE, "##") if heading == name]
    return found


def by_key(game: Game) -> str:
    return game.key


every_game = pytest.mark.parametrize("game", catalogue.GAMES, ids=by_key)


# Examples


def examples() -> list[tuple[str, str]]:
    """Every document of the page, and the block after it."""
    texts = [text for language, text in markdown.blocks(PAGE) if language == "json"]
    return list(zip(texts[::2], texts[1::2], strict=True))


@pytest.mark.parametrize(("written", "sheet"), examples(), ids=lambda text: str(json.loads(text).get("game", "")))
def test_the_sheet_shown_is_what_comes_out(written: str, sheet: str) -> None:
    assert score(written.encode(), str) == json.loads(sheet)


def test_every_chapter_has_an_example() -> None:
    shown = {json.loads(written)["game"] for written, _sheet in examples()}
    for heading, _inner in markdown.chapters(PAGE, "###"):
        assert shown & set(markdown.codes(heading)), heading


@pytest.mark.slow
@pytest.mark.parametrize("block", [text for language, text in markdown.blocks(PAGE) if language == "console"])
def test_the_command_line_answers_like_this(block: str, tmp_path: Path) -> None:
    commands = [line[2:] for line in block.splitlines() if line.startswith("$ ")]
    shown = [line for line in block.splitlines() if not line.startswith("$ ")]
    (tmp_path / "manage.py").symlink_to(ROOT / "manage.py")
    done = subprocess.run(
        ["bash", "-c", "\n".join(commands)],
        cwd=tmp_path,
        env=os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    assert done.stdout.decode().splitlines() == shown


# The games


def test_every_game_has_its_chapter() -> None:
    assert list(CHAPTERS) == catalogue.keys()


def options_of(game: Game) -> list[tuple[str, Any, str]]:
    """Name, default and values of the options in the game's chapter."""
    found = []
    for named, default, known in markdown.rows(CHAPTERS[game.key], "option"):
        name, *only = markdown.codes(named)
        if not only or game.key in only:
            own = {key: value for value, key in re.findall(r"`([^`]+)` \(`(\w+)`\)", default)}
            found.append((name, json.loads(own.get(game.key, markdown.codes(default)[0])), known))
    return found


@every_game
def test_options_and_defaults_are_those_of_the_game(game: Game) -> None:
    assert [(name, default) for name, default, _known in options_of(game)] == [
        (one.name, one.default) for one in game.options
    ]


@every_game
def test_the_values_of_an_option_are_named(game: Game) -> None:
    for one, (_name, _default, known) in zip(game.options, options_of(game), strict=True):
        named = values_in(known.split(":")[0])
        if isinstance(one, option.Pick):
            assert named == [value for value, _label in one.values]
        elif isinstance(one, option.Switch):
            assert named == [not one.default]


def values_in(text: str) -> list[Any]:
    """All JSON texts, numbers, true and false in `code`."""
    return [json.loads(code) for code in markdown.codes(text) if re.fullmatch(r'"\w+"|\d+|true|false', code)]


def questions_of(game: Game) -> list[tuple[str, str]]:
    """Name of each question in the game's chapter, and what is said about it."""
    return [
        (name, said) for names, said in markdown.rows(CHAPTERS[game.key], "answer") for name in markdown.codes(names)
    ]


@every_game
def test_questions_are_those_of_the_game(game: Game) -> None:
    assert [name for name, _said in questions_of(game)] == [question.name for question in game.questions]


@every_game
def test_questions_that_may_stay_open_are_called_optional(game: Game) -> None:
    for question, (name, said) in zip(game.questions, questions_of(game), strict=True):
        assert said.startswith("optional") is (question.need != ask.NEEDED), name


@every_game
def test_the_choices_of_a_question_are_named(game: Game) -> None:
    for question, (name, said) in zip(game.questions, questions_of(game), strict=True):
        if isinstance(question, ask.Choice):
            assert values_in(said) == [value for value, _label in question.values], name


@every_game
def test_fields_within_answers_are_shown(game: Game) -> None:
    for question, (_name, said) in zip(game.questions, questions_of(game), strict=True):
        shown = json.dumps(re.findall(r'"(\w+)":', said))
        for field in fields(question):
            assert json.dumps(field) in shown


def fields(question: ask.Question) -> list[str]:
    """The names of all fields of an answer, those within fields too."""
    found = []
    if isinstance(question, nested.Each | nested.Several):
        found += fields(question.of)
    for kind in question.kinds if isinstance(question, nested.OneOf) else ():
        found += fields(kind)
    for field in question.fields if isinstance(question, nested.Record) else ():
        found += [field.name, *fields(field)]
    return found


def documents_at_hand() -> list[dict[str, Any]]:
    """The golden ones and some at random, those left out that are no documents."""
    found = []
    for one in [*map(document, CASES), *random_documents(seed=4, count=1500)]:
        try:
            documents.read(one)
        except Refused:
            continue
        found.append(one)
    return found


@pytest.fixture(scope="module")
def sheets() -> list[tuple[str, dict[str, Any]]]:
    """Game and sheet of many documents."""
    return [(one["game"], as_json(Sheet(documents.read(one)), str)) for one in documents_at_hand()]


@pytest.mark.slow
@every_game
def test_facts_are_those_of_the_game(game: Game, sheets: list[tuple[str, dict[str, Any]]]) -> None:
    own = [sheet for key, sheet in sheets if key == game.key]
    for first, found in (
        ("fact", {name for sheet in own for row in sheet["deals"] for name in row["facts"]}),
        ("fact of the match", {name for sheet in own for name in sheet["facts"]}),
    ):
        assert {markdown.codes(row[0])[0] for row in markdown.rows(CHAPTERS[game.key], first)} == found


def test_every_heley_is_named(sheets: list[tuple[str, dict[str, Any]]]) -> None:
    [said] = [row[1] for row in markdown.rows(CHAPTERS["bisca_capixaba"], "fact") if row[0] == "`heley`"]
    own = [row["facts"].get("heley") for key, sheet in sheets if key == "bisca_capixaba" for row in sheet["deals"]]
    assert set(markdown.codes(said)) == {heley for heley in own if heley is not None}


# The document, the sheet, problems


def test_every_key_of_a_document_is_described() -> None:
    [written, *_rest] = [json.loads(written) for written, _sheet in examples()]
    described = [code for row in markdown.rows(PAGE, "key") for code in markdown.codes(row[0])]
    assert sorted(described) == sorted([*written, "closed"])


def test_every_key_of_a_sheet_is_described() -> None:
    said = markdown.codes(in_chapters("The sheet")) + markdown.codes(in_chapters("Problems"))
    for _written, shown in examples():
        sheet = json.loads(shown)
        for part in (sheet, *sheet["sides"], *sheet["deals"], *sheet["problems"]):
            assert set(part) <= set(said), set(part) - set(said)


def codes_in_source() -> set[str]:
    """The code of every problem that the rules and the sheet can find."""
    found = set()
    for path in [*ROOT.glob("games/rules/*.py"), ROOT / "games/match/sheet.py"]:
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call):
                name = getattr(call.func, "id", getattr(call.func, "attr", ""))
                place = {"Problem": 1, "wrong": 0}.get(name)
                code = call.args[place] if place is not None and len(call.args) > place else None
                if isinstance(code, ast.Constant) and isinstance(code.value, str):
                    found.add(code.value)
    return found


def test_problem_codes_are_all_described(sheets: list[tuple[str, dict[str, Any]]]) -> None:
    described = [code for row in markdown.rows(PAGE, "code") for code in markdown.codes(row[0])]
    assert len(described) == len(set(described))
    assert set(described) == codes_in_source()
    assert {problem["code"] for _key, sheet in sheets for problem in sheet["problems"]} <= set(described)


def test_the_limits_of_json_input_are_documented() -> None:
    said = in_chapters("No match document")
    assert f"more than {json_input.LONGEST:,} bytes" in said
    assert f"more than {json_input.DEEPEST} deep" in said
    assert f"a number of {json_input.LARGEST:,} or more, or of -{json_input.LARGEST:,} or less" in said
