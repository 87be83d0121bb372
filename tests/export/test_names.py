"""A file says in its name what is in it, to programs that know all letters and to those that do not."""

from datetime import date
from urllib.parse import unquote

import pytest

from games.export import names
from games.services import actions
from tests.export.conftest import HARD, Table


def said(header: str) -> tuple[str, str]:
    """The name in plain letters, and the whole one."""
    kind, plain, whole = header.split("; ")
    assert kind == "attachment"
    assert plain.startswith('filename="')
    assert whole.startswith("filename*=UTF-8''")
    return plain[10:-1], unquote(whole[17:])


def test_a_match_is_called_after_its_game_its_players_and_its_day(table: Table) -> None:
    match = table.bisca("Çağla", "Ελένη")
    header = table.get(f"/export/match/{match}/csv/")["Content-Disposition"]
    assert said(header) == (
        "scorekeeper-Bisca-de-Tres-Cagla-2026-01-09.csv",
        "scorekeeper-Bisca-de-Três-Çağla-Ελένη-2026-01-09.csv",
    )


def test_an_evening_is_called_by_its_name_and_its_games(table: Table) -> None:
    match = table.bisca()
    evening = table.evening_of(match)
    header = table.get(f"/export/evening/{evening}/json/")["Content-Disposition"]
    assert said(header)[1] == "scorekeeper-evening-Bisca-de-Três-2026-01-09.json"
    actions.put_evening(evening=str(evening), name="Ayşe's birthday / 40?", **table.act)
    header = table.get(f"/export/evening/{evening}/json/")["Content-Disposition"]
    assert said(header)[0] == "scorekeeper-Ayse-s-birthday-40-Bisca-de-Tres-2026-01-09.json"


@pytest.mark.parametrize("name", HARD, ids=range(len(HARD)))
def test_whatever_people_are_called_a_file_can_be_called_after_them(table: Table, name: str) -> None:
    for found in said(table.get(f"/export/match/{table.bisca(name, 'Deniz')}/txt/")["Content-Disposition"]):
        assert found.startswith("scorekeeper-Bisca-de-")
        assert found.endswith("2026-01-09.txt")
        assert len(found.encode()) < 255
        assert not set(found) & set('/\\:*?"<>|;=\n')


def test_letters_that_are_not_english_are_spelt_by_those_that_are_like_them() -> None:
    assert names.plain("Yıldırım-Łódź-Øre.csv") == "Yildirim-Lodz-Ore.csv"
    assert names.plain("scorekeeper-Ελένη-2026.csv") == "scorekeeper-2026.csv"


def test_nothing_is_no_name() -> None:
    assert names.file_name("", str(date(2026, 1, 9)), "csv") == "scorekeeper-2026-01-09.csv"
    assert names.file_name("", "", "csv") == "scorekeeper.csv"
