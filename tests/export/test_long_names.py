"""Files of names that fill their columns: each document is as long as it needs to be, and no row is higher than a page."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest

from games.match import limits
from games.services import actions
from tests.export.conftest import BEGINS, HARD, ExportingTable
from tests.pages.in_browser.games import EVENINGS

pytestmark = [pytest.mark.fifth, pytest.mark.usefixtures("lettered"), pytest.mark.slow]

LETTERS = {
    "wide": "W", "dots": "…", "emoji": "🫠", "sign": "&", "words": "W ", "dashes": "W-", "narrow": "i", "right to left": "ש", "markup": "<b>",
}  # fmt: skip
KINDS = [*LETTERS, "hard"]


def names_of(kind: str, count: int) -> list[str]:
    """Return different names of 200 letters."""
    if kind == "hard":
        return [f"{number}{HARD[number % len(HARD)]}"[:200] for number in range(count)]
    return [(LETTERS[kind] * 200)[:197].strip() + str(number) for number in range(count)]


def custom_game(kind: str) -> dict[str, Any]:
    name = (HARD[0] if kind == "hard" else LETTERS[kind] * 60)[:60].strip()
    return {"id": str(uuid4()), "name": name}


@pytest.mark.fifth
@pytest.mark.parametrize("kind", KINDS)
def test_every_file_takes_the_longest_names(table: ExportingTable, kind: str) -> None:
    names, results = names_of(kind, 8), {"points": [999_999] * 8}
    match = uuid4()
    setup = {"game": "points", "custom_game": custom_game(kind), "players": names, "options": {}, "first_dealer": 0}
    actions.start_match(match=match, at=BEGINS.isoformat(), **setup, **table.act)
    for _round in range(3):
        actions.add_deal(match=match, deal=str(uuid4()), answers=results, at=BEGINS.isoformat(), **table.act)
    actions.finish(match=match, at=BEGINS.isoformat(), **table.act)
    table.play("bisca_seis", names[:6], [{"points": [60, 60]}] * 3, begins=BEGINS + timedelta(minutes=9))
    long = (LETTERS.get(kind, HARD[1]) * 2_000)[:2_000]
    actions.put_evening(evening=str(table.evening_of(match)), name=long, place=long, note=long, **table.act)
    season = uuid4()
    days = {"from": "2020-01-01", "to": str(date.today() - timedelta(days=1)), "minimum": 0}
    actions.put_season(season=season, changes={"name": names[0], **days}, **table.act)
    for form in ("pdf", "png", "txt", "xlsx", "csv"):
        assert table.file(match, form)
        assert table.evening_file(match, form)
        assert table.get(f"/export/season/{season}/{form}/").status_code == 200
    assert table.evening_file(match, "portrait")


@pytest.mark.parametrize("kind", KINDS)
def test_a_sheet_with_the_most_columns_takes_the_longest_names(table: ExportingTable, kind: str) -> None:
    names, sizes = names_of(kind, 36), (8, 2, 8, 2, 8, 2, 6)
    match = table.play("points", names[:8], [{"points": [1] * 8}])
    for number, size in enumerate(sizes[1:], 1):
        players = names[sum(sizes[:number]) :][:size]
        actions.change_people(match=match, players=players, points="from_zero", **table.act)
        actions.add_deal(match=str(match), deal=str(uuid4()), answers={"points": [number] * size}, **table.act)
    assert len(table.sheet(match)["totals"]) == limits.MOST_COLUMNS
    assert table.file(match, "pdf")
    assert table.evening_file(match, "pdf")


@pytest.mark.fifth
@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.game)
def test_every_game_takes_the_longest_names(table: ExportingTable, evening: Any) -> None:
    names = names_of("wide", len(evening.names))
    match = table.play(evening.game, names, evening.rounds, evening.options, evening.dealer)
    assert table.file(match, "pdf")
    assert table.evening_file(match, "pdf")
