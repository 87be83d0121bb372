"""In the end server and phones show the same sheet, and not one entry that was acknowledged is missing."""

from tests.pages.in_browser.phone import Phone
from tests.phone.test_evening import SENT
from tests.phone.test_worker import ask, me


def ids(phone):
    """What the phone has acknowledged, and what it has heard of."""
    return {one["id"] for one in phone.events()}


def everything(server, key):
    """However many pages it takes."""
    events = []
    while True:
        answer = ask(server, key, f"/api/v1/events/?since={len(events)}")
        events += answer["events"]
        if not answer["more"]:
            return events


def agree(server, path, *phones, written=frozenset()):
    """The sheet, once every phone has sent what it has. `written` must be there too."""
    for phone in phones:
        phone.open(path)
        phone.until(SENT)
    for phone in phones:  # what the last one has sent
        phone.open(path)
        phone.until(f"(await all('events')).length === {len(everything(server, me(phones[0])['key']))} && {SENT}")
        phone.open(path)
    key = me(phones[0])["key"]
    events = everything(server, key)
    assert [one["seq"] for one in events] == list(range(1, len(events) + 1))
    assert written <= {one["id"] for one in events}
    match = path.split("/")[2]
    sheet = ask(server, key, f"/api/v1/matches/{match}/sheet/")
    for phone in phones:
        assert ids(phone) == {one["id"] for one in events}
        thumb = Phone(phone.page, phone.url, script=True)
        assert thumb.rounds == [row["totals"] for row in sheet["deals"]]
        assert phone.said == []
    return sheet
