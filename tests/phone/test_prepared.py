"""The worker prepares the answer to a save before the tap on Save. Nothing is stored before that tap."""

from datetime import datetime

import pytest

from tests.phone.conftest import wait
from tests.phone.test_cut_off import started
from tests.phone.test_evening import is_worth, play
from tests.phone.test_worker import SENT

pytestmark = [pytest.mark.slow, pytest.mark.tenth]

__all__ = ["started"]

COUNT = """() => {
  self.uses = [];
  const was = heldAnswer;
  heldAnswer = async question => {
    const answer = await was(question);
    if (question.form && !question.part) self.uses.push(Boolean(answer));
    return answer;
  };
}"""
USES = "() => self.uses"
PREPARED = "() => prepared !== null && prepared.answering.then(answer => Boolean(answer?.page))"


def deals(phone):
    return [record["event"] for record in phone.events() if record["event"]["kind"] == "deal"]


def typed(phone):
    """Return the first number of each round."""
    return [event["data"]["answers"]["points"][0] for event in deals(phone)]


def type_points(phone, points):
    phone.page.locator("#points-0").fill(str(points))
    phone.page.locator("#points-sum", has_text="= 120").wait_for()


def wait_until_prepared(phone):
    wait(lambda: phone.worker.evaluate(PREPARED), "Nothing is prepared.")


def tap_save(phone):
    phone.page.locator("#round button.go").click()


def test_a_prepared_save_stores_the_round_once_at_the_time_of_the_tap(started):
    phone, _path = started
    phone.worker.evaluate(COUNT)
    type_points(phone, 71)
    wait_until_prepared(phone)
    phone.page.wait_for_timeout(1500)
    assert deals(phone) == []
    tapped = phone.evaluate("Date.now()") / 1000
    tap_save(phone)
    is_worth(phone, 1, 0)
    [event] = deals(phone)
    assert datetime.fromisoformat(event["at"]).timestamp() >= int(tapped)
    assert phone.worker.evaluate(USES) == [True]
    type_points(phone, 49)
    tap_save(phone)
    is_worth(phone, 1, 1)
    phone.until(SENT)
    assert sorted(typed(phone)) == [49, 71]
    assert phone.errors == []


def test_a_changed_round_is_not_saved_as_it_was_prepared(started):
    phone, _path = started
    phone.worker.evaluate(COUNT)
    type_points(phone, 71)
    wait_until_prepared(phone)
    phone.page.locator("#points-0").fill("30")
    phone.page.locator("#points-sum", has_text="= 120").wait_for()
    tap_save(phone)
    is_worth(phone, 0, 1)
    assert typed(phone) == [30]


def test_a_round_that_has_arrived_meanwhile_is_in_the_answer(started):
    """The prepared page lacks the round of the other window, unless the phone has prepared it again."""
    phone, path = started
    phone.worker.evaluate(COUNT)
    type_points(phone, 71)
    wait_until_prepared(phone)
    other = phone.context.new_page()
    other.goto(phone.url + path)
    other.locator("#points-0").fill("30")
    other.locator("#round button.go").click()
    other.locator("#notice .notice").wait_for()
    tap_save(phone)
    phone.page.locator("#notice", has_text="someone else has entered this round too").wait_for()
    assert len(deals(phone)) == 2


def test_a_save_before_the_answer_is_prepared_waits_for_it(started):
    phone, _path = started
    for number, points in enumerate((71, 30, 90)):
        play(phone, points)
        is_worth(phone, *[(1, 0), (1, 1), (2, 1)][number])
    assert len(deals(phone)) == 3
