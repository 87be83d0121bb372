"""Checks that server and phones show the same sheet in the end, with every acknowledged event."""

from tests.pages.in_browser.phone import TappedPhone
from tests.phone.test_evening import SENT
from tests.phone.test_worker import ask, first_circle, me


def ids(phone):
    """Return the ids of all events on the phone."""
    return {event["id"] for event in phone.events()}


def everything(server, key):
    """Return all events of the server, from all pages of the list."""
    events, circle = [], first_circle(server, key)
    while True:
        answer = ask(server, key, f"/api/v1/events/?circle={circle}&since={len(events)}")
        events += answer["events"]
        if not answer["more"]:
            return events


def agree(server, path, *phones, event_ids=frozenset()):
    """Wait until every phone has sent its events, and check their sheets. `event_ids` must be on the server, too."""
    for phone in phones:
        phone.open(path)
        phone.until(SENT)
    for phone in phones:  # for the events that the last phone has sent
        phone.open(path)
        phone.until(f"(await all('events')).length === {len(everything(server, me(phones[0])['key']))} && {SENT}")
        phone.open(path)
    key = me(phones[0])["key"]
    events = everything(server, key)
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert event_ids <= {event["id"] for event in events}
    match = path.split("/")[2]
    sheet = ask(server, key, f"/api/v1/matches/{match}/sheet/")
    for phone in phones:
        assert ids(phone) == {event["id"] for event in events}
        thumb = TappedPhone(phone.page, phone.url, script=True)
        assert thumb.rounds == [row["totals"] for row in sheet["deals"]]
        assert phone.errors == []
    return sheet
