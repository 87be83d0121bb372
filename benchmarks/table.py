"""How fast the table is for those who sit at it: the server, a first visit, a phone with its worker.

    .venv/bin/python benchmarks/table.py               all three; about three minutes
    .venv/bin/python benchmarks/table.py server        one of them: server, visit, phone

Matches of 30 rounds, on a server and in a Chromium that are started for this and stopped again. A visit is slowed
by the browser itself: the network as its preset "Slow 4G", the processor four times. That does not reach workers,
so a slow phone is made by stopping the browser's own processes three moments of four (Linux only), and a loop that
is timed both ways tells how much slower it really was. What the phone runs, and how long its Python takes for each
page, is in phone.py.
"""

import os
import re
import signal
import statistics
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from contextlib import contextmanager, nullcontext
from pathlib import Path
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.load import Request, measure
from benchmarks.phone import DEAL as PISTI
from benchmarks.server import DEAL as PILOTTA
from games.table.typed import write
from tools.pictures import Guest, Match, browsing, serving

ROUNDS = 30
SECONDS = 4.0  # for each kind of request
MATCHES = 60  # that saves go to in turn, so that none grows much longer
GAMES = {"pisti": (PISTI, 2), "pilotta": (PILOTTA, 4)}
NAMES = ("Eleni", "Deniz", "Andreas", "Zeynep")
AT = "2026-01-09T19:05:00+02:00"

FIRST, IN_ALL = 40_000, 300_000  # bytes
SLOW_4G = {"latency": 562.5, "downloadThroughput": 1_440_000 / 8, "uploadThroughput": 675_000 / 8, "offline": False}
SLOWER = 4
VISITS = 7

# What a tap changes while somebody types: two chips in turn.
CHIPS = {"pisti": ("two_of_clubs-1", "two_of_clubs-0"), "pilotta": ("trump-spades", "trump-hearts")}
SAVE = ".save .button.go"
SAVES, COLD = 9, 7  # with four previews before every save


def dealt(game: str) -> Match:
    """Nobody wins it so soon."""
    answers, players = GAMES[game]
    seats = [{"id": str(uuid4()), "name": name} for name in NAMES[:players]]
    return Match(game, AT, {"target": 1_000_000}).begin(seats).play(*[answers] * ROUNDS)


def fields(game: str) -> list[tuple[str, str]]:
    """A round as a form has it."""
    found: list[tuple[str, str]] = []
    for name, value in GAMES[game][0].items():
        write(name, value, found)
    return found


def cookie_of(context) -> str:
    return "; ".join(f"{one['name']}={one['value']}" for one in context.cookies())


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


def kind_of(url: str) -> str:
    path = urlsplit(url).path
    for piece, kind in (
        ("micropython", "the interpreter"),
        ("/phone.", "what it runs"),
        ("/static/phone/", "the worker"),
        ("/sw.js", "the worker"),
        ("htmx", "htmx"),
        (".js", "our scripts"),
        (".css", "the look"),
        (".svg", "pictures"),
    ):
        if piece in path:
            return kind
    return "the page" if re.fullmatch(r"/(table/[0-9a-f-]{36}/)?", path) else "questions"


class Sent:
    """Bytes as they come over the line, by kind: what a browser takes is asked for once more and counted."""

    def __init__(self, urls: list[str], cookie: str = "") -> None:
        self.kinds: dict[str, tuple[int, int]] = {}
        self.headers = 0
        for url in urls:
            headers = {"Accept-Encoding": "gzip, deflate, br", "Cookie": cookie}
            with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
                files, size = self.kinds.get(kind_of(url), (0, 0))
                self.kinds[kind_of(url)] = files + 1, size + len(answer.read())
                self.headers += len(str(answer.headers).encode())

    @property
    def total(self) -> int:
        return sum(size for _files, size in self.kinds.values())

    def show(self, what: str, bar: int) -> None:
        print(f"  {what}")
        for kind, (files, size) in sorted(self.kinds.items(), key=lambda one: -one[1][1]):
            print(f"    {kind:18} {files:3} files {size:8}")
        print(f"    {'in all':18} {'':9} {self.total:8}  of {bar}; headers {self.headers}", flush=True)


def visited(browser, server, path: str, who: Guest | None = None):
    """Everything that a browser asks for which has never been here: for the page, and then for its worker."""
    context = browser.new_context()
    if who:
        context.add_cookies(who.context.cookies())
    asked = []
    cookie = cookie_of(context)
    context.on("requestfinished", lambda one: asked.append(one))
    page = context.new_page()
    page.goto(server.url + path, wait_until="load")
    page.evaluate(TAKEN_OVER)
    wait_for(page, lambda: any(".wasm" in one.url for one in asked))
    page.wait_for_timeout(1000)
    context.close()
    files = [one for one in asked if one.method == "GET" and kind_of(one.url) != "questions"]
    first = [one.url for one in files if not one.service_worker and one.resource_type not in ("fetch", "xhr")]
    return Sent(first, cookie), Sent([one.url for one in files if one.service_worker])


TAKEN_OVER = """async () => navigator.serviceWorker.controller || await new Promise(resolve =>
  navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })) && null"""
TIMES = """() => {
  const [page] = performance.getEntriesByType('navigation');
  const shown = performance.getEntriesByName('first-contentful-paint')[0];
  return [shown?.startTime ?? null, page.domContentLoadedEventEnd, page.loadEventEnd];
}"""


def wait_for(page, true, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise SystemExit("It takes too long.")
        page.wait_for_timeout(50)


def times_of(page) -> list[float]:
    """First content, scripts at work, all loaded."""
    wait_for(page, lambda: None not in (found := page.evaluate(TIMES)) and found[2] > 0)
    return page.evaluate(TIMES)


def time_visit(server, browser) -> None:
    owner = browser.new_context()
    guest, match = Guest(owner, server.url, "Eleni"), dealt("pilotta")
    guest.push(match.events)
    pages = {"home, nobody known": ("/", None), f"a table of {ROUNDS} rounds": (f"/table/{match.id}/", guest)}
    print("bytes of a first visit, as they are sent")
    for what, (path, who) in pages.items():
        first, then = visited(browser, server, path, who)
        first.show(f"{what}: until the page works", FIRST)
        if who is None:
            then.show("then, behind it, for the worker", IN_ALL - first.total)
            rest = then.total / SLOW_4G["downloadThroughput"]
            print(f"    together {first.total + then.total} of {IN_ALL}; the worker's need {rest:.1f} s of such a line")
    print(f"\nmilliseconds of a first visit, processor {SLOWER} times slower, Slow 4G; medians of {VISITS}")
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


# ---- A phone with its worker

# From a tap to the next frame that shows its answer.
TAP = """([where, target]) => new Promise(resolve => {
  const begun = performance.now();
  document.addEventListener('htmx:afterSwap', function swapped(event) {
    if (!event.detail.target.matches(target)) return;
    document.removeEventListener('htmx:afterSwap', swapped);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now() - begun);
    requestAnimationFrame(() => port2.postMessage(0));
  });
  document.querySelector(where).click();
})"""
FILL = """fields => {
  const form = document.querySelector('#round');
  return htmx.ajax('POST', form.action, { source: form, target: form, swap: 'outerHTML', values: { press: '', ...fields } });
}"""
LOOP = """() => {
  const begun = performance.now();
  for (let sum = 0, n = 0; n < 60_000_000; n++) sum = (sum + n * 7) % 1000003;
  return performance.now() - begun;
}"""
FRESH = "() => document.querySelector('#round')?.dataset.fresh !== undefined"


def time_phone(server, browser) -> None:
    print("milliseconds from a tap until its answer is on the screen, worker in charge; medians and the slowest")
    for slower in (1, SLOWER):
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        guest = Guest(context, server.url, "Eleni")
        matches = {game: dealt(game) for game in GAMES}
        for match in matches.values():
            guest.push(match.events)
        page = context.new_page()
        page.goto(server.url)
        page.evaluate(TAKEN_OVER)
        for match in matches.values():
            until_here(page, f"{server.url}/table/{match.id}/")
        page.wait_for_timeout(1000)
        usual = min(page.evaluate(LOOP) for _ in range(3))
        with slowed(slower) if slower > 1 else nullcontext():
            took = statistics.median(page.evaluate(LOOP) for _ in range(3))
            print(f"  {slower} times slower: a loop took {took / usual:.1f} times as long")
            for game, match in matches.items():
                time_taps(page, game, f"{server.url}/table/{match.id}/")
                time_cold(page, game, f"{server.url}/table/{match.id}/")
        context.close()


def until_here(page, url: str) -> None:
    """Until the worker has pulled the match and answers by itself."""
    wait_for(page, lambda: page.goto(url).from_service_worker)


def time_taps(page, game: str, url: str) -> None:
    previews, saves = [], []
    page.goto(url)
    for _ in range(SAVES):
        wait_for(page, lambda: page.evaluate(FRESH))
        page.evaluate(FILL, dict(fields(game)))
        wait_for(page, lambda: not page.evaluate(FRESH))
        for chip in CHIPS[game] * 2:
            previews.append(page.evaluate(TAP, [f'[id="{chip}"]', "#round"]))
        page.wait_for_timeout(200)  # htmx takes the new form over a moment after it is shown
        saves.append(page.evaluate(TAP, [SAVE, "body"]))
    rounds = int(re.search(r"\d+", page.locator("#sheet tbody th").first.inner_text())[0])
    assert rounds == ROUNDS + SAVES, rounds
    tell(f"{game}: what it is worth", previews)
    tell(f"{game}: a save", saves)


def time_cold(page, game: str, url: str) -> None:
    """A page by a worker that has been asleep, and by one that is awake."""
    session = page.context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    cold, warm = [], []
    for _ in range(COLD):
        session.send("ServiceWorker.stopAllWorkers")
        for found in (cold, warm):
            page.goto(url, wait_until="load")
            found.append(times_of(page)[0])
    session.detach()
    tell(f"{game}: a page, worker asleep", cold)
    tell(f"{game}: a page, worker awake", warm)


def tell(what: str, times: list[float]) -> None:
    print(f"    {what:30} {statistics.median(times):6.0f}   {max(times):6.0f}", flush=True)


@contextmanager
def slowed(times: int):
    """Our browser's renderers, which run the pages and their workers, run one moment of so many."""
    over = threading.Event()
    thread = threading.Thread(target=stop_and_go, args=(times, over))
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def stop_and_go(times: int, over: threading.Event, moment: float = 0.002, longest: float = 300) -> None:
    end = time.monotonic() + longest
    found, looked = [], 0.0
    while not over.is_set() and time.monotonic() < end:
        if time.monotonic() - looked > 0.2:
            found, looked = renderers(), time.monotonic()
        try:
            send(found, signal.SIGSTOP)
            time.sleep(moment * (times - 1))
        finally:
            send(found, signal.SIGCONT)
        time.sleep(moment)


def send(processes: list[int], what: signal.Signals) -> None:
    for process in processes:
        try:
            os.kill(process, what)
        except ProcessLookupError:
            continue  # its page was closed


def renderers() -> list[int]:
    """Of the processes that we have started, and that those have."""
    parents, found = {}, []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if b"--type=renderer" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except (OSError, IndexError):
            continue  # it has ended
    return [process for process in found if is_ours(process, parents)]


def is_ours(process: int, parents: dict[int, int]) -> bool:
    while process in parents and process != os.getpid():
        process = parents[process]
    return process == os.getpid()


# ---- All of it


def main() -> None:
    parts = {"server": time_server, "visit": time_visit, "phone": time_phone}
    wanted = sys.argv[1:] or list(parts)
    with serving() as server, browsing() as browser:
        first = []
        for _ in range(8):  # every process of the server makes it once
            begun = time.perf_counter()
            urllib.request.urlopen(f"{server.url}/sw.js").read()
            first.append(1000 * (time.perf_counter() - begun))
        load, processors = os.getloadavg()[0], os.cpu_count()
        print(f"{processors} processors, on which {load:.1f} programs wanted to run in the last minute")
        print(f"the worker's script, made once after a start: {max(first):.0f} ms\n")
        for name in wanted:
            parts[name](server, browser)
            print()


if __name__ == "__main__":
    main()
