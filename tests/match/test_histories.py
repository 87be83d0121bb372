"""Random histories of three writers: duplicates and conflicts are exactly the concurrent events."""

import json
from random import Random
from typing import Any

import pytest

from games.match import score
from games.match.log import Log, apply_event, fold_events
from games.match.sheet import sheet_json
from tests import chance
from tests.match.histories import History, PhoneCopy
from tests.match.oracle import Oracle, without_null

pytestmark = pytest.mark.fifth

STEPS = 40
BATCH = 100  # histories in a test, so that a failure narrows down the seed


def seeds(batch: int) -> range:
    first = chance.seed_of("histories") + batch * BATCH
    return range(first, first + BATCH)


all_batches = pytest.mark.parametrize("batch", range(chance.amount(2, 40)))
some_batches = pytest.mark.parametrize("batch", range(chance.amount(1, 10)))


def sheet_of(log: Log) -> dict[str, Any]:
    sheet = sheet_json(log, str)
    assert sheet is not None
    return sheet


def as_text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def check(log: Log, events: list[dict[str, Any]], history: History) -> None:
    """Check that the fold and the oracle agree.

    While a named event is missing, nobody can know which events a writer had seen.
    """
    sheet = sheet_of(log)
    if not history.is_complete(events):
        return
    oracle = Oracle(events, history.seen)
    assert [deal.id for deal in log.counted_deals()] == [deal.id for deal in oracle.counted_deals()]
    assert oracle.counted_twice() == []
    assert [(item["deal"], item["answers"]) for item in sheet["aside"]] == oracle.aside()
    differs = {item["deal"]: item["answers"] for item in sheet["differs"]}
    assert list(differs) == list(oracle.differs())
    for id, conflict in oracle.differs().items():
        listed = [without_null(answers) for answers in differs[id]]
        assert len(listed) > 1
        assert all(answers in map(without_null, conflict.all()) for answers in listed)
        assert all(without_null(answers) in listed for answers in conflict.last())
        assert all(listed.count(answers) == 1 for answers in listed)
    deals = [{"id": deal.id, "answers": deal.answers[-1]} for deal in oracle.counted_deals()]
    document = {
        "format": "scorekeeper.match/1",
        "game": "bisca_tres",
        "players": ["Eleni", "Deniz"],
        "options": oracle.options,
        "deals": deals,
    }
    changes = oracle.changes()
    if changes and changes[0][0] == 0:
        first = changes.pop(0)[1]
        document |= {"players": first["players"], "first_dealer": first["first_dealer"] or 0}
    if changes:
        ids = [deal["id"] for deal in deals] + [None]
        document |= {
            "format": "scorekeeper.match/2",
            "changes": [{**data, "before": ids[number]} for number, data in changes],
        }
    plain = score.score(json.dumps(document).encode(), str)
    assert as_text(sheet) == as_text({**plain, "aside": sheet["aside"], "differs": sheet["differs"]})


def decide(history: History, phone: PhoneCopy) -> bool:
    """Settle everything that is undecided on this phone. Return False if nothing is."""
    sheet = sheet_of(fold_events(phone.events()))
    pick = history.random.random
    listed = [item["deal"] for item in sheet["aside"] + sheet["differs"]]
    counting = [deal for deal in dict.fromkeys(listed) if pick() < 0.5]
    strike = [deal for deal in dict.fromkeys(listed) if deal not in counting]
    for conflict in sheet["differs"]:
        if pick() < 0.3 and conflict["answers"][0] is not None:
            history.record(phone, "amend", {"deal": conflict["deal"], "answers": conflict["answers"][0]})
    if listed:
        history.record(phone, "settle", {"keep": counting, "strike": strike})
    return bool(listed)


@all_batches
def test_duplicates_and_conflicts_are_concurrent(batch: int) -> None:
    for seed in seeds(batch):
        history = History(seed)
        for _ in range(2):
            history.play(STEPS // 2)
            for phone in history.phones:  # events without a number come last
                events = phone.events()
                check(fold_events(events), events, history)
        check(fold_events(history.server.events), history.server.events, history)


@pytest.mark.slow
@all_batches
def test_all_phones_agree_once_they_have_synced_and_settled(batch: int) -> None:
    for seed in seeds(batch):
        history = History(seed)
        history.play(STEPS)
        history.sync()
        for phone in history.random.sample(history.phones, 2):  # two settle concurrently
            decide(history, phone)
        history.sync()
        while decide(history, history.random.choice(history.phones)):
            history.sync()
        sheets = {as_text(sheet_of(fold_events(phone.events()))) for phone in history.phones}
        assert sheets == {as_text(sheet_of(fold_events(history.server.events)))}
        [last] = sheets
        assert (json.loads(last)["aside"], json.loads(last)["differs"]) == ([], [])
        check(fold_events(history.server.events), history.server.events, history)


@some_batches
def test_applying_events_one_by_one_equals_folding_all(batch: int) -> None:
    for seed in seeds(batch):
        history, random = History(seed), Random(seed)
        history.play(STEPS)
        log = Log()
        for number, event in enumerate(history.server.events):
            apply_event(log, event)
            if random.random() < 0.2:  # a sheet in between must not affect later events
                assert as_text(sheet_of(log)) == as_text(sheet_of(fold_events(history.server.events[: number + 1])))
        assert as_text(sheet_of(log)) == as_text(sheet_of(fold_events(history.server.events)))
        assert log.causality.heads() == fold_events(history.server.events).causality.heads()


def test_the_histories_contain_every_case() -> None:
    """Without these cases the tests above would prove nothing."""
    counts = {"changed": 0, "duplicate": 0, "decided": 0, "differs": 0, "struck": 0, "named before it came": 0}
    for seed in seeds(0):
        history = History(seed)
        history.play(STEPS)
        oracle = Oracle(history.server.events, history.seen)
        duplicates = [deal for deal in oracle.order if deal.duplicate and not deal.struck]
        counts["changed"] += len(oracle.changes())
        counts["duplicate"] += len(oracle.aside())
        counts["decided"] += len([deal for deal in duplicates if not oracle.is_undecided(deal)])
        counts["differs"] += len(oracle.differs())
        counts["struck"] += len([deal for deal in oracle.order if deal.struck])
        seen: set[str] = set()
        for event in history.server.events:
            counts["named before it came"] += not set(history.names[event["id"]]) <= seen
            seen.add(event["id"])
    assert min(counts.values()) > chance.amount(9, 15), counts
