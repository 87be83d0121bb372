"""`manage.py export` writes the same files as the pages, names them, and shows how far it is."""

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
from tests.export.conftest import Table
from tests.export.test_period import taken


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def run(*arguments: str, **more: Any) -> str:
    said = io.StringIO()
    call_command("export", *arguments, stdout=said, **more)
    return said.getvalue().strip()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("lettered")
def test_a_match_and_an_evening(table: Table, folder: Path) -> None:
    match = table.bisca()
    for what, id in (("match", match), ("evening", table.evening_of(match))):
        for form in FORMATS:
            name = run(what, str(id), form.key)
            assert name.startswith("scorekeeper-")
            assert name.endswith(f"2026-01-09.{form.ending}")
            made = (folder / name).read_bytes()
            if form.key not in ("pdf", "xlsx"):  # in these stands when they were made
                assert made == table.get(f"/export/{what}/{id}/{form.key}/").content
            assert made


def test_a_period_of_a_circle(table: Table, folder: Path) -> None:
    table.bisca()
    for which in ("Fridays", str(table.circle.pk)):
        for form in STREAMS:
            name = run("circle", which, form.key, "--from", "2026-01-09", "--to", "2026-01-09")
            assert name.endswith(f"-from-2026-01-09-to-2026-01-09.{form.ending}")
            if form.key != "xlsx":
                assert (folder / name).read_bytes() == taken(table, form.key)
    assert run("circle", "Fridays", "csv", "--to", "2026-01-08", "-o", "none.csv") == "none.csv"
    assert len((folder / "none.csv").read_bytes().splitlines()) == 1


def test_a_circle_whole(table: Table, folder: Path) -> None:
    table.bisca()
    head, *events = (folder / run("circle", "Fridays", "log")).read_bytes().splitlines()
    assert json.loads(head)["format"] == "scorekeeper.circle/1"
    assert len(events) == json.loads(head)["seq"]


def test_to_standard_output(table: Table, capfdbinary: Any) -> None:
    match = table.bisca()
    assert run("match", str(match), "json", "-o", "-") == ""
    assert json.loads(capfdbinary.readouterr().out)["id"] == str(match)


def test_progress_is_shown_to_who_looks_on(table: Table) -> None:
    table.bisca()
    table.bisca()
    shown = Terminal()
    run("circle", "Fridays", "csv", stderr=shown)
    assert "2 of 2 matches" in shown.getvalue()
    unseen = io.StringIO()
    run("circle", "Fridays", "csv", stderr=unseen)
    assert unseen.getvalue() == ""


def test_what_cannot_be_is_said(table: Table, settings: Any, tmp_path: Path) -> None:
    match = str(table.bisca())
    deleted = str(table.bisca())
    actions.delete_match(match=deleted, **table.act)
    services.make_person("Rosa", "Fridays")
    settings.FONTS = tmp_path
    for arguments, words in (
        (("match", match, "doc"), "can be had as pdf"),
        (("match", match, "pdf"), "no fonts"),
        (("match", "x", "csv"), "none with the id x"),
        (("match", deleted, "csv"), "none with the id"),
        (("evening", str(table.circle.pk), "csv"), "none with the id"),
        (("circle", "Fridays", "csv"), "Several circles"),
        (("circle", "Sundays", "csv"), "no circle Sundays"),
        (("circle", str(table.circle.pk), "pdf"), "can be had as xlsx"),
        (("circle", str(table.circle.pk), "csv", "--from", "yesterday"), "invalid"),
        (("match", match, "csv", "-o", "/nowhere/x.csv"), "cannot be written"),
    ):
        with pytest.raises(CommandError, match=words):
            run(*arguments)
