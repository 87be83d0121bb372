"""Limit how many requests a process works on at a time. The others wait for some seconds, each in its own thread.

Their bodies have arrived before (front.py).

Health checks do not wait, so monitors get an answer under any load. Expensive requests have a lane of their own, which
all processes share (lanes.py). All requests of a client that used much of the processor recently, or waited long for the
lock of a circle, go there, too. Short pushes, by which phones save, have places of their own, so they never wait for
pages. One network address has at most half of the places to wait, however many clients use it. The database connection
belongs to the place and not to the thread, so there are never more connections than places.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any, cast

from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse

from scorekeeper import answers, away, daily_bytes, headers, lanes, metrics, proxies, routes, uploads
from scorekeeper.answered import REFUSAL
from scorekeeper.client_budgets import Budgets, ClientShares
from scorekeeper.clients import Clients, drop_costly_headers, line, payer
from scorekeeper.lane_turns import LaneOrder
from scorekeeper.lock_wait import LOCK_WAIT
from scorekeeper.long_requests import LongRequests
from scorekeeper.region import RegionMiddleware
from scorekeeper.sqlite3.write_lock import write_for
from scorekeeper.worker_slots import WorkerSlots

PLACES = 3  # one address has two: with more, SQLite's writers wait for each other
SAVE_PLACES = 3
WAITING = 56  # requests
SENDING, MOST_SENDING_OF_ADDRESS = 16, 4  # long responses at a time
WAITING_TO_SEND = 16  # long responses
EXPENSIVE_AT_WORK, EXPENSIVE_WAITING = 2, 32  # of a worker, beside those that let them pass
# Requests of a process for a file that is built in memory, of each of two kinds of addresses.
FILES, FILES_WAITING = 2, 16
LITTLE = 2  # the highest rank of an address that used the lane for less than four seconds
MOST_IN_LANE = 60  # requests of a worker that wait for the lane or use it: each has a thread, which saves need, too
MOST_CHEAP_OF_CLIENT = 16  # requests of one client that wait or are at work, beside those in the lane
BUDGET, REFILL = 2, 0.1  # seconds of the processor: what a client may use at once, and how much of each second
MOST_DEBT = 60  # seconds of the processor: then the budget is back after ten minutes
HEALTH = "/health/"

StartResponse = Callable[..., Any]
Environ = dict[str, Any]
Respond = Callable[[HttpRequest], HttpResponse]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]


class LaneDebts:
    """What each network address used of the lane, in the form of the budgets of `WorkerSlots`."""

    def __init__(self, order: LaneOrder) -> None:
        self.order = order

    def debt(self, address: str) -> float:
        return self.order.debt(f"all of {address}")

    def spend(self, address: str, seconds: float) -> None:
        """Spend nothing: the lane counts its own work."""


class Admission:
    """The WSGI application, which works on as many requests as there are places.

    A request has a place only while the server works on it, not while a slow client reads the response.
    """

    def __init__(self, application: Application, places: int = PLACES, waiting: int = WAITING) -> None:
        self.application = application
        self.places = WorkerSlots(places, waiting, is_halved=True)
        self.health_places = WorkerSlots(1, waiting)
        self.metrics_places = WorkerSlots(1, waiting)
        self.save_places = WorkerSlots(SAVE_PLACES, waiting, is_halved=True)
        self.lane, self.in_lane = lanes.shared_lane(), ClientShares(MOST_IN_LANE)
        at_work = min(self.lane.places, EXPENSIVE_AT_WORK)
        self.expensive_places = WorkerSlots(at_work + lanes.MOST_PASSED, EXPENSIVE_WAITING)
        # Long files of some addresses must not keep out the short ones of others, so those who used little have their own places.
        self.file_places, self.other_file_places = (
            WorkerSlots(FILES, FILES_WAITING, is_halved=True, used=LaneDebts(self.lane.order)) for _ in range(2)
        )
        self.clients, self.budgets = Clients(), Budgets(BUDGET, REFILL, MOST_DEBT)
        self.shares = ClientShares(MOST_CHEAP_OF_CLIENT)
        self.long_requests = LongRequests()
        self.stored = answers.StoredAnswers()
        self.sending = WorkerSlots(SENDING, WAITING_TO_SEND, is_halved=True, most_of_address=MOST_SENDING_OF_ADDRESS)

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        proxies.resolve_client(environ)
        drop_costly_headers(environ)
        environ["REQUEST_METHOD"] = str(environ["REQUEST_METHOD"]).upper()  # Django answers "post" like "POST"
        path = str(environ.get("PATH_INFO", ""))
        if pool_of(path) == "quick":
            return self.application(environ, start_response)
        if metrics.is_metrics(path):
            return self.answer_monitor(environ, start_response)
        start_arguments: list[Any] = []
        answer = answers.StoredAnswer(self.stored, line(environ))
        try:
            try:
                self.work(environ, answer, start_arguments)
            except lanes.LaneNeeded:
                answer.close()
                answer = answers.StoredAnswer(self.stored, line(environ))
                start_arguments.clear()
                environ["wsgi.input"].seek(0)  # the body has arrived
                self.work(environ, answer, start_arguments, is_long=True)
            return self.send(answer, environ, partial(start_response, *start_arguments))
        except lanes.TooMany:
            respond: Respond = too_many
        except answers.AnswerTooLong:
            respond = away.too_large
        except (lanes.Busy, answers.Ended):
            respond = away.busy
        except BaseException:
            answer.close()
            raise
        answer.close()
        return refuse(environ, start_response, respond)

    def answer_monitor(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Answer with the metrics, in a place of their own."""
        try:
            with self.metrics_places.occupy():
                return refuse(environ, start_response, metrics.respond)
        except lanes.Busy:
            return refuse(environ, start_response)

    def work(
        self, environ: Environ, answer: answers.StoredAnswer, start_arguments: list[Any], *, is_long: bool = False
    ) -> None:
        """Store the complete answer. Raise `LaneNeeded` if the request must start again, with `is_long`."""
        with self.admit(environ, is_long=is_long), daily_bytes.of_request(environ, self.lane.order.file):
            chunks = self.application(environ, lambda *arguments: start_arguments.extend(arguments))
            answers.store(answer, chunks)

    def send(self, answer: answers.StoredAnswer, environ: Environ, start: Callable[[], Any]) -> Iterable[bytes]:
        """Return the pieces of an answer. A long one waits until few others are being sent, or raises `Busy`."""
        if answer.size <= answers.IN_MEMORY:
            body = answer.read()
            answer.close()
            start()
            return [body]
        ending = ExitStack()
        environ["REQUEST_METHOD"] = "GET"  # a refusal offers no form to send again: the request has been answered
        ending.enter_context(self.sending.hold(line(environ)))
        if answer.is_ended:
            ending.close()
            raise answers.Ended
        start()
        return answers.LongResponse(answer, ending)

    @contextmanager
    def admit(self, environ: Environ, *, is_long: bool) -> Iterator[None]:
        """Give the request a place while the block works on it. Raise `TooMany` or `Busy` if it gets none."""
        if environ["PATH_INFO"] == HEALTH:
            with self.health_places.occupy():
                yield
            return
        client, since = self.clients.find_here(environ), time.monotonic()
        with ExitStack() as stack:
            is_long = is_long or is_expensive(environ) or self.long_requests.has(client, environ)
            is_cheap = not is_long and self.occupy_cheap_place(stack, client, environ)
            if not is_cheap:
                if not stack.enter_context(self.in_lane.enter("")):
                    raise lanes.Busy
                stack.enter_context(self.lane.count_request(client))
                everyone = f"all of {line(environ)}"
                stack.enter_context(self.lane.count_request(everyone, lanes.MOST_OF_ADDRESS))
                stack.enter_context(self.lane.wait_for_own_requests(client))
                if lanes.builds_file(environ["REQUEST_METHOD"], str(environ["PATH_INFO"])):
                    # Before the lane: one that lets others pass holds what it has built.
                    stack.enter_context(self.lane.wait_for_own_file(everyone))
                    used_little = self.lane.order.rank(everyone) <= LITTLE
                    places = self.file_places if used_little else self.other_file_places
                    stack.enter_context(places.hold(line(environ)))
                stack.enter_context(self.lane.wait_for_place(everyone))
                stack.enter_context(self.expensive_places.occupy())
            metrics.count_wait(place_name(environ) if is_cheap else "lane", time.monotonic() - since)
            LOCK_WAIT.seconds = 0.0
            used = time.thread_time()
            stack.enter_context(lanes.without_lane(is_cheap))
            with self.long_requests.work(client, environ), write_for(line(environ)):
                try:
                    yield
                except lanes.LaneNeeded:
                    self.budgets.spend(payer(client, environ), time.thread_time() - used)
                    raise
            used = time.thread_time() - used + LOCK_WAIT.seconds
            self.clients.learn(environ)
            client = self.clients.find_here(environ)
            self.long_requests.learn(client, environ, used)
            if is_cheap:
                self.budgets.spend(payer(client, environ), used)

    def occupy_cheap_place(self, stack: ExitStack, client: str, environ: Environ) -> bool:
        """Give a client with a budget a place.

        Return False if it has none, has used it up while it waited, or the same request took long meanwhile.
        """
        paying = payer(client, environ)
        if self.budgets.wait(paying):
            return False
        with ExitStack() as attempt:
            if not attempt.enter_context(self.shares.enter(client)):
                raise lanes.TooMany
            places = self.save_places if lanes.is_save(environ) else self.places
            attempt.enter_context(places.occupy(line(environ)))
            if self.budgets.wait(paying) or self.long_requests.has(client, environ):
                return False
            stack.push(attempt.pop_all())
        return True


def pool_of(path: str) -> str:
    """Return the name of the threads in which front.py answers a path."""
    if path == HEALTH:
        return "health"
    if metrics.is_metrics(path):
        return "metrics"
    return "quick" if path == "/healthz" or routes.is_static(path) else "request"


def place_name(environ: Environ) -> str:
    """Return the kind of places of a request that is not expensive."""
    return "push" if lanes.is_save(environ) else "request"


def is_expensive(environ: Environ) -> bool:
    return lanes.is_expensive(environ["REQUEST_METHOD"], str(environ["PATH_INFO"]), uploads.length_of(environ) or 0)


def refuse(environ: Environ, start_response: StartResponse, respond: Respond = away.busy) -> Iterable[bytes]:
    """Respond without Django's application, but in the language of the client."""
    localized = cast("Respond", RegionMiddleware(respond))
    response = headers.middleware(localized)(WSGIRequest(environ))
    start_response(f"{response.status_code} {response.reason_phrase}", list(response.items()))
    return [response.content]


def too_many(request: HttpRequest) -> HttpResponse:
    """Return the response for a client that has too many requests waiting or at work."""
    response = away.too_often(request)
    request.META[REFUSAL] = "client"
    return response


def refuse_full(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
    """Respond to a request for whose body the disk has no room."""
    environ[REFUSAL] = "disk"
    return refuse({**environ, "REQUEST_METHOD": "GET"}, start_response)


def refuse_stream(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
    """Respond to a request for one stream too many."""
    return refuse(environ, start_response, away.too_often)


def refuse_slow(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
    """Respond to a request whose body did not arrive in time."""
    return refuse(environ, start_response, away.too_slow)
