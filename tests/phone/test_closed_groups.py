"""A server is restored from a copy that lacks rounds of a group that is not open on the phone."""

import pytest

from tests.phone.test_circles import eleni, of_circle, sundays, switch
from tests.phone.test_closed import REMOVE
from tests.phone.test_persons import ask_worker
from tests.phone.test_restored import restore
from tests.phone.test_worker import SENT, me, start

pytestmark = [pytest.mark.slow, pytest.mark.tenth]

__all__ = ["eleni", "sundays"]

AN_HOUR_LATER = "() => writeState('compared', Date.now() - 3_700_000).then(() => sync())"


@pytest.mark.parametrize("is_group_new", [True, False])
def test_rounds_of_a_group_that_is_not_open_are_sent_within_the_hour(tiny, eleni, request, is_group_new):
    """The log of the open group fits, so nothing else tells the phone of the restore."""
    first = me(eleni)["circle"]
    older = tiny.database.copy() if is_group_new else None
    sundays = request.getfixturevalue("sundays")
    older = older or tiny.database.copy()
    switch(eleni, sundays)
    start(eleni, "Iris")
    eleni.until(SENT)
    switch(eleni, first)
    assert eleni.worker.evaluate("() => sync()")
    restore(tiny, older)
    assert eleni.worker.evaluate(AN_HOUR_LATER)
    assert [event["kind"] for event in of_circle(tiny, eleni, sundays)] == ["player", "start"]
    assert (me(eleni)["circle"], ask_worker(eleni, {"ask": "about"})["elsewhere"]) == (first, 0)
    switch(eleni, sundays)
    eleni.until(SENT)
    assert len(of_circle(tiny, eleni, sundays)) == len(eleni.events()) == 2
    assert eleni.errors == []


def test_an_event_that_the_server_refuses_waits_in_its_group(tiny, eleni, sundays):
    first = me(eleni)["circle"]
    older = tiny.database.copy()
    switch(eleni, sundays)
    start(eleni, "Iris")
    eleni.until(SENT)
    switch(eleni, first)
    restore(tiny, older)
    eleni.context.route(f"**/api/v1/events/?circle={sundays}*", refuse_pushes)
    assert eleni.worker.evaluate(AN_HOUR_LATER)  # the open group is synced anyway
    assert of_circle(tiny, eleni, sundays) == []
    assert ask_worker(eleni, {"ask": "about"})["elsewhere"] == 2
    eleni.context.unroute(f"**/api/v1/events/?circle={sundays}*")
    switch(eleni, sundays)
    eleni.until(SENT)
    assert len(of_circle(tiny, eleni, sundays)) == 2


def test_entries_of_a_group_that_the_person_has_left_are_named_while_another_is_open(tiny, eleni, sundays):
    first = me(eleni)["circle"]
    switch(eleni, sundays)
    start(eleni, "Iris")
    eleni.until(SENT)
    older = tiny.database.copy()
    start(eleni, "Rosa")
    eleni.until(SENT)
    switch(eleni, first)
    restore(tiny, older)
    eleni.context.route(f"**/api/v1/events/?circle={sundays}*", refuse_pushes)
    assert eleni.worker.evaluate(AN_HOUR_LATER)  # now entries wait in a group that has others on the server
    tiny.manage("shell", "-c", REMOVE.format(person=me(eleni)["person"], circle=sundays))
    eleni.context.unroute(f"**/api/v1/events/?circle={sundays}*")
    assert eleni.worker.evaluate(AN_HOUR_LATER)
    about = ask_worker(eleni, {"ask": "about"})
    assert (about["closed"], about["elsewhere"], about["players"]) == (2, 2, ["Rosa", "Deniz"])


def refuse_pushes(route):
    return route.fulfill(status=500, body="") if route.request.method == "POST" else route.fallback()
