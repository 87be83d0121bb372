"""The programs of a page that hardly anyone needs in a first match come with a file of their own."""

import pytest

from games.bundle import contents, game_files

pytestmark = pytest.mark.fifth


def name_in(text: str, path: str) -> bool:
    """Return whether a compiled template uses the one with this path."""
    return f"'{path.removeprefix(game_files.TEMPLATES)}'" in text


def test_a_page_apart_is_in_its_own_file_only() -> None:
    (_name, bundle), files = contents.bundles("en")
    for page in game_files.PAGES_APART:
        [text] = [text for name, text in files if name.startswith(f"game.{game_files.PAGE}{page}.")]
        programs = contents.unpack(text)
        assert f"games/pages/{page}.py" in programs
        assert not programs.keys() & contents.unpack(bundle).keys()
        own = {f"{game_files.TEMPLATES}{name}" for name in game_files.PAGES_APART[page]}
        assert own == {path for path in programs if not path.endswith(".py")}
        assert len(own) < 2 or any(name_in(programs[path], other) for path in own for other in own)
        assert not [path for path in own if any(name_in(text, path) for text in contents.unpack(bundle).values())]
    assert b"games/pages/start/new_match.py" in bundle
