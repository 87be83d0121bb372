"""Pulling and pushing over HTTP. Their effect is tested in tests/store."""

import hashlib
import json
from datetime import timedelta
from typing import Any
from urllib.parse import quote
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from django.db.models import F

from games import models
from games.api import events, parsers
from games.match.log import Log
from games.services import log
from games.store import event_pages, folding, logs
from games.store.logs import LOG_CACHE
from games.store.sql import LockedCircle
from tests.api.conftest import NOBODY, Caller
from tests.api.many import fill
from tests.match.logs import MATCH, deal, start


def test_a_pull_brings_what_is_new(owner: Caller) -> None:
    assert owner.get("events/").json() == {
        "circle": str(owner.circle.pk),  # type: ignore[union-attr]
        "role": "owner",
        "since": 0,
        "events": [],
        "seq": 0,
        "hash": None,
        "erasures": 0,
        "more": False,
    }
    events = [start(), deal("a", "start"), deal("b", "a")]
    assert [event["seq"] for event in owner.post("events/", events).json()["accepted"]] == [1, 2, 3]
    pulled = owner.get("events/?since=1").json()
    assert [event["seq"] for event in pulled["events"]] == [2, 3]
    assert (pulled["since"], pulled["seq"], pulled["more"]) == (1, 3, False)
    assert owner.get("events/?since=3").json()["seq"] == 3


@pytest.mark.slow
def test_a_long_log_is_pulled_in_pages(owner: Caller) -> None:
    fill(owner, 1001)
    numbers, since, more = [], 0, True
    while more:
        pulled = owner.get(f"events/?since={since}").json()
        numbers += [event["seq"] for event in pulled["events"]]
        since, more = pulled["seq"], pulled["more"]
    assert numbers == list(range(1, 1002))


def test_another_log_is_noticed(owner: Caller) -> None:
    owner.post("events/", [start(), deal("a", "start")])
    last = owner.get("events/").json()["events"][-1]["id"]
    assert owner.get(f"events/?since=2&last={last}").status_code == 200
    for query in (f"since=2&last={NOBODY}", f"since=3&last={last}", "since=2&last=x", "since=2&last="):
        answer = owner.get(f"events/?{query}")
        assert (answer.status_code, answer.json()["code"]) == (409, "other_log")
    assert owner.get(f"events/?since=0&last={NOBODY}").status_code == 200


def test_each_hash_covers_all_events_before_it(owner: Caller) -> None:
    owner.post("events/", [start(), deal("a", "start"), deal("b", "a")])
    pulled = owner.get("events/").json()
    previous, hashes = "", []
    for one in pulled["events"]:
        previous = hashlib.sha256((previous + one["id"]).encode()).hexdigest()[:16]
        hashes.append(previous)
    assert [one["hash"] for one in pulled["events"]] == hashes
    assert pulled["hash"] == hashes[2]
    assert owner.get("events/?since=1").json()["hash"] == hashes[2]
    assert owner.get("events/?since=3").json() == {**pulled, "since": 3, "events": []}


def test_a_log_with_other_events_before_the_last_one_is_noticed(owner: Caller, other_owner: Caller) -> None:
    """Number and id of the last event are the same in both logs."""
    first, second, last = deal("a", "start"), deal("b", "start"), deal("c", "start")
    owner.post("events/", [start(), first, last])
    other_owner.post("events/", [start(), second, last])
    hashes = [caller.get("events/").json()["hash"] for caller in (owner, other_owner)]
    for caller, own, other in ((owner, *hashes), (other_owner, *reversed(hashes))):
        place = f"events/?since=3&last={last['id']}"
        assert caller.get(f"{place}&hash={own}").status_code == 200
        assert caller.get(f"events/?since=3&hash={own}").status_code == 200
        assert caller.get(place).status_code == 200  # as clients of 0.1.0 ask
        for wrong in (f"{place}&hash={other}", f"events/?since=3&hash={other}", f"{place}&hash=", f"{place}&hash=ä"):
            answer = caller.get(wrong)
            assert (answer.status_code, answer.json()["code"]) == (409, "other_log")


def test_an_event_that_was_sent_again_is_noticed(owner: Caller) -> None:
    """After an older copy was restored, another person's phone may have sent it."""
    owner.post("events/", [start(), deal("a", "start")])
    last = owner.get("events/").json()["events"][1]
    place = f"events/?since=2&last={last['id']}&hash={last['hash']}&received={quote(last['received'])}"
    assert owner.get(place).status_code == 200
    models.Event.objects.filter(id=last["id"]).update(received=F("received") + timedelta(hours=1))
    for answer in (owner.get(place), owner.post(place, [deal("b", "a")])):
        assert (answer.status_code, answer.json()["code"]) == (409, "other_log")


def test_a_number_beyond_the_log_is_noticed(owner: Caller) -> None:
    owner.post("events/", [start(), deal("a", "start")])
    hash = owner.get("events/").json()["hash"]
    for place in (f"since=3&hash={hash}", "since=3", "since=3&recent=90", "since=999999999"):
        for answer in (owner.get(f"events/?{place}"), owner.get(f"events/?{place}", HTTP_IF_NONE_MATCH="*")):
            assert (answer.status_code, answer.json()["code"]) == (409, "other_log")
    assert owner.get("events/?since=2").status_code == 200
    assert owner.get(f"events/?since=0&hash={hash}").status_code == 200


def test_a_push_that_names_another_history_stores_nothing(owner: Caller) -> None:
    match = owner.started()
    pulled = owner.get("events/?since=0").json()
    event = {"id": str(uuid4()), "match": match, "kind": "finish", "data": {}, "after": None, "at": None}
    beyond = pulled["seq"] + 1
    for place in (f"since={pulled['seq']}&hash={'0' * 16}", f"since={beyond}&hash={pulled['hash']}", f"since={beyond}"):
        answer = owner.post(f"events/?{place}", [event])
        assert (answer.status_code, answer.json()["code"]) == (409, "other_log")
    assert not models.Event.objects.filter(id=event["id"]).exists()
    answer = owner.post(f"events/?since={pulled['seq']}&hash={pulled['hash']}", [event])
    assert [accepted["id"] for accepted in answer.json()["accepted"]] == [event["id"]]


def test_a_known_etag_does_not_hide_another_log(owner: Caller) -> None:
    owner.post("events/", [start()])
    answer = owner.get(f"events/?since=1&hash={'0' * 16}", HTTP_IF_NONE_MATCH="*")
    assert answer.status_code == 409


def test_an_event_may_be_sent_again_as_it_was_pulled(owner: Caller) -> None:
    """Clients of 0.1.0 keep the hash of an event, which they do not know, and send it along after a restore."""
    owner.post("events/", [start(), deal("a", "start")])
    pulled = owner.get("events/").json()["events"]
    answer = owner.post("events/", pulled).json()
    assert (len(answer["accepted"]), answer["refused"]) == (2, [])


@pytest.mark.parametrize("days", [0, 90, 999_999, 999_999_999])
def test_a_new_phone_may_leave_out_what_is_long_over(owner: Caller, days: int) -> None:
    match = owner.started()
    owner.post(f"matches/{match}/finish/")
    models.Event.objects.update(received="2020-01-01T00:00:00Z")
    open_match = owner.started()
    pulled = owner.get(f"events/?since=0&recent={days}").json()
    left_out = days in (0, 90)
    assert {event["match"] for event in pulled["events"]} == ({open_match} if left_out else {match, open_match})
    assert pulled["seq"] == 3


def pull_first(owner: Caller, days: int) -> list[dict[str, Any]]:
    """Pull all events as a new phone of any version does. It sends `recent` with each page."""
    since, last, pages = 0, "", []
    while not pages or pages[-1]["more"]:
        answer = owner.get(f"events/?since={since}&recent={days}" + (f"&last={last}" if last else ""))
        pages.append(answer.json())
        assert answer.status_code == 200
        since, last = pages[-1]["seq"], pages[-1]["events"][-1]["id"]
    return pages


def test_a_first_pull_without_old_matches_comes_in_pages(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match is left out whole, even if it ended after the first page, or has the last event but one."""
    monkeypatch.setattr(events, "PAGE", 3)
    open_match, old, other_old = (owner.started() for _ in range(3))
    for _ in range(3):
        owner.post(f"matches/{open_match}/deals/", {"answers": {"points": [60, 60]}})
    for match in (old, other_old):
        owner.post(f"matches/{match}/finish/")
    models.Event.objects.update(received="2020-01-01T00:00:00Z")
    for _ in range(7):
        owner.post(f"matches/{open_match}/deals/", {"answers": {"points": [60, 60]}})
    pages = pull_first(owner, 90)
    pulled = [event for page in pages for event in page["events"]]
    assert [len(page["events"]) for page in pages] == [5, 3, 3]
    assert {event["match"] for event in pulled} == {open_match}
    assert [event["seq"] for event in pulled] == [1, 4, 5, 6, *range(9, 16)]
    assert len(pull_first(owner, 36_500)) == 5
    monkeypatch.setattr(events, "MOST_BESIDE", 3)  # then nothing is left out, rather than some of a match
    pages = pull_first(owner, 90)
    assert [event["seq"] for page in pages for event in page["events"]] == list(range(1, 16))
    assert [len(page["events"]) for page in pages] == [3] * 5


def test_a_page_has_few_large_events(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page has a limit of bytes, also on the first pull; an event beyond it comes alone."""
    old = owner.started()
    owner.post(f"matches/{old}/finish/")
    models.Event.objects.update(received="2020-01-01T00:00:00Z")
    evenings = [
        {"id": str(uuid4()), "kind": "evening", "match": None, "data": {"evening": old, "note": "ä" * 1_000}}
        for _ in range(5)
    ]
    assert owner.post("events/", evenings).json()["refused"] == []
    for most, sizes in ((5_500, [4, 2, 1]), (2_000, [2, 1, 1, 1, 1, 1])):
        monkeypatch.setattr(event_pages, "MOST_BYTES", most)
        pages = pull_first(owner, 36_500)
        assert [len(page["events"]) for page in pages] == sizes
        assert [event["seq"] for page in pages for event in page["events"]] == list(range(1, 8))


def test_a_first_pull_of_large_events_leaves_nothing_out(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the next page would bring the rest of an old match whose beginning was left out."""
    open_match, old = owner.started(), owner.started()
    evening = {"evening": open_match, "note": "ä" * 1_000}
    for _ in range(4):
        owner.post("events/", [{"id": str(uuid4()), "kind": "evening", "match": None, "data": evening}])
    owner.post(f"matches/{old}/finish/")
    models.Event.objects.update(received="2020-01-01T00:00:00Z")
    owner.post(f"matches/{open_match}/deals/", {"answers": {"points": [60, 60]}})
    assert [event["seq"] for page in pull_first(owner, 90) for event in page["events"]] == [1, 3, 4, 5, 6, 8]
    monkeypatch.setattr(event_pages, "MOST_BYTES", 5_500)
    pages = pull_first(owner, 90)
    assert [event["seq"] for page in pages for event in page["events"]] == list(range(1, 9))
    assert [len(page["events"]) for page in pages] == [4, 4]


def test_the_match_of_the_newest_event_is_never_left_out(owner: Caller) -> None:
    """Otherwise the next pull would bring its last events, and not the first ones."""
    first = owner.started()
    owner.started()
    owner.post(f"matches/{first}/finish/")
    models.Event.objects.update(received="2020-01-01T00:00:00Z")
    [page] = pull_first(owner, 90)
    assert [event["seq"] for event in page["events"]] == [1, 2, 3]


def test_an_event_in_another_circles_match_is_refused(owner: Caller, other_owner: Caller) -> None:
    match = owner.started()
    event = {"id": str(uuid4()), "match": match, "kind": "finish", "data": {}}
    [refused] = other_owner.post("events/", [event]).json()["refused"]
    assert refused["code"] == "no_match"


def test_a_push_names_its_circle_too(owner: Caller) -> None:
    other = owner.post("circles/", {"name": "Sundays"}).json()["id"]
    assert owner.post(f"events/?circle={other}", [start()]).json()["refused"] == []
    assert owner.circle
    assert owner.get(f"events/?circle={owner.circle.pk}").json()["events"] == []
    assert len(owner.get(f"events/?circle={other}").json()["events"]) == 1


@pytest.mark.parametrize(
    ("spoilt", "code"),
    [
        ('"note": "first\\nsecond"', "text"),
        ('"note": "\\ud800"', "text"),
        ('"points": 1000000000', "large"),
        ('"note": "a", "note": "b"', "doubled"),
        ('"deep": ' + "[" * 30 + "]" * 30, "deep"),
    ],
)
def test_an_event_beyond_the_limits_of_json_spoils_no_other(owner: Caller, spoilt: str, code: str) -> None:
    one, other = json.dumps(start()), json.dumps(deal("a", "start"))
    bad = f'{{"id": "{NOBODY}", "kind": "evening", "match": null, "data": {{{spoilt}, "x": ", ] }} {{ [ \\""}}}}'
    answer = owner.post("events/", f"[{one}, {bad} ,{other}]".encode()).json()
    assert [event["seq"] for event in answer["accepted"]] == [1, 2]
    assert [(event["id"], event["code"]) for event in answer["refused"]] == [(NOBODY, code)]


def test_a_list_of_too_many_unreadable_items_is_refused_before_each_is_read(
    owner: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parsers, "iter_items", lambda data, items: pytest.fail("Each item is read."))
    answer = owner.post("events/", b"[1000000000" + b",1" * 501 + b"]")
    assert (answer.status_code, answer.json()["code"]) == (400, "long")


def test_the_etag_of_a_pull_depends_on_its_query(owner: Caller) -> None:
    fill(owner, 501)
    first = owner.get("events/?since=0")
    headers = {"HTTP_IF_NONE_MATCH": first.headers["ETag"]}
    assert owner.get("events/?since=0", **headers).status_code == 304
    assert owner.get("events/?since=500", **headers).status_code == 200


def test_an_uncached_log_is_folded_before_the_circle_is_locked(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise one push to a long match would keep all writers waiting."""
    assert owner.circle
    others = [str(uuid4()) for _ in range(60)]
    owner.post("events/", [start(), deal("a", "start")])
    owner.post("events/", [{**start(), "id": str(uuid4()), "match": match} for match in others])
    for unknown, most_cached in ((60, logs.MOST_EVENTS_CACHED), (0, 1)):
        LOG_CACHE.clear()
        monkeypatch.setattr(logs, "MOST_EVENTS_CACHED", most_cached)
        push = [{**deal("b", "a"), "match": match, "id": str(uuid4())} for match in (MATCH, *others)]
        push += [{**deal("b", "a"), "match": str(uuid4()), "id": str(uuid4())} for _ in range(unknown)]
        assert folds_in_lock(owner, push, monkeypatch) == 0


def folds_in_lock(owner: Caller, push: list[Any], monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how many logs are folded from their first event while the push holds the lock of the circle."""
    lock, fold_stored, is_locked, folded = log.lock, logs.fold_stored, [], []

    def note_lock(circle: UUID, person: UUID) -> LockedCircle | None:
        is_locked.append(True)
        return lock(circle, person)

    def count(*arguments: Any) -> Log:
        folded.append(bool(is_locked))
        return fold_stored(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(log, "lock", note_lock)
        patched.setattr(logs, "fold_stored", count)
        assert owner.post("events/", push).status_code == 200
    assert is_locked
    assert len(folded) >= 61
    return sum(folded)


def test_a_push_to_many_long_matches_is_taken_in_parts(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each answer leaves out the events of matches that are too long together. Sending these again stores them all."""
    matches = [str(uuid4()) for _ in range(4)]
    for match in matches:
        first = {**start(), "id": str(uuid4()), "match": match}
        owner.post("events/", [first, *({**deal(name, None), "id": str(uuid4()), "match": match} for name in "abc")])
    monkeypatch.setattr(folding, "MOST_FOLDED", 8)
    unknown = {**deal("d", None), "id": str(uuid4()), "match": NOBODY}
    outbox = [unknown, *({**deal("d", None), "id": str(uuid4()), "match": match} for match in matches)]
    answered = []
    while outbox:
        answer = owner.post("events/", outbox).json()
        done = {event["id"] for event in (*answer["accepted"], *answer["refused"])}
        answered.append(len(done))
        assert [event["code"] for event in answer["refused"]] == ["no_match"] * (unknown["id"] in done)
        outbox = [event for event in outbox if event["id"] not in done]
    assert answered == [3, 2]


def test_a_match_longer_than_the_limit_of_a_push_can_be_written(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folding, "MOST_FOLDED", 2)
    new = {**start(), "id": str(uuid4()), "match": str(uuid4())}
    owner.post("events/", [start(), deal("a", "start"), deal("b", "a")])
    assert len(owner.post("events/", [deal("c", "b"), new, deal("d", "c")]).json()["accepted"]) == 3


def test_a_limited_push_costs_few_queries(owner: Caller, django_assert_max_num_queries: Any) -> None:
    owner.post("events/", [start(), deal("a", "start")])
    assert owner.circle
    unknown = [{**deal("b", "a"), "match": str(uuid4())} for _ in range(499)]
    with django_assert_max_num_queries(1):
        assert folding.affordable_part(owner.circle.pk, [deal("b", "a"), *unknown]) == [deal("b", "a"), *unknown]


def test_the_problems_of_a_refused_round_need_no_second_fold(
    owner: Caller, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        owner.post("events/", [start(), deal("a", "start")])
    folded: list[int] = []
    fold = logs.fold_stored
    monkeypatch.setattr(logs, "fold_stored", lambda *arguments: folded.append(1) or fold(*arguments))
    monkeypatch.setattr(transaction, "on_commit", lambda callback, **_more: callback())
    answer = owner.post(f"matches/{MATCH}/deals/", {"answers": {"points": [71, 50]}})
    assert (answer.status_code, answer.json()["code"]) == (400, "problem")
    assert folded == []
