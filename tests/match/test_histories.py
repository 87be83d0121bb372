"""Three people write one match on and off line: what is shown as written apart is exactly what was written apart."""

import json
from random import Random
from typing import Any

import pytest

from games.match import score, scoring
from games.match.log import Log, apply_event, fold_events
from tests import chance
from tests.match.histories import History, Phone
from tests.match.oracle import Oracle, without_null

STEPS = 40
PIECE = 100  # histories a test, so that a failure names its neighbourhood


def seeds(piece: int) -> range:
    first = chance.seed_of("histories") + piece * PIECE
    return range(first, first + PIECE)


all_pieces = pytest.mark.parametrize("piece", range(chance.amount(2, 40)))
some_pieces = pytest.mark.parametrize("piece", range(chance.amount(1, 10)))


def sheet(log: Log) -> dict[str, Any]:
    found = scoring.sheet_json(log, str)
    assert found is not None
    return found


def as_text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def check(log: Log, events: list[dict[str, Any]], history: History) -> None:
    """The log, folded by the table, tells what the oracle makes of the same events.

    As long as something is missing that another event names, nobody can tell what that one's writer knew.
    """
    shown = sheet(log)
    if not history.is_whole(events):
        return
    wanted = Oracle(events, history.knew)
    assert [deal.id for deal in log.counted_deals()] == [deal.id for deal in wanted.counting()]
    assert wanted.counted_twice() == []
    assert [(one["deal"], one["answers"]) for one in shown["aside"]] == wanted.aside()
    differs = {one["deal"]: one["answers"] for one in shown["differs"]}
    assert list(differs) == list(wanted.differs())
    for id, differing in wanted.differs().items():
        said = [without_null(one) for one in differs[id]]
        assert len(said) > 1
        assert all(one in map(without_null, differing.all()) for one in said)
        assert all(without_null(one) in said for one in differing.last())
        assert all(said.count(one) == 1 for one in said)
    deals = [{"id": deal.id, "answers": deal.answers[-1]} for deal in wanted.counting()]
    document = {
        "format": "scorekeeper.match/1",
        "game": "bisca_tres",
        "players": ["Eleni", "Deniz"],
        "options": wanted.options,
        "deals": deals,
    }
    plain = score.score(json.dumps(document).encode(), str)
    assert as_text(shown) == as_text({**plain, "aside": shown["aside"], "differs": shown["differs"]})


def decide(history: History, phone: Phone) -> bool:
    """Somebody who has everything decides all that is shown; False where there is nothing to decide."""
    shown = sheet(fold_events(phone.events()))
    pick = history.random.random
    listed = [one["deal"] for one in shown["aside"] + shown["differs"]]
    keep = [deal for deal in dict.fromkeys(listed) if pick() < 0.5]
    strike = [deal for deal in dict.fromkeys(listed) if deal not in keep]
    for one in shown["differs"]:
        if pick() < 0.3 and one["answers"][0] is not None:
            history.write(phone, "amend", {"deal": one["deal"], "answers": one["answers"][0]})
    if listed:
        history.write(phone, "settle", {"keep": keep, "strike": strike})
    return bool(listed)


@all_pieces
def test_what_is_shown_as_written_apart_was_written_apart(piece: int) -> None:
    for seed in seeds(piece):
        history = History(seed)
        for _ in range(2):
            history.play(STEPS // 2)
            for phone in history.phones:  # each as it stands, with what is not numbered yet last
                events = phone.events()
                check(fold_events(events), events, history)
        check(fold_events(history.server.events), history.server.events, history)


@pytest.mark.slow
@all_pieces
def test_all_have_the_same_sheet_once_all_have_synced_and_settled(piece: int) -> None:
    for seed in seeds(piece):
        history = History(seed)
        history.play(STEPS)
        history.sync()
        for phone in history.random.sample(history.phones, 2):  # the first two do not know of each other
            decide(history, phone)
        history.sync()
        while decide(history, history.random.choice(history.phones)):
            history.sync()
        sheets = {as_text(sheet(fold_events(phone.events()))) for phone in history.phones}
        assert sheets == {as_text(sheet(fold_events(history.server.events)))}
        [last] = sheets
        assert (json.loads(last)["aside"], json.loads(last)["differs"]) == ([], [])
        check(fold_events(history.server.events), history.server.events, history)


@some_pieces
def test_a_step_further_is_the_fold_of_the_whole(piece: int) -> None:
    for seed in seeds(piece):
        history, random = History(seed), Random(seed)
        history.play(STEPS)
        log = Log()
        for number, event in enumerate(history.server.events):
            apply_event(log, event)
            if random.random() < 0.2:  # a sheet made on the way is not in the way of what follows
                assert as_text(sheet(log)) == as_text(sheet(fold_events(history.server.events[: number + 1])))
        assert as_text(sheet(log)) == as_text(sheet(fold_events(history.server.events)))
        assert log.causality.heads() == fold_events(history.server.events).causality.heads()


def test_the_histories_hold_what_they_are_about() -> None:
    """Else nothing above would prove anything."""
    found = {"aside": 0, "silent": 0, "differs": 0, "struck": 0, "named before it came": 0}
    for seed in seeds(0):
        history = History(seed)
        history.play(STEPS)
        wanted = Oracle(history.server.events, history.knew)
        found["aside"] += len(wanted.aside())
        found["silent"] += len([deal for deal in wanted.order if deal.aside and not deal.struck and not deal.asked])
        found["differs"] += len(wanted.differs())
        found["struck"] += len([deal for deal in wanted.order if deal.struck])
        seen: set[str] = set()
        for event in history.server.events:
            found["named before it came"] += not set(history.names[event["id"]]) <= seen
            seen.add(event["id"])
    assert min(found.values()) > chance.amount(9, 30), found
