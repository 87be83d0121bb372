"""docs/match-document.md describes exactly the public format."""

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
from games.plugins.names import CODES
from games.rules import ask, catalogue, nested, option
from games.rules.game import Game
from games.rules.words import plain_text
from tests.docs import markdown
from tests.rules.documents import random_documents
from tests.rules.golden import CASES, document

ROOT = markdown.DOCS.parent
PAGE = markdown.page("match-document.md")
CHAPTERS = markdown.GameChapters("match-document.md", "###")


def in_chapters(name: str) -> str:
    [text] = [inner for heading, inner in markdown.chapters(PAGE, "##") if heading == name]
    return text


def by_key(game: Game) -> str:
    return game.key


every_game = pytest.mark.parametrize("game", catalogue.GAMES, ids=by_key)


# Examples


def examples() -> list[tuple[str, str]]:
    """Return every document of the page, with the block after it."""
    texts = [text for language, text in markdown.blocks(PAGE) if language == "json"]
    return list(zip(texts[::2], texts[1::2], strict=True))


@pytest.mark.parametrize(("source", "sheet"), examples(), ids=lambda text: str(json.loads(text).get("game", "")))
def test_an_example_has_the_sheet_of_the_page(source: str, sheet: str) -> None:
    assert score(source.encode(), plain_text) == json.loads(sheet)


def test_every_chapter_has_an_example() -> None:
    games = {json.loads(source)["game"] for source, _sheet in examples()}
    for heading, _inner in markdown.chapters(PAGE, "###"):
        assert games & set(markdown.codes(heading)), heading


@pytest.mark.fifth
@pytest.mark.slow
@pytest.mark.parametrize("block", [text for language, text in markdown.blocks(PAGE) if language == "console"])
def test_a_command_has_the_output_of_the_page(block: str, tmp_path: Path) -> None:
    commands = [line[2:] for line in block.splitlines() if line.startswith("$ ")]
    output = [line for line in block.splitlines() if not line.startswith("$ ")]
    (tmp_path / "manage.py").symlink_to(ROOT / "manage.py")
    result = subprocess.run(
        ["bash", "-c", "\n".join(commands)],
        cwd=tmp_path,
        env=os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    assert result.stdout.decode().splitlines() == output


# The games


def test_every_game_has_a_chapter() -> None:
    assert list(CHAPTERS) == catalogue.keys(), "add the chapter of the game to docs/match-document.md"


def options_of(game: Game) -> list[tuple[str, Any, str]]:
    """Return name, default and values of the options in the game's chapter."""
    options = []
    for names, default, known in markdown.rows(CHAPTERS[game.key], "option"):
        name, *only = markdown.codes(names)
        if not only or game.key in only:
            own = {key: value for value, key in re.findall(r"`([^`]+)` \(`(\w+)`\)", default)}
            options.append((name, json.loads(own.get(game.key, markdown.codes(default)[0])), known))
    return options


@every_game
def test_options_and_defaults_are_those_of_the_game(game: Game) -> None:
    assert [(name, default) for name, default, _known in options_of(game)] == [
        (rule.name, rule.default) for rule in game.options
    ]


@every_game
def test_the_values_of_an_option_are_listed(game: Game) -> None:
    for rule, (_name, _default, known) in zip(game.options, options_of(game), strict=True):
        listed = values_in(known.split(":")[0])
        if isinstance(rule, option.Pick):
            assert listed == [value for value, _label in rule.values]
        elif isinstance(rule, option.Switch):
            assert listed == [not rule.default]


def values_in(text: str) -> list[Any]:
    """Return all JSON texts, numbers, true and false in `code`."""
    return [json.loads(code) for code in markdown.codes(text) if re.fullmatch(r'"\w+"|\d+|true|false', code)]


def questions_of(game: Game) -> list[tuple[str, str]]:
    """Return name and description of each question in the game's chapter."""
    return [
        (name, text) for names, text in markdown.rows(CHAPTERS[game.key], "answer") for name in markdown.codes(names)
    ]


@every_game
def test_questions_are_those_of_the_game(game: Game) -> None:
    assert [name for name, _text in questions_of(game)] == [question.name for question in game.questions]


@every_game
def test_questions_that_may_stay_open_are_called_optional(game: Game) -> None:
    for question, (name, text) in zip(game.questions, questions_of(game), strict=True):
        assert text.startswith("optional") is (question.need != ask.NEEDED), (
            f"the row of {name} begins with “optional” if the question may stay open, and only then"
        )


@every_game
def test_the_choices_of_a_question_are_listed(game: Game) -> None:
    for question, (name, text) in zip(game.questions, questions_of(game), strict=True):
        if isinstance(question, ask.Choice):
            assert values_in(text) == [value for value, _label in question.values], name


@every_game
def test_fields_within_answers_are_in_the_description(game: Game) -> None:
    for question, (_name, text) in zip(game.questions, questions_of(game), strict=True):
        names = json.dumps(re.findall(r'"(\w+)":', text))
        for field in fields(question):
            assert json.dumps(field) in names


def fields(question: ask.Question) -> list[str]:
    """Return the names of all fields of an answer, with those of inner fields."""
    names = []
    if isinstance(question, nested.Each | nested.Several):
        names += fields(question.of)
    for kind in question.kinds if isinstance(question, nested.OneOf) else ():
        names += fields(kind)
    for field in question.fields if isinstance(question, nested.Record) else ():
        names += [field.name, *fields(field)]
    return names


def valid_documents() -> list[dict[str, Any]]:
    """Return the golden documents and random ones, without those that are refused."""
    valid = []
    for candidate in [*map(document, CASES), *random_documents(seed=4, count=1500)]:
        try:
            documents.read(candidate)
        except Refused:
            continue
        valid.append(candidate)
    return valid


@pytest.fixture(scope="module")
def sheets() -> list[tuple[str, dict[str, Any]]]:
    """Game and sheet of many documents."""
    return [(valid["game"], as_json(Sheet(documents.read(valid)), str)) for valid in valid_documents()]


@pytest.mark.fifth
@pytest.mark.slow
@every_game
def test_facts_are_those_of_the_game(game: Game, sheets: list[tuple[str, dict[str, Any]]]) -> None:
    own = [sheet for key, sheet in sheets if key == game.key]
    for column, facts in (
        ("fact", {name for sheet in own for row in sheet["deals"] for name in row["facts"]}),
        ("fact of the match", {name for sheet in own for name in sheet["facts"]}),
    ):
        assert {markdown.codes(row[0])[0] for row in markdown.rows(CHAPTERS[game.key], column)} == facts


def test_every_heley_is_listed(sheets: list[tuple[str, dict[str, Any]]]) -> None:
    [text] = [row[1] for row in markdown.rows(CHAPTERS["bisca_capixaba"], "fact") if row[0] == "`heley`"]
    own = [row["facts"].get("heley") for key, sheet in sheets if key == "bisca_capixaba" for row in sheet["deals"]]
    assert set(markdown.codes(text)) == {heley for heley in own if heley is not None}


# The document, the sheet, problems


def test_every_key_of_a_document_is_described() -> None:
    [first, *_rest] = [json.loads(source) for source, _sheet in examples()]
    described = [code for row in markdown.rows(PAGE, "key") for code in markdown.codes(row[0])]
    assert sorted(described) == sorted([*first, "changes", "closed", "custom_game", "result", "totals"])


def test_every_key_of_a_sheet_is_described() -> None:
    described = markdown.codes(in_chapters("The sheet")) + markdown.codes(in_chapters("Problems"))
    for _source, text in examples():
        sheet = json.loads(text)
        for part in (sheet, *sheet["sides"], *sheet["deals"], *sheet["problems"]):
            assert set(part) <= set(described), set(part) - set(described)


def codes_in_source() -> set[str]:
    """Return the code of every problem that the rules and the sheet can report."""
    codes = set()
    for path in [*ROOT.glob("games/rules/*.py"), ROOT / "games/match/sheet.py"]:
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call):
                name = getattr(call.func, "id", getattr(call.func, "attr", ""))
                place = {"Problem": 1, "Note": 1, "PlaceNote": 1, "wrong": 0}.get(name)
                code = call.args[place] if place is not None and len(call.args) > place else None
                if isinstance(code, ast.Constant) and isinstance(code.value, str):
                    codes.add(code.value)
    return codes


def test_problem_codes_are_all_described(sheets: list[tuple[str, dict[str, Any]]]) -> None:
    described = [code for row in markdown.rows(PAGE, "code") for code in markdown.codes(row[0])]
    assert len(described) == len(set(described))
    assert set(described) == codes_in_source() == set(CODES)
    assert {problem["code"] for _key, sheet in sheets for problem in sheet["problems"]} <= set(described)


def test_the_limits_of_json_input_are_documented() -> None:
    text = in_chapters("No match document")
    assert f"more than {json_input.LONGEST:,} bytes" in text
    assert f"more than {json_input.DEEPEST} deep" in text
    assert f"a number of {json_input.LARGEST:,} or more, or of -{json_input.LARGEST:,} or less" in text
