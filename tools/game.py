"""`go.py game NAME`: write the file of a new game, its tests and its chapter, and print what is left to do.

The files are a small game that works. The author of a game replaces its questions and points.
"""

import os
import re
from pathlib import Path

from tools.steps import ROOT, Trouble

RULES = ROOT / "games" / "rules"
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")

GAME = '''"""TITLE. Write here where the rules come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, headings
from games.rules.game import Ending, Game, Line, Part
from games.rules.words import _

if TYPE_CHECKING:
    from games.rules.game import AnsweredDeal, Setup

TRICKS = 13
ROUNDS = 4


def rounds(setup: Setup) -> int:
    return ROUNDS


def score(deal: AnsweredDeal) -> list[Line]:
    """Return the points of each side by name. A line without answers has no points yet."""
    return [Line(_("Tricks"), deal["tricks"])]


VARIABLE = Game(
    key="KEY",
    name=_("TITLE"),
    aim=_("Take the most tricks."),
    card=(_("Thirteen tricks a round. Each trick is a point."), _("The match has four rounds. The most points win.")),
    heading=headings.OTHER,
    also=(),
    players=(4,),
    questions=(ask.Tally("tricks", _("Tricks"), total=TRICKS, help=_("The tricks that each player took.")),),
    parts=(Part("play", _("Play"), ("tricks",)),),
    score=score,
    end=Ending(rounds=rounds),
)
'''

DEALS = """[
{"name": "Each trick is a point",
 "source": "Write here where the rules say so",
 "players": 4,
 "deals": [{"tricks": [6, 4, 3, 0]}],
 "points": [[6, 4, 3, 0]], "totals": [6, 4, 3, 0], "finished": false},

{"name": "The last number follows from the others",
 "source": "Thirteen tricks in all",
 "players": 4,
 "deals": [{"tricks": [6, 4, 3, null]}],
 "points": [[6, 4, 3, 0]], "totals": [6, 4, 3, 0], "complete": [true]}
]
"""

TEST = '''"""TITLE: rounds that were counted by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.bundle import phone_python, phone_trial
from games.match import document as documents
from games.match.sheet import Sheet, as_json
from games.plugins import trial
from games.rules import catalogue
from tests.rules.golden import document
IMPORT
CASES = json.loads(DEALS.read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_round_is_scored_as_by_hand(case: dict[str, Any]) -> None:
    sheet = as_json(Sheet(documents.read(document(case | {"game": "KEY"}))), str)
    rows = {name: [row[name] for row in sheet["deals"]] for name in ("points", "complete")}
    result = {**rows, "totals": sheet["totals"], "finished": sheet["finished"]}
    assert {name: result[name] for name in result if name in case} == {name: case[name] for name in result if name in case}


def test_random_rounds_raise_no_error() -> None:
    game = catalogue.find("KEY")
    assert game is not None
    assert trial.errors(game) == []


def test_phones_calculate_alike() -> None:
    game = catalogue.find("KEY")
    assert game is not None
    matches = [document(case | {"game": "KEY"}) for case in CASES] + trial.played(game).documents
    try:
        assert phone_trial.errors(game, matches) == []
    except phone_python.NoPhonePython as reason:
        pytest.skip(str(reason))


def test_all_tricks_are_counted() -> None:
    sheet = Sheet(documents.read(document({"game": "KEY", "players": 4, "deals": [{"tricks": [6, 4, 4, 0]}]})))
    assert [problem.question for row in sheet.rows for problem in row.problems] == ["tricks"]
'''
OF_PLUGIN = """from games.plugins import load

DEALS = Path(__file__).with_name("KEY.json")
if catalogue.find("KEY") is None:
    load.LOADED = load.load(Path(__file__).parents[1])
    assert catalogue.find("KEY") is not None, load.LOADED.problems
"""
OF_SOURCE = """
DEALS = Path(__file__).parent / "deals" / "KEY.json"
"""

EXAMPLES = '''"""Examples for the rule card of TITLE, by the start of a sentence, and the sentences about the play."""

from typing import Any

EXAMPLES: dict[str, list[Any]] = {}
PLAY = ("Thirteen tricks a round", "The match has four rounds")
'''

CHAPTER = """## TITLE: `KEY`

Four players, each alone. The match has four rounds, and the most points win.

| question | what is entered |
| --- | --- |
| Tricks | how many each player took, 13 in all |

- Each trick is a point.

Where the sources differ: write here what your group decided.
"""

LEFT = """Written: FILES.

Left to do:
1. Replace the questions, options and points in GAME by those of the game. Keep the key: stored matches have it.
2. Count rounds by hand, and write them into DEALS. Then run: python3 go.py test TEST
3. Write the chapter of the game, CHAPTER.
"""
LEFT_PLUGIN = "4. Start the server again. It reads the folder at its start, and says if a file is wrong.\n"
LEFT_SOURCE = """4. Add the line of the game to games/rules/catalogue.py.
5. Write at least 25 rounds into DEALS, and the examples of the card into EXAMPLES.
6. Write the chapter in docs/match-document.md, and the lines in tests/rules/test_released.py, tests/rules/test_seats.py and README.md.
7. Run python3 go.py test tests/rules tests/docs -k "NAME or every_game or every_option". It says what is missing.
8. Run python3 go.py words, and translate the new texts into every language in locale/.
9. Run python3 go.py check, and python3 go.py test tests/ground, which has the rules for texts.
"""


def plugin_folder() -> Path:
    return Path(os.environ.get("GAMES_FOLDER") or ROOT / "data" / "games")


def write(arguments: list[str]) -> int:
    """Write the files of a game. With --source it becomes one of the project's own games."""
    names = [argument for argument in arguments if argument != "--source"]
    if len(names) != 1 or len(arguments) - len(names) > 1:
        raise Trouble("`game` takes a name, and --source for a game of the project: python3 go.py game NAME")
    [name] = names
    if not NAME.fullmatch(name):
        raise Trouble(f"A name has small letters, digits and underscores, not: {name}")
    if (RULES / f"{name}.py").exists() or (RULES / name).exists():
        raise Trouble(f"Scorekeeper has a file {name}.py. Choose another name.")
    is_source = "--source" in arguments
    texts = source_files(name) if is_source else plugin_files(name)
    if existing := [path for path in texts if path.exists()]:
        raise Trouble(f"There is a file {short_path(existing[0])} already.")
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(filled(text, name), encoding="utf-8")
    print(left_to_do(list(texts), is_source), end="")
    return 0


def plugin_files(name: str) -> dict[Path, str]:
    folder = plugin_folder()
    return {
        folder / f"{name}.py": GAME,
        folder / "tests" / f"{name}.json": DEALS,
        folder / "tests" / f"test_{name}.py": TEST.replace("IMPORT\n", OF_PLUGIN),
        folder / f"{name}.md": CHAPTER,
    }


def source_files(name: str) -> dict[Path, str]:
    return {
        RULES / f"{name}.py": GAME,
        ROOT / "tests" / "rules" / "deals" / f"{name}.json": DEALS,
        ROOT / "tests" / "rules" / f"test_{name}.py": TEST.replace("IMPORT\n", OF_SOURCE),
        ROOT / "docs" / f"{name}.md": CHAPTER,
        ROOT / "tests" / "rules" / "cards" / f"{name}.py": EXAMPLES,
    }


def filled(text: str, name: str) -> str:
    for word, value in (("VARIABLE", name.upper()), ("TITLE", name.replace("_", " ").capitalize()), ("KEY", name)):
        text = text.replace(word, value)
    return text


def left_to_do(paths: list[Path], is_source: bool) -> str:
    """Return what is left to do, with the files in the order of the texts."""
    names = [short_path(path) for path in paths]
    text = LEFT + (LEFT_SOURCE if is_source else LEFT_PLUGIN)
    chapter = f"{names[3]}, and move it into docs/games.md: no page of docs/ is for one game" if is_source else names[3]
    for word, value in (("FILES", ", ".join(names)), ("GAME", names[0]), ("DEALS", names[1]), ("TEST", names[2])):
        text = text.replace(word, value)
    text = text.replace("EXAMPLES", names[-1]).replace("NAME", paths[0].stem)
    return text.replace("CHAPTER", chapter)


def short_path(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)
