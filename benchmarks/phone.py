"""Measures the speed of a phone with a worker, and the bytes that it receives, with few and many matches.

    .venv/bin/python benchmarks/phone.py              with 10 matches and with 1,000, in about eight minutes
    .venv/bin/python benchmarks/phone.py 10           with this number of matches
    .venv/bin/python benchmarks/phone.py sent         the bytes only

It starts a server and a Chromium, and stops them again. The phone is as fast as this machine, then four and six times
slower (slow.py). The measured matches have 30 rounds. The others have 10 and are finished.
"""

import os
import re
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.browser import TAKEN_OVER, times_of, wait_for, wait_for_worker
from benchmarks.matches import GAMES, ROUNDS, fields, scripted_match
from benchmarks.sent import visit
from benchmarks.slow import renderers, slower
from games.pages.languages import LANGUAGES
from tools.pictures import Guest, browsing, serving

IN_ALL, FIRST = 300_000, 40_000  # bytes
MATCHES = (10, 1000)
SPEEDS = (1, 4, 6)
OTHERS = 10  # rounds of a finished match
AWAKE = 2000  # milliseconds after a page has loaded, until its worker is awake
SAVES, VISITS = 7, 5  # there are four previews before every save
# Milliseconds between the last answer and the tap on Save: after a look at the result, and as fast as a thumb can reach it.
PAUSES = {"save after a second": 1000, "save after half a second": 500}

# The chips that taps choose at the beginning of an entry.
CHIPS = {
    "pisti": ("two_of_clubs-1", "two_of_clubs-0", "ten_of_diamonds-1", "ten_of_diamonds-0"),
    "pilotta": ("bidder-1", "bidder-0", "bid-90", "bid-100"),
}
SAVE = ".save .button.go"

# Returns the times from a tap until its answer is in the page, and until the next frame is complete. The task is urgent, so that
# it runs before the work that the page does after the frame, such as updating a sheet below the window.
TAP = """([where, target]) => new Promise(resolve => {
  const begun = performance.now();
  let answered = 0;
  document.addEventListener('arriving', () => { answered = performance.now() - begun; }, { once: true });
  document.addEventListener('htmx:afterSwap', function swapped(event) {
    if (!event.detail.target.matches(target)) return;
    document.removeEventListener('htmx:afterSwap', swapped);
    const done = () => resolve([answered, performance.now() - begun]);
    requestAnimationFrame(() => scheduler.postTask(done, { priority: 'user-blocking' }));
  });
  document.querySelector(where).click();
})"""
FILL = """fields => {
  const form = document.querySelector('#round');
  return htmx.ajax('POST', form.action, { source: document.body, target: form, swap: 'outerHTML', values: { press: '', ...fields } });
}"""
# As the last answer of a round: a digit, or in Pişti a chip. Then the worker may prepare the answer to the save.
TYPED = """() => {
  const [field, chip] = ['input[type=text], input:not([type])', 'input:checked'].map(name => document.querySelector(`#round :is(${name})`));
  if (field) field.dispatchEvent(new Event('input', { bubbles: true }));
  else chip.dispatchEvent(new Event('change', { bubbles: true }));
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


def report_sent(server, browser) -> None:
    page, worker, games, line = visit(browser, server, "/")
    print("bytes of a first visit, as they are sent")
    page.report(f"home, until it works: {page.total} of {FIRST}")
    worker.report(f"then, behind it, for the worker: {worker.total}")
    games.report(f"later, when the worker is idle: {games.total}")
    total = page.total + worker.total
    print(
        f"  together {total} of {IN_ALL} without the games; over the line, with games and headers, {line}", flush=True
    )
    for language, name in LANGUAGES[1:]:
        cookie = {"name": "django_language", "value": language, "url": server.url}
        parts = visit(browser, server, "/", [cookie])[:2]
        print(f"  in {name} {sum(part.total for part in parts)}", flush=True)
    print()


class MeasuredPhone:
    """A browser whose worker has pulled this number of matches."""

    def __init__(self, server, browser, matches: int) -> None:
        self.url = server.url
        self.measured = {(speed, game): scripted_match(game).events for speed in SPEEDS for game in GAMES}
        self.context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        guest = Guest(self.context, self.url, "Eleni")
        for match in [*finished_matches(matches - len(self.measured)), *self.measured.values()]:
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
            wait_for_worker(self.page, self.address(speed, game))
        self.chrome = self.context.new_cdp_session(self.page)
        self.chrome.send("ServiceWorker.enable")

    def address(self, speed: int, game: str) -> str:
        return f"{self.url}/table/{self.measured[speed, game][0]['match']}/"

    def stop_worker(self) -> None:
        self.chrome.send("ServiceWorker.stopAllWorkers")


def finished_matches(number: int) -> list[list[dict]]:
    """Return recent matches, because a phone gets only those."""
    matches = [scripted_match(list(GAMES)[place % 2], OTHERS) for place in range(number)]
    for match in matches:
        match.write("finish")
    return [match.events for match in matches]


def time_pages(phone: MeasuredPhone, path: str, name: str) -> None:
    """Measure a page with a stopped worker, and with a running one."""
    asleep, awake = [], []
    for _ in range(VISITS):
        phone.stop_worker()
        for times in (asleep, awake):
            phone.page.goto(path, wait_until="load")
            times.append(times_of(phone.page)[0])
            phone.page.wait_for_timeout(AWAKE)
    report(f"{name}, worker asleep", asleep)
    report(f"{name}, worker awake", awake)


def time_taps(page, game: str, url: str) -> None:
    previews, saves = [], {pause: [] for pause in PAUSES}
    page.goto(url)
    for pause in [*PAUSES] * SAVES:
        wait_for(page, lambda: page.evaluate(FRESH))
        for chip in CHIPS[game]:
            previews.append(page.evaluate(TAP, [f'[id="{chip}"]', "#round"]))
        page.evaluate(FILL, dict(fields(game)))
        wait_for(page, lambda: not page.evaluate(FRESH))
        page.evaluate(TYPED)
        page.wait_for_timeout(PAUSES[pause])
        saves[pause].append(page.evaluate(TAP, [SAVE, "body"]))
    rounds = int(re.search(r"\d+", page.locator("#sheet tbody th").first.inner_text())[0])
    assert rounds == ROUNDS + len(PAUSES) * SAVES, rounds
    for name, taps in (("preview", previews), *saves.items()):
        answered, painted = zip(*taps, strict=True)
        report(f"{game}: {name}, the answer", answered)
        report(f"{game}: {name}, on the screen", painted)


def report(name: str, times: Sequence[float]) -> None:
    print(f"    {name:42} {statistics.median(times):6.0f}   {max(times):6.0f}", flush=True)


def report_memory(phone: MeasuredPhone) -> None:
    """Print the memory of the page and its worker, and of the page alone."""
    phone.page.goto(phone.address(1, "pilotta"), wait_until="load")
    phone.page.wait_for_timeout(1000)
    awake = memory()
    phone.stop_worker()
    phone.page.wait_for_timeout(1000)
    asleep = memory()
    stored = phone.page.evaluate(STORED)
    print(
        f"  memory {awake / 1e6:.1f} MB, with the worker asleep {asleep / 1e6:.1f}; on the disk {stored / 1e6:.1f} MB"
    )


def memory() -> int:
    """Return the bytes that only our renderers have: their Private_Dirty."""
    return sum(dirty(process) for process in renderers())


def dirty(process: int) -> int:
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    return 1024 * int(re.search(r"Private_Dirty: +(\d+)", text)[1])


def measure(server, browser, matches: int) -> None:
    phone = MeasuredPhone(server, browser, matches)
    print(f"{matches} matches on the phone: milliseconds until something is on the screen; medians and the slowest")
    print(f"  all matches were on the phone after {phone.pulled:.1f} s; home for the first time {phone.first:.0f}")
    for speed in SPEEDS:
        with slower(speed, phone.page):
            time_pages(phone, phone.url, "home")
        for game in GAMES:
            with slower(speed, phone.page):
                time_pages(phone, phone.address(speed, game), f"{game}: its table")
                time_taps(phone.page, game, phone.address(speed, game))
    report_memory(phone)
    print(flush=True)
    phone.context.close()


def main() -> None:
    numbers = [int(argument) for argument in sys.argv[1:] if argument.isdigit()] or MATCHES
    with serving() as server, browsing() as browser:
        print(
            f"{os.cpu_count()} processors, on which {os.getloadavg()[0]:.1f} programs wanted to run in the last minute\n"
        )
        report_sent(server, browser)
        for matches in [] if sys.argv[1:] == ["sent"] else numbers:
            measure(server, browser, matches)


if __name__ == "__main__":
    main()
