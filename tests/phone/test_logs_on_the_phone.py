"""The phone folds a log to the same sheet as the server, even if some events have no number yet."""

import json
from pathlib import Path

import pytest

from games.match.log import fold_events
from games.match.sheet import sheet_json
from tests import chance
from tests.match.histories import History
from tests.match.wide_logs import SHAPES, log_of
from tests.phone import phone


@pytest.mark.tenth
@pytest.mark.slow
def test_logs_are_folded_the_same_on_the_phone(node: str, tmp_path: Path) -> None:
    logs = []
    for number in range(chance.amount(60, 600)):
        history = History(chance.seed_of(f"phone {number}"))
        history.play(40)
        logs += [history.server.events, *(phone.events() for phone in history.phones)]
    logs += [log_of(shape, 60) for shape in SHAPES]
    lines = "".join(json.dumps(events) + "\n" for events in logs)
    answers = phone.run(node, "log_lines.py", lines.encode(), tmp_path).decode().splitlines()
    assert len(answers) == len(logs)
    for events, answer in zip(logs, answers, strict=True):
        log = fold_events(events)
        ours = [sheet_json(log, str), log.causality.heads()]
        assert json.dumps(json.loads(answer), sort_keys=True) == json.dumps(ours, sort_keys=True)
