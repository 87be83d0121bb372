"""Two copies of a phone, such as one that was set up from the other, finish the same half-typed round."""

from typing import Any

import pytest

from tests.phone.test_evening import SENT, play, sit_down
from tests.phone.test_persons import SESSION
from tests.phone.test_worker import ask, me

pytestmark = pytest.mark.tenth

SYNC = "**/api/v1/**"


@pytest.mark.slow
@pytest.mark.parametrize(("points", "is_struck"), [(71, False), (60, False), (60, True)])
def test_a_round_with_the_id_of_another_one_is_not_lost(
    real: Any, new_phone: Any, points: int, is_struck: bool
) -> None:
    """With the same answers it is the same round, whose answer was lost. A phone crosses out only its own round."""
    phone = new_phone()
    phone.take_over()
    sit_down(phone, "Eleni", "Deniz")
    phone.until(SENT)
    phone.until(SESSION)
    known = me(phone)
    path = f"/api/v1/events/?circle={known['circle']}"
    phone.context.route(SYNC, lambda route: route.abort())
    play(phone, 71)
    phone.page.locator("#saved", has_text="1 waiting").wait_for()
    [event] = [record["event"] for record in phone.events() if record["event"]["kind"] == "deal"]
    if is_struck:
        phone.open(f"/table/{event['match']}/{event['data']['deal']}/").locator("button[name=strike]").click()
        phone.page.locator("#saved", has_text="2 waiting").wait_for()
    answers = {"points": [points, None]}
    assert points != 71 or answers == event["data"]["answers"]
    ask(real, known["key"], path, "POST", [{**event, "data": {**event["data"], "answers": answers}}])
    phone.context.unroute(SYNC)
    phone.open("/").reload()
    phone.until(SENT)
    stored = ask(real, known["key"], f"{path}&since=0")["events"]
    deals = {
        event["data"]["answers"]["points"][0]: event["data"]["deal"] for event in stored if event["kind"] == "deal"
    }
    assert set(deals) == {points, 71}
    assert [event["data"]["deal"] for event in stored if event["kind"] == "strike"] == (
        [deals[71]] if is_struck else []
    )
    page = phone.open(f"/table/{event['match']}/sheet/")
    asked = page.get_by_role("heading", name="Round 1 entered twice?")
    assert asked.count() == (len(deals) - 1 if not is_struck else 0)


@pytest.mark.slow
def test_a_round_that_a_copy_has_saved_meanwhile_is_not_corrected(real: Any, new_phone: Any) -> None:
    phone = new_phone()
    phone.take_over()
    sit_down(phone, "Eleni", "Deniz")
    phone.until(SENT)
    phone.until(SESSION)
    known = me(phone)
    path = f"/api/v1/events/?circle={known['circle']}"
    phone.page.locator("#points-0").fill("71")
    phone.page.locator("#points-sum", has_text="= 120").wait_for()
    ids = phone.evaluate("(({ event, deal }) => [event.value, deal.value])(document.querySelector('#round').elements)")
    [start] = [record["event"] for record in phone.events() if record["event"]["kind"] == "start"]
    deal = {"deal": ids[1], "answers": {"points": [60, None]}}
    event = {
        "id": ids[0],
        "match": start["id"],
        "kind": "deal",
        "data": deal,
        "after": [start["id"]],
        "at": start["at"],
    }
    ask(real, known["key"], path, "POST", [event])
    phone.page.locator("#sheet tbody tr").first.wait_for()
    phone.page.locator("#round button.go").click()
    phone.page.locator("[data-saved]", has_text="someone else has entered this round too").wait_for()
    phone.until(SENT)
    stored = ask(real, known["key"], f"{path}&since=0")["events"]
    assert [event["kind"] for event in stored if event["match"]] == ["start", "deal", "deal"]
