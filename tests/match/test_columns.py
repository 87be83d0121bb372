"""The limit of the columns of a sheet: its cost is linear in the changes, and phones and the server agree about it."""

from random import Random
from typing import Any

import pytest

from games.match import columns
from games.match.errors import Refused
from games.match.lineups import next_lineup
from games.match.log import Log, apply_event
from games.match.validation import validate_for_log
from games.phone import columns as columns_of_phone
from tests.match.logs import Event, event, id_of, start
from tests.match.test_people import people, points

PER_CHANGE = 2  # lineups: a change is tried, and then built as one that counts
ACTS = ["change"] * 6 + ["round"] * 6 + ["strike", "restore", "seats", "early change"]


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The changes for which a lineup was built."""
    changes: list[Any] = []

    def counting(old: Any, change: Any) -> Any:
        changes.append(change)
        return next_lineup(old, change)

    monkeypatch.setattr(columns, "next_lineup", counting)
    monkeypatch.setattr("games.match.lineups.next_lineup", counting)
    return changes


def add(log: Log, added: Event) -> None:
    validate_for_log(log, added)
    apply_event(log, added)


def table(number: int, size: int) -> list[str]:
    return [f"{number} {seat}" for seat in range(size)]


@pytest.mark.parametrize("between", ["nothing", "seats", "options"])
@pytest.mark.parametrize("sizes", [[8], [2, 8]], ids=["8", "2 and 8 in turns"])
def test_the_cost_of_changes_is_linear(built: list[Any], sizes: list[int], between: str) -> None:
    """The tables of two and eight fill the sheet, so the people of the large ones come again."""
    log, first = Log(), table(0, sizes[0])
    log.effort.left = 0  # no sheet is built for the changed options
    add(log, start(game="points", players=first, options={}))
    for number in range(100):
        size = sizes[number % len(sizes)]
        people_now = table(number if len(sizes) == 1 else size, size)
        if number:
            add(log, people(f"c{number}", None, people_now))
        add(log, points(f"r{number}", None, *range(size)))
        if between == "seats":
            first = [f"other {number}", *first[1:]]
            add(log, event(f"s{number}", "seats", None, players=first))
        elif between == "options":
            add(log, event(f"s{number}", "options", None, options={"target": 10_000 + number}))
    assert len(built) <= PER_CHANGE * 100


def is_refused(check: Any, log: Log, players: list[str]) -> bool:
    try:
        check(log, players)
    except Refused:
        return True
    return False


@pytest.mark.parametrize("seed", range(30))
def test_phones_and_the_server_agree(seed: int) -> None:
    random, log = Random(seed), Log()
    names = [f"P{number}" for number in range(40)]
    add(log, start(game=random.choice(["points", "hearts", "sueca"]), players=names[:4]))
    for number in range(40):
        size = random.choice([2, 3, 4, 4, 6, 8]) if log.game == "points" else 4
        act, players = random.choice(ACTS), random.sample(names, size)
        if act == "round":
            drafted = event(f"r{number}", "deal", None, deal=id_of(f"r{number}"), answers={})
        elif act in ("strike", "restore") and log.recorded:
            drafted = event(f"s{number}", act, None, deal=random.choice(list(log.recorded)))
        elif act == "seats":
            drafted = event(f"s{number}", "seats", None, players=random.sample(names, len(log.players)))
        elif act == "early change" and log.recorded:
            drafted = people(f"c{number}", None, players, before=random.choice(list(log.recorded)))
        else:
            drafted = people(f"c{number}", None, players)
        apply_event(log, drafted)  # even if its change is refused: others may have recorded it meanwhile
        later = random.sample(names, 8)
        assert is_refused(columns_of_phone.require_column, log, later) == is_refused(columns.require_column, log, later)
