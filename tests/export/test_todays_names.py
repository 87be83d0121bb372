"""Files have the names that people have now. Beside them are ids, by which a program tells people apart."""

import json
from datetime import timedelta
from io import BytesIO
from uuid import UUID, uuid4

import pytest
from openpyxl import load_workbook

from games.export.data import load_match
from games.imports.matches import Planner, identify
from games.imports.source import FileEntry
from games.models import Match
from games.services import actions
from games.store.logs import logs_of
from tests.export.conftest import BEGINS, ExportingTable
from tests.export.test_csv import read
from tests.export.test_period import period_data

ELENI, MARIA, DENIZ = (str(uuid4()) for _ in range(3))


@pytest.fixture
def renamed(table: ExportingTable) -> UUID:
    """A match of Eleni and Deniz. Then Eleni became Helena, and Maria was merged into her."""
    people = ((ELENI, "Eleni"), (MARIA, "Maria"), (DENIZ, "Deniz"))
    for id, name in people:
        actions.put_player(player=id, name=name, **table.act)
    seats = [{"id": id, "name": name} for id, name in people]
    match = table.play("bisca_tres", (seats[0], seats[2]), [{"points": [71, 49]}] * 4)
    later = BEGINS + timedelta(hours=1)
    table.play("bisca_tres", (seats[1], seats[2]), [{"points": [20, 100]}] * 4, begins=later)
    actions.put_player(player=ELENI, name="Helena", **table.act)
    actions.put_player(player=MARIA, same_as=ELENI, **table.act)
    return match


def test_a_match_has_the_new_name_in_each_file(table: ExportingTable, renamed: UUID) -> None:
    for form in ("txt", "csv", "json"):
        text = table.file(renamed, form).decode()
        assert "Helena" in text
        assert "Eleni" not in text
    [sheet] = load_workbook(BytesIO(table.file(renamed, "xlsx"))).worksheets
    rows = list(sheet.iter_rows(values_only=True))
    assert rows[0][2:5:2] == ("Helena", "Deniz")
    assert next(row for row in rows if row[0] == "Player ids")[2:6:2] == (ELENI, DENIZ)


def test_documents_keep_the_ids_of_players(table: ExportingTable, renamed: UUID) -> None:
    document = json.loads(table.file(renamed, "json"))
    assert document["players"] == [{"id": ELENI, "name": "Helena"}, {"id": DENIZ, "name": "Deniz"}]


def test_documents_with_old_and_new_names_are_known_again(table: ExportingTable, renamed: UUID) -> None:
    new = json.loads(table.file(renamed, "json"))
    old = new | {"players": [{"id": ELENI, "name": "Eleni"}, {"id": DENIZ, "name": "Deniz"}]}
    for document in (new, old, old | {"players": ["Eleni", "Deniz"]}, new | {"players": ["Helena", "Deniz"]}):
        planner = Planner(table.circle.pk, BEGINS.isoformat())
        [planned] = planner.plan(
            identify(table.circle.pk, [FileEntry(1, 0, document)]), logs_of(table.circle.pk, [renamed])
        )
        assert (planned.refused, planned.events) == (None, []), document["players"]


def test_lines_of_merged_players_have_one_name_and_one_id(table: ExportingTable, renamed: UUID) -> None:
    matches, rounds = (read(period_data(table, key)) for key in ("csv", "rounds"))
    place = matches[0].index("Side 1")
    assert [row[place : place + 3] for row in matches[1:]] == [["Helena", "4", ELENI], ["Helena", "0", ELENI]]
    assert {(row[5], row[-1]) for row in rounds[1:]} == {("Helena", ELENI), ("Deniz", DENIZ)}
    assert matches[1][matches[0].index("Winners")] == "Helena"


def test_only_the_winner_of_two_people_with_one_name_is_first(table: ExportingTable, renamed: UUID) -> None:
    actions.put_player(player=DENIZ, name="Helena", **table.act)
    [match] = load_match(Match.objects.get(circle=table.circle, id=renamed)).matches
    assert [row.is_first for row in match.headline.picture.rows] == [True, False]


def test_the_text_of_an_evening_adds_up_one_person(table: ExportingTable, renamed: UUID) -> None:
    lines = table.evening_file(renamed, "txt").decode().splitlines()
    assert "1. Helena: won 1 of 2" in lines
    assert not [line for line in lines if "Maria" in line or "Eleni" in line]
