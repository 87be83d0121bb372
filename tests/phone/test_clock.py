"""A wrong clock: rounds and evenings stay in their order, the phone says how wrong it is, and loses nothing by it."""

import pytest

from tests.phone.agree import agree, ids
from tests.phone.conftest import wait
from tests.phone.test_evening import SENT, is_worth, play, sit_down

YEARS = 2 * 365 * 24 * 3600 * 1000  # milliseconds
OFF = """() => {
  self.Clock ??= Date;
  self.Date = class extends Clock {
    constructor(...told) { super(...(told.length ? told : [Clock.now() + OFF])); }
    static now() { return Clock.now() + OFF; }
  };
}"""


def set_clock(phone, off):
    """The page's and the worker's."""
    phone.context.add_init_script(f"({OFF.replace('OFF', str(off))})()")
    set_worker(phone, off)


def set_worker(phone, off):
    phone.worker.evaluate(OFF.replace("OFF", str(off)))


@pytest.fixture
def two(real, new_phone):
    """Two phones of one person; one is years ahead, the other years behind."""
    one = new_phone()
    one.take_over()
    set_clock(one, YEARS)
    path = sit_down(one, "Eleni", "Deniz").removeprefix(real.url)
    one.until(SENT)
    one.until("(await state('identity')).session > 0")
    other = new_phone()
    other.context.add_cookies(one.context.cookies())
    other.take_over()
    set_clock(other, -YEARS)
    return one, other, path


def test_two_phones_whose_clocks_are_years_apart(real, two):
    one, other, path = two
    won = [0, 0]
    for turn, points in enumerate((71, 30, 72, 31)):
        phone = (one, other)[turn % 2]
        phone.open(path)
        phone.until(f"(await all('events')).length === {3 + turn}")
        phone.page.reload()
        won[turn % 2] += 1
        play(phone, points)
        is_worth(phone, *won)
        phone.until(SENT)
    for phone in (one, other):
        phone.page.locator("#trouble", has_text="The clock of this phone is").wait_for()
    one.open(path)
    is_worth(one, 2, 2)
    real.kill()
    play(one, 73)
    is_worth(one, 3, 2)
    written = ids(one)
    real.start()
    sheet = agree(real, path, one, other, written=written)
    assert [row["points"] for row in sheet["deals"]] == [[1, 0], [0, 1], [1, 0], [0, 1], [1, 0]]


@pytest.mark.long
def test_a_clock_that_was_ahead_costs_no_session(real, two):
    """The cookie was fetched in what is now the future."""
    one, _other, path = two
    one.context.clear_cookies()
    set_worker(one, 0)
    one.open(path)
    play(one, 71)
    one.until(SENT)
    wait(one.context.cookies)


@pytest.mark.long
def test_a_clock_that_is_put_back_in_a_pause_does_not_prolong_it(real, two):
    """The server could not be reached, which is tried again in a second: not in a second of yesterday."""
    one, _other, path = two
    real.kill()
    play(one, 71)
    one.page.locator("#saved", has_text="1 waiting").wait_for()
    one.worker.evaluate(f"sync().then({OFF.replace('OFF', '0')})")
    written = ids(one)
    real.start()
    one.nudge()
    one.until(SENT)
    agree(real, path, one, written=written)
