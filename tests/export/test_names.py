"""Names of files, for programs with Unicode and for those without."""

from datetime import date
from urllib.parse import unquote

import pytest

from games.export import names
from games.services import actions
from tests.export.conftest import HARD, ExportingTable


def file_names(header: str) -> tuple[str, str]:
    """Return the ASCII name and the Unicode name."""
    kind, plain, encoded = header.split("; ")
    assert kind == "attachment"
    assert plain.startswith('filename="')
    assert encoded.startswith("filename*=UTF-8''")
    return plain[10:-1], unquote(encoded[17:])


def test_file_of_a_match_has_game_players_and_day(table: ExportingTable) -> None:
    match = table.bisca("Çağla", "Ελένη")
    header = table.get(f"/export/match/{match}/csv/")["Content-Disposition"]
    assert file_names(header) == (
        "scorekeeper-Bisca-de-Tres-Cagla-2026-01-09.csv",
        "scorekeeper-Bisca-de-Três-Çağla-Ελένη-2026-01-09.csv",
    )


def test_file_of_an_evening_has_its_name_and_games(table: ExportingTable) -> None:
    match = table.bisca()
    evening = table.evening_of(match)
    header = table.get(f"/export/evening/{evening}/json/")["Content-Disposition"]
    assert file_names(header)[1] == "scorekeeper-evening-Bisca-de-Três-2026-01-09.json"
    actions.put_evening(evening=str(evening), name="Ayşe's birthday / 40?", **table.act)
    header = table.get(f"/export/evening/{evening}/json/")["Content-Disposition"]
    assert file_names(header)[0] == "scorekeeper-Ayse-s-birthday-40-Bisca-de-Tres-2026-01-09.json"


@pytest.mark.parametrize("name", HARD, ids=range(len(HARD)))
def test_any_player_name_gives_a_valid_file_name(table: ExportingTable, name: str) -> None:
    for file_name in file_names(table.get(f"/export/match/{table.bisca(name, 'Deniz')}/txt/")["Content-Disposition"]):
        assert file_name.startswith("scorekeeper-Bisca-de-")
        assert file_name.endswith("2026-01-09.txt")
        assert len(file_name.encode()) < 255
        assert not set(file_name) & set('/\\:*?"<>|;=\n')


def test_letters_are_replaced_by_similar_ascii_letters() -> None:
    assert names.plain("Yıldırım-Łódź-Øre.csv") == "Yildirim-Lodz-Ore.csv"
    assert names.plain("scorekeeper-Ελένη-2026.csv") == "scorekeeper-2026.csv"


def test_empty_name_is_left_out() -> None:
    assert names.file_name("", str(date(2026, 1, 9)), "csv") == "scorekeeper-2026-01-09.csv"
    assert names.file_name("", "", "csv") == "scorekeeper.csv"
