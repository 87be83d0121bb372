"""The limit of simultaneous requests: others wait, then get a 503. Health checks never wait."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from io import BytesIO
from tempfile import SpooledTemporaryFile
from threading import Thread, Timer
from time import sleep
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIRequest

from scorekeeper import admission, answers, lane_turns, lanes, worker_slots
from scorekeeper.admission import Admission
from scorekeeper.clients import line
from scorekeeper.lane_turns import LaneOrder
from scorekeeper.lanes import Busy
from scorekeeper.lock_wait import LOCK_WAIT
from scorekeeper.worker_slots import WorkerSlots
from tests.ground.wsgi_client import ANONYMOUS, SlowApplication, ask


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[SlowApplication, Admission]]:
    """A server with one place, which is occupied."""
    monkeypatch.setattr(worker_slots, "PATIENCE", 0.1)
    inner = SlowApplication(lambda environ: environ["PATH_INFO"] == "/slow")
    application = Admission(inner, places=1, waiting=1)
    with inner.at_work(application, "/slow"):
        yield inner, application


@pytest.mark.parametrize("path", ["/healthz", "/health/", "/static/page/table.js"])
def test_health_and_files_are_answered_while_all_places_are_occupied(
    slow: tuple[SlowApplication, Admission], path: str
) -> None:
    assert ask(slow[1], path)[0] == "200 OK"


@pytest.mark.parametrize("path", ["/", "/healthz", "/static/page/table.js"])
def test_headers_that_take_python_long_to_parse_do_not_arrive(path: str) -> None:
    seen: list[tuple[str | None, ...]] = []

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        seen.append(tuple(environ.get(name) for name in ("HTTP_COOKIE", "CONTENT_TYPE", "HTTP_ACCEPT")))
        start_response("200 OK", [])
        return [b""]

    usual = {"HTTP_COOKIE": "first=1; sessionid=abc", "CONTENT_TYPE": "text/plain; boundary=x", "HTTP_ACCEPT": "*/*"}
    ask(Admission(application), path, **usual)
    cookies = 'first=1; a="' + "\\" * 60_000 + '"; sessionid=abc'
    media_type = 'text/plain; a="' + ";" * 60_000
    ask(Admission(application), path, HTTP_COOKIE=cookies, CONTENT_TYPE=media_type, HTTP_ACCEPT=media_type)
    assert seen == [tuple(usual.values()), ("first=1; sessionid=abc", None, None)]


@pytest.mark.parametrize(
    "charset",
    [
        "charset=punycode",
        " Charset=zlib",
        "charset*=utf-8''idna",
        "charset*0=puny; charset*1=code",
        'charset="rot13"',
        "x*=unknown''y",
        "x*0*=idna''y",
    ],
)
def test_a_request_is_decoded_by_no_other_charset(charset: str) -> None:
    """Python decodes some charsets in a time that grows with the square of the length; others are no charsets of text."""

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        request = WSGIRequest(environ)
        start_response("200 OK", [])
        return [f"{request.content_type} {request.content_params} {request.encoding}".encode()]

    answer = ask(Admission(application), "/", CONTENT_TYPE=f"multipart/form-data;{charset}; boundary=x")
    assert answer[2].decode() == "multipart/form-data {'boundary': 'x'} None"


def test_a_request_that_waits_too_long_gets_a_503(slow: tuple[SlowApplication, Admission]) -> None:
    status, headers, body = ask(slow[1], "/api/v1/events/")
    assert (status, headers["Retry-After"], json.loads(body)["code"]) == ("503 Service Unavailable", "5", "busy")
    assert "<h1>" in ask(slow[1], "/")[2].decode()


def test_a_place_is_free_after_the_answer_is_sent(
    slow: tuple[SlowApplication, Admission], monkeypatch: pytest.MonkeyPatch
) -> None:
    application = slow[1]
    slow[0].release.set()
    monkeypatch.setattr(worker_slots, "PATIENCE", 5)
    for _ in range(3):
        assert ask(application, "/", REMOTE_ADDR="203.0.113.8")[0] == "200 OK"
    assert slow[0].closed == 1


def test_a_request_beyond_the_queue_is_refused() -> None:
    places = WorkerSlots(1, 0)
    with places.occupy(), pytest.raises(Busy), places.occupy():
        raise AssertionError("Two requests have one place.")
    with places.occupy():
        assert places.free == []


def test_an_address_leaves_a_place_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its requests may wait for a lock of the database, as pushes into one circle do, and use no processor."""
    monkeypatch.setattr(worker_slots, "PATIENCE", 0.1)
    places = WorkerSlots(3, 10, is_halved=True)
    with places.occupy("a"), places.occupy("a"):
        with pytest.raises(Busy), places.occupy("a"):
            raise AssertionError("One address has all places.")
        with places.occupy("b"), pytest.raises(Busy), places.occupy("c"):
            raise AssertionError("Four requests have three places.")
        assert (places.queue, len(places.free)) == ([], 1)
    assert not places.at_work


def order_of(places: WorkerSlots, addresses: Iterable[str], *, at_work: Iterable[str]) -> list[str]:
    """Return the order in which requests of these addresses get the place of the last of those at work."""
    order = list[str]()

    def work(address: str) -> None:
        with places.occupy(address):
            order.append(address)

    threads = [Thread(target=work, args=(address,)) for address in addresses]
    with ExitStack() as stack:
        *others, last = at_work
        for address in others:
            stack.enter_context(places.occupy(address))
        with places.occupy(last):
            for number, thread in enumerate(threads, 1):
                thread.start()
                while len(places.queue) < number:
                    sleep(0.01)
        for thread in threads:
            thread.join()
    return order


def test_a_free_place_goes_to_those_who_waited_longest() -> None:
    assert order_of(WorkerSlots(1, 10), "abc", at_work=["first"]) == ["a", "b", "c"]


def test_a_free_place_goes_to_addresses_without_one_first() -> None:
    """Otherwise others would wait for all requests that an address has sent at once."""
    assert order_of(WorkerSlots(2, 10, is_halved=False), "aac", at_work="ab") == ["c", "a", "a"]


def test_a_free_place_goes_to_the_address_that_used_least() -> None:
    """Otherwise a request would wait for those of all addresses that have sent one before it."""
    places = WorkerSlots(1, 10)
    places.used.spend("c", 1)
    places.used.spend("d", 0.5)
    assert order_of(places, "cdecd", at_work=["first"]) == ["e", "d", "d", "c", "c"]


def test_the_networks_of_one_line_take_turns_together() -> None:
    """An IPv6 line may have a /48, whose addresses count apart in other limits."""
    addresses = ("2001:db8:7:100::", "2001:db8:7:200::", "2001:db8:8:100::", "203.0.113.7", "203.0.113.8")
    lines = [line({"REMOTE_ADDR": address}) for address in addresses]
    assert lines[0] == lines[1]
    assert len(set(lines)) == 4


def test_a_request_pushes_out_one_of_an_address_with_several(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise two addresses could fill all places to wait."""
    places, ended = WorkerSlots(1, 3), Counter[str]()

    def work(address: str) -> None:
        try:
            with places.occupy(address):
                ended[f"{address} worked"] += 1
        except Busy:
            ended[f"{address} busy"] += 1

    threads = [Thread(target=work, args=(address,)) for address in "aabcaad"]
    with places.occupy("first"):
        for thread in threads:
            thread.start()
            sleep(0.05)
    for thread in threads:
        thread.join()
    assert ended == {"a worked": 1, "b worked": 1, "c worked": 1, "a busy": 3, "d busy": 1}
    assert (places.present, places.queue, len(places.free)) == (0, [], 1)


@pytest.mark.parametrize("size", [10, answers.IN_MEMORY, answers.IN_MEMORY + 1, 3 * answers.IN_MEMORY])
def test_a_complete_answer_occupies_no_place_while_it_is_sent(size: int) -> None:
    def long(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        return (b"x" * min(1000, size - at) for at in range(0, size, 1000))

    application = Admission(long, places=1, waiting=0)
    answers = [
        application({**ANONYMOUS, "PATH_INFO": "/", "wsgi.input": BytesIO()}, lambda *_more: None) for _ in range(3)
    ]  # nobody reads them
    assert [sum(map(len, answer)) for answer in answers] == [size] * 3


def test_a_long_answer_beyond_the_limit_waits_and_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_slots, "PATIENCE", 0.1)

    def long(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        return [b"x" * (answers.IN_MEMORY + 1)]

    application = Admission(long)

    def begin(address: str) -> Iterable[bytes]:
        environ = {**ANONYMOUS, "PATH_INFO": "/", "wsgi.input": BytesIO(), "REMOTE_ADDR": address}
        return application(environ, lambda *_more: None)

    # Four networks of one IPv6 line count together.
    unread = [begin(f"2001:db8:7:{number}00::1") for number in range(admission.MOST_SENDING_OF_ADDRESS)]
    assert ask(application, "/", REMOTE_ADDR="2001:db8:7:900::1")[0] == "503 Service Unavailable"
    assert ask(application, "/", REMOTE_ADDR="203.0.113.8")[0] == "200 OK"
    unread += [begin(f"203.0.113.{8 + number // 2}") for number in range(admission.SENDING - len(unread))]
    assert ask(application, "/", REMOTE_ADDR="203.0.113.20")[0] == "503 Service Unavailable"
    monkeypatch.setattr(worker_slots, "PATIENCE", 10)
    ending = Timer(0.1, unread.clear)
    ending.start()
    assert ask(application, "/", REMOTE_ADDR="203.0.113.20")[0] == "200 OK"
    ending.join()
    assert not application.sending.at_work


def test_an_answer_without_room_on_the_disk_is_a_503(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: Any) -> None:
        raise OSError(28, "No space left on device")

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        return [b"x"]

    for method in ("write", "seek"):
        monkeypatch.setattr(answers, "SpooledTemporaryFile", type("Full", (SpooledTemporaryFile,), {method: fail}))
        assert ask(Admission(answer), "/")[0] == "503 Service Unavailable"


def test_an_answer_of_too_many_bytes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MOST_OF_ANSWER", 3_000_000)

    def endless(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        while True:
            yield b"x" * 1_000_000

    application = Admission(endless)
    status, _headers, body = ask(application, "/api/v1/circles/", REMOTE_ADDR="203.0.113.8")
    assert status == "409 Conflict"
    assert b"too_long" in body
    assert application.stored.size == 0
    assert not application.stored.by_address


def test_answers_together_have_a_limit_of_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The largest answer to the address with most bytes ends."""
    monkeypatch.setattr(answers, "MOST_BYTES", 9_500_000)

    def long(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        return [b"x" * 1_000_000] * int(environ["QUERY_STRING"])

    application = Admission(long)

    def begin(address: str, size: int) -> Iterator[bytes]:
        environ = {**ANONYMOUS, "PATH_INFO": "/", "wsgi.input": BytesIO(), "REMOTE_ADDR": address}
        return iter(application({**environ, "QUERY_STRING": str(size)}, lambda *_more: None))

    honest = begin("203.0.113.8", 4)
    small, large = begin("203.0.113.9", 2), begin("203.0.113.9", 3)
    assert len(next(large)) == answers.CHUNK
    last = begin("203.0.113.10", 2)
    with pytest.raises(answers.Ended):
        next(large)
    assert [sum(map(len, answer)) for answer in (honest, small, last)] == [4_000_000, 2_000_000, 2_000_000]
    assert application.stored.size == 0


def test_many_health_checks_wait_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A monitor is not refused because someone else checks with many requests at once."""
    inner = SlowApplication(lambda _environ: True)
    application = Admission(inner, places=1, waiting=20)
    statuses: list[str] = []
    others = [Thread(target=lambda: statuses.append(ask(application, "/health/")[0])) for _ in range(16)]
    with inner.at_work(application, "/health/"):
        for thread in others:
            thread.start()
        sleep(0.2)
    for thread in others:
        thread.join()
    assert statuses == ["200 OK"] * 16


FORM = {
    "REQUEST_METHOD": "POST",
    "CONTENT_TYPE": "application/x-www-form-urlencoded",
    "CONTENT_LENGTH": "11",
    "HTTP_HOST": "localhost",
    "HTTP_ORIGIN": "http://localhost",
    "wsgi.url_scheme": "http",
}


def test_a_form_that_is_refused_as_busy_can_be_sent_again(slow: tuple[SlowApplication, Admission]) -> None:
    status, _headers, body = ask(slow[1], "/table/", **FORM, **{"wsgi.input": BytesIO(b"points-0=71")})
    assert status == "503 Service Unavailable"
    assert '<form method="post" action="/table/">' in body.decode()
    assert '<input type="hidden" name="points-0" value="71">' in body.decode()


def test_a_form_with_a_password_is_not_repeated(slow: tuple[SlowApplication, Admission]) -> None:
    status, _headers, body = ask(slow[1], "/table/", **FORM, **{"wsgi.input": BytesIO(b"password=71")})
    assert status == "503 Service Unavailable"
    assert "71" not in body.decode()


def test_a_client_that_waited_long_for_a_lock_goes_to_the_lane() -> None:
    """Waiting uses no processor. Otherwise some guests of a circle could occupy the place of all saves."""

    def wait_for_lock(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        LOCK_WAIT.seconds += admission.BUDGET + 1
        start_response("200 OK", [])
        return [b""]

    application = Admission(wait_for_lock)
    lane_users: list[str] = []
    find = application.lane.wait_for_own_requests
    application.lane.wait_for_own_requests = lambda client: lane_users.append(client) or find(client)  # type: ignore[method-assign,func-returns-value]
    for address in ("203.0.113.8", "203.0.113.8", "203.0.113.9"):
        assert ask(application, "/", REMOTE_ADDR=address)[0] == "200 OK"
    assert len(lane_users) == 1


FILE = "/api/v1/matches/5f0c2b9e-6c1e-4b43-9a55-3c1d2f0a8b11/export/pdf/"


@pytest.mark.parametrize("path", [FILE, FILE.replace("matches", "evenings")])
def test_a_process_builds_few_files_at_a_time_and_others_wait_outside_the_lane(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that lets others pass keeps what it has built."""
    monkeypatch.setattr(worker_slots, "PATIENCE", 0.1)
    monkeypatch.setattr(lanes, "PATIENCE", 0.1)
    monkeypatch.setattr(admission, "FILES", 1)
    inner = SlowApplication(lambda environ: environ["REMOTE_ADDR"] == "10.0.0.1")
    application = Admission(inner)
    free_place, taken = application.lane.free_place, []
    application.lane.free_place = lambda: taken.append(1) or free_place()  # type: ignore[method-assign,func-returns-value]
    with inner.at_work(application, path, REMOTE_ADDR="10.0.0.1"):
        count = len(taken)
        assert ask(application, path, REMOTE_ADDR="10.0.0.2")[0].startswith("503")
        assert len(taken) == count, "it has not asked for a place in the lane"
    assert ask(application, path, REMOTE_ADDR="10.0.0.2")[0] == "200 OK"


def test_long_files_do_not_keep_out_a_file_of_an_address_that_used_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_slots, "PATIENCE", 0.1)
    monkeypatch.setattr(lanes, "PATIENCE", 0.1)
    monkeypatch.setattr(admission, "FILES", 1)
    inner = SlowApplication(lambda environ: environ["REMOTE_ADDR"] == "10.0.0.1")
    application = Admission(inner)
    application.lane.places = 2
    for address in ("10.0.0.1", "10.0.0.2"):
        application.lane.order.spend(f"all of {line({'REMOTE_ADDR': address})}", 10)
    with inner.at_work(application, FILE, REMOTE_ADDR="10.0.0.1"):
        assert ask(application, FILE, REMOTE_ADDR="10.0.0.2")[0].startswith("503")
        assert ask(application, FILE, REMOTE_ADDR="10.0.0.3")[0] == "200 OK"


def test_a_free_place_for_a_file_goes_to_the_address_that_used_the_lane_least() -> None:
    order = LaneOrder(None)
    order.spend("all of a", 20)
    order.spend("all of b", 5)
    places = WorkerSlots(1, 9, used=admission.LaneDebts(order))
    assert [places.used.debt(address) > 4 for address in ("a", "b", "c")] == [True, True, False]
    assert places.used.debt("a") > places.used.debt("b")


def test_an_address_builds_one_file_in_all_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise it could take the places of all workers."""
    monkeypatch.setattr(lanes, "PATIENCE", 0.1)
    inner = SlowApplication(lambda environ: environ["HTTP_AUTHORIZATION"] == "Token a")
    here, there = Admission(inner), Admission(inner)
    there.lane = here.lane  # as the file of the locks does
    with inner.at_work(here, FILE, REMOTE_ADDR="10.0.0.1", HTTP_AUTHORIZATION="Token a"):
        for application in (here, there):
            status = ask(application, FILE, REMOTE_ADDR="10.0.0.1", HTTP_AUTHORIZATION="Token b")[0]
            assert status.startswith("503")
        assert application.lane.locks.acquire(lanes.lock_number("file of all of 10.0.0.2"))


def test_work_that_turns_out_to_be_long_begins_anew_in_the_lane() -> None:
    """It gets its body once more. Others who need no lane go on."""
    tries: list[tuple[bool, bytes]] = []

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        tries.append((getattr(lane_turns.CURRENT, "work", None) is not None, environ["wsgi.input"].read()))
        start_response("200 OK", [("X-Try", str(len(tries)))])
        lanes.require_lane()
        return [b"done"]

    admitted = Admission(application)
    status, headers, body = ask(admitted, "/table/", REQUEST_METHOD="POST", **{"wsgi.input": BytesIO(b"points=5")})
    assert (status, headers, body) == ("200 OK", {"X-Try": "2"}, b"done")
    assert tries == [(False, b"points=5"), (True, b"points=5")]
    assert admitted.budgets.wait("") == 0
    assert not admitted.places.at_work


def test_work_outside_of_requests_needs_no_lane() -> None:
    lanes.require_lane()
    with lanes.without_lane(is_cheap=True), pytest.raises(lanes.LaneNeeded):
        lanes.require_lane()
    lanes.require_lane()
