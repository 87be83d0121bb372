"""The README agrees with the code, is short, and the index lists every page."""

import re
from pathlib import Path

from games.rules import catalogue
from tests.docs import markdown

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
[TREE] = re.findall(r"^```\n(go\.py .*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_every_game_is_named() -> None:
    for game in catalogue.GAMES:
        name = game.name.split("\x04")[-1]  # without a context
        assert name.removeprefix("Bisca ") in README, f"add {name} to README.md"


def test_the_game_to_read_first_is_linked_and_not_copied() -> None:
    source = (ROOT / "games/rules/pisti.py").read_text("utf-8")
    assert "(games/rules/pisti.py)" in README
    assert not [line for line in source.splitlines() if line.startswith(("def ", "class ")) and line in README]


def test_every_folder_of_the_tree_exists() -> None:
    folders = re.findall(r"[\w/]+/(?=[ ,)\n])", TREE)
    assert len(folders) > 20
    assert [folder for folder in folders if not (ROOT / folder).is_dir()] == []


def test_the_tree_fits_on_one_screen_and_has_every_package_of_the_games() -> None:
    assert len(TREE.splitlines()) <= 24
    packages = {path.parent.name for path in (ROOT / "games").glob("*/__init__.py")}
    missing = {name for name in packages if f"games/{name}/" not in TREE}
    assert missing <= {"management", "migrations"}


def test_the_readme_is_for_players_then_hosts_then_developers() -> None:
    headings = [heading for heading, _text in markdown.chapters(README, "##")]
    assert headings == ["For players", "For hosts", "For developers"]
    assert len(README.split()) < 1600


def test_the_index_lists_every_page() -> None:
    listed = set(re.findall(r"\]\(([^)#]+)", markdown.page("README.md")))
    assert {path.name for path in markdown.DOCS.glob("*.md")} - listed == {"README.md"}
