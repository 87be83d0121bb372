"""A phone that is slower than this machine (Linux only).

The browser can slow a page, but not its worker. So its processes that run both are stopped for most of the time: in
moments that are short beside what is measured, or every message between them would find the other one stopped. A loop
that is timed both ways tells how much slower they really are, and for how long they are stopped is put right by that.
"""

import os
import signal
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

LOOP = """() => {
  const begun = performance.now();
  for (let sum = 0, n = 0; n < 20_000_000; n++) sum = (sum + n * 7) % 1000003;
  return performance.now() - begun;
}"""
MOMENT = 0.0005  # seconds for which they run
TRIES, NEAR = 6, 0.05


@contextmanager
def slower(times: int, page: Any) -> Iterator[None]:
    usual = min(page.evaluate(LOOP) for _ in range(3))
    brake = Brake(times)
    with brake if times > 1 else nullcontext():
        for _ in range(TRIES):
            took = statistics.median(page.evaluate(LOOP) for _ in range(3)) / usual
            if times == 1 or abs(took / times - 1) < NEAR:
                break
            brake.pause *= (times - 1) / (took - 1)
        yield
        after = statistics.median(page.evaluate(LOOP) for _ in range(3)) / usual
        print(
            f"  {times} times slower: a loop took {took:.1f} times as long before that, {after:.1f} after it",
            flush=True,
        )


class Brake:
    """Our browser's renderers, which run the pages and their workers, run for a moment and pause for some."""

    def __init__(self, times: int) -> None:
        self.pause = MOMENT * (times - 1)
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.stop_and_go, daemon=True)

    def __enter__(self) -> None:
        self.thread.start()

    def __exit__(self, *_error: object) -> None:
        self.is_over.set()
        self.thread.join()

    def stop_and_go(self) -> None:
        come_first()
        found, looked = [], 0.0
        while not self.is_over.is_set():
            if time.monotonic() - looked > 0.2:
                found, looked = renderers(), time.monotonic()
            try:
                send(found, signal.SIGSTOP)
                time.sleep(self.pause)
            finally:
                send(found, signal.SIGCONT)
            time.sleep(MOMENT)


def come_first() -> None:
    """No other program keeps this thread waiting, where we may say so."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except PermissionError:
        return


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
