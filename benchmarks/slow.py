"""A phone that is slower than this machine (Linux only).

The browser can slow a page, but not its worker. So this stops the processes that run both for most of the time. The
moments are short beside the measured times, or every message between page and worker would wait for a stopped process.
A timed loop shows how much slower the processes are, and corrects the length of the pauses.
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
    """Lets the renderers of our browser run and pause in turn. They run the pages and their workers."""

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
        raise_priority()
        processes, updated = [], 0.0
        while not self.is_over.is_set():
            if time.monotonic() - updated > 0.2:
                processes, updated = renderers(), time.monotonic()
            try:
                send(processes, signal.SIGSTOP)
                time.sleep(self.pause)
            finally:
                send(processes, signal.SIGCONT)
            time.sleep(MOMENT)


def raise_priority() -> None:
    """Give this thread priority over all other programs, if we have the right to."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except PermissionError:
        return


def send(processes: list[int], number: signal.Signals) -> None:
    for process in processes:
        try:
            os.kill(process, number)
        except ProcessLookupError:
            continue  # its page was closed


def renderers() -> list[int]:
    """Return the renderers among the processes that this one has started."""
    parents, ids = {}, []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if b"--type=renderer" in (folder / "cmdline").read_bytes():
                ids.append(int(folder.name))
        except (OSError, IndexError):
            continue  # the process has ended
    return [process for process in ids if is_ours(process, parents)]


def is_ours(process: int, parents: dict[int, int]) -> bool:
    while process in parents and process != os.getpid():
        process = parents[process]
    return process == os.getpid()
