"""Refused events stay on the phone until someone corrects or discards them."""

import json

import pytest

from tests.phone.test_persons import ask_worker
from tests.phone.test_worker import me, save, says, sees, start, stored

pytestmark = pytest.mark.tenth

REFUSED = "(await all('events')).filter(one => one.refused)"
AMEND = """([deal, points]) => fetch('', { method: 'POST', body: new URLSearchParams({ amended: deal, points }) })
    .then(answer => answer.status)"""


@pytest.fixture
def refused(tiny, phone):
    """A refused event: a round of 1 and 119 points."""
    start(phone)
    save(phone, points=119)
    says(phone.page, "1 refused")
    [row] = phone.evaluate(REFUSED)
    return row["event"]


def answers(server, phone, kind="deal"):
    return [event["data"]["answers"]["points"] for event in stored(server, me(phone)["key"]) if event["kind"] == kind]


def test_a_corrected_round_is_accepted(tiny, phone, refused):
    phone.page.evaluate(AMEND, [refused["data"]["deal"], 100])
    phone.until("(await all('events')).every(one => one.event.seq)")
    says(phone.page, "Synced")
    assert answers(tiny, phone) == answers(tiny, phone, "amend") == [[100, 20]]
    assert phone.evaluate(
        f"(await all('events')).find(one => one.id === '{refused['id']}').event.data.answers.points"
    ) == [
        100,
        20,
    ]


def test_a_wrong_correction_can_be_corrected(tiny, phone, refused):
    phone.page.evaluate(AMEND, [refused["data"]["deal"], 1])
    phone.until(REFUSED + ".length === 2")
    phone.page.evaluate(AMEND, [refused["data"]["deal"], 100])
    phone.until("(await all('events')).every(one => one.event.seq)")
    assert answers(tiny, phone) == [[100, 20]]
    assert answers(tiny, phone, "amend") == [[100, 20]] * 2


def test_an_accepted_round_is_amended(tiny, phone):
    start(phone)
    save(phone, points=71)
    phone.until("(await all('events')).length === 3 && (await all('events')).every(one => one.event.seq)")
    [deal] = [event["event"] for event in phone.events() if event["event"]["kind"] == "deal"]
    phone.page.evaluate(AMEND, [deal["data"]["deal"], 100])
    phone.until("(await all('events')).length === 4 && (await all('events')).every(one => one.event.seq)")
    assert (answers(tiny, phone), answers(tiny, phone, "amend")) == ([[71, 49]], [[100, 20]])


def test_a_discarded_event_is_removed_with_its_corrections(tiny, phone, refused):
    phone.page.evaluate(AMEND, [refused["data"]["deal"], 1])
    phone.until(REFUSED + ".length === 2")
    before = len(stored(tiny, me(phone)["key"]))
    ask_worker(phone, {"ask": "withdraw", "id": refused["id"]})
    assert phone.evaluate(REFUSED) == []
    assert len(phone.events()) == before
    phone.page.reload()
    sees(phone.page, "rounds: 0")
    says(phone.page, "Synced")


def test_an_accepted_event_cannot_be_discarded(tiny, phone):
    start(phone)
    phone.until("(await all('events')).every(one => one.event.seq)")
    for event in phone.events():
        ask_worker(phone, {"ask": "withdraw", "id": event["id"]})
    assert len(phone.events()) == 2


def test_the_page_shows_the_reason_and_saves_the_event_as_a_file(tiny, phone, refused, tmp_path):
    page = phone.open("/phone/")
    line = page.locator("#refused li")
    assert "119" in line.locator(".problem").inner_text()
    assert line.locator("a").get_attribute("href") == f"/table/{refused['match']}/{refused['data']['deal']}/"
    with page.expect_download() as download:
        page.locator("#refused [value=file]").click()
    download.value.save_as(tmp_path / "file")
    assert [json.loads(text) for text in (tmp_path / "file").read_text().splitlines()] == [refused]
    page.locator("[value=clear]").click()
    page.locator("#said", has_text="nothing was cleared").wait_for()
    assert len(phone.events()) == 3
    line.locator("button").click()  # the first tap asks for confirmation
    assert "Discard it?" in line.locator("button").inner_text()
    assert len(phone.events()) == 3
    line.locator("button").click()
    line.wait_for(state="detached")
    assert len(phone.events()) == 2
    assert phone.errors == []


LOSE_MATCH = """async id => transact(async ({ events }) => {
  const record = await resultOf(events.get(id));
  events.put({ ...record, refused: { code: 'no_match', reason: 'No such match.' } });
})"""


def test_a_round_of_a_match_that_the_server_lacks_cannot_be_corrected_but_discarded(phone, refused):
    phone.worker.evaluate(LOSE_MATCH, refused["id"])
    page = phone.open("/phone/")
    line = page.locator("#refused li", has_text="No such match.")
    line.locator("button").wait_for()
    assert line.locator("a").is_hidden()


def test_the_page_works_without_a_server_and_warns_before_leaving(tiny, phone):
    start(phone)
    phone.until("(await state('identity'))?.session > 0")
    tiny.stop()
    save(phone)
    says(phone.page, "1 waiting")
    page = phone.open("/phone/")
    page.locator("dd[data-fact=waiting]", has_text="1").wait_for()
    page.locator("[value=ask]").click()
    sure = page.locator("#sure")
    sure.wait_for()
    assert sure.locator("[data-if=waits]").is_visible()
    assert sure.locator("[data-if=away]").is_visible()
    assert sure.locator("[data-if=guest]").is_visible()
    sure.locator("[value=stay]").click()
    sure.wait_for(state="hidden")
    page.locator("[value=ask]").click()
    page.evaluate("new Promise(done => { indexedDB.open('drafts', 1).onsuccess = done; }).then(() => null)")
    sure.locator("[value=leave]").click()
    assert len(phone.events()) == 3
    sure.locator("[value=leave]").click()
    phone.until("location.pathname === '/' && (await all('events')).length === 0")
    assert "drafts" not in phone.evaluate("(await indexedDB.databases()).map(one => one.name)")
    assert phone.errors == []
