"""The rows on the table are made and drawn once, and are always those that would be made anew."""

from typing import Any

import pytest
from jinja2 import FileSystemLoader

from games.bundle.templates import FOLDER
from games.display.open_match import OpenMatch, open_match
from games.display.rows import DisplayedRow, DisplayedSheet
from games.match.log import Log, apply_event, fold_events, sorted_events
from scorekeeper import jinja
from tests.match.histories import History
from tests.match.logs import id_of

SHEET = jinja.environment(loader=FileSystemLoader(FOLDER)).get_template("table/_sheet_row.html").module


def drawn(found: OpenMatch, row: DisplayedRow) -> str:
    return str(SHEET.sheet_row(found, row))  # type: ignore[attr-defined]


def told(log: Log) -> list[Any]:
    found = open_match(log, id_of("match"), "owner")
    assert found is not None
    return [
        {name: getattr(row, name) for name in ("number", "deal", "dealer", "names", "is_amended", "is_doubted")}
        | {"cells": [(cell.side, cell.total, cell.points) for cell in row.cells], "problems": len(row.problems)}
        | {"drawn": row.drawn(drawn, found), "anew": drawn(found, row)}
        for row in DisplayedSheet(found).rows
    ]


@pytest.mark.parametrize("seed", range(12))
def test_rows_that_are_kept_are_as_those_made_anew(seed: int) -> None:
    history = History(seed)
    history.play(30)
    events = sorted_events(history.server.events)
    log = Log()
    for number, event in enumerate(events):
        apply_event(log, event)
        rows = told(log)
        assert rows == told(fold_events(events[: number + 1]))
        assert all(row["drawn"] == row["anew"] for row in rows)
    assert len(events) > 5


def test_a_further_round_leaves_the_rows_before_it() -> None:
    history = History(1)
    history.play(30)
    rounds = [one for one in sorted_events(history.server.events) if one["kind"] in ("start", "deal")]
    log = fold_events(rounds[:-1])
    told(log)
    assert log.sheet is not None
    before = [(row, row.html) for row in log.sheet.displayed]
    assert before
    apply_event(log, rounds[-1])
    told(log)
    assert all(log.sheet.displayed[number] is row and row.html is html for number, (row, html) in enumerate(before))
