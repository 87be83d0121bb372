"""The text for a chat, word for word."""

from datetime import timedelta

from games.services import actions
from tests.export.conftest import BEGINS, HARD, ExportingTable

MATCH = """\
Bisca de Três, 9 Jan 2026
Eleni 1 – Deniz 2
After 4 rounds: Deniz leads
1. +1 · 0 = 1 : 0
2. 0 · +1 = 1 : 1
3. 0 · 0 = 1 : 1
4. 0 · +1 = 1 : 2
"""
EVENING = """\
At Rosa's
Lisbon

Bisca de Três
Eleni 1 – Deniz 0
After one round: Eleni leads
1. +1 · 0 = 1 : 0

Bisca de Três
Zeynep 0 – Rosa 1
After one round: Rosa leads
1. 0 · +1 = 0 : 1
"""


def test_text_of_a_match(table: ExportingTable) -> None:
    assert table.file(table.bisca(points=(71, 20, 60, 49)), "txt").decode() == MATCH


def test_text_of_an_evening(table: ExportingTable) -> None:
    match = table.bisca(points=(71,))
    table.bisca("Zeynep", "Rosa", points=(49,), begins=BEGINS + timedelta(hours=1))
    actions.put_evening(evening=str(table.evening_of(match)), name="At Rosa's", place="Lisbon", **table.act)
    assert table.evening_file(match, "txt").decode() == EVENING


def test_text_of_an_evening_says_who_won(table: ExportingTable) -> None:
    match = table.bisca(points=(71,) * 4)
    table.bisca(points=(20,) * 4, begins=BEGINS + timedelta(minutes=30))
    table.bisca("Zeynep", "Eleni", points=(71,) * 4, begins=BEGINS + timedelta(minutes=60))
    lines = table.evening_file(match, "txt").decode().splitlines()
    assert lines[2:6] == ["Wins", "1. Eleni: won 1 of 3", "1. Deniz: won 1 of 2", "1. Zeynep: won 1 of 1"]


def test_text_contains_every_name(table: ExportingTable) -> None:
    for name in HARD:
        assert name in table.file(table.bisca(name, "Deniz"), "txt").decode()
