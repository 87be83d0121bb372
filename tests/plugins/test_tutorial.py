"""docs/adding-a-game.md is true word for word: its files are a game that is played, and its tests pass."""

import inspect
import json
import os
import re
import subprocess
import sys

import pytest

from games.match import document as documents
from games.match.sheet import Sheet, as_json
from games.rules import catalogue, headings, option
from games.rules.game import AnsweredDeal, Game
from tests.docs import markdown
from tests.pages.browser import Table, start_match
from tests.phone import phone
from tests.rules.golden import NAMES, document
from tools import game
from tools.steps import ROOT

[TUTORIAL] = [text for head, text in markdown.chapters(markdown.page("adding-a-game.md"), "##") if "thirty" in head]
STEPS = dict(markdown.chapters(TUTORIAL, "###"))
GAME, TEST, MORE = ([], [], [])
for title, text in STEPS.items():
    target = {"7": TEST, "9": MORE}.get(title[0], GAME)
    target += re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
[CASES] = re.findall(r"^```json\n(.*?)^```$", TUTORIAL, re.MULTILINE | re.DOTALL)
[NAME] = re.findall(r"go\.py game (\w+)", TUTORIAL)


def with_moments():
    """Return the game after step 9."""
    *first, last = GAME
    last = last.replace("    score=score,\n", "    score=score,\n    moments=moments,\n")
    return "\n\n".join([*first, *MORE, last]).replace("Game, Line, Part", "Game, Line, Moment, Part")


@pytest.fixture
def load_tutorial(tmp_path, monkeypatch, folder):
    """Write the files of the command, and return a function that loads the folder with this game."""
    monkeypatch.setenv("GAMES_FOLDER", str(tmp_path / "games"))
    game.write([NAME])
    return lambda text: folder(**{NAME: text})


def test_the_game_of_the_tutorial_is_scored_as_by_hand(load_tutorial):
    assert load_tutorial("\n\n".join(GAME)).problems == []
    for case in json.loads(CASES):
        sheet = as_json(Sheet(documents.read(document(case | {"game": NAME}))), str)
        result = {name: [row[name] for row in sheet["deals"]] for name in ("points", "complete")}
        result |= {name: sheet[name] for name in ("totals", "finished")}
        assert {name: result[name] for name in result if name in case} == {name: case[name] for name in result if name in case}  # fmt: skip


def test_it_is_in_the_list_where_the_tutorial_says(load_tutorial):
    load_tutorial("\n\n".join(GAME))
    assert catalogue.find(NAME).heading == headings.CONTRACTS
    [radio] = [one for one in Table().get("/new/").html.find("new-match").all("input") if one.get("value") == NAME]
    assert "500" in radio.get("data-names").split(", ")


def test_it_is_played_to_its_end(load_tutorial):
    load_tutorial("\n\n".join(GAME))
    table = start_match(NAME, NAMES[:4])
    for _round in range(2):
        table.save(("bidder", "0"), ("bid", "10"), ("tricks-0", "10"), ("tricks-1", "0"))
    assert (table.sheet.totals, table.sheet.winners) == ([600, 0], [0])


def test_its_moment_is_found(load_tutorial):
    assert load_tutorial(with_moments()).problems == []
    deal = {"bidder": 0, "bid": 10, "tricks": [10, 0]}
    sheet = Sheet(documents.read(document({"game": NAME, "players": 4, "deals": [deal]})))
    assert [moment.name for moment in sheet.setup.game.moments(sheet.rows[0].deal)] == ["all_tricks"]


@pytest.mark.slow
def test_a_phone_scores_it_alike(load_tutorial, node, tmp_path):
    load_tutorial(with_moments())
    rounds = [document(case | {"game": NAME}) for case in json.loads(CASES)]
    lines = "\n".join(json.dumps(match) for match in rounds).encode()
    answers = phone.run(node, "score_lines.py", lines, tmp_path).decode().splitlines()
    assert [json.loads(line) for line in answers] == [as_json(Sheet(documents.read(match)), str) for match in rounds]


@pytest.mark.fifth
@pytest.mark.slow
def test_its_tests_pass(load_tutorial, tmp_path):
    load_tutorial("\n\n".join(GAME))
    tests = tmp_path / "games" / "tests"
    (tests / f"{NAME}.json").write_text(CASES, "utf-8")
    path = tests / f"test_{NAME}.py"
    path.write_text(path.read_text("utf-8").partition("def test_all_tricks")[0] + TEST[0], "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n0", str(tests)]
    result = subprocess.run(command, cwd=ROOT, env={**os.environ}, capture_output=True, text=True)
    assert "6 passed" in result.stdout, result.stdout


def test_the_reference_names_everything_that_a_game_can_use():
    """Someone who writes a game by the page alone finds each kind of question, field and name of a deal."""
    [reference] = [text for head, text in markdown.chapters(markdown.page("adding-a-game.md"), "##") if head.strip("# ") == "The reference"]  # fmt: skip
    kinds = [
        f"ask.{name}" for name in ("Choice", "Taker", "PlayerSeat", "SeatList", "YesNo", "Flag", "Number", "Tally")
    ]
    kinds += [f"nested.{name}" for name in ("Each", "Several", "Numbers", "Record", "OneOf")]
    kinds += [f"option.{kind.__name__}" for kind in option.Option.__subclasses__()]
    fields = list(inspect.signature(Game.__init__).parameters)[1:]
    of_deal = [name for name in vars(AnsweredDeal) if not name.startswith("_")]
    missing = [name for name in (*kinds, "Most(") if f"`{name}" not in reference]
    missing += [name for name in fields if f"`{name}`" not in reference]
    missing += [name for name in of_deal if f"`deal.{name}" not in reference]
    assert missing == []
