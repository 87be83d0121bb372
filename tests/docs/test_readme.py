"""The README shows what is really there."""

import re
from pathlib import Path

from games.rules import catalogue

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_game_in_one_file_is_the_file() -> None:
    shown = re.search(r"<!-- pisti\.py -->\n```python\n(.*?)\n```\n", README, re.DOTALL)
    assert shown
    assert shown[1] == (ROOT / "games/rules/pisti.py").read_text("utf-8").rstrip()


def test_every_game_is_named() -> None:
    for game in catalogue.GAMES:
        assert game.name.removeprefix("Bisca ") in README, game.name


def test_every_folder_of_the_tree_is_there() -> None:
    tree = README.split("## The tree")[1].split("```")[1]
    for folder in re.findall(r"^(\S+/)", tree, re.MULTILINE):
        assert (ROOT / folder).is_dir(), folder
