"""The README agrees with the code."""

import re
from pathlib import Path

from games.rules import catalogue

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_example_of_a_game_is_its_file() -> None:
    block = re.search(r"<!-- pisti\.py -->\n```python\n(.*?)\n```\n", README, re.DOTALL)
    assert block
    assert block[1] == (ROOT / "games/rules/pisti.py").read_text("utf-8").rstrip()


def test_every_game_is_named() -> None:
    for game in catalogue.GAMES:
        assert game.name.removeprefix("Bisca ") in README, game.name


def test_every_folder_of_the_tree_exists() -> None:
    tree = README.split("## The tree")[1].split("```")[1]
    for folder in re.findall(r"^(\S+/)", tree, re.MULTILINE):
        assert (ROOT / folder).is_dir(), folder
