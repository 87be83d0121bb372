"""The picture of an evening names who has won each match."""

from datetime import timedelta

from games.export.data import load_evening
from games.models import Evening
from tests.export.conftest import BEGINS, ExportingTable


def test_line_of_a_finished_match_names_the_winner(table: ExportingTable) -> None:
    match = table.bisca(points=(71,) * 4)
    table.bisca("Zeynep", "Rosa", points=(71,), begins=BEGINS + timedelta(minutes=30))
    evening = Evening.objects.get(circle=table.circle, id=table.evening_of(match))
    rows = load_evening(evening).headline.picture.rows
    assert [row.name for row in rows] == ["Bisca de Três: Eleni, Deniz. Eleni wins", "Bisca de Três: Zeynep, Rosa"]
    assert [row.is_first for row in rows] == [True, False]
