"""The phone says what happened if its circle is gone for this person or the server was restored, and what to do."""

import pytest
from playwright.sync_api import expect

from tests.phone.agree import agree, ids
from tests.phone.test_broken import DELETED_STORE, chrome
from tests.phone.test_cut_off import started
from tests.phone.test_evening import SENT, is_worth, play, sit_down
from tests.phone.test_pages import in_worker
from tests.phone.test_persons import ask_worker, leave
from tests.phone.test_worker import ask, me

pytestmark = pytest.mark.tenth

__all__ = ["started"]

GONE, RESTORED = "You are no longer in a group", "The server no longer had all entries"
COPIES = """(await Promise.all((await (await caches.open('outbox')).keys()).map(
    async address => (await caches.match(address)).json())))"""
DELETED_LIST = """new Promise((done, failed) => {
    Object.assign(indexedDB.deleteDatabase('scorekeeper.people'), { onsuccess: () => done(), onerror: failed });
})"""
A_MINUTE_LATER = "const { now } = performance; performance.now = () => now.call(performance) + 61_000; await sync();"
REMOVE = "from games.models import Membership; Membership.objects.filter(person='{person}', circle='{circle}').delete()"
DELETE = """
from games import models, services
services.{act}(by=models.Person.objects.get(pk='{person}'), circle='{circle}')
"""


def write_apart(real, phone, program):
    """Save a round that is not sent, and run the program on the server. Return the identity of before."""
    known = me(phone)
    phone.context.route("**/api/v1/events/**", lambda route: route.abort())
    play(phone, 71)
    is_worth(phone, 1, 0)
    real.manage("shell", "-c", program.format(**known))
    phone.context.unroute("**/api/v1/events/**")
    phone.nudge()
    phone.until(f"(await state('identity'))?.circle !== '{known['circle']}' && (await state('pull'))?.whole")
    return known


def check_words(phone, who="1 · Eleni, Deniz"):  # who played, so one knows whom to ask
    """Check that home and the page about this phone say what happened, and that the entry can be saved as a file."""
    for path in ("/", "/phone/"):
        phone.open(path)
        phone.page.locator("#trouble", has_text=GONE).wait_for()
        phone.page.locator("#trouble", has_text="or the group is no longer on the server").wait_for()
        phone.page.locator("#trouble", has_text="save them to a file").wait_for()
    assert phone.page.locator("#trouble a").count() == 0  # it would lead to this page
    phone.page.locator("#elsewhere dd", has_text=who).wait_for()
    assert ask_worker(phone, {"ask": "file"}).count("\n") == 1


@pytest.mark.parametrize("program", [REMOVE, DELETE.replace("{act}", "delete_circle")], ids=["removed", "deleted"])
def test_entries_of_a_group_that_is_gone_are_named_until_they_are_discarded(real, started, program):
    phone, _path = started
    write_apart(real, phone, program)
    check_words(phone)
    button = phone.page.locator("#discard")
    button.click()
    expect(button).to_contain_text("Discard it?")
    button.click()
    button.wait_for(state="hidden")
    assert ask_worker(phone, {"ask": "about"})["elsewhere"] == 0
    phone.open("/")
    phone.nudge()
    phone.page.wait_for_timeout(1000)
    assert phone.page.locator("#trouble").is_hidden()
    assert phone.errors == []


def test_a_match_that_is_opened_as_its_group_goes_makes_way_for_home(real, started):
    """The phone learns of it while the page of the match loads, so no earlier news says to whom the page belongs."""
    phone, path = started
    phone.context.route("**/api/v1/events/**", lambda route: route.abort())
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.open("/")
    real.manage("shell", "-c", REMOVE.format(**me(phone)))
    phone.context.unroute("**/api/v1/events/**")
    phone.open(path)
    phone.page.wait_for_url(real.url + "/")
    phone.page.locator("#trouble", has_text=GONE).wait_for()
    assert phone.errors == []


def test_entries_of_a_deleted_group_are_sent_when_it_is_back(real, started):
    phone, _path = started
    known = write_apart(real, phone, DELETE.replace("{act}", "delete_circle"))
    check_words(phone)
    real.manage("shell", "-c", DELETE.replace("{act}", "undelete_circle").format(**known))
    phone.open("/circle/")  # this circle is again the one that the person chose last
    phone.until(f"(await state('identity'))?.circle === '{known['circle']}' && (await state('pull'))?.whole && {SENT}")
    events = ask(real, me(phone)["key"], f"/api/v1/events/?circle={known['circle']}")["events"]
    assert [event["kind"] for event in events].count("deal") == 1
    phone.open("/")
    phone.nudge()
    phone.page.wait_for_timeout(1000)
    assert phone.page.locator("#trouble").is_hidden()


def test_home_returns_to_a_group_that_is_restored(real, started):
    """Nothing waited, so the phone has forgotten the group's store. Nobody opens another page first."""
    phone, _path = started
    known = me(phone)
    phone.until(SENT)
    real.manage("shell", "-c", DELETE.format(act="delete_circle", **known))
    phone.nudge()
    phone.until(f"(await state('identity'))?.circle !== '{known['circle']}' && (await state('pull'))?.whole")
    phone.open("/")
    assert phone.page.get_by_text("Eleni").count() == 0
    real.manage("shell", "-c", DELETE.format(act="undelete_circle", **known))
    phone.open("/")
    phone.page.get_by_text("Eleni").first.wait_for()
    assert me(phone)["circle"] == known["circle"]
    phone.page.locator("#trouble", has_text="Your group is open again").wait_for()
    phone.open("/")
    phone.page.get_by_text("Eleni").first.wait_for()
    assert phone.page.locator("#trouble").is_hidden()


def test_an_open_home_returns_to_a_restored_group_within_a_minute(real, started):
    phone, _path = started
    known = me(phone)
    phone.until(SENT)
    real.manage("shell", "-c", DELETE.format(act="delete_circle", **known))
    phone.nudge()
    phone.until(f"(await state('identity'))?.circle !== '{known['circle']}' && (await state('pull'))?.whole")
    phone.open("/")
    in_worker(phone, "await sync({ meet: true });")
    real.manage("shell", "-c", DELETE.format(act="undelete_circle", **known))
    in_worker(phone, "await sync();")
    assert me(phone)["circle"] != known["circle"]  # asked just now
    in_worker(phone, A_MINUTE_LATER)
    phone.page.get_by_text("Eleni").first.wait_for()


def test_a_restored_group_leaves_an_open_match_of_another_group_alone(real, started):
    phone, _path = started
    known = me(phone)
    phone.until(SENT)
    real.manage("shell", "-c", DELETE.format(act="delete_circle", **known))
    phone.nudge()
    phone.until(f"(await state('identity'))?.circle !== '{known['circle']}' && (await state('pull'))?.whole")
    path = sit_down(phone, "Rosa", "Iris").removeprefix(real.url)
    phone.until(SENT)
    real.manage("shell", "-c", DELETE.format(act="undelete_circle", **known))
    in_worker(phone, A_MINUTE_LATER)
    assert me(phone)["circle"] != known["circle"]  # a tap has opened the match, so its page was loaded at /
    phone.open(path)
    in_worker(phone, "await sync({ meet: true });")
    assert me(phone)["circle"] != known["circle"]
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.open("/")
    phone.page.get_by_text("Eleni").first.wait_for()
    phone.page.locator("#trouble", has_text="Matches that you started meanwhile are in your other group").wait_for()


def test_a_match_says_nothing_about_entries_of_another_group(real, started):
    phone, _path = started
    write_apart(real, phone, REMOVE)
    sit_down(phone, "Rosa", "Iris")
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.until(SENT)
    phone.page.locator("#saved", has_text="Synced").wait_for()
    assert ask_worker(phone, {"ask": "about"})["elsewhere"] == 1


def test_entries_of_a_group_that_is_gone_survive_if_the_browser_deletes_all_stores(real, started):
    """Chromium does this on a full disk. The caches stay, and have a copy of each store's outbox."""
    phone, _path = started
    known = write_apart(real, phone, DELETE.replace("{act}", "delete_circle"))
    phone.until(
        f"{COPIES}.filter(copy => copy.me.circle === '{known['circle']}' && copy.events.length === 1).length === 1"
    )
    phone.page.wait_for_url(lambda url: "/table/" not in url)  # the page has made way for home
    phone.page.evaluate(DELETED_STORE)
    chrome(phone).send("ServiceWorker.stopAllWorkers")
    check_words(phone, who="1")  # the names were in the store
    real.manage("shell", "-c", DELETE.replace("{act}", "undelete_circle").format(**known))
    phone.open("/circle/")
    phone.until(f"(await state('identity'))?.circle === '{known['circle']}' && (await state('pull'))?.whole && {SENT}")
    events = ask(real, me(phone)["key"], f"/api/v1/events/?circle={known['circle']}")["events"]
    assert [event["kind"] for event in events].count("deal") == 1
    phone.until(f"{COPIES}.every(copy => copy.events.length === 0)")


def test_copies_stay_if_the_browser_deletes_the_list_of_stores_first(real, started):
    phone, _path = started
    known = write_apart(real, phone, DELETE.replace("{act}", "delete_circle"))
    apart = f"{COPIES}.filter(copy => copy.me.circle === '{known['circle']}' && copy.events.length === 1).length"
    phone.until(f"{apart} === 1")
    phone.page.evaluate(DELETED_LIST)
    in_worker(phone, "await copyOutbox(); forgetCopy(); await copyOutbox();")
    assert phone.evaluate(apart) == 1


def test_a_phone_that_was_left_has_no_copy_of_its_rounds(real, started):
    phone, _path = started
    write_apart(real, phone, DELETE.replace("{act}", "delete_circle"))
    phone.until(f"{COPIES}.some(copy => copy.events.length === 1)")
    leave(phone)
    phone.until(f"{COPIES}.every(copy => copy.events.length === 0)")
    assert phone.evaluate(f"{COPIES}.length") <= 1


def test_a_phone_says_that_the_server_was_restored(real, started):
    phone, path = started
    older = real.database.copy()
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.until(SENT)
    event_ids = ids(phone)
    real.stop()
    real.database.restore(older, running=False)
    real.start()
    phone.page.locator("#trouble", has_text=RESTORED).wait_for()
    agree(real, path, phone, event_ids=event_ids)
    assert phone.page.locator("#trouble").is_hidden()


def test_the_sign_in_link_of_the_host_is_no_sign_of_an_older_copy(real, started):
    phone, path = started
    known = me(phone)
    phone.context.route("**/api/v1/events/**", lambda route: route.abort())
    play(phone, 71)
    is_worth(phone, 1, 0)
    real.manage("shell", "-c", f"from games.models import Device; Device.objects.get(pk='{known['device']}').delete()")
    phone.context.unroute("**/api/v1/events/**")
    link = real.manage("signin", known["person"], "--at", phone.url).strip()
    phone.page.goto(link)
    phone.page.locator("main form .go").click()
    phone.page.wait_for_url("**/you/")
    phone.open(path)
    phone.until(SENT)
    assert me(phone)["person"] == known["person"]
    phone.page.wait_for_timeout(1000)
    assert phone.page.locator("#trouble").is_hidden()


def test_a_phone_says_that_too_much_was_stored_today(real, started):
    phone, path = started
    answer = {"error": "Too much.", "code": "much_today"}
    refuse = {"status": 429, "headers": {"Retry-After": "60000"}, "json": answer}
    phone.context.route(
        "**/api/v1/events/**",
        lambda route: route.fulfill(**refuse) if route.request.method == "POST" else route.fallback(),
    )
    play(phone, 71)
    is_worth(phone, 1, 0)
    for address in (path, "/phone/"):
        phone.open(address)
        phone.page.locator("#trouble", has_text="Too much was stored today from this network address").wait_for()
    phone.context.unroute("**/api/v1/events/**")
    in_worker(phone, A_MINUTE_LATER)
    phone.until(SENT)
    phone.page.locator("#trouble").wait_for(state="hidden")
