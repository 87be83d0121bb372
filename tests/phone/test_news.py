"""News of the worker reaches a page that was on its way when the events came."""

import pytest

from tests.phone.conftest import wait
from tests.phone.test_evening import SENT, is_worth, play, sit_together

pytestmark = pytest.mark.fifth

# Hold the next answer after the worker has read the store for it.
HOLD = """() => {
  const request = navigator.locks.request.bind(navigator.locks);
  navigator.locks.request = (name, options, work) => request(name, options, async lock => {
    const result = await work(lock);
    if (options.mode === 'shared' && !self.release) await new Promise(done => { self.release = done; });
    return result;
  });
}"""


def test_a_page_gets_the_news_that_came_while_it_was_on_its_way(real, new_phone):
    """The browser names no such page to the worker, so the worker cannot send it the news at once."""
    first, other = sit_together(real, new_phone)
    url = other.page.url
    play(first, 71)
    is_worth(first, 1, 0)
    first.until(SENT)
    is_worth(other, 1, 0)
    other.page.goto("about:blank")
    other.worker.evaluate(HOLD)
    play(first, 30)
    is_worth(first, 1, 1)
    first.until(SENT)
    other.page.evaluate(f"setTimeout(() => {{ location.href = '{url}'; }})")
    wait(lambda: other.worker.evaluate("Boolean(self.release)"))
    other.worker.evaluate("sync()")
    other.worker.evaluate("self.release()")
    is_worth(other, 1, 1)
    assert other.errors == []
