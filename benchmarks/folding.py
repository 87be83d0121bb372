"""Measures logs of different shapes with 100 and with 1,000 events: pushing them, their sheet, a page and their history.

.venv/bin/python benchmarks/folding.py            # all shapes
.venv/bin/python benchmarks/folding.py "two phones"
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.match.history import log_history
from games.match.log import Log, apply_event, fold_events
from games.match.sheet import sheet_json
from games.match.validation import validate_for_log
from games.pages.request import PageData, PageRequest
from games.pages.router import handle
from tests.match.logs import MATCH
from tests.match.wide_logs import SHAPES, log_of

FEW, MANY = 100, 1_000


def main(shapes: list[str]) -> None:
    print(f"{'':32}" + "".join(f"{name:>24}" for name in WORK))
    for shape in shapes or SHAPES:
        times = [(seconds(work, log_of(shape, FEW)), seconds(work, log_of(shape, MANY))) for work in WORK.values()]
        cells = [f"{few * 1000:6.1f} {many * 1000:7.1f} ms {many / few:4.1f}×" for few, many in times]
        print(f"{shape:32}" + "".join(f"{cell:>24}" for cell in cells), flush=True)


def push(events: list[dict[str, Any]]) -> None:
    log = Log()
    for event in events:
        validate_for_log(log, event)
        apply_event(log, event)


def sheet(events: list[dict[str, Any]]) -> None:
    sheet_json(fold_events(events), str)


def page(events: list[dict[str, Any]]) -> None:
    handle(PageData(fold_events(events)), PageRequest("sheet", {"match": MATCH}))


WORK: dict[str, Callable[[list[dict[str, Any]]], object]] = {
    "push": push,
    "sheet": sheet,
    "page": page,
    "history": lambda events: log_history(fold_events(events)),
}


def seconds(work: Callable[[list[dict[str, Any]]], object], events: list[dict[str, Any]]) -> float:
    """Return the shortest time of three calls."""
    times = []
    for _try in range(3):
        begun = process_time()
        work(events)
        times.append(process_time() - begun)
    return min(times)


if __name__ == "__main__":
    main(sys.argv[1:])
