"""The fonts are the files we know, or there are none."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from games.export import fonts as found
from tools import fonts
from tools.steps import Trouble


def test_they_are_put_in_place_with_their_licence(font_folder: Path, lettered: None) -> None:
    assert {path.name for path in font_folder.iterdir()} == {*fonts.HASHES, "LICENSE"}
    assert set(fonts.HASHES) == {found.TEXT, found.BOLD, found.FIGURES}
    assert all(found.find(name) == font_folder / name for name in fonts.HASHES)


def test_another_file_stops_it(font_folder: Path, tmp_path: Path) -> None:
    package = tmp_path / "package"
    shutil.copytree(font_folder, package / "ttf")
    with open(package / "ttf" / found.TEXT, "ab") as file:
        file.write(b" ")
    with pytest.raises(Trouble, match="not the file we know"):
        fonts.make(package, tmp_path / "made")
    assert not (tmp_path / "made").exists()


def test_without_npm_there_are_none_and_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any, settings: Any
) -> None:
    def nothing() -> None:
        raise Trouble("There is no network.")

    monkeypatch.setattr(fonts, "BUILD", tmp_path)
    monkeypatch.setattr(fonts, "FOLDER", tmp_path / "fonts")
    monkeypatch.setattr(fonts.npm, "install", nothing)
    fonts.ensure()
    assert "No picture will go with links here. There is no network." in capsys.readouterr().out
    settings.FONTS = tmp_path / "fonts"
    assert found.find(found.TEXT) is None
