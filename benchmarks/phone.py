"""How fast a phone is that answers by itself, what it is sent for that, and how both grow with the matches on it.

    .venv/bin/python benchmarks/phone.py              with 10 matches and with 1,000; about eight minutes
    .venv/bin/python benchmarks/phone.py 10           with so many
    .venv/bin/python benchmarks/phone.py sent         only what is sent

A server and a Chromium are started for this and stopped again. The phone is as fast as this machine, then four and six
times slower (slow.py). The matches that are measured have 30 rounds, the others 10 and are over.
"""

import os
import re
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.browser import TAKEN_OVER, times_of, until_here, wait_for
from benchmarks.matches import GAMES, ROUNDS, dealt, fields
from benchmarks.sent import visit
from benchmarks.slow import renderers, slower
from games.pages.languages import LANGUAGES
from tools.pictures import Guest, browsing, serving

IN_ALL, FIRST = 300_000, 40_000  # bytes
MATCHES = (10, 1000)
SPEEDS = (1, 4, 6)
OTHERS = 10  # rounds of a match that is over
AWAKE = 2000  # milliseconds after a page has come: by then its worker is
SAVES, VISITS = 7, 5  # with four previews before every save

# What a tap changes while somebody types: two chips in turn.
CHIPS = {"pisti": ("two_of_clubs-1", "two_of_clubs-0"), "pilotta": ("trump-spades", "trump-hearts")}
SAVE = ".save .button.go"

# From a tap until its answer is in the page, and until the next frame, which shows it.
TAP = """([where, target]) => new Promise(resolve => {
  const begun = performance.now();
  let answered = 0;
  document.addEventListener('arriving', () => { answered = performance.now() - begun; }, { once: true });
  document.addEventListener('htmx:afterSwap', function swapped(event) {
    if (!event.detail.target.matches(target)) return;
    document.removeEventListener('htmx:afterSwap', swapped);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve([answered, performance.now() - begun]);
    requestAnimationFrame(() => port2.postMessage(0));
  });
  document.querySelector(where).click();
})"""
FILL = """fields => {
  const form = document.querySelector('#round');
  return htmx.ajax('POST', form.action, { source: document.body, target: form, swap: 'outerHTML', values: { press: '', ...fields } });
}"""
FRESH = "() => document.querySelector('#round')?.dataset.fresh !== undefined"
PULLED = """() => new Promise(resolve => {
  const opening = indexedDB.open('scorekeeper');
  opening.onupgradeneeded = () => opening.transaction.abort(); // the worker makes it, not we
  opening.onerror = () => resolve(false);
  opening.onsuccess = () => {
    const asked = opening.result.transaction('state').objectStore('state').get('pull');
    asked.onsuccess = () => { opening.result.close(); resolve(asked.result?.whole ?? false); };
  };
})"""
STORED = "async () => (await navigator.storage.estimate()).usageDetails?.indexedDB ?? 0"


def show_sent(server, browser) -> None:
    page, worker, line = visit(browser, server, "/")
    print("bytes of a first visit, as they are sent")
    page.show(f"home, until it works: {page.total} of {FIRST}")
    worker.show(f"then, behind it, for the worker: {worker.total}")
    total = page.total + worker.total
    print(f"  together {total} of {IN_ALL}; over the line with all headers {line}", flush=True)
    for language, name in LANGUAGES[1:]:
        cookie = {"name": "django_language", "value": language, "url": server.url}
        pieces = visit(browser, server, "/", [cookie])[:2]
        print(f"  in {name} {sum(piece.total for piece in pieces)}", flush=True)
    print()


class Phone:
    """Somebody's browser whose worker has pulled so many matches."""

    def __init__(self, server, browser, matches: int) -> None:
        self.url = server.url
        self.measured = {(speed, game): dealt(game).events for speed in SPEEDS for game in GAMES}
        self.context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        guest = Guest(self.context, self.url, "Eleni")
        for match in [*over(matches - len(self.measured)), *self.measured.values()]:
            guest.push(match)
        self.page = self.context.new_page()
        begun = time.monotonic()
        self.page.goto(self.url)
        self.page.evaluate(TAKEN_OVER)
        wait_for(self.page, lambda: self.page.evaluate(PULLED), 300)
        self.pulled = time.monotonic() - begun
        self.page.goto(self.url, wait_until="load", timeout=300_000)
        self.first = times_of(self.page)[0]
        for speed, game in self.measured:
            until_here(self.page, self.address(speed, game))
        self.chrome = self.context.new_cdp_session(self.page)
        self.chrome.send("ServiceWorker.enable")

    def address(self, speed: int, game: str) -> str:
        return f"{self.url}/table/{self.measured[speed, game][0]['match']}/"

    def put_to_sleep(self) -> None:
        self.chrome.send("ServiceWorker.stopAllWorkers")


def over(number: int) -> list[list[dict]]:
    """Lately, so that a phone is given them."""
    found = [dealt(list(GAMES)[place % 2], OTHERS) for place in range(number)]
    for match in found:
        match.write("finish")
    return [match.events for match in found]


def time_pages(phone: Phone, path: str, what: str) -> None:
    """By a worker that has been asleep, and by one that is awake."""
    asleep, awake = [], []
    for _ in range(VISITS):
        phone.put_to_sleep()
        for found in (asleep, awake):
            phone.page.goto(path, wait_until="load")
            found.append(times_of(phone.page)[0])
            phone.page.wait_for_timeout(AWAKE)
    tell(f"{what}, worker asleep", asleep)
    tell(f"{what}, worker awake", awake)


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
    for what, found in (("what it is worth", previews), ("a save", saves)):
        answered, shown = zip(*found, strict=True)
        tell(f"{game}: {what}, the answer", answered)
        tell(f"{game}: {what}, on the screen", shown)


def tell(what: str, times: Sequence[float]) -> None:
    print(f"    {what:42} {statistics.median(times):6.0f}   {max(times):6.0f}", flush=True)


def show_memory(phone: Phone) -> None:
    """What the page and its worker have for themselves, and what of it is the worker's."""
    phone.page.goto(phone.address(1, "pilotta"), wait_until="load")
    phone.page.wait_for_timeout(1000)
    awake = memory()
    phone.put_to_sleep()
    phone.page.wait_for_timeout(1000)
    asleep = memory()
    stored = phone.page.evaluate(STORED)
    print(
        f"  memory {awake / 1e6:.1f} MB, with the worker asleep {asleep / 1e6:.1f}; on the disk {stored / 1e6:.1f} MB"
    )


def memory() -> int:
    """Bytes that no other process has: Private_Dirty of our renderers."""
    return sum(dirty(process) for process in renderers())


def dirty(process: int) -> int:
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    return 1024 * int(re.search(r"Private_Dirty: +(\d+)", text)[1])


def measure(server, browser, matches: int) -> None:
    phone = Phone(server, browser, matches)
    print(f"{matches} matches on the phone: milliseconds until something is on the screen; medians and the slowest")
    print(f"  everything was here after {phone.pulled:.1f} s; home for the first time {phone.first:.0f}")
    for speed in SPEEDS:
        with slower(speed, phone.page):
            time_pages(phone, phone.url, "home")
        for game in GAMES:
            with slower(speed, phone.page):
                time_pages(phone, phone.address(speed, game), f"{game}: its table")
                time_taps(phone.page, game, phone.address(speed, game))
    show_memory(phone)
    print(flush=True)
    phone.context.close()


def main() -> None:
    wanted = [int(one) for one in sys.argv[1:] if one.isdigit()] or MATCHES
    with serving() as server, browsing() as browser:
        print(
            f"{os.cpu_count()} processors, on which {os.getloadavg()[0]:.1f} programs wanted to run in the last minute\n"
        )
        show_sent(server, browser)
        for matches in [] if sys.argv[1:] == ["sent"] else wanted:
            measure(server, browser, matches)


if __name__ == "__main__":
    main()
