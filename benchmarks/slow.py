"""A phone that is slower than this machine (Linux only).

The browser can slow a page, but not its worker. So its processes that run both are stopped for most of the time, and a
loop that is timed both ways tells how much slower they really were: on a machine that does much else, not at all.
"""

import os
import signal
import statistics
import threading
import time
from contextlib import contextmanager, nullcontext
from pathlib import Path

LOOP = """() => {
  const begun = performance.now();
  for (let sum = 0, n = 0; n < 60_000_000; n++) sum = (sum + n * 7) % 1000003;
  return performance.now() - begun;
}"""


@contextmanager
def slower(times: int, page):
    usual = min(page.evaluate(LOOP) for _ in range(3))
    with stopped(times) if times > 1 else nullcontext():
        took = statistics.median(page.evaluate(LOOP) for _ in range(3))
        print(f"  {times} times slower: a loop took {took / usual:.1f} times as long", flush=True)
        yield


@contextmanager
def stopped(times: int):
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
