"""`manage.py import`: the same files, of any size."""

import io
import json
import sys
import tracemalloc
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from games import models, services
from games.export import circle_log
from games.imports import target
from games.imports.preview import preview
from games.imports.source import Source
from tests.imports.conftest import WritingPeople, another_server, circle_state
from tests.imports.test_documents import MATCH

pytestmark = pytest.mark.fifth


def run(*arguments: str) -> str:
    output = io.StringIO()
    call_command("import", *arguments, stdout=output)
    return output.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(MATCH), "utf-8")
    return path


@pytest.mark.slow
def test_circle_is_imported_as_a_new_one(circle: WritingPeople, tmp_path: Path) -> None:
    file, before = tmp_path / "circle.jsonl", circle_state(circle.circle.pk)
    file.write_bytes(circle.log())
    another_server()
    assert "2 that stay deleted" in run(str(file), "--new", "Mondays", "--look")
    assert models.Circle.objects.count() == 1
    output = run(str(file), "--new", "Mondays")
    assert str(circle.circle.pk) in output
    assert circle_state(circle.circle.pk) == before
    tallies = models.MonthTally.objects.filter(circle=circle.circle.pk)
    assert tallies.exists()
    assert not tallies.filter(tally__isnull=True).exists()
    imported = models.Circle.objects.get(pk=circle.circle.pk)
    assert imported.name == "Mondays"
    owner = imported.memberships.get().person
    assert owner.is_active
    assert f"signin {owner.pk}" in output  # the command by which the owner can sign in
    assert "0 entries, into" in run(str(file), "--circle", "Mondays")


def test_matches_are_imported_into_a_circle(someone: models.Person, file: Path) -> None:
    output = run(str(file), "--circle", "Sundays", "--look")
    assert "2019-03-01  Bisca de Três: Eleni 1 – Deniz 1" in output
    assert "1 new matches" in output
    assert "New players: Deniz, Eleni. Known: –." in output
    assert models.Match.objects.count() == 0
    assert "1 matches, 5 entries" in run(str(file), "--circle", "Sundays")
    assert models.Event.objects.filter(by=someone).count() == 5


def test_owner_of_a_new_circle_can_be_chosen(someone: models.Person, file: Path) -> None:
    eleni, _circle = services.make_person("Eleni")
    run(str(file), "--new", "Mondays", "--owner", "Eleni")
    assert models.Circle.objects.get(name="Mondays").memberships.get().person == eleni


def test_standard_input_can_be_imported(someone: models.Person, monkeypatch: pytest.MonkeyPatch) -> None:
    data = f"{json.dumps(MATCH)}\n7\n".encode()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    assert "Line 2: A match document must be a JSON object." in run("-", "--circle", "Sundays", "--look")


def test_command_explains_errors(someone: models.Person, file: Path, tmp_path: Path) -> None:
    services.make_person("Rosa", "Mondays")
    other = tmp_path / "x.pdf"
    other.write_bytes(b"%PDF")
    for arguments, words in (
        ((str(tmp_path / "none"), "--circle", "Sundays"), "cannot be read"),
        ((str(tmp_path), "--circle", "Sundays"), "cannot be read"),
        ((str(other), "--circle", "Sundays"), "Line 1: This file contains neither a match"),
        ((str(file), "--circle", "Tuesdays"), "no circle Tuesdays"),
        ((str(file), "--new", "Tuesdays", "--owner", "Zeynep"), "Nobody here is called that"),
        ((str(file), "--new", "Tuesdays", "--owner", "Rosa"), "Several are called that"),
        ((str(file),), "one of the arguments"),
    ):
        with pytest.raises(CommandError, match=words):
            run(*arguments)
    models.Membership.objects.all().delete()
    with pytest.raises(CommandError, match="has no owner"):
        run(str(file), "--circle", "Sundays")


def lines(count: int) -> io.BytesIO:
    """Return a log with this many matches of ten events each."""
    file, seq = io.BytesIO(), 0

    def write(match: str, kind: str, **data: Any) -> None:
        nonlocal seq
        seq += 1
        event = {"id": str(uuid4()), "match": match, "kind": kind, "data": data, "after": None, "seq": seq}
        by = {"id": "b1a0c6f2-4f0e-4a51-8d0a-2f1c5a7a0e55", "name": "Eleni"}
        line = {**event, "at": "2026-01-09T19:42:10+02:00", "by": by, "received": "2026-01-09T17:42:12Z"}
        file.write(json.dumps(line).encode() + b"\n")

    file.write(json.dumps({"format": "scorekeeper.circle/1", "circle": str(uuid4()), "name": "Long"}).encode() + b"\n")
    for _ in range(count):
        match = str(uuid4())
        write(match, "start", game="bisca_quatro", players=["Eleni", "Deniz", "Rosa", "Duarte"])
        for _ in range(3):
            write(match, "deal", deal=str(uuid4()), answers={"points": [71, 49]})
        for _ in range(6):
            write(match, "finish")
    return file


def peak(by: models.Person, count: int) -> tuple[int, int]:
    source = Source(lines(count))
    tracemalloc.start()
    chosen = target.choose_target(by, source, None)
    preview(by, source, chosen)
    previewed = tracemalloc.get_traced_memory()[1]
    tracemalloc.reset_peak()
    services.import_file(by=by, source=source, target=chosen, most=None)
    stored = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return previewed, stored


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_memory_use_does_not_grow_with_the_log() -> None:
    rosa, _circle = services.make_person("Rosa")
    peak(rosa, 60)  # fill the caches
    few, many = peak(rosa, 120), peak(rosa, 360)
    assert many[0] < 1.5 * few[0]
    assert many[1] < 1.5 * few[1]


def queries(by: models.Person, count: int, django_assert_max_num_queries: Any, most: int) -> None:
    source = Source(lines(count))
    with django_assert_max_num_queries(most):
        preview(by, source, target.choose_target(by, source, None))


def test_preview_queries_by_batch(someone: models.Person, django_assert_max_num_queries: Any) -> None:
    queries(someone, 50, django_assert_max_num_queries, 10)
    queries(someone, 200, django_assert_max_num_queries, 14)


@pytest.mark.long
def test_years_of_a_club_pass_all_limits(someone: models.Person, tmp_path: Path) -> None:
    """5,000 matches come in as documents, go out as the log of their circle, and come in on another server."""
    count, documents, log = 5_000, tmp_path / "documents.jsonl", tmp_path / "log.jsonl"
    began = datetime(1990, 1, 1, tzinfo=UTC)
    with documents.open("w") as lines:
        for number in range(count):
            started = (began + timedelta(hours=9 * number)).isoformat()
            lines.write(json.dumps({**MATCH, "id": None, "started": started}) + "\n")
    assert f"{count:,} matches".replace(",", "") in run(str(documents), "--circle", "Sundays").replace(",", "")
    circle = models.Circle.objects.get(name="Sundays")
    with log.open("wb") as file:
        file.writelines(circle_log.lines(circle))
    stored = models.Event.objects.count()
    another_server()
    run(str(log), "--new", "Mondays")
    assert (models.Match.objects.count(), models.Event.objects.count()) == (count, stored)
