"""Functions for measurements in a browser: waiting, and the times of a page."""

import time

TAKEN_OVER = """async () => navigator.serviceWorker.controller || await new Promise(resolve =>
  navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })) && null"""
TIMES = """() => {
  const [page] = performance.getEntriesByType('navigation');
  const shown = performance.getEntriesByName('first-contentful-paint')[0];
  return [shown?.startTime ?? null, page.domContentLoadedEventEnd, page.loadEventEnd];
}"""


def wait_for(page, condition, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise SystemExit("It takes too long.")
        page.wait_for_timeout(50)


def times_of(page) -> list[float]:
    """Return the milliseconds until first content, until the scripts work, and until all is loaded."""
    wait_for(page, lambda: None not in (times := page.evaluate(TIMES)) and times[2] > 0)
    return page.evaluate(TIMES)


def wait_for_worker(page, url: str) -> None:
    """Wait until the worker has pulled a match and answers its page."""
    wait_for(page, lambda: page.goto(url).from_service_worker)


def cookie_of(context) -> str:
    return "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in context.cookies())
