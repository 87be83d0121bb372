"""`manage.py export` writes the same files as the pages, names them, and reports its progress."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import services
from games.export.formats import FORMATS
from games.export.streams import STREAMS
from games.services import actions
from tests.export.conftest import ExportingTable
from tests.export.test_period import period_data

pytestmark = pytest.mark.fifth


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def run(*arguments: str, **options: Any) -> str:
    output = io.StringIO()
    call_command("export", *arguments, stdout=output, **options)
    return output.getvalue().strip()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("lettered")
def test_match_and_evening_are_exported(table: ExportingTable, folder: Path) -> None:
    match = table.bisca()
    for kind, id in (("match", match), ("evening", table.evening_of(match))):
        for form in FORMATS:
            name = run(kind, str(id), form.key)
            assert name.startswith("scorekeeper-")
            assert name.endswith(f"2026-01-09.{form.ending}")
            data = (folder / name).read_bytes()
            if form.key not in ("pdf", "xlsx"):  # these contain their time of creation
                assert data == table.get(f"/export/{kind}/{id}/{form.key}/").content
            assert data


def test_period_of_a_circle_is_exported(table: ExportingTable, folder: Path) -> None:
    table.bisca()
    for which in ("Fridays", str(table.circle.pk)):
        for form in STREAMS:
            name = run("circle", which, form.key, "--from", "2026-01-09", "--to", "2026-01-09")
            assert name.endswith(f"-from-2026-01-09-to-2026-01-09.{form.ending}")
            if form.key != "xlsx":
                assert (folder / name).read_bytes() == period_data(table, form.key)
    assert run("circle", "Fridays", "csv", "--to", "2026-01-08", "-o", "none.csv") == "none.csv"
    assert len((folder / "none.csv").read_bytes().splitlines()) == 1


def test_log_of_a_circle_is_exported(table: ExportingTable, folder: Path) -> None:
    table.bisca()
    head, *events = (folder / run("circle", "Fridays", "log")).read_bytes().splitlines()
    assert json.loads(head)["format"] == "scorekeeper.circle/1"
    assert len(events) == json.loads(head)["seq"]


def test_export_to_standard_output(table: ExportingTable, capfdbinary: Any) -> None:
    match = table.bisca()
    assert run("match", str(match), "json", "-o", "-") == ""
    assert json.loads(capfdbinary.readouterr().out)["id"] == str(match)


def test_progress_is_shown_in_a_terminal_only(table: ExportingTable) -> None:
    table.bisca()
    table.bisca()
    terminal = Terminal()
    run("circle", "Fridays", "csv", stderr=terminal)
    assert "2 of 2 matches" in terminal.getvalue()
    file = io.StringIO()
    run("circle", "Fridays", "csv", stderr=file)
    assert file.getvalue() == ""


def test_command_explains_errors(table: ExportingTable, settings: Any, tmp_path: Path) -> None:
    match = str(table.bisca())
    deleted = str(table.bisca())
    actions.delete_match(match=deleted, **table.act)
    services.make_person("Rosa", "Fridays")
    settings.FONTS = tmp_path
    for arguments, words in (
        (("match", match, "doc"), "can be had as pdf"),
        (("match", match, "pdf"), "Fonts are missing"),
        (("match", "x", "csv"), "no match or evening with the id x"),
        (("match", deleted, "csv"), "no match or evening with the id"),
        (("evening", str(table.circle.pk), "csv"), "no match or evening with the id"),
        (("circle", "Fridays", "csv"), "Several circles"),
        (("circle", "Sundays", "csv"), "no circle Sundays"),
        (("circle", str(table.circle.pk), "pdf"), "can be had as xlsx"),
        (("circle", str(table.circle.pk), "csv", "--from", "yesterday"), "invalid"),
        (("match", match, "csv", "-o", "/nowhere/x.csv"), "cannot be written"),
    ):
        with pytest.raises(CommandError, match=words):
            run(*arguments)
