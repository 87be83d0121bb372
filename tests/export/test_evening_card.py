"""The picture of an evening names who has won each match, and says if it does not list all."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from games.export.card import draw_card
from games.export.data import ExportData, load_evening
from games.export.headline import LISTED
from games.export.lettering import Lettering
from games.export.picture import portrait
from games.models import Evening
from games.services import actions
from tests.export.conftest import BEGINS, ExportingTable


def test_line_of_a_finished_match_names_the_winner(table: ExportingTable) -> None:
    match = table.bisca(points=(71,) * 4)
    table.bisca("Zeynep", "Rosa", points=(71,), begins=BEGINS + timedelta(minutes=30))
    evening = Evening.objects.get(circle=table.circle, id=table.evening_of(match))
    rows = load_evening(evening).headline.picture.rows
    assert [row.name for row in rows] == [
        "Bisca de Três: Eleni, Deniz. Eleni wins",
        "Bisca de Três: Zeynep, Rosa. After one round: Zeynep leads",
    ]
    assert [row.is_first for row in rows] == [True, False]


def test_line_of_a_match_without_a_result_says_so(table: ExportingTable) -> None:
    match = table.bisca(points=(71,))
    actions.finish(match=match, result="none", **table.act)
    without_round = table.bisca("Zeynep", "Rosa", points=(), begins=BEGINS + timedelta(minutes=30))
    actions.finish(match=without_round, **table.act)
    assert [row.name for row in data_of(table, match).headline.picture.rows] == [
        "Bisca de Três: Eleni, Deniz. Ended without result",
        "Bisca de Três: Zeynep, Rosa. Ended without a complete round",
    ]


def test_line_of_a_match_that_nobody_won_has_no_total(table: ExportingTable) -> None:
    match = table.play("points", ["Ana", "Eva", "Rui"], [{"points": [9, 33, 20]}])
    assert [row.total for row in data_of(table, match).headline.picture.rows] == ["33"]
    actions.finish(match=match, result="none", **table.act)
    assert [row.total for row in data_of(table, match).headline.picture.rows] == [""]


def data_of(table: ExportingTable, match: UUID) -> ExportData:
    return load_evening(Evening.objects.get(circle=table.circle, id=table.evening_of(match)))


@pytest.mark.usefixtures("lettered")
def test_picture_says_that_only_the_newest_matches_are_listed(
    table: ExportingTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    line = Lettering.line

    def record(self: Lettering, box: Any, text: str, *style: Any, **more: Any) -> None:
        drawn.append(text)
        line(self, box, text, *style, **more)

    monkeypatch.setattr(Lettering, "line", record)
    begins = [BEGINS + timedelta(minutes=10 * number) for number in range(7)]
    matches = [table.bisca(points=(71,), begins=moment) for moment in begins[:6]]
    draw_card(data_of(table, matches[0]).headline.picture)
    assert "6 matches" in drawn
    table.bisca(points=(71,), begins=begins[6])
    data = data_of(table, matches[0])
    draw_card(data.headline.picture)
    note = "7 matches · Only the newest 6 matches are listed."
    assert note in drawn
    assert portrait(data).note == note


def test_other_files_of_an_evening_list_all_matches(table: ExportingTable) -> None:
    matches = [table.bisca(points=(71,) * 4, begins=BEGINS + timedelta(minutes=30 * number)) for number in range(7)]
    data = data_of(table, matches[0])
    assert data.headline.picture.note == "7 matches"
    assert portrait(data).note == "7 matches · won / played"


def test_words_and_card_have_the_newest_matches(table: ExportingTable) -> None:
    """The words stand in the head of the followed page, three times."""
    for number in range(LISTED + 2):
        match = table.bisca(f"A{number}", f"B{number}", points=(71,), begins=BEGINS + timedelta(minutes=9 * number))
    headline = load_evening(Evening.objects.get(circle=table.circle, id=table.evening_of(match))).headline
    assert headline.words.split(". ")[0] == "Bisca de Três: A2 1 – B2 0"
    assert len(headline.words.split(". ")) == len(headline.picture.rows) == LISTED
