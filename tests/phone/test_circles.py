"""Several circles on one phone: each has a store, and Django's pages choose the current one."""

import json
import secrets
from urllib.error import HTTPError
from uuid import uuid4

import pytest

from tests.phone.conftest import wait
from tests.phone.test_cut_off import started
from tests.phone.test_erased import ERASE
from tests.phone.test_evening import is_worth, play
from tests.phone.test_persons import (
    MERGE,
    NAMES,
    ask_worker,
    cookie,
    is_home,
    is_whose,
    known,
    leave,
    name_person,
    sign_in,
)
from tests.phone.test_unsaved import FAILING
from tests.phone.test_worker import SENT, ask, me, says, sees, start

pytestmark = pytest.mark.tenth

__all__ = ["started"]

BRING = "navigator.serviceWorker.controller.postMessage({ ask: 'bring' }, [new MessageChannel().port2])"


@pytest.fixture
def eleni(tiny, phone):
    """Eleni's phone, with a match in her circle."""
    known(phone, "Eleni")
    return phone


@pytest.fixture
def sundays(tiny, eleni):
    circle = str(uuid4())
    ask(tiny, me(eleni)["key"], "/api/v1/circles/", "POST", {"id": circle, "name": "Sundays"})
    return circle


def switch(phone, circle):
    """Choose a circle by its button."""
    page = phone.open("/circle/")
    page.locator(f"form[action='/circle/{circle}/choose/'] button").click()
    is_about(phone, circle)


def is_about(phone, circle):
    phone.until(f"(await state('identity'))?.circle === '{circle}' && (await state('pull'))?.whole")


def of_circle(server, phone, circle):
    return ask(server, me(phone)["key"], f"/api/v1/events/?circle={circle}")["events"]


def test_a_person_switches_between_two_circles(tiny, eleni, sundays):
    first = me(eleni)
    match = eleni.page.url
    switch(eleni, sundays)
    assert eleni.events() == []
    assert me(eleni)["key"] == first["key"]
    start(eleni, "Iris")
    eleni.until(SENT)
    assert [event["kind"] for event in of_circle(tiny, eleni, sundays)] == ["player", "start"]
    assert eleni.evaluate(NAMES) == "Iris"
    switch(eleni, first["circle"])
    assert eleni.evaluate(NAMES) == "Eleni"
    eleni.page.goto(match)
    sees(eleni.page, "rounds: 0")
    assert len(of_circle(tiny, eleni, first["circle"])) == 2
    assert eleni.errors == []


def test_unsent_events_go_to_their_own_circle_before_a_switch(tiny, eleni, sundays):
    first = me(eleni)["circle"]
    page = eleni.open("/circle/")
    eleni.context.route("**/api/v1/events/**", lambda route: route.abort())
    other = eleni.context.new_page()
    other.goto(eleni.url)
    other.locator("[name=name]").fill("Rosa")
    other.locator("#new").click()
    says(other, "2 waiting")
    eleni.context.unroute("**/api/v1/events/**")
    page.locator(f"form[action='/circle/{sundays}/choose/'] button").click()
    is_about(eleni, sundays)
    assert [event["data"]["name"] for event in of_circle(tiny, eleni, first) if event["kind"] == "player"] == [
        "Eleni",
        "Rosa",
    ]
    assert of_circle(tiny, eleni, sundays) == []
    other.wait_for_url(eleni.url + "/")  # a page of the other circle redirects to home


def test_pages_name_a_chosen_group_that_opens_once_rounds_are_sent(real, started):
    phone, path = started
    first, circle = me(phone), str(uuid4())
    ask(real, first["key"], "/api/v1/circles/", "POST", {"id": circle, "name": "Sundays"})
    phone.context.route("**/api/v1/events/**", lambda route: route.abort())
    play(phone, 71)
    phone.open("/circle/").locator(f"form[action='/circle/{circle}/choose/'] button").click()
    phone.until("(await state('chosen')) === 'Sundays'")
    for address in ("/", "/new/", path):
        phone.open(address).locator(
            "#trouble", has_text="Sundays opens once the server has accepted or rejected everything on this phone"
        ).wait_for()
    assert me(phone)["circle"] == first["circle"]
    phone.context.unroute("**/api/v1/events/**")
    phone.nudge()
    is_about(phone, circle)
    assert [event["kind"] for event in of_circle(real, phone, first["circle"])].count("deal") == 1
    phone.open("/").locator("#trouble").wait_for(state="hidden")
    assert phone.errors == []


def test_without_a_network_the_circle_does_not_change(tiny, eleni, sundays):
    page = eleni.open("/circle/")
    tiny.stop()
    page.locator(f"form[action='/circle/{sundays}/choose/'] button").click()
    page.get_by_text("see whether the change was saved").wait_for()
    assert me(eleni)["circle"] != sundays
    eleni.open()
    sees(eleni.page, "Eleni: 0")


def join(server, owner, other):
    """Let the other phone's person join the owner's circle and open it."""
    body = {"purpose": "circle", "role": "scorer"}
    code = ask(server, me(owner)["key"], f"/api/v1/invitations/?circle={me(owner)['circle']}", "POST", body)["code"]
    ask(server, me(other)["key"], "/api/v1/join/", "POST", {"code": code})
    other.open("/circle/")
    is_about(other, me(owner)["circle"])


@pytest.fixture
def rosa(tiny, eleni, new_phone):
    """Rosa's phone, with a circle of her own, at Eleni's circle."""
    phone = new_phone()
    phone.take_over()
    known(phone, "Rosa")
    phone.own = me(phone)["circle"]
    join(tiny, eleni, phone)
    return phone


def decide(owner, other, press):
    page = owner.open(f"/circle/{me(owner)['circle']}/members/{me(other)['person']}/")
    press(page)
    page.wait_for_url(owner.url + "/circle/")


def test_a_removed_member_returns_to_their_own_circle(tiny, eleni, rosa):
    rosa.open()
    sees(rosa.page, "Eleni: 0")
    decide(eleni, rosa, remove)
    rosa.nudge()
    is_about(rosa, rosa.own)
    rosa.open()
    sees(rosa.page, "Rosa: 0")
    assert "Eleni" not in rosa.page.content()


def remove(page):
    page.get_by_role("link", name="Remove from group").click()
    page.get_by_role("button", name="Remove from group").click()


@pytest.mark.long
def test_a_removed_member_can_still_save_unsent_events_as_a_file(tiny, eleni, rosa):
    rosa.context.route("**/api/v1/events/**", lambda route: route.abort())
    start(rosa, "Iris")
    decide(eleni, rosa, remove)
    rosa.context.unroute("**/api/v1/events/**")
    rosa.nudge()
    is_about(rosa, rosa.own)
    rosa.page.wait_for_url(rosa.url + "/")  # the open table belongs to the other circle
    rosa.open("/phone/")
    assert ask_worker(rosa, {"ask": "about"})["elsewhere"] == 2
    lines = ask_worker(rosa, {"ask": "file"}).splitlines()
    assert [json.loads(line)["data"].get("name") for line in lines] == ["Iris", None]
    assert rosa.page.locator("#elsewhere dd").inner_text().startswith("2")


def test_the_page_of_a_match_that_a_removed_member_cannot_see_says_why(tiny, eleni, rosa):
    rosa.context.route("**/api/v1/events/**", lambda route: route.abort())
    start(rosa, "Iris")
    [match] = {event["match"] for event in (row["event"] for row in rosa.events()) if not event.get("seq")} - {None}
    decide(eleni, rosa, remove)
    rosa.context.unroute("**/api/v1/events/**")
    rosa.nudge()
    is_about(rosa, rosa.own)
    page = rosa.open(f"/table/{match}/")
    page.get_by_role("heading", name="Page not found").wait_for()
    page.locator("#trouble", has_text="You are no longer in a group").wait_for()
    page.locator("#trouble a", has_text="This phone").click()
    page.wait_for_url(rosa.url + "/phone/")


def test_a_guest_who_signs_in_keeps_all_circles_of_the_phone(tiny, eleni, sundays, new_phone):
    rosa = new_phone()
    rosa.take_over()
    known(rosa, "Rosa")
    guest, account = me(eleni), me(rosa)
    store = "kept?.open ?? 'scorekeeper'"
    first = eleni.evaluate(store)
    switch(eleni, sundays)
    assert eleni.evaluate(store) != first
    tiny.manage("shell", "-c", MERGE.format(guest["person"], account["person"], repr(guest["device"])))
    sign_in(tiny, eleni, account["key"])
    name_person(eleni, account["person"])
    is_whose(eleni, account["person"])
    is_home(eleni)
    switch(eleni, guest["circle"])
    assert eleni.evaluate(store) == first
    assert me(eleni)["key"] == guest["key"]


def test_the_phone_follows_a_changed_role(tiny, eleni, rosa):
    assert me(rosa)["role"] == "scorer"

    def demote(page):
        page.locator("[name=role][value=reader]").check()
        page.get_by_role("button", name="Save").click()

    decide(eleni, rosa, demote)
    rosa.nudge()
    rosa.until("(await state('identity'))?.role === 'reader'")


def test_leaving_the_phone_deletes_all_circles(tiny, eleni, sundays):
    switch(eleni, sundays)
    leave(eleni)
    eleni.until("(await state('identity'))?.isKnown === false")
    eleni.page.wait_for_url(eleni.url + "/")
    eleni.until("(await state('left')) === undefined")
    stores = "(await indexedDB.databases()).map(one => one.name).filter(name => name !== 'scorekeeper.people').length"
    eleni.until(f"{stores} === 1")


def registered(server):
    """Register a person. Return their key and ids."""
    key, ids = secrets.token_urlsafe(32), {name: str(uuid4()) for name in ("device", "person", "circle")}
    ask(server, key, "/api/v1/devices/", "POST", ids)
    return key, ids


def signed_in(server, phone, key):
    phone.context.add_cookies([cookie(server, key)])
    return phone


def test_open_pages_remove_the_buttons_if_a_scorer_becomes_a_reader(real, new_phone):
    (owner, ids), (other, others) = registered(real), registered(real)
    started = {"game": "bisca_tres", "players": ["Eleni", "Deniz"]}
    match = ask(real, owner, "/api/v1/matches/", "POST", started)["match"]
    code = ask(real, owner, "/api/v1/invitations/", "POST", {"purpose": "circle"})["code"]
    ask(real, other, "/api/v1/join/", "POST", {"code": code})
    phone = signed_in(real, new_phone(), other)
    phone.take_over()
    phone.page.locator("a[href='/new/']").wait_for()
    table = phone.context.new_page()
    table.goto(f"{phone.url}/table/{match}/")
    table.locator(".save").wait_for()
    page = signed_in(real, new_phone(), owner).open(f"/circle/{ids['circle']}/members/{others['person']}/")
    page.locator("[name=role][value=reader]").check()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(phone.url + "/circle/")
    phone.nudge()
    phone.until("(await state('identity'))?.role === 'reader'")
    for opened in (phone.page, table):
        opened.locator(".save").wait_for(state="detached")


@pytest.mark.parametrize("opened", ["home", "table", "about"])
def test_the_open_pages_of_a_removed_member_say_so(real, new_phone, opened):
    (owner, ids), (other, others) = registered(real), registered(real)
    started = {"game": "bisca_tres", "players": ["Iris", "Deniz"]}
    match = ask(real, owner, "/api/v1/matches/", "POST", started)["match"]
    code = ask(real, owner, "/api/v1/invitations/", "POST", {"purpose": "circle"})["code"]
    ask(real, other, "/api/v1/join/", "POST", {"code": code})
    phone = signed_in(real, new_phone(), other)
    phone.take_over()
    phone.page.get_by_text("Iris").first.wait_for()
    page = phone.open({"home": "/", "table": f"/table/{match}/", "about": "/phone/"}[opened])
    phone.worker.evaluate("() => { quietUntil = performance.now() + 3000; }" if opened == "about" else "() => {}")
    members = signed_in(real, new_phone(), owner).open(f"/circle/{ids['circle']}/members/{others['person']}/")
    remove(members)
    members.wait_for_url(phone.url + "/circle/")
    if opened == "about":
        page = phone.open()
    phone.nudge()
    page.locator("#trouble", has_text="You are no longer in a group where you kept score").wait_for()
    page.get_by_text("Iris").first.wait_for(state="detached")
    page.wait_for_timeout(4000)
    assert page.locator("#trouble").is_visible()
    phone.open()
    page.get_by_text("You play the cards").wait_for()
    assert page.locator("#trouble").is_hidden()


def test_rounds_of_a_reader_are_sent_soon_after_they_may_write_again(real, new_phone):
    (owner, ids), (other, others) = registered(real), registered(real)
    started = {"game": "bisca_tres", "players": ["Eleni", "Deniz"]}
    match = ask(real, owner, "/api/v1/matches/", "POST", started)["match"]
    code = ask(real, owner, "/api/v1/invitations/", "POST", {"purpose": "circle"})["code"]
    ask(real, other, "/api/v1/join/", "POST", {"code": code})
    phone = signed_in(real, new_phone(), other)
    phone.take_over()
    phone.open(f"/table/{match}/")
    phone.context.route("**/api/v1/events/**", abort_pushes)
    play(phone, 71)
    is_worth(phone, 1, 0)
    page = signed_in(real, new_phone(), owner).page

    def let(role):
        page.goto(f"{phone.url}/circle/{ids['circle']}/members/{others['person']}/")
        page.locator(f"[name=role][value={role}]").check()
        page.get_by_role("button", name="Save").click()
        page.wait_for_url(phone.url + "/circle/")

    let("reader")
    phone.context.unroute("**/api/v1/events/**")
    trouble = phone.page.locator("#trouble", has_text="You can only view")
    trouble.wait_for()
    let("scorer")
    wait(lambda: phone.evaluate(SENT), "The rounds wait on.", patience=12)
    trouble.wait_for(state="hidden")


def test_an_entry_form_goes_if_the_pull_says_that_the_person_only_reads(real, new_phone):
    (owner, _ids), (other, _others) = registered(real), registered(real)
    started = {"game": "bisca_tres", "players": ["Eleni", "Deniz"]}
    match = ask(real, owner, "/api/v1/matches/", "POST", started)["match"]
    code = ask(real, owner, "/api/v1/invitations/", "POST", {"purpose": "circle", "role": "reader"})["code"]
    ask(real, other, "/api/v1/join/", "POST", {"code": code})
    phone = signed_in(real, new_phone(), other)
    phone.take_over()
    phone.worker.evaluate("async () => updateIdentity(await identity(), { role: 'scorer' })")
    page = phone.open(f"/table/{match}/")
    page.locator("#sheet").wait_for()
    page.locator("#round").wait_for(state="detached")


def abort_pushes(route):
    route.abort() if route.request.method == "POST" else route.continue_()


def test_a_lost_membership_keeps_the_other_circles_of_the_phone(tiny, eleni, sundays):
    """The restored server lacks a membership, and matches of two other circles that only this phone has."""
    home, saved = me(eleni)["circle"], set()
    key, ids = registered(tiny)
    body = {"purpose": "circle", "role": "scorer"}
    code = ask(tiny, key, f"/api/v1/invitations/?circle={ids['circle']}", "POST", body)["code"]
    older = tiny.database.copy()
    for circle in (sundays, home):
        open_circle(eleni, circle)
        start(eleni, "Iris")
        eleni.until(SENT)
        saved |= {event["id"] for event in eleni.events()}
    ask(tiny, me(eleni)["key"], "/api/v1/join/", "POST", {"code": code})
    eleni.open("/circle/")
    is_about(eleni, ids["circle"])
    tiny.database.restore(older, running=True)
    older.drop()
    eleni.nudge()
    eleni.until(f"(await state('identity'))?.circle !== '{ids['circle']}'")
    for circle in (sundays, home):
        open_circle(eleni, circle)
        eleni.until(SENT)
    stored_ids = {
        event["id"]
        for circle in (sundays, home)
        for event in ask(tiny, me(eleni)["key"], f"/api/v1/events/?circle={circle}")["events"]
    }
    assert saved <= stored_ids


def test_unsent_rounds_are_counted_if_a_restored_server_lacks_the_membership(tiny, eleni, new_phone):
    """The pages lead to another circle, before the phone has asked for this one again."""
    rosa = new_phone()
    rosa.take_over()
    known(rosa, "Rosa")
    own = me(rosa)["circle"]
    older = tiny.database.copy()
    join(tiny, eleni, rosa)
    rosa.context.route("**/api/v1/events/**", lambda route: route.abort())
    start(rosa, "Iris")
    tiny.database.restore(older, running=True)
    older.drop()
    rosa.open("/circle/")
    rosa.context.unroute("**/api/v1/events/**")
    rosa.open("/circle/")
    is_about(rosa, own)
    assert ask_worker(rosa, {"ask": "about"})["closed"] == 2


@pytest.mark.parametrize("is_sent", [True, False])
def test_leaving_the_phone_asks_the_server_whether_it_has_the_rounds_of_all_circles(tiny, eleni, sundays, is_sent):
    home = me(eleni)["circle"]
    older = tiny.database.copy()
    switch(eleni, sundays)
    start(eleni, "Iris")
    eleni.until(SENT)
    switch(eleni, home)
    tiny.database.restore(older, running=True)
    older.drop()
    pushes = f"**/api/v1/events/?circle={sundays}*"
    if not is_sent:
        eleni.context.route(pushes, lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    answer = ask_worker(eleni, {"ask": "leave", "waits": 0})
    if not is_sent:
        assert (answer["who"], answer["elsewhere"], answer["closed"]) == ("guest", 2, 0)
        assert me(eleni)["circle"] == home
        eleni.context.unroute(pushes)
        switch(eleni, sundays)
        eleni.until(SENT)
    count = f"from games import models; print(models.Event.objects.filter(circle='{sundays}').count())"
    assert tiny.manage("shell", "-c", count).split()[-1] == "2"  # the key of a phone that was left opens nothing


def test_a_member_cannot_take_the_circle_of_its_owner_after_a_restore(tiny, new_phone):
    """The restored server knows neither of them, and the member's phone asks first."""
    older = tiny.database.copy()
    eleni, rosa = new_phone(), new_phone()
    for phone, name in ((eleni, "Eleni"), (rosa, "Rosa")):
        phone.take_over()
        known(phone, name)
    circle, own = me(eleni)["circle"], me(rosa)["circle"]
    join(tiny, eleni, rosa)
    start(rosa, "Iris")
    rosa.until(SENT)
    tiny.database.restore(older, running=True)
    older.drop()
    rosa.nudge()
    is_about(rosa, own)
    assert ask_worker(rosa, {"ask": "about"})["closed"] == 4
    eleni.nudge()
    is_registered(tiny, eleni)
    join(tiny, eleni, rosa)
    wait(lambda: len(of_circle(tiny, eleni, circle)) == 4)


def test_rounds_of_a_former_guest_whom_a_restored_server_lacks_are_offered(tiny, eleni, new_phone):
    """The guest's rounds were sent, so none of them waits when another person takes the phone over."""
    other = me(eleni)
    fresh, older = cookie(tiny, other["key"]), tiny.database.copy()
    rosa = new_phone()
    rosa.take_over()
    known(rosa, "Rosa")
    guest = me(rosa)
    sent = {event["id"] for event in rosa.events()}
    tiny.stop()  # while it is restored, so that the phone does not register the guest again before the other person comes
    tiny.database.restore(older, running=False)
    older.drop()
    rosa.context.clear_cookies()
    rosa.context.add_cookies([fresh])
    name_person(rosa, other["person"])
    tiny.start()
    rosa.nudge()
    is_whose(rosa, other["person"])
    rosa.open()  # otherwise the page goes home at some moment
    assert me(rosa)["key"] != guest["key"]
    wait(lambda: [store["waiting"] for store in ask_worker(rosa, {"ask": "about"})["others"]] == [len(sent)])
    rosa.page.evaluate(BRING)  # the page goes home before an answer comes
    wait(lambda: sent <= {event["id"] for circle in circles_of(tiny, rosa) for event in of_circle(tiny, rosa, circle)})


def is_registered(server, phone):
    """Wait until a restored server knows the key of this phone again."""
    wait(lambda: is_accepted(server, me(phone)["key"]))


def is_accepted(server, key):
    try:
        return ask(server, key, "/api/v1/circles/")
    except HTTPError as refusal:
        if refusal.code != 401:
            raise
        return None


def circles_of(server, phone):
    return [circle["id"] for circle in ask(server, me(phone)["key"], "/api/v1/circles/")["circles"]]


def test_each_restore_creates_circles_again_that_are_not_open(tiny, eleni):
    home, sundays = me(eleni)["circle"], str(uuid4())
    copies = [tiny.database.copy(), tiny.database.copy()]
    ask(tiny, me(eleni)["key"], "/api/v1/circles/", "POST", {"id": sundays, "name": "Sundays"})
    switch(eleni, sundays)
    start(eleni, "Iris")
    eleni.until(SENT)
    switch(eleni, home)
    start(eleni, "Rosa")
    eleni.until(SENT)
    for copy in copies:
        tiny.database.restore(copy, running=True)
        copy.drop()
        eleni.nudge()
        is_registered(tiny, eleni)
        wait(lambda: {home, sundays} <= set(circles_of(tiny, eleni)))
        assert len(of_circle(tiny, eleni, home)) == 4
        wait(lambda: len(of_circle(tiny, eleni, sundays)) == 2)


def open_circle(phone, circle):
    if me(phone)["circle"] != circle:
        switch(phone, circle)


STORES = """await (async () => {
  const found = {};
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith('scorekeeper') || name === 'scorekeeper.people') continue;
    const database = await got(indexedDB.open(name));
    const names = ['events', 'players', 'matches'];
    found[name] = JSON.stringify(await Promise.all(names.map(store => got(database.transaction(store).objectStore(store).getAll()))));
    database.close();
  }
  return found;
})()"""
AN_HOUR_LATER = """await (async () => {{
  const database = await got(indexedDB.open({}));
  const state = database.transaction('state', 'readwrite').objectStore('state');
  await got(state.put(1, 'compared'));
  database.close();
}})()"""


def test_erased_names_leave_the_store_of_a_circle_that_is_not_open(tiny, eleni, sundays):
    first = me(eleni)
    switch(eleni, sundays)
    tiny.manage("shell", "-c", ERASE.format(**first).replace("Deniz", "Eleni"))
    named = [name for name, text in eleni.evaluate(STORES).items() if "Eleni" in text]
    [current] = {*eleni.evaluate(STORES)} - {*named}
    eleni.evaluate(AN_HOUR_LATER.format(json.dumps(current)))
    eleni.nudge()
    wait(lambda: "Eleni" not in str(eleni.evaluate(STORES)))
    switch(eleni, first["circle"])
    eleni.until("(await all('matches')).length === 1")
    assert "Eleni" not in str(eleni.events())


def end_session(phone, server, way):
    """Lose the cookie, or keep one whose session the server has ended."""
    phone.context.clear_cookies(name="sessionid")
    if way == "ended":
        phone.context.add_cookies([{"name": "sessionid", "value": "x" * 32, "url": server.url}])


@pytest.mark.parametrize("way", ["lost", "ended"])
def test_a_match_of_another_circle_opens_although_the_session_has_ended(real, started, way):
    """The phone's key is still valid. Nobody would look at the page of the group, which renews the session."""
    phone, path = started
    circle = str(uuid4())
    ask(real, me(phone)["key"], "/api/v1/circles/", "POST", {"id": circle, "name": "Sundays"})
    switch(phone, circle)
    phone.open(path).locator("#points-0").wait_for()
    end_session(phone, real, way)
    play(phone, 71)
    is_worth(phone, 1, 0)
    end_session(phone, real, way)
    phone.open(path).locator("#points-0").wait_for()
    is_worth(phone, 1, 0)
    phone.open(f"/table/{uuid4()}/").get_by_text("Page not found").wait_for()


@pytest.mark.parametrize("way", ["rematch", "another game", "no room", "history"])
def test_a_new_match_goes_to_the_circle_of_its_page(real, started, way):
    """The page of a finished match of another circle offers a rematch, and a page of this phone may be sent by Django."""
    phone, path = started
    first = me(phone)["circle"]
    for total in (1, 2, 3, 4):
        play(phone, 71)
        if total < 4:
            is_worth(phone, total, 0)
    phone.page.locator(".winner").wait_for()
    phone.until(SENT)
    circle = str(uuid4())
    ask(real, me(phone)["key"], "/api/v1/circles/", "POST", {"id": circle, "name": "Sundays"})
    if way == "no room":
        phone.page.locator("#next button", has_text="Another game").click()
        phone.page.locator("#new-match").wait_for()
        phone.worker.evaluate(FAILING, ["QuotaExceededError", ""])
        choose_elsewhere(real, phone, circle)
    elif way == "history":  # the browser displays the page as it was, and does not ask for it again
        form = phone.page.locator("#rematch").evaluate("form => form.outerHTML")
        switch(phone, circle)
        phone.page.evaluate("form => { document.querySelector('main').innerHTML = form; }", form)
    else:
        switch(phone, circle)
        phone.open(path)
    if way in ("rematch", "history"):
        phone.page.locator("#rematch .go").click()
    elif way == "another game":
        phone.page.locator("#next button", has_text="Another game").click()
    if way in ("another game", "no room"):
        phone.page.locator("label", has_text="Points").last.click()
        phone.page.locator("#new-match .go").click()
    phone.page.wait_for_url(lambda address: "/table/" in address and path not in address)
    match = phone.page.url.split("/")[4]
    matches = {circle: {event["match"] for event in of_circle(real, phone, circle)} for circle in (first, circle)}
    assert [match in matches[first], match in matches[circle]] == [True, False]


def choose_elsewhere(server, phone, circle):
    """Choose a circle in another browser of the same person."""
    context = phone.context.browser.new_context(service_workers="block")
    context.add_cookies(phone.context.cookies())
    page = context.new_page()
    page.goto(f"{server.url}/circle/")
    page.locator(f"form[action='/circle/{circle}/choose/'] button").click()
    page.locator(f"form[action='/circle/{circle}/choose/']").wait_for(state="detached")
    context.close()


def test_the_session_is_renewed_for_no_page_that_does_not_exist(real, started):
    phone, _path = started
    requests = []
    phone.context.on("request", lambda request: requests.append((request.method, request.url)))
    phone.open(f"/table/{uuid4()}/").get_by_text("Page not found").wait_for()
    assert ("POST", f"{real.url}/phone/session/") not in requests
