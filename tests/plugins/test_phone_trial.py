"""A plug-in that the phone's Python cannot run, or judges differently, is found before play."""

import json

import pytest

from games.bundle import phone_python, phone_trial, plugin_findings
from games.plugins import trial
from games.rules import catalogue
from tests.plugins.conftest import source
from tests.plugins.test_load import manage

pytestmark = pytest.mark.usefixtures("interpreter")

MATCH = "def label(winner):\n    match winner:\n        case _:\n            return 'Won'\n"
WRONG = {
    "a statement": (MATCH + source("clubgame"), "clubgame.py, line 2: SyntaxError: invalid syntax."),
    "a list": (source("clubgame").replace("winner, 3", "[*[winner]][0], 3"), "clubgame.py, line 16: SyntaxError"),
    "a method": (
        source("clubgame").replace('_("Won")', '"won".title()'),
        "clubgame.py, line 16: AttributeError: 'str' object has no attribute 'title'.",
    ),
    "another result": (
        source("clubgame").replace("winner, 3", "winner, 5 if round(0.25, 1) == 0.2 and hasattr('', 'title') else 4"),
        "Round 1 of a match has other points on phones: [4, 0] there, [5, 0] here.",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_only_phones_cannot_run_is_named_with_its_line(node, folder, case):
    text, why = WRONG[case]
    assert folder(clubgame=text).problems == []
    game = catalogue.find("clubgame")
    assert trial.errors(game) == []
    matches = [trial.document(trial.Setup(game, {}, 2), [{"winner": 0}])]
    [error] = phone_trial.errors(game, matches)
    assert why in error


def test_a_right_game_has_no_findings(node, folder):
    folder(clubgame=source("clubgame"))
    assert plugin_findings.find() == []


def test_the_rounds_counted_by_hand_are_tried_too(node, folder, tmp_path):
    rare = "winner, 3 if deal.setup.first_dealer < 9 and deal.number < 40 else len('x'.title())"
    folder(
        clubgame=source("clubgame")
        .replace("winner, 3", rare)
        .replace("3,\n)", "99,\n)")
        .replace("setup: 3", "setup: 99")
    )
    assert plugin_findings.find() == []
    case = {"name": "a long match", "players": 2, "deals": [{"winner": 0}] * 41}
    (tmp_path / "games" / "tests").mkdir()
    (tmp_path / "games" / "tests" / "clubgame.json").write_text(json.dumps([case]), "utf-8")
    [finding] = plugin_findings.find()
    assert "is wrong on phones, whose Python is smaller: clubgame.py, line 16: AttributeError" in finding


def test_a_host_without_node_says_so(folder, monkeypatch):
    folder(clubgame=source("clubgame"))
    monkeypatch.delenv("SCOREKEEPER_NODE", raising=False)
    monkeypatch.setattr(phone_python, "OWN_NODE", "nowhere")
    monkeypatch.setattr(phone_python.shutil, "which", lambda name: None)
    [finding] = plugin_findings.find()
    assert finding == (
        "Nobody has tried the plug-in games as phones run them. "
        "There is no Node.js 18 or newer on this machine, so the phone's Python does not run here."
    )


@pytest.mark.fifth
@pytest.mark.slow
@pytest.mark.parametrize("game", catalogue.GAMES, ids=catalogue.keys())
def test_moments_tasks_and_all_else_of_a_game_are_the_same_on_phones(node, game):
    played = trial.played(game)
    assert list(played.errors) == []
    assert phone_trial.errors(game, played.documents[:20]) == []


@pytest.mark.fifth
@pytest.mark.slow
def test_check_warns_and_other_commands_do_not_play_rounds(node, tmp_path):
    (tmp_path / "clubgame.py").write_text(WRONG["a method"][0], "utf-8")
    checked = manage(tmp_path, "check")
    assert checked.returncode == 0
    assert f"?: (games.W002) The plug-in game clubgame is wrong on phones, whose Python is smaller: {WRONG['a method'][1]}" in checked.stderr  # fmt: skip
    assert "W002" not in manage(tmp_path, "games").stderr
