"""Plug-in games: a good file is a game like any other, a wrong one is left out with a sentence."""

import os
import subprocess
import sys

import pytest

from games.bundle import contents, game_files
from games.match.describe import describe
from games.rules import catalogue
from tests.pages.browser import start_match
from tests.plugins.conftest import source
from tests.rules.golden import NAMES
from tools.steps import ROOT

pytestmark = pytest.mark.fifth

BUILT_IN = catalogue.GAMES


def test_a_folder_that_does_not_exist_has_no_games(folder, tmp_path):
    (tmp_path / "games").rmdir()
    assert folder().modules == {}
    assert catalogue.GAMES == BUILT_IN


def test_a_plugin_is_played_like_any_other_game(folder):
    assert folder(clubgame=source("clubgame")).problems == []
    assert catalogue.GAMES[:-1] == BUILT_IN
    assert describe(catalogue.find("clubgame"), str)["name"] == "CLUBGAME of the club"
    table = start_match("clubgame", NAMES[:2])
    table.save(("winner", "1"))
    assert table.sheet.totals == [0, 3]


def test_a_plugin_may_have_several_files_and_games(folder):
    second = source("clubother").replace("score=score", "score=helper.score")
    files = {
        "clubgame": source("clubgame") + source("clubmore"),
        "clubother": "from games.rules import clubgame as helper\n" + second,
    }
    assert folder(**files).problems == []
    assert [game.key for game in catalogue.GAMES[len(BUILT_IN) :]] == ["clubgame", "clubmore", "clubother"]


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("clubgame", "def", "line 1: SyntaxError: "),
        ("clubgame", "\nmissing", "line 2: NameError: name 'missing' is not defined."),
        ("clubgame", "import re", "line 1 imports re. Phones have only games.rules."),
        ("clubgame", "from games.match import log", "line 1 imports games.match.log. Phones have only games.rules."),
        ("clubgame", source("pisti"), "another game has the key “pisti”. Choose another key."),
        ("clubgame", source("clubgame") + source("clubgame", "again"), "another game has the key “clubgame”."),
        ("clubgame", source("Club game", "club"), "the key “Club game” needs small letters, digits and underscores."),
        ("clubgame", source("clubgame").replace('deal["winner"]', "deal[0][1]"), "the game “clubgame” does not work: line 15: LookupError: the game has no question “0”."),
        ("points", source("clubgame"), "Scorekeeper has a file of this name. Choose another name."),
        ("ask", source("clubgame"), "Scorekeeper has a file of this name. Choose another name."),
        ("Club", source("clubgame"), "its name needs small letters, digits and underscores"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_left_out_and_named(folder, name, text, why):
    plugins = folder(**{name: text, "clubgood": source("clubgood")})
    [problem] = plugins.problems
    assert problem.startswith(f"The plug-in game {name}.py was left out: ")
    assert why in problem
    assert [game.key for game in catalogue.GAMES[len(BUILT_IN) :]] == ["clubgood"]


@pytest.mark.parametrize("name", ["clubgame.py", "."])
def test_a_file_that_every_user_can_write_is_left_out(folder, tmp_path, name):
    folder()
    (tmp_path / "games" / "clubgame.py").write_text(source("clubgame"), "utf-8")
    path = tmp_path / "games" / name
    path.chmod(path.stat().st_mode | 0o002)
    [problem] = folder().problems
    assert problem.startswith("The plug-in game clubgame.py was left out: every user of this machine can write it.")
    assert catalogue.GAMES == BUILT_IN


@pytest.mark.parametrize("name", ["clubhelp.py", "clubpack", "clubpack/deep", "clubpack/inner.py", "__pycache__"])
def test_what_every_user_can_write_is_imported_by_no_other_file(folder, tmp_path, name):
    folder()
    games = tmp_path / "games"
    (games / "clubpack" / "deep").mkdir(parents=True)
    (games / "__pycache__").mkdir()
    module = "clubpack.inner" if name.startswith("clubpack") else "clubhelp"
    (games / f"{module.replace('.', '/')}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')", "utf-8")
    (games / name).chmod(0o777)
    plugins = folder(clubgame=source("clubgame") + f"import games.rules.{module}\n", clubgood=source("clubgood"))
    assert list(plugins.modules) == ([] if name == "__pycache__" else ["clubgood"])
    assert any("every user of this machine can write it" in problem for problem in plugins.problems)
    assert any(problem.startswith("The plug-in game clubgame.py was left out: ") for problem in plugins.problems)
    assert not (tmp_path / "ran").exists()


def test_phones_get_a_plugin_in_a_file_of_its_own(folder):
    folder(clubgame=source("clubgame"))
    (_name, bundle), games = contents.bundles("en")
    [own] = [contents.unpack(text) for name, text in games if name.startswith("game.clubgame.")]
    assert "games/rules/clubgame.py" in own
    assert "games/rules/clubgame.py" not in contents.unpack(bundle)
    assert '"clubgame"' in contents.unpack(bundle)[contents.LISTINGS]
    assert ("clubgame", "CLUBGAME") in [(module, name) for _game, module, name in game_files.places()]


def test_a_plugin_may_have_the_name_of_a_page_that_comes_apart(folder):
    folder(settings=source("clubgame"))
    _bundle, games = contents.bundles("en")
    paths = [set(contents.unpack(text)) for name, text in games if "settings." in name]
    assert sorted("games/rules/settings.py" in own for own in paths) == [False, True]
    assert sorted("games/pages/settings.py" in own for own in paths) == [False, True]


@pytest.mark.fifth
def test_the_bundle_changes_with_a_plugin(folder):
    before, _games = contents.bundles("en")
    first = folder(clubgame=source("clubgame"))
    with_plugin, _games = contents.bundles("en")
    first.paths[0].write_text(source("clubgame").replace("winner, 3", "winner, 4"), "utf-8")
    changed, _games = contents.bundles("en")
    assert len({before[0], with_plugin[0], changed[0]}) == 3


def test_a_build_without_the_plugins_is_not_used(folder, settings, tmp_path, monkeypatch):
    """An image of a container is packed without the games of its host."""
    from games.bundle import files, worker

    settings.STATIC_ROOT = tmp_path
    packed = worker.build_folder() / "en"
    packed.mkdir(parents=True)
    monkeypatch.setattr(worker, "build", lambda language: "built")
    monkeypatch.setattr(files, "read", lambda folder: "packed")
    monkeypatch.setattr(worker, "ManifestFilesMixin", object)
    assert worker.cached_build.__wrapped__("en") == "packed"
    plugins = folder(clubgame=source("clubgame"))
    assert worker.cached_build.__wrapped__("en") == "built"
    (worker.build_folder() / files.PLUGINS).write_text(plugins.fingerprint)
    assert worker.cached_build.__wrapped__("en") == "packed"


def manage(folder, *arguments):
    environment = {**os.environ, "GAMES_FOLDER": str(folder), "SECRET_KEY": "of a test"}
    return subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=environment, capture_output=True, text=True)  # fmt: skip


@pytest.mark.slow
def test_a_server_starts_without_a_wrong_file_and_names_it(tmp_path):
    (tmp_path / "clubgood.py").write_text(source("clubgood"), "utf-8")
    (tmp_path / "clubwrong.py").write_text("wrong", "utf-8")
    sentence = "The plug-in game clubwrong.py was left out: line 1: NameError: name 'wrong' is not defined."
    checked = manage(tmp_path, "check")
    assert checked.returncode == 0
    assert f"?: (games.W001) {sentence}" in checked.stderr
    assert f"WARNING scorekeeper.games: {sentence}" in checked.stderr
    assert "clubgood: CLUBGOOD of the club" in manage(tmp_path, "games").stdout
