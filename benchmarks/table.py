"""Measures the pages of the table: the server, and a first visit.

    .venv/bin/python benchmarks/table.py               both, in about two minutes
    .venv/bin/python benchmarks/table.py server        one of them: server, visit

It starts a server and a Chromium, and stops them again. The matches have 30 rounds. For a visit the browser slows the
network to "Slow 4G", and the processor four times. phone.py measures a phone with a worker, micropython.py its Python.
"""

import os
import statistics
import sys
import urllib.request
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.browser import cookie_of, times_of
from benchmarks.load import Request, measure
from benchmarks.matches import GAMES, ROUNDS, fields, scripted_match
from tools.pictures import Guest, browsing, serving

SECONDS = 4.0  # for each kind of request
MATCHES = 60  # to which saves go in turn, so that none grows much longer

SLOW_4G = {"latency": 562.5, "downloadThroughput": 1_440_000 / 8, "uploadThroughput": 675_000 / 8, "offline": False}
SLOWER = 4
VISITS = 7


# ---- The server


def time_server(server, browser) -> None:
    context = browser.new_context()
    guest = Guest(context, server.url, "Eleni")
    matches = {game: [scripted_match(game) for _ in range(MATCHES // 2)] for game in GAMES}
    for match in chain(*matches.values()):
        guest.push(match.events)
    headers = {"Cookie": cookie_of(context), "Content-Type": "application/x-www-form-urlencoded"}
    part = headers | {"HX-Request": "true", "HX-Target": "round"}
    live = headers | {"HX-Target": "live"}

    def report(name: str, source: Callable[[], Request], headers: dict[str, str] = headers) -> None:
        result = measure(server.port, headers, lambda number: source, 1, SECONDS)
        print(f"  {name:28} median {result.p50:6.1f}   p99 {result.p99:6.1f}", flush=True)

    print(f"milliseconds on the server, one after the other; {MATCHES} matches of {ROUNDS} rounds")
    for game in GAMES:
        path = f"/table/{matches[game][0].id}/"
        posts = Posts(game, [match.id for match in matches[game]], guest.token)
        report(f"{game}: preview", posts.preview, part)
        report(f"{game}: a save", posts.save)
        report(f"{game}: the table", get(path))
        report(f"{game}: nothing new", get(path), live | {"If-None-Match": etag_of(server, live, path)})
    report("home", get("/"))
    context.close()


def get(path: str) -> Callable[[], Request]:
    return lambda: ("GET", path, None)


def etag_of(server, headers: dict[str, str], path: str) -> str:
    with urllib.request.urlopen(urllib.request.Request(server.url + path, headers=headers)) as answer:
        return answer.headers["ETag"]


class Posts:
    """Sends the form of a new round to the matches in turn."""

    def __init__(self, game: str, matches: list[str], token: str) -> None:
        self.matches = matches
        self.typed = [*fields(game), ("csrfmiddlewaretoken", token)]
        self.sent = 0

    def post(self, more: list[tuple[str, str]]) -> Request:
        self.sent += 1
        ids = [("event", str(uuid4())), ("deal", str(uuid4()))]
        body = urlencode([*self.typed, *ids, *more]).encode()
        return "POST", f"/table/{self.matches[self.sent % len(self.matches)]}/", body

    def preview(self) -> Request:
        return self.post([("press", "")])

    def save(self) -> Request:
        return self.post([])


# ---- A first visit


def time_visit(server, browser) -> None:
    owner = browser.new_context()
    guest, match = Guest(owner, server.url, "Eleni"), scripted_match("pilotta")
    guest.push(match.events)
    pages = {"home, for a stranger": ("/", None), f"a table of {ROUNDS} rounds": (f"/table/{match.id}/", guest)}
    print(f"milliseconds of a first visit, processor {SLOWER} times slower, Slow 4G; medians of {VISITS}")
    for name, (path, visitor) in pages.items():
        visits = [timed_visit(browser, server.url + path, visitor) for _ in range(VISITS)]
        content, works, loaded = (statistics.median(times) for times in zip(*visits, strict=True))
        print(f"  {name:28} first content {content:5.0f}   works {works:5.0f}   loaded {loaded:5.0f}", flush=True)
    owner.close()


def timed_visit(browser, url: str, guest: Guest | None) -> list[float]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    if guest:
        context.add_cookies(guest.context.cookies())
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(url, wait_until="load")
    times = times_of(page)
    context.close()
    return times


# ---- All of it


def main() -> None:
    parts = {"server": time_server, "visit": time_visit}
    names = sys.argv[1:] or list(parts)
    with serving() as server, browsing() as browser:
        print(
            f"{os.cpu_count()} processors, on which {os.getloadavg()[0]:.1f} programs wanted to run in the last minute\n"
        )
        for name in names:
            parts[name](server, browser)
            print()


if __name__ == "__main__":
    main()
