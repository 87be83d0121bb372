"""The build copies only fonts with the known hashes."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from games.export import fonts as export_fonts
from tools import fonts
from tools.steps import Trouble


def test_the_fonts_are_copied_with_their_licence(font_folder: Path, lettered: None) -> None:
    assert {path.name for path in font_folder.iterdir()} == {*fonts.HASHES, "LICENSE"}
    assert set(fonts.HASHES) == {export_fonts.TEXT, export_fonts.BOLD, export_fonts.FIGURES}
    assert all(export_fonts.find(name) == font_folder / name for name in fonts.HASHES)


def test_a_changed_font_stops_the_build(font_folder: Path, tmp_path: Path) -> None:
    package = tmp_path / "package"
    shutil.copytree(font_folder, package / "ttf")
    with open(package / "ttf" / export_fonts.TEXT, "ab") as file:
        file.write(b" ")
    with pytest.raises(Trouble, match="not the file we know"):
        fonts.build(package, tmp_path / "build")
    assert not (tmp_path / "build").exists()


def test_without_npm_the_build_prints_why_there_are_no_fonts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any, settings: Any
) -> None:
    def fail() -> None:
        raise Trouble("There is no network.")

    monkeypatch.setattr(fonts, "BUILD", tmp_path)
    monkeypatch.setattr(fonts, "FOLDER", tmp_path / "fonts")
    monkeypatch.setattr(fonts.npm, "install", fail)
    fonts.ensure()
    assert "No picture will go with links here. There is no network." in capsys.readouterr().out
    settings.FONTS = tmp_path / "fonts"
    assert export_fonts.find(export_fonts.TEXT) is None
