"""The guests of a network address store a limited number of bytes in a day. What they have stored can still be read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.test import Client

from games import models, services
from games.services import circles
from games.services.circles import make_person
from scorekeeper import daily_bytes
from scorekeeper.admission import Admission
from scorekeeper.clients import CLIENT, address, name_client
from scorekeeper.daily_bytes import FIRST_COUNT, TooMuchToday
from scorekeeper.lane_turns import TurnFile, place_of
from tests.api.conftest import Caller
from tests.ground.wsgi_client import ask

PLACE = {"REMOTE_ADDR": "203.0.113.7"}
FULL = 1_000_000


def today() -> float:
    return datetime.now(UTC).timestamp() // daily_bytes.DAY


def store(counts: TurnFile, bytes: float, day: float) -> None:
    counts.write(FIRST_COUNT + place_of(address(PLACE)), bytes, day)


@pytest.fixture
def counts(settings: Any) -> TurnFile:
    """The counts of a server, where the guests of `PLACE` have stored all that they may but a thousand bytes."""
    settings.GUEST_MEGABYTES = FULL // 1_000_000
    counts = TurnFile(None)
    store(counts, FULL - 1_000, today())
    return counts


@pytest.fixture
def guest_request(counts: TurnFile) -> Iterator[None]:
    with daily_bytes.of_request(PLACE, counts):
        yield


def start() -> dict[str, Any]:
    data = {"game": "bisca_tres", "players": ["Eleni", "Deniz"]}
    return {"id": str(uuid4()), "match": str(uuid4()), "kind": "start", "data": data, "after": [], "at": None}


@pytest.mark.django_db
@pytest.mark.usefixtures("guest_request")
def test_the_ids_that_an_event_names_count() -> None:
    caller = Caller(*make_person("Eleni"))
    answer = caller.post("events/", [start() | {"after": [str(uuid4()) for _ in range(20)]}])
    assert (answer.status_code, answer.json()["code"]) == (429, "much_today")


@pytest.mark.django_db
@pytest.mark.usefixtures("guest_request")
def test_a_push_beyond_the_limit_is_refused_until_tomorrow() -> None:
    caller = Caller(*make_person("Eleni"))
    assert caller.post("events/", [start()]).json()["refused"] == []
    answer = caller.post("events/", [start()])
    assert (answer.status_code, answer.json()["code"]) == (429, "much_today")
    assert 0 < int(answer["Retry-After"]) <= daily_bytes.DAY
    assert models.Event.objects.count() == 1
    assert len(caller.get("events/?since=0").json()["events"]) == 1


@pytest.mark.django_db
def test_a_circle_counts_more_than_its_bytes(counts: TurnFile) -> None:
    """Otherwise the guests of one address could create a hundred thousand in a day, which an update rebuilds one by one."""
    caller = Caller(*make_person("Eleni"))
    assert caller.circle
    most = FULL // circles.BYTES_OF_CIRCLE
    counts.write(FIRST_COUNT + place_of(f"circles of {address(PLACE)}"), FULL - 2 * circles.BYTES_OF_CIRCLE, today())
    with daily_bytes.of_request(PLACE, counts):
        assert [caller.post("circles/", {"name": "Club"}).status_code for _number in range(3)] == [201, 201, 429]
        answer = caller.post(f"events/?circle={caller.circle.pk}", [start()])
        assert answer.status_code == 200, "groups take nothing of what others may store"
    assert models.Circle.objects.count() == 3
    assert most * 100 <= 4_000  # with the usual limit of 100 megabytes


@pytest.mark.django_db
@pytest.mark.usefixtures("guest_request")
def test_a_page_offers_to_send_the_round_again() -> None:
    person, circle = make_person("Eleni")
    event = start()
    services.push(by=person, circle=circle.pk, events=[event])
    client = Client(headers={"origin": "http://testserver"})
    client.force_login(person)
    client.get("/")
    path = f"/table/{event['match']}/sheet/"
    form = urlencode({"points-0": "60", "points-1": "60", "deal": str(uuid4()), "event": str(uuid4())})
    kind = "application/x-www-form-urlencoded"
    answer = client.post(f"/table/{event['match']}/", form, content_type=kind)
    assert answer.status_code == 429, answer.content
    assert 'name="points-0" value="60"' in answer.content.decode()
    assert client.get(path).status_code == 200


def test_people_with_an_account_and_other_addresses_have_their_own_limit(counts: TurnFile, settings: Any) -> None:
    settings.MAIL = type("Mail", (), {"is_sent": True})()
    for environ in (PLACE | {CLIENT: name_client("a", has_account=True)}, {"REMOTE_ADDR": "203.0.113.8"}):
        with daily_bytes.of_request(environ, counts):
            daily_bytes.count(500_000)
    for environ in (PLACE, PLACE | {CLIENT: name_client("b", has_account=False)}):
        with daily_bytes.of_request(environ, counts), pytest.raises(TooMuchToday):
            daily_bytes.count(1_001)


def test_an_account_stores_ten_times_as_much_as_an_address(counts: TurnFile, settings: Any) -> None:
    settings.MAIL = type("Mail", (), {"is_sent": True})()
    with daily_bytes.of_request(PLACE | {CLIENT: name_client("a", has_account=True)}, counts):
        daily_bytes.count(10 * FULL)
        with pytest.raises(TooMuchToday):
            daily_bytes.count(1)


YESTERDAY = datetime.now(UTC) - timedelta(hours=25)
SHARE = FULL // daily_bytes.REGULARS


def regular(name: str) -> dict[str, Any]:
    return PLACE | {CLIENT: name_client(name, has_account=False, created=YESTERDAY)}


def test_new_guests_cannot_use_up_the_share_of_a_regular_guest(counts: TurnFile) -> None:
    store(counts, FULL, today())
    with daily_bytes.of_request(PLACE, counts), pytest.raises(TooMuchToday):
        daily_bytes.count(1)
    for name in ("a", "b"):
        with daily_bytes.of_request(regular(name), counts):
            daily_bytes.count(SHARE)
            with pytest.raises(TooMuchToday):
                daily_bytes.count(1)


def test_the_shares_of_all_regular_guests_are_limited(counts: TurnFile) -> None:
    store(counts, FULL, today())
    stored = 0
    for number in range(2 * daily_bytes.ACCOUNT * daily_bytes.REGULARS):
        with suppress(TooMuchToday), daily_bytes.of_request(regular(str(number)), counts):
            daily_bytes.count(SHARE)
            stored += SHARE
    assert stored <= daily_bytes.ACCOUNT * FULL


def test_a_regular_guest_stores_more_as_a_guest_of_the_address(counts: TurnFile) -> None:
    store(counts, 0, today())
    with daily_bytes.of_request(regular("a"), counts):
        daily_bytes.count(FULL)


def test_invented_addresses_of_a_server_without_mail_are_counted(counts: TurnFile) -> None:
    account = PLACE | {CLIENT: name_client("a", has_account=True)}
    with daily_bytes.of_request(account, counts), pytest.raises(TooMuchToday):
        daily_bytes.count(1_001)


def test_the_limit_begins_anew_each_day_and_can_be_changed(counts: TurnFile, settings: Any) -> None:
    with daily_bytes.of_request(PLACE, counts):
        store(counts, FULL, today() - 1)
        daily_bytes.count(FULL)
        with pytest.raises(TooMuchToday):
            daily_bytes.count(1)
        settings.GUEST_MEGABYTES = 2
        daily_bytes.count(FULL)
        settings.GUEST_MEGABYTES = 0
        daily_bytes.count(FULL)


def test_commands_of_the_host_are_not_counted() -> None:
    daily_bytes.count(10**12)


def test_all_workers_count_together(counts: TurnFile) -> None:
    """The counts are in the file of the lane. Only the request of this thread counts, not the next one."""

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        daily_bytes.count(int(environ["QUERY_STRING"]))
        start_response("200 OK", [])
        return [b"ok"]

    admission = Admission(application)
    admission.lane.order.file = counts
    assert ask(admission, "/", QUERY_STRING="1000", **PLACE)[0] == "200 OK"
    with pytest.raises(TooMuchToday):
        ask(admission, "/", QUERY_STRING="1", **PLACE)
    daily_bytes.count(10**12)
