"""A load from this machine to itself: each connection sends its next request after the answer to the last."""

import http.client
import threading
import time
from collections.abc import Callable

Request = tuple[str, str, bytes | None]  # method, path, body


class LoadResult:
    """Requests per second, and the 50th and 99th percentile of their times in milliseconds."""

    def __init__(self, times: list[float], seconds: float) -> None:
        times.sort()
        self.rate = len(times) / seconds
        self.p50 = 1000 * times[len(times) // 2]
        self.p99 = 1000 * times[len(times) * 99 // 100]

    def __str__(self) -> str:
        return f"{self.rate:7.0f}/s   p50 {self.p50:6.1f} ms   p99 {self.p99:6.1f} ms"


def measure(
    port: int,
    headers: dict[str, str],
    requests: Callable[[int], Callable[[], Request]],
    connections: int,
    seconds: float,
) -> LoadResult:
    """Measure requests. `requests(n)` returns the source of requests for the n-th connection."""
    times: list[float] = []
    wrong: list[str] = []
    end = time.perf_counter() + seconds
    start = time.perf_counter()

    def send(number: int) -> None:
        source = requests(number)
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        while time.perf_counter() < end:
            method, path, body = source()
            begun = time.perf_counter()
            line.request(method, path, body, headers)
            answer = line.getresponse()
            answer.read()
            times.append(time.perf_counter() - begun)
            if answer.status >= 400:
                wrong.append(f"{method} {path} answered {answer.status}")
                return

    threads = [threading.Thread(target=send, args=(number,)) for number in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if wrong:
        raise SystemExit(wrong[0])
    return LoadResult(times, time.perf_counter() - start)
