"""What every measuring in a browser needs: to wait, and to ask it when something was on the screen."""

import time

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


def until_here(page, url: str) -> None:
    """Until the worker has pulled the match and answers by itself."""
    wait_for(page, lambda: page.goto(url).from_service_worker)


def cookie_of(context) -> str:
    return "; ".join(f"{one['name']}={one['value']}" for one in context.cookies())
