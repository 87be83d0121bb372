"""Rows of the sheet are built and rendered once, and equal those that are built again."""

from typing import Any

import pytest
from jinja2 import FileSystemLoader

from games.bundle.templates import FOLDER
from games.display import rows
from games.display.open_match import OpenMatch, open_match
from games.display.rows import DisplayedRow, DisplayedSheet
from games.match.log import Log, apply_event, fold_events, sorted_events
from scorekeeper import jinja
from tests.match.histories import History
from tests.match.logs import MATCH
from tests.match.wide_logs import log_of
from tests.pages.browser import Table

SHEET = jinja.environment(loader=FileSystemLoader(FOLDER)).get_template("pages/_sheet_row.html").module


def render_row(opened: OpenMatch, row: DisplayedRow) -> str:
    return str(SHEET.sheet_row(opened, row))  # type: ignore[attr-defined]


def displayed_rows(log: Log) -> list[Any]:
    opened = open_match(log, "owner")
    assert opened is not None
    return [
        {name: getattr(row, name) for name in ("number", "deal", "dealer", "names", "is_amended", "has_conflict")}
        | {"cells": [(cell.side, cell.total, cell.points) for cell in row.cells], "problems": len(row.problems)}
        | {"stored": row.render_once(render_row, opened, "en"), "fresh": render_row(opened, row)}
        for row in DisplayedSheet(opened).rows
    ]


@pytest.mark.parametrize("seed", range(12))
def test_stored_rows_equal_rows_that_are_built_again(seed: int) -> None:
    history = History(seed)
    history.play(30)
    events = sorted_events(history.server.events)
    log = Log()
    for number, event in enumerate(events):
        apply_event(log, event)
        rows = displayed_rows(log)
        assert rows == displayed_rows(fold_events(events[: number + 1]))
        assert all(row["stored"] == row["fresh"] for row in rows)
    assert len(events) > 5


def test_a_further_round_leaves_earlier_rows_unchanged() -> None:
    history = History(1)
    history.play(30)
    rounds = [event for event in sorted_events(history.server.events) if event["kind"] in ("start", "deal")]
    log = fold_events(rounds[:-1])
    displayed_rows(log)
    assert log.sheet is not None
    before = [(row, row.html) for row in log.sheet.displayed]
    assert before
    apply_event(log, rounds[-1])
    displayed_rows(log)
    assert all(log.sheet.displayed[number] is row and row.html is html for number, (row, html) in enumerate(before))


def test_only_the_newest_rounds_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "MOST_ROWS", 3)
    log = fold_events(log_of("one after the other", 5))
    for path, numbers in (("", ["5", "4", "3"]), ("sheet/", ["3", "4", "5"])):
        page = Table(log.events).get(f"/table/{MATCH}/{path}").html
        assert "2 earlier rounds are not listed." in page.texts_of("soft")
        lines = [row for row in page.find("sheet").all("tr") if row.all("a")]
        assert [row.all("a")[0].text for row in lines] == numbers
