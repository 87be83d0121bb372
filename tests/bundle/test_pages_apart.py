"""The programs of a page that hardly anyone needs in a first match come with a file of their own."""

from games.bundle import contents, game_files


def test_a_page_apart_is_in_its_own_file_only() -> None:
    (_name, bundle), files = contents.bundles("en")
    for page in game_files.PAGES_APART:
        [text] = [text for name, text in files if name.startswith(f"game.{game_files.PAGE}{page}.")]
        programs = contents.unpack(text)
        assert f"games/pages/{page}.py" in programs
        assert not programs.keys() & contents.unpack(bundle).keys()
        assert all(path.startswith("games/pages/") for path in programs)
    assert b"games/pages/start/new_match.py" in bundle
