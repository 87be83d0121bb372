"""The lane of expensive requests, the clients that it counts, and their budgets, over several processes."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.test import RequestFactory
from django.urls import get_resolver
from rest_framework.request import Request

from games import models, services
from games.http.keys import KeyAuthentication
from games.services.circles import make_person
from scorekeeper import admission as admissions
from scorekeeper import client_budgets, lanes, long_requests, proxies, routes, worker_slots
from scorekeeper.admission import MOST_CHEAP_OF_CLIENT, Admission
from scorekeeper.client_budgets import Budgets
from scorekeeper.clients import CLIENT, Clients, name_client, secret_digest
from scorekeeper.lanes import Busy, ExpensiveLane, SharedLocks, TooMany
from tests.ground.wsgi_client import SlowApplication, ask

HOLDER = """
import sys, time
from scorekeeper.lanes import ExpensiveLane, SharedLocks
lane = ExpensiveLane(SharedLocks(sys.argv[1]), 1)
with lane.count_request("a"), lane.wait_for_own_requests("a"), lane.wait_for_place():
    print("holds", flush=True)
    time.sleep(60)
"""
ID = "0f0e0d0c-0b0a-4908-8706-050403020100"


@pytest.fixture
def path(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(lanes, "PATIENCE", 0.1)
    with lanes.shared_file(None):
        yield os.environ[lanes.VARIABLE]


@pytest.fixture
def other_worker(path: str) -> Iterator[Any]:
    """Another worker process, whose client `a` has the only place of the lane."""
    process = subprocess.Popen([sys.executable, "-c", HOLDER, path], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "holds\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_the_lane_is_shared_by_all_worker_processes(path: str, other_worker: Any) -> None:
    lane = ExpensiveLane(SharedLocks(path), 1)
    with lane.count_request("b"), lane.wait_for_own_requests("b"), pytest.raises(Busy), lane.wait_for_place():
        raise AssertionError("Two processes have one place.")


def test_a_client_has_one_request_at_work_in_all_processes(path: str, other_worker: Any) -> None:
    lane = ExpensiveLane(SharedLocks(path), 2)
    with lane.count_request("b"), lane.wait_for_own_requests("b"), lane.wait_for_place():
        pass
    with lane.count_request("a"), pytest.raises(Busy), lane.wait_for_own_requests("a"):
        raise AssertionError("Two requests of one client are at work.")


def test_a_killed_process_leaves_its_place(path: str, other_worker: Any) -> None:
    other_worker.kill()
    other_worker.wait()
    lane = ExpensiveLane(SharedLocks(path), 1)
    with lane.count_request("a"), lane.wait_for_own_requests("a"), lane.wait_for_place():
        pass


def test_a_client_waits_with_few_requests_in_all_processes(path: str, other_worker: Any) -> None:
    lane = ExpensiveLane(SharedLocks(path), 1)
    with lane.count_request("a"), lane.count_request("a"), lane.count_request("a"):
        with pytest.raises(TooMany), lane.count_request("a"):
            raise AssertionError("There are five.")
        with lane.count_request("b"):
            pass


def test_the_file_is_removed_with_the_server() -> None:
    with lanes.shared_file(None):
        path = Path(os.environ[lanes.VARIABLE])
        assert path.stat().st_mode & 0o777 == 0o600
    assert not path.exists()
    assert lanes.VARIABLE not in os.environ


def test_the_file_is_beside_the_database(tmp_path: Path) -> None:
    """Two servers with the same database share it, so it stays."""
    with lanes.shared_file(tmp_path):
        assert SharedLocks(os.environ[lanes.VARIABLE]).acquire(1)
    [file] = tmp_path.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_worker_starts_after_the_file_was_deleted(path: str) -> None:
    Path(path).unlink()
    assert SharedLocks(path).acquire(1)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/v1/score/"),
        ("POST", f"/api/v1/circles/{ID}/import/"),
        ("GET", f"/api/v1/circles/{ID}/log/"),
        ("GET", f"/api/v1/circles/{ID}/export/xlsx/"),
        ("GET", f"/api/v1/matches/{ID}/export/pdf/"),
        ("HEAD", f"/api/v1/matches/{ID}/export/png/"),
        ("GET", f"/api/v1/matches/{ID}/history/"),
        ("GET", "/api/v1/statistics/"),
        ("GET", "/statistics/"),
        ("POST", "/import/"),
        ("POST", "/import/in/"),
        ("GET", "/you/export/"),
        ("GET", "/circle/export/"),
        ("GET", "/export/circle/"),
        ("GET", f"/export/match/{ID}/"),
        ("GET", f"/export/match/{ID}/pdf/"),
        ("GET", f"/export/evening/{ID}/"),
    ],
)
def test_expensive_requests_use_the_lane(method: str, path: str) -> None:
    assert lanes.is_expensive(method, path, 0)


@pytest.mark.parametrize(
    ("method", "path", "length"),
    [("POST", "/api/v1/events/", 60_000), ("GET", "/api/v1/events/", 0), ("GET", "/", 0), ("GET", "/import/", 0)],
)
def test_saves_and_pages_do_not_use_the_lane(method: str, path: str, length: int) -> None:
    assert not lanes.is_expensive(method, path, length)


def test_a_long_push_uses_the_lane() -> None:
    assert lanes.is_expensive("POST", "/api/v1/events/", 500_000)
    assert get_resolver().resolve(lanes.EVENTS)


def test_a_made_up_key_counts_for_its_address() -> None:
    clients = Clients()
    environ = {"REMOTE_ADDR": "203.0.113.7", "HTTP_AUTHORIZATION": "Token x", "PATH_INFO": "/api/v1/events/"}
    clients.learn(environ)
    assert clients.find(environ) == "address 203.0.113.7"
    clients.learn(environ | {CLIENT: "person 7"})
    assert clients.find(environ) == "person 7"
    assert clients.find(environ | {"HTTP_AUTHORIZATION": "Bearer x"}) == "person 7"
    assert clients.find(environ | {"HTTP_AUTHORIZATION": "Token y"}) == "address 203.0.113.7"


def test_a_session_counts_for_its_person() -> None:
    clients = Clients()
    environ = {"REMOTE_ADDR": "::1", "HTTP_COOKIE": "a=b; sessionid=abc; c=d"}
    clients.learn(environ | {CLIENT: "person 7"})
    assert clients.find(environ) == "person 7"
    assert clients.find(environ | {"HTTP_COOKIE": "sessionid=abd"}) == "address ::1"


def test_all_keys_of_a_person_are_one_client(db: None) -> None:
    person, circle = make_person()
    person.email = "eleni@scorekeeper.test"
    person.save()
    clients = set()
    for name in "ab":
        key = services.create_program_key(by=person, circle=circle.pk, role=models.Role.READER, name=name)
        request = Request(RequestFactory().get("/", headers={"authorization": f"Token {key}"}))
        assert KeyAuthentication().authenticate(request)
        clients.add(request._request.META[CLIENT])
    assert clients == {f"person {person.pk}"}


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::"),
        ("2001:db8:1:2:ffff::", "2001:db8:1::"),
        ("", ""),
    ],
)
def test_an_ipv6_address_counts_for_its_network(address: str, network: str) -> None:
    assert proxies.client_network(address) == network


def test_a_budget_refills(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(client_budgets.time, "monotonic", lambda: now)
    budgets = Budgets(2, 0.5)
    budgets.spend("a", 3)
    assert (budgets.wait("a"), budgets.wait("b")) == (2, 0)
    budgets.spend("a", 100)
    assert budgets.wait("a") == 4
    now += 4
    assert budgets.wait("a") == 0


def test_old_budgets_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_budgets, "MOST", 10)
    budgets = Budgets(1, 1)
    for number in range(30):
        budgets.spend(str(number), 1)
    assert list(budgets.debts) == [str(number) for number in range(20, 30)]


HOSTILE = "203.0.113.7"


def is_hostile(environ: dict[str, Any]) -> bool:
    return environ.get("REMOTE_ADDR") == HOSTILE


@pytest.fixture
def lane(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The clients whose requests used the lane."""
    clients: list[str] = []
    wait_for_own_requests = ExpensiveLane.wait_for_own_requests
    monkeypatch.setattr(
        ExpensiveLane,
        "wait_for_own_requests",
        lambda lane, name: (clients.append(name), wait_for_own_requests(lane, name))[1],
    )
    return clients


@pytest.mark.parametrize("is_sent", [True, False])
def test_guests_of_an_address_have_one_budget(lane: list[str], settings: Any, is_sent: bool) -> None:
    """Without mail new accounts belong to them, as anyone can invent an e-mail address."""
    settings.MAIL = type("Mail", (), {"is_sent": is_sent})()

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        name = environ["HTTP_COOKIE"].removeprefix("sessionid=")
        created = None if name == "new account" else datetime(2026, 1, 1, tzinfo=UTC)
        environ[CLIENT] = name_client(name, "account" in name, created)
        return [b"ok"]

    admission = Admission(application)
    names = ("a", "b", "account", "new account")
    for name in names:
        ask(admission, "/", REMOTE_ADDR=HOSTILE, HTTP_COOKIE=f"sessionid={name}")
    admission.budgets.spend(f"address {HOSTILE}", 100)
    for name in names:
        assert ask(admission, "/", REMOTE_ADDR=HOSTILE, HTTP_COOKIE=f"sessionid={name}")[0] == "200 OK"
    names = ["guest regular person a", "guest regular person b"] + ["person new account"] * (not is_sent)
    assert lane == [f"{name} on line {HOSTILE}" for name in names]
    ask(admission, "/", REMOTE_ADDR="203.0.113.8", HTTP_COOKIE="sessionid=a")
    assert len(lane) == 3 - is_sent


def test_a_copied_cookie_uses_up_only_what_its_person_has_on_that_line(lane: list[str]) -> None:
    """The owner's phone, on another line, has a share, a budget and a turn of its own."""

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        environ[CLIENT] = name_client("a", has_account=True, created=datetime(2026, 1, 1, tzinfo=UTC))
        return [b"ok"]

    admission = Admission(application)
    for place in (HOSTILE, "203.0.113.8"):
        ask(admission, "/", REMOTE_ADDR=place, HTTP_COOKIE="sessionid=a")
    admission.budgets.spend(f"regular person a on line {HOSTILE}", 100)
    with ExitStack() as stack:
        for _request in range(MOST_CHEAP_OF_CLIENT):
            stack.enter_context(admission.shares.enter(f"regular person a on line {HOSTILE}"))
        assert ask(admission, "/", REMOTE_ADDR="203.0.113.8", HTTP_COOKIE="sessionid=a")[0] == "200 OK"
    assert lane == []
    ask(admission, "/", REMOTE_ADDR=HOSTILE, HTTP_COOKIE="sessionid=a")
    assert len(lane) == 1


class Clock:
    """A clock that stands still, and a processor that works for half a second at each request."""

    used = 0.0

    def thread_time(self) -> float:
        return self.used

    def monotonic(self) -> float:
        return 100.0

    def work(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        environ[CLIENT] = name_client(environ["HTTP_COOKIE"].removeprefix("sessionid="), has_account=False)
        self.used += 0.5
        return [b"ok"]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(admissions, "time", clock)
    monkeypatch.setattr(client_budgets, "time", clock)
    return clock


def test_a_guest_uses_the_budget_of_the_address(clock: Clock) -> None:
    admission = Admission(clock.work)
    for name in "abc":
        ask(admission, "/", REMOTE_ADDR=HOSTILE, HTTP_COOKIE=f"sessionid={name}")
    assert admission.budgets.debts == {f"address {HOSTILE}": (1.5, 100.0)}


def test_a_request_that_used_much_is_paid_in_full(clock: Clock) -> None:
    """The debt does not end at twice the budget: otherwise a client with longer requests would work for longer."""
    admission = Admission(clock.work)
    admission.budgets.spend("a", 30)
    assert admission.budgets.wait("a") == 280


def test_a_long_list_of_one_client_is_not_the_list_of_others(lane: list[str], clock: Clock) -> None:
    """A path without an id answers each client differently. One with an id is the same for all."""
    admission = Admission(clock.work)

    def read(path: str, name: str, method: str = "GET") -> int:
        before = len(lane)
        ask(
            admission,
            path,
            REMOTE_ADDR=f"203.0.113.{ord(name)}",
            HTTP_COOKIE=f"sessionid={name}",
            REQUEST_METHOD=method,
        )
        return len(lane) - before

    for path in (lanes.EVENTS, "/evenings/"):
        assert [read(path, name) for name in "aab"] == [0, 1, 0]
    assert [read(f"/evenings/{ID}/", name) for name in "cd"] == [0, 1]
    assert [read(lanes.EVENTS, name, "POST") for name in "eef"] == [0, 1, 0]  # a push that folded a long match


def test_reads_that_wait_together_learn_from_the_first_of_them(
    lane: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_requests, "READ_SECONDS", 0)
    inner = SlowApplication(is_hostile)
    admission = Admission(inner, places=1, waiting=2)
    with inner.at_work(admission, count=2, REMOTE_ADDR=HOSTILE):
        while admission.shares.present[f"address {HOSTILE}"] < 2:
            time.sleep(0.01)
    assert lane == [f"address {HOSTILE}"]


def test_a_read_of_which_one_is_at_work_for_long_uses_the_lane(
    lane: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same client cannot fill all places with one kind of read before the first of them has ended."""
    monkeypatch.setattr(worker_slots, "PATIENCE", 0.1)
    inner = SlowApplication(lambda environ: environ["PATH_INFO"] == "/slow/")
    admission = Admission(inner, places=2, waiting=2)
    with inner.at_work(admission, "/slow/", REMOTE_ADDR=HOSTILE):
        assert not admission.long_requests.has(f"address {HOSTILE}", {"REQUEST_METHOD": "GET", "PATH_INFO": "/slow/"})
        monkeypatch.setattr(long_requests, "AT_WORK", 0)
        inner.is_slow = lambda _environ: False
        for path in ("/slow/", "/other/"):
            ask(admission, path, REMOTE_ADDR=HOSTILE)
        assert lane == [f"address {HOSTILE}"]
    ask(admission, "/slow/", REMOTE_ADDR=HOSTILE)
    assert len(lane) == 1


def test_a_read_that_took_long_uses_the_lane_next_time(lane: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    admission = Admission(SlowApplication(lambda _environ: False))
    monkeypatch.setattr(long_requests, "READ_SECONDS", 0)
    ask(admission, "/table/long/", REMOTE_ADDR=HOSTILE)
    monkeypatch.setattr(long_requests, "READ_SECONDS", 1)
    ask(admission, "/table/short/", REMOTE_ADDR=HOSTILE)
    ask(admission, "/table/long/", REMOTE_ADDR=HOSTILE, REQUEST_METHOD="POST")
    assert lane == []
    ask(admission, "/table/long/", REMOTE_ADDR=HOSTILE)
    assert lane == [f"address {HOSTILE}"]
    ask(admission, "/table/long/", REMOTE_ADDR=HOSTILE)
    assert len(lane) == 1  # as it took less time now


def test_a_save_waits_for_no_page() -> None:
    inner = SlowApplication(lambda environ: environ["PATH_INFO"] == "/")
    admission = Admission(inner, places=1, waiting=0)
    with inner.at_work(admission):
        assert ask(admission, "/games/")[0].startswith("503")
        assert ask(admission, lanes.EVENTS, REQUEST_METHOD="POST")[0] == "200 OK"


@pytest.mark.parametrize(("method", "path"), [("POST", lanes.EVENTS), ("GET", "/")])
def test_an_address_has_half_of_the_places(method: str, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its clients may be many: anyone may create many accounts."""
    monkeypatch.setattr(worker_slots, "PATIENCE", 20)
    monkeypatch.setattr(admissions, "SAVE_PLACES", 1)
    inner = SlowApplication(is_hostile)
    admission = Admission(inner, places=1, waiting=5)
    places = admission.save_places if method == "POST" else admission.places
    with inner.at_work(admission, path, count=3, REMOTE_ADDR=HOSTILE, REQUEST_METHOD=method):
        while places.addresses.present[f"line {HOSTILE}"] < 3:
            time.sleep(0.01)
        assert ask(admission, path, REMOTE_ADDR=HOSTILE, REQUEST_METHOD=method)[0].startswith("503")
        statuses: list[str] = []
        honest = Thread(target=lambda: statuses.append(ask(admission, path, REQUEST_METHOD=method)[0]))
        honest.start()
        time.sleep(0.1)
        assert statuses == []  # it waits
    honest.join()
    assert statuses == ["200 OK"]


def test_all_clients_of_an_address_have_few_requests_in_the_lane(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guests are many, too: each had four requests in the lane."""
    monkeypatch.setattr(lanes, "PATIENCE", 20)
    monkeypatch.setattr(worker_slots, "PATIENCE", 20)
    inner = SlowApplication(is_hostile)
    admission = Admission(inner)
    threads, path = [], "/api/v1/statistics/"
    for number in range(lanes.MOST_OF_ADDRESS):
        admission.clients.known[secret_digest({"HTTP_COOKIE": f"sessionid={number}"})] = f"person {number}"
        more = {"REMOTE_ADDR": HOSTILE, "HTTP_COOKIE": f"sessionid={number}"}
        threads.append(Thread(target=ask, args=(admission, path), kwargs=more))
        threads[-1].start()
    locks = admission.lane.locks.held
    try:
        while len(locks) < 3 * len(threads):  # present, of the address, and at work
            time.sleep(0.01)
        assert ask(admission, path, REMOTE_ADDR=HOSTILE, HTTP_AUTHORIZATION="x")[0] == "429 Too Many Requests"
    finally:
        inner.release.set()
        for thread in threads:
            thread.join()
    assert ask(admission, path, REMOTE_ADDR="203.0.113.8")[0] == "200 OK"


def test_a_client_that_used_much_leaves_the_places_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its next request waits in the lane, and a request of someone else is answered at once."""
    monkeypatch.setattr(lanes, "PATIENCE", 20)
    inner = SlowApplication(is_hostile)
    admission = Admission(inner, places=1, waiting=0)
    admission.budgets.spend(f"address {HOSTILE}", 100)
    with inner.at_work(admission, count=lanes.MOST_OF_CLIENT, REMOTE_ADDR=HOSTILE):
        assert ask(admission, "/", REMOTE_ADDR="203.0.113.8")[0] == "200 OK"


def test_requests_that_wait_together_do_not_pass_the_budget_together(lane: list[str]) -> None:
    """The first one uses the budget up, so the second one goes to the lane."""
    inner = SlowApplication(is_hostile)
    admission = Admission(inner, places=1, waiting=2)
    with inner.at_work(admission, count=2, REMOTE_ADDR=HOSTILE):
        while admission.shares.present[f"address {HOSTILE}"] < 2:
            time.sleep(0.01)
        admission.budgets.spend(f"address {HOSTILE}", 100)
    assert lane == [f"address {HOSTILE}"]
    assert not admission.shares.present


def test_a_client_waits_with_a_limited_number_of_requests() -> None:
    inner = SlowApplication(is_hostile)
    admission = Admission(inner, places=2, waiting=20)
    admission.shares.most = 1
    with inner.at_work(admission, REMOTE_ADDR=HOSTILE):
        assert ask(admission, "/", REMOTE_ADDR=HOSTILE)[0] == "429 Too Many Requests"
        assert ask(admission, "/", REMOTE_ADDR="203.0.113.8")[0] == "200 OK"


def test_a_key_is_one_client_however_it_is_spelled() -> None:
    """Otherwise each spelling would be a new client, whose requests no budget counts."""
    clients = Clients()
    session = {"REMOTE_ADDR": HOSTILE, "HTTP_COOKIE": "a=b; sessionid=s"}
    key = {"REMOTE_ADDR": HOSTILE, "PATH_INFO": "/api/v1/events/", "HTTP_AUTHORIZATION": "Token x"}
    clients.learn(key | {CLIENT: "person 1"})
    clients.learn(session | {CLIENT: "person 2"})
    for spelling in ("token x", "tOKEN    x", " Token x ", "Bearer x"):
        assert clients.find(key | {"HTTP_AUTHORIZATION": spelling}) == "person 1"
    for invented in ("Token y", "Bearer z", "nothing"):
        assert clients.find(session | {"PATH_INFO": "/", "HTTP_AUTHORIZATION": invented}) == "person 2"
    api = session | {"PATH_INFO": "/api/v1/me/"}
    assert clients.find(api | {"HTTP_AUTHORIZATION": "Basic z"}) == "person 2"
    assert clients.find(api | {"HTTP_AUTHORIZATION": "Bearer z"}) == f"address {HOSTILE}"


def test_a_session_is_one_client_however_its_cookie_is_spelled() -> None:
    clients = Clients()
    request = {"REMOTE_ADDR": HOSTILE, "PATH_INFO": "/"}
    clients.learn(request | {"HTTP_COOKIE": "sessionid=abc", CLIENT: "person 1"})
    for spelling in (
        "sessionid=x; sessionid=abc",
        "sessionid=abc  ",
        'sessionid="abc"',
        'sessionid="\\141bc"',
        " sessionid= abc",
        "sessionid=abc\u3000".encode().decode("latin-1"),  # as WSGI hands it over
    ):
        assert clients.find(request | {"HTTP_COOKIE": spelling}) == "person 1"
    words = {"PATH_INFO": "/phone/", "HTTP_COOKIE": "sessionid=abc", "HTTP_AUTHORIZATION": "Token\xa0x"}  # no key
    assert clients.find(request | words) == "person 1"
    for other in ("sessionid=abc; sessionid=x", "session=abc", "sessionid=", ""):
        assert clients.find(request | {"HTTP_COOKIE": other}) != "person 1"


@pytest.mark.parametrize("method", ["post", "Post", "POST"])
def test_a_method_uses_the_lane_however_it_is_spelled(lane: list[str], method: str) -> None:
    seen: list[str] = []

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        seen.append(environ["REQUEST_METHOD"])
        start_response("200 OK", [])
        return [b""]

    ask(Admission(application), "/api/v1/score/", REMOTE_ADDR=HOSTILE, REQUEST_METHOD=method)
    assert (len(lane), seen) == (1, ["POST"])


def test_few_requests_of_a_worker_wait_for_the_lane(lane: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has a thread, and requests of a hundred addresses would leave none to saves."""
    monkeypatch.setattr(admissions, "MOST_IN_LANE", 0)
    admission = Admission(SlowApplication(lambda _environ: False))
    assert ask(admission, "/api/v1/statistics/", REMOTE_ADDR=HOSTILE)[0] == "503 Service Unavailable"
    assert ask(admission, "/api/v1/events/", REMOTE_ADDR=HOSTILE)[0] == "200 OK"


def test_long_addresses_are_not_stored() -> None:
    """Anyone may invent them, and they would fill the memory."""
    routes.find_stored.cache_clear()
    for number in range(20):
        assert not lanes.is_expensive("GET", f"/{number}{'x' * 60_000}", 0)
    assert routes.find_stored.cache_info().currsize == 0
    assert lanes.is_expensive("POST", "/import/", 0)
    assert routes.find_stored.cache_info().currsize == 1
