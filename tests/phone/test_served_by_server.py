"""The server answers the pages of a match that the phone has not pulled yet. Then the phone takes over."""

from typing import Any
from uuid import uuid4

import pytest

from tests.phone.conftest import wait
from tests.phone.test_evening import sit_down
from tests.phone.test_persons import SESSION
from tests.phone.test_worker import SENT, ask, me

EVENTS = "**/api/v1/events/**"


def begin_elsewhere(server: Any, known: Any) -> dict[str, Any]:
    """Push a match with a round, as another phone does, and return its events."""
    path = f"/api/v1/events/?circle={known['circle']}"
    stored = ask(server, known["key"], f"{path}&since=0")["events"]
    data = next(event["data"] for event in stored if event["kind"] == "start")
    start = {"id": str(uuid4()), "match": str(uuid4()), "kind": "start", "data": data, "after": []}
    deal = {"deal": str(uuid4()), "answers": {"points": [71, 49]}}
    round = {**start, "id": str(uuid4()), "kind": "deal", "data": deal, "after": [start["id"]]}
    at = "2026-11-20T19:42:10+02:00"
    ask(server, known["key"], path, "POST", [{**start, "at": at}, {**round, "at": at}])
    return round


@pytest.mark.slow
def test_a_pull_that_was_answered_before_a_form_brings_no_older_page(real: Any, new_phone: Any) -> None:
    phone = new_phone()
    phone.take_over()
    sit_down(phone, "Eleni", "Deniz")
    phone.until(SENT)
    phone.until(SESSION)
    begun: list[Any] = []
    held: list[Any] = []

    def hold(route: Any) -> None:
        """Let the server answer the first pull after the round now, and later ones once they go on."""
        if route.request.method != "GET" or not begun:
            route.continue_()
        else:
            held.append((route, None if held else route.fetch()))

    phone.context.route(EVENTS, hold)
    known = me(phone)
    round = begin_elsewhere(real, known)
    begun.append(round)
    path = f"/table/{round['match']}/{round['data']['deal']}/"
    page = phone.open(path)
    page.locator("#points-0").fill("60")
    page.locator("#points-1").fill("60")
    page.locator("#round button.go").click()
    page.wait_for_url("**saved=**")
    wait(lambda: held)
    route, response = held[0]
    route.fulfill(response=response)
    phone.until(f"(await all('events')).some(({{ id }}) => id === '{round['id']}')")
    phone.open(path).locator("button[name=strike]").click()
    page.wait_for_url("**saved=**")
    phone.context.unroute(EVENTS)
    phone.until(SENT)
    stored = ask(real, known["key"], f"/api/v1/events/?circle={known['circle']}&since=0")["events"]
    last = [event for event in stored if event["match"] == round["match"]][1:]
    assert [event["kind"] for event in last] == ["deal", "amend", "strike"]
    assert last[2]["after"] == [last[1]["id"]]
