"""How fast the table is for those who sit at it: the server, and a first visit.

    .venv/bin/python benchmarks/table.py               both; about two minutes
    .venv/bin/python benchmarks/table.py server        one of them: server, visit

Matches of 30 rounds, on a server and in a Chromium that are started for this and stopped again. A visit is slowed
by the browser itself: the network as its preset "Slow 4G", the processor four times. A phone with its worker is
measured by phone.py, what the phone's Python takes by micropython.py.
"""

import os
import statistics
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.browser import cookie_of, times_of
from benchmarks.load import Request, measure
from benchmarks.matches import GAMES, ROUNDS, dealt, fields
from tools.pictures import Guest, browsing, serving

SECONDS = 4.0  # for each kind of request
MATCHES = 60  # that saves go to in turn, so that none grows much longer

SLOW_4G = {"latency": 562.5, "downloadThroughput": 1_440_000 / 8, "uploadThroughput": 675_000 / 8, "offline": False}
SLOWER = 4
VISITS = 7


# ---- The server


def time_server(server, browser) -> None:
    context = browser.new_context()
    guest = Guest(context, server.url, "Eleni")
    matches = {game: [dealt(game) for _ in range(MATCHES // 2)] for game in GAMES}
    for match in (one for game in GAMES for one in matches[game]):
        guest.push(match.events)
    headers = {"Cookie": cookie_of(context), "Content-Type": "application/x-www-form-urlencoded"}
    part = headers | {"HX-Request": "true", "HX-Target": "round"}
    live = headers | {"HX-Target": "live"}

    def ask(what: str, source: Callable[[], Request], headers: dict[str, str] = headers) -> None:
        found = measure(server.port, headers, lambda number: source, 1, SECONDS)
        print(f"  {what:28} median {found.p50:6.1f}   p99 {found.p99:6.1f}", flush=True)

    print(f"milliseconds on the server, one after the other; {MATCHES} matches of {ROUNDS} rounds")
    for game in GAMES:
        path = f"/table/{matches[game][0].id}/"
        posts = Posts(game, [match.id for match in matches[game]], guest.token)
        ask(f"{game}: what it is worth", posts.ask, part)
        ask(f"{game}: a save", posts.save)
        ask(f"{game}: the table", shown(path))
        ask(f"{game}: nothing new", shown(path), live | {"If-None-Match": mark_of(server, live, path)})
    ask("home", shown("/"))
    context.close()


def shown(path: str) -> Callable[[], Request]:
    return lambda: ("GET", path, None)


def mark_of(server, headers: dict[str, str], path: str) -> str:
    with urllib.request.urlopen(urllib.request.Request(server.url + path, headers=headers)) as answer:
        return answer.headers["ETag"]


class Posts:
    """The form of a new round, to one match after the other."""

    def __init__(self, game: str, matches: list[str], token: str) -> None:
        self.matches = matches
        self.typed = [*fields(game), ("csrfmiddlewaretoken", token)]
        self.sent = 0

    def post(self, more: list[tuple[str, str]]) -> Request:
        self.sent += 1
        ids = [("event", str(uuid4())), ("deal", str(uuid4()))]
        body = urlencode([*self.typed, *ids, *more]).encode()
        return "POST", f"/table/{self.matches[self.sent % len(self.matches)]}/", body

    def ask(self) -> Request:
        return self.post([("press", "")])

    def save(self) -> Request:
        return self.post([])


# ---- A first visit


def time_visit(server, browser) -> None:
    owner = browser.new_context()
    guest, match = Guest(owner, server.url, "Eleni"), dealt("pilotta")
    guest.push(match.events)
    pages = {"home, nobody known": ("/", None), f"a table of {ROUNDS} rounds": (f"/table/{match.id}/", guest)}
    print(f"milliseconds of a first visit, processor {SLOWER} times slower, Slow 4G; medians of {VISITS}")
    for what, (path, who) in pages.items():
        found = [timed_visit(browser, server.url + path, who) for _ in range(VISITS)]
        shown, works, loaded = (statistics.median(one) for one in zip(*found, strict=True))
        print(f"  {what:28} first content {shown:5.0f}   works {works:5.0f}   loaded {loaded:5.0f}", flush=True)
    owner.close()


def timed_visit(browser, url: str, who: Guest | None) -> list[float]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    if who:
        context.add_cookies(who.context.cookies())
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(url, wait_until="load")
    found = times_of(page)
    context.close()
    return found


# ---- All of it


def main() -> None:
    parts = {"server": time_server, "visit": time_visit}
    wanted = sys.argv[1:] or list(parts)
    with serving() as server, browsing() as browser:
        print(
            f"{os.cpu_count()} processors, on which {os.getloadavg()[0]:.1f} programs wanted to run in the last minute\n"
        )
        for name in wanted:
            parts[name](server, browser)
            print()


if __name__ == "__main__":
    main()
