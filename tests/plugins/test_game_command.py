"""`go.py game NAME` writes a game that works, with tests that pass."""

import os
import re
import subprocess
import sys

import pytest

from games.rules import catalogue
from tests.rules.golden import NAMES, document
from tools import game
from tools.steps import ROOT, Trouble


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMES_FOLDER", str(tmp_path / "games"))
    return tmp_path / "games"


def test_the_written_game_is_played(own_folder, folder):
    game.write(["club_game"])
    assert folder().problems == []
    assert catalogue.find("club_game").name == "Club game"
    assert document({"game": "club_game", "players": 4, "deals": []})["players"] == list(NAMES[:4])


def test_everything_left_to_do_names_its_file(own_folder, capsys):
    game.write(["club_game"])
    printed = capsys.readouterr().out
    paths = sorted(path for path in own_folder.rglob("*") if path.is_file())
    assert [path.name for path in paths] == ["club_game.md", "club_game.py", "club_game.json", "test_club_game.py"]
    assert all(printed.count(str(path)) == 2 for path in paths)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "takes a name"),
        (["one", "two"], "takes a name"),
        (["Club"], "small letters"),
        (["../club"], "small letters"),
        (["pisti"], "Scorekeeper has a file pisti.py"),
        (["ask", "--source"], "Scorekeeper has a file ask.py"),
    ],
)
def test_a_wrong_name_is_refused(own_folder, arguments, why):
    with pytest.raises(Trouble, match=why):
        game.write(arguments)
    assert not own_folder.exists()


def test_a_file_is_never_replaced(own_folder):
    game.write(["club"])
    (own_folder / "club.py").write_text("mine")
    with pytest.raises(Trouble, match=r"There is a file .*club\.py already"):
        game.write(["club"])
    assert (own_folder / "club.py").read_text() == "mine"


@pytest.mark.fifth
@pytest.mark.slow
def test_the_written_tests_pass_and_say_why_a_file_is_left_out(own_folder):
    game.write(["club_game"])
    assert "5 passed" in run_tests(own_folder)
    path = own_folder / "club_game.py"
    path.write_text(path.read_text("utf-8").replace("aim=", "aims="), "utf-8")
    said = run_tests(own_folder)
    assert re.search(
        r"club_game.py was left out: line \d+: TypeError: Game.__init__\(\) got an unexpected keyword", said
    )


def run_tests(folder):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n0", str(folder / "tests")]
    return subprocess.run(command, cwd=ROOT, env={**os.environ}, capture_output=True, text=True).stdout


def test_a_game_of_the_project_has_the_same_files_elsewhere():
    paths = [path.relative_to(ROOT).as_posix() for path in game.source_files("club")]
    assert paths == [
        "games/rules/club.py",
        "tests/rules/deals/club.json",
        "tests/rules/test_club.py",
        "docs/club.md",
        "tests/rules/cards/club.py",
    ]
