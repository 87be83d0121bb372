"""People who change during a match: rows, statistics, exports, imports and erased names follow."""

import json
from typing import Any
from uuid import UUID, uuid4

import pytest

from games import models, services
from games.export.formats import FORMATS
from games.export.period import matches, rounds
from games.match.log_document import document_from_log
from games.match.score import score
from games.services import actions
from games.services.erasing import without_names
from games.statistics.people import PlayerIndex
from games.statistics.played_match import PlayedMatch
from games.statistics.tally import match_tally
from games.store.logs import log_of
from games.store.rebuild import rebuild
from tests.export.conftest import ExportingTable, table
from tests.imports.conftest import import_data, preview_data, someone

__all__ = ["someone", "table"]

THREE = [{"id": str(uuid4()), "name": name} for name in ("Eleni", "Deniz", "Andreas")]
ZEYNEP = {"id": str(uuid4()), "name": "Zeynep"}


@pytest.fixture
def changed(table: ExportingTable) -> UUID:
    """Deniz is replaced by Zeynep from zero after two rounds, and Andreas leaves after three. Zeynep wins."""
    match = table.play("points", THREE, [{"points": [5, 9, 1]}, {"points": [1, 9, 1]}])
    more: Any = {"match": match, **table.act}
    actions.change_people(players=[THREE[0], ZEYNEP, THREE[2]], points="from_zero", **more)
    actions.add_deal(deal=str(uuid4()), answers={"points": [1, 20, 3]}, **more)
    actions.change_people(players=[THREE[0], ZEYNEP], points="take_over", **more)
    actions.add_deal(deal=str(uuid4()), answers={"points": [2, 4]}, **more)
    actions.finish(**more)
    return match


def test_rows_are_those_of_the_sheet_and_a_rebuild_finds_no_difference(table: ExportingTable, changed: UUID) -> None:
    results = models.Result.objects.filter(match=changed).order_by("side")
    assert list(results.values_list("name", "total", "place", "is_winner")) == [
        ("Eleni", 9, 2, False),
        ("Zeynep", 24, 1, True),
        ("Andreas", 5, 3, False),
    ]
    seats = models.Seat.objects.filter(match=changed).order_by("seat")
    assert list(seats.values_list("side", "name")) == [(0, "Eleni"), (1, "Zeynep"), (2, "Andreas"), (1, "Deniz")]
    assert rebuild(table.circle.pk) == []


def test_a_result_belongs_to_the_people_of_the_last_round(changed: UUID) -> None:
    results = models.Result.objects.filter(match=changed).order_by("side").values_list("rounds", flat=True)
    played = PlayedMatch(models.Match.objects.get(id=changed).summary, PlayerIndex(()))
    tally = match_tally(played, list(results))
    assert (tally.rounds, {person.name for person in tally.people.values()}) == (4, {"Eleni", "Zeynep"})
    figures = {
        person.name: (person.wins.won, person.places, person.rounds, person.points) for person in tally.people.values()
    }
    assert figures == {"Eleni": (0, 2, 4, 9), "Zeynep": (1, 1, 2, 24)}


def test_exports_have_everyone_who_played(changed: UUID) -> None:
    page = [models.Match.objects.get(id=changed)]
    assert [row[4:8] for row in rounds(page, PlayerIndex(()))] == [
        ["Eleni", "Eleni", 5, 5],
        ["Eleni", "Deniz", 9, 9],
        ["Eleni", "Andreas", 1, 1],
        ["Deniz", "Eleni", 1, 6],
        ["Deniz", "Deniz", 9, 18],
        ["Deniz", "Andreas", 1, 2],
        ["Andreas", "Eleni", 1, 7],
        ["Andreas", "Zeynep", 20, 20],
        ["Andreas", "Andreas", 3, 5],
        ["Eleni", "Eleni", 2, 9],
        ["Eleni", "Zeynep", 4, 24],
    ]
    [row] = matches(page, PlayerIndex(()))
    assert row[8] == "Zeynep"
    assert [row[at : at + 2] for at in (9, 12, 15)] == [["Eleni", 9], ["Zeynep", 24], ["Andreas", 5]]


@pytest.mark.parametrize("form", [form.key for form in FORMATS])
def test_every_file_can_be_had(table: ExportingTable, changed: UUID, form: str) -> None:
    reply = table.client.get(f"/export/match/{changed}/{form}/")
    assert (reply.status_code, len(reply.getvalue() if reply.streaming else reply.content) > 100) == (200, True)


def test_a_document_comes_back_the_same(table: ExportingTable, changed: UUID, someone: models.Person) -> None:
    document = document_from_log(log_of(table.circle.pk, changed))
    assert document["format"] == "scorekeeper.match/2"
    home, data = services.home_membership(someone).circle, json.dumps(document).encode()
    assert import_data(someone, data, home).matches == 1
    assert document_from_log(log_of(home.pk, changed)) == document
    report = preview_data(someone, data, home)
    assert (report.new, report.unchanged) == (0, 1)
    assert score(data, str)["totals"] == [9, 24, 5]


def test_erased_names_leave_changes(changed: UUID) -> None:
    data = {"players": [THREE[0], ZEYNEP], "points": "take_over", "other": "Zeynep"}
    assert without_names("people", data, {ZEYNEP["id"]}) == {
        "players": [THREE[0], {"id": ZEYNEP["id"], "name": "–"}],
        "points": "take_over",
    }
