"""A wrong clock: rounds and evenings keep their order, the phone shows the error, and no round is lost."""

import pytest

from tests.phone.agree import agree, ids
from tests.phone.conftest import wait
from tests.phone.test_evening import SENT, is_worth, play, sit_down

pytestmark = pytest.mark.tenth

YEARS = 2 * 365 * 24 * 3600 * 1000  # milliseconds
OFF = """() => {
  self.Clock ??= Date;
  self.Date = class extends Clock {
    constructor(...told) { super(...(told.length ? told : [Clock.now() + OFF])); }
    static now() { return Clock.now() + OFF; }
  };
}"""


def set_clock(phone, off):
    """Set the clocks of pages and worker."""
    phone.context.add_init_script(f"({OFF.replace('OFF', str(off))})()")
    set_worker(phone, off)


def set_worker(phone, off):
    phone.worker.evaluate(OFF.replace("OFF", str(off)))


@pytest.fixture
def two(real, new_phone):
    """Two phones of a person: the clock of the first is years ahead, the clock of the second years behind."""
    first = new_phone()
    first.take_over()
    set_clock(first, YEARS)
    path = sit_down(first, "Eleni", "Deniz").removeprefix(real.url)
    first.until(SENT)
    first.until("(await state('identity'))?.session > 0")
    other = new_phone()
    other.context.add_cookies(first.context.cookies())
    other.take_over()
    set_clock(other, -YEARS)
    return first, other, path


def test_two_phones_with_clocks_years_apart_keep_the_order_of_rounds(real, two):
    first, other, path = two
    won = [0, 0]
    for turn, points in enumerate((71, 30, 72, 31)):
        phone = (first, other)[turn % 2]
        phone.open(path)
        phone.until(f"(await all('events')).length === {3 + turn}")
        phone.page.reload()
        won[turn % 2] += 1
        play(phone, points)
        is_worth(phone, *won)
        phone.until(SENT)
    for phone in (first, other):
        phone.page.locator("#trouble", has_text="This phone's clock is wrong by").wait_for()
    first.open(path)
    is_worth(first, 2, 2)
    real.kill()
    play(first, 73)
    is_worth(first, 3, 2)
    event_ids = ids(first)
    real.start()
    sheet = agree(real, path, first, other, event_ids=event_ids)
    assert [row["points"] for row in sheet["deals"]] == [[1, 0], [0, 1], [1, 0], [0, 1], [1, 0]]


@pytest.mark.long
def test_a_corrected_clock_keeps_the_session(real, two):
    """After the correction the cookie comes from the future."""
    first, _other, path = two
    first.context.clear_cookies()
    set_worker(first, 0)
    first.open(path)
    play(first, 71)
    first.until(SENT)
    wait(first.context.cookies)


@pytest.mark.long
def test_a_corrected_clock_does_not_prolong_a_pause(real, two):
    """The worker retries after a second, by whatever clock it started the pause."""
    first, _other, path = two
    real.kill()
    play(first, 71)
    first.page.locator("#saved", has_text="1 waiting").wait_for()
    first.worker.evaluate(f"sync().then({OFF.replace('OFF', '0')})")
    event_ids = ids(first)
    real.start()
    first.nudge()
    first.until(SENT)
    agree(real, path, first, event_ids=event_ids)


def test_the_time_of_the_last_sync_is_right_again_with_the_clock(two):
    first, _other, _path = two
    first.open("/")
    first.worker.evaluate("writeState('inStep', 9e15)")
    first.page.reload()
    first.until("(await state('inStep')) < 9e15")
