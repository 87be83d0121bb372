"""Several persons on one phone: each has a store, which no one else sees or sends."""

import json
from http.cookies import SimpleCookie
from urllib.request import Request, urlopen
from uuid import uuid4

import pytest

from tests.phone.test_evening import sit_down
from tests.phone.test_worker import SENT, ask, me, save, says, sees, start, stored

pytestmark = pytest.mark.tenth

SESSION = "(await state('identity'))?.session > 0"
NAMES = "(await all('players')).map(one => one.name).sort().join()"


def known(phone, name):
    """Start a match, and wait until the server knows the person. Return the URL of the match."""
    url = start(phone, name)
    phone.until(SENT)
    phone.until(SESSION)
    return url


def cookie(server, key):
    """Return the cookie of a new session for the person with this key."""
    headers = {"Authorization": f"Token {key}", "Content-Type": "application/json", "Origin": server.url}
    with urlopen(Request(server.url + "/phone/session/", b"{}", headers)) as answer:
        cookies = SimpleCookie("; ".join(answer.headers.get_all("Set-Cookie")))
    return {"name": "sessionid", "value": cookies["sessionid"].value, "url": server.url}


def sign_in(server, phone, key):
    """Replace the cookie, as signing in does."""
    fresh = cookie(server, key)
    phone.context.clear_cookies()
    phone.context.add_cookies([fresh])


def name_person(phone, person):
    """Name the person to the worker, as Django's pages do."""
    phone.page.evaluate("person => navigator.serviceWorker.controller.postMessage({ meet: true, person })", person)


def is_whose(phone, person):
    phone.until(f"(await state('identity'))?.person === '{person}'")


def is_home(phone):
    """Wait until the page has gone home, as it does when its person changes: it goes while a test acts on it."""
    phone.until("location.pathname === '/'")


@pytest.fixture
def eleni(tiny, phone):
    known(phone, "Eleni")
    return phone


@pytest.fixture
def rosa(tiny, new_phone):
    phone = new_phone()
    phone.take_over()
    known(phone, "Rosa")
    return phone


def test_every_person_has_their_own_store(tiny, eleni, rosa):
    first, other = me(eleni), me(rosa)
    match = eleni.page.url
    tiny.stop()
    save(eleni)
    says(eleni.page, "1 waiting")
    tiny.start()
    sign_in(tiny, eleni, other["key"])
    # The browser may have sent the round on its own as soon as the server was back.
    name_person(eleni, other["person"])
    is_whose(eleni, other["person"])
    is_home(eleni)
    eleni.until("(await state('pull'))?.whole")
    assert me(eleni)["key"] not in (first["key"], other["key"])
    assert eleni.evaluate(NAMES) == "Rosa"
    eleni.open()
    sees(eleni.page, "Rosa: 0")
    assert "Eleni" not in eleni.page.content()
    assert eleni.page.goto(match).status == 404
    assert {event["kind"] for event in stored(tiny, other["key"])} == {"player", "start"}
    assert len(stored(tiny, other["key"])) == 2


def test_unsent_events_wait_for_their_person(tiny, eleni, rosa):
    first, other = me(eleni), me(rosa)
    eleni.page.evaluate("""async () => {
        const database = await new Promise(done => {
            const asked = indexedDB.open('scorekeeper');
            asked.onsuccess = () => done(asked.result);
        });
        const events = database.transaction('events', 'readwrite').objectStore('events');
        const event = { id: crypto.randomUUID(), match: null, kind: 'player', after: [], at: new Date().toISOString(),
                        data: { player: crypto.randomUUID(), name: 'Iris' } };
        events.put({ id: event.id, match: 'circle', local: 99, event, refused: { code: 'data', reason: 'Why?' } });
        await new Promise(done => { events.transaction.oncomplete = done; });
        database.close();
    }""")
    sign_in(tiny, eleni, other["key"])
    name_person(eleni, other["person"])
    is_whose(eleni, other["person"])
    is_home(eleni)
    eleni.until("(await state('pull'))?.whole")
    eleni.until(SESSION)  # otherwise this cookie would arrive after the next one
    assert "Iris" not in str(eleni.events())
    assert "Iris" not in str(stored(tiny, other["key"]))
    sign_in(tiny, eleni, first["key"])
    name_person(eleni, first["person"])
    is_whose(eleni, first["person"])
    assert me(eleni)["key"] == first["key"]  # the store of before
    assert "Iris" in str(eleni.events())
    eleni.evaluate("navigator.serviceWorker.controller.postMessage({ retry: true })")
    eleni.until(SENT)
    assert "Iris" in str(stored(tiny, first["key"]))


def test_an_old_page_does_not_change_the_person(tiny, eleni):
    person = me(eleni)["person"]
    name_person(eleni, str(uuid4()))
    save(eleni)
    eleni.until(SENT)
    assert me(eleni)["person"] == person


def test_events_of_a_stranger_go_to_the_first_known_person(tiny, eleni, new_phone):
    phone = new_phone()
    phone.take_over()
    fresh = cookie(tiny, me(eleni)["key"])
    tiny.stop()
    start(phone, "Iris")
    phone.context.add_cookies([fresh])
    tiny.start()
    phone.page.reload()
    phone.until(SENT)
    assert me(phone)["person"] == me(eleni)["person"]
    phone.until(f"({NAMES}) === 'Eleni,Iris'")


@pytest.mark.long
def test_events_of_a_stranger_are_added_to_the_returning_person(tiny, eleni, rosa):
    """Rosa leaves Eleni's phone, a stranger plays, and then Eleni returns."""
    first, other = me(eleni), me(rosa)
    sign_in(tiny, eleni, other["key"])
    name_person(eleni, other["person"])
    is_whose(eleni, other["person"])
    is_home(eleni)
    eleni.until("(await state('pull'))?.whole")
    leave(eleni)
    is_nobody(eleni)
    eleni.until("(await state('left')) === undefined")
    fresh = cookie(tiny, first["key"])
    tiny.stop()
    start(eleni, "Iris")
    eleni.context.add_cookies([fresh])
    tiny.start()
    name_person(eleni, first["person"])
    is_whose(eleni, first["person"])
    assert me(eleni)["key"] == first["key"]
    eleni.until(SENT)
    assert sorted(event["data"]["name"] for event in stored(tiny, first["key"]) if event["kind"] == "player") == [
        "Eleni",
        "Iris",
    ]


def test_an_open_page_of_another_person_redirects_to_home(tiny, eleni, rosa):
    other = me(rosa)
    table = eleni.page
    second = eleni.context.new_page()
    second.goto(eleni.url)
    sign_in(tiny, eleni, other["key"])
    second.evaluate("person => navigator.serviceWorker.controller.postMessage({ meet: true, person })", other["person"])
    table.wait_for_url(eleni.url + "/")
    eleni.until("(await state('pull'))?.whole")
    table.reload()
    sees(table, "Rosa: 0")


MERGE = """
from games import models, services
people = models.Person.objects
services.merge_guest(guest=people.get(pk="{}"), account=people.get(pk="{}"), current=services.CurrentPhone(device={}))
"""


def test_a_guest_who_signs_in_keeps_their_store(tiny, eleni, rosa):
    guest, account, table = me(eleni), me(rosa), eleni.page.url
    tiny.manage("shell", "-c", MERGE.format(guest["person"], account["person"], repr(guest["device"])))
    sign_in(tiny, eleni, account["key"])
    name_person(eleni, account["person"])
    is_whose(eleni, account["person"])
    assert {name: me(eleni)[name] for name in ("key", "circle")} == {name: guest[name] for name in ("key", "circle")}
    is_home(eleni)
    eleni.page.goto(table)
    save(eleni)
    eleni.until("(await all('events')).length === 3 && " + SENT)
    assert eleni.evaluate(NAMES) == "Eleni"


@pytest.mark.long
@pytest.mark.parametrize("knows", [True, False])
def test_the_other_phone_of_a_merged_guest_sends_its_events(tiny, eleni, rosa, knows):
    """The guest has signed in on another phone. This phone signs in, too, and may learn only then that its key is revoked."""
    guest, account = me(eleni), me(rosa)
    tiny.stop()
    save(eleni)
    says(eleni.page, "1 waiting")
    tiny.manage("shell", "-c", MERGE.format(guest["person"], account["person"], None))
    tiny.start()
    if knows:
        eleni.nudge()
        eleni.until("(await state('identity'))?.isRevoked === true")
        assert len(eleni.events()) == 1
    sign_in(tiny, eleni, account["key"])
    name_person(eleni, account["person"])
    is_whose(eleni, account["person"])
    eleni.until("(await state('pull'))?.whole && " + SENT)
    assert me(eleni)["key"] not in (guest["key"], account["key"])
    events = ask(tiny, account["key"], f"/api/v1/events/?circle={guest['circle']}&since=0")["events"]
    assert [event["kind"] for event in events] == ["player", "start", "deal"]


def ask_worker(phone, question):
    """Ask the worker, as the page about this phone does. Ask again if another page replaces the page."""
    return phone.evaluate(
        f"""await new Promise(done => {{
            const {{ port1, port2 }} = new MessageChannel();
            port1.onmessage = ({{ data }}) => done(data);
            navigator.serviceWorker.controller.postMessage({json.dumps(question)}, [port2]);
        }})"""
    )


def leave(phone):
    """Sign out on this phone. The page redirects to home, so there is no answer to wait for."""
    phone.evaluate("navigator.serviceWorker.controller.postMessage({ ask: 'leave' }, [new MessageChannel().port1])")


def is_nobody(phone):
    phone.until("(await state('identity'))?.isKnown === false")
    is_home(phone)


def test_leaving_deletes_all_data_of_the_person(tiny, eleni):
    known = me(eleni)
    leave(eleni)
    is_nobody(eleni)
    assert eleni.events() == []
    assert me(eleni)["key"] != known["key"]
    eleni.until("(await state('left')) === undefined")
    assert [cookie for cookie in eleni.context.cookies() if cookie["name"] == "sessionid"] == []
    with pytest.raises(Exception, match="401"):
        ask(tiny, known["key"], "/api/v1/devices/")
    assert eleni.evaluate("(await indexedDB.databases()).map(one => one.name).includes('scorekeeper')") is False
    start(eleni, "Iris")
    eleni.until(SENT)
    assert me(eleni)["person"] != known["person"]


@pytest.mark.parametrize("path", ["/you/", "/you/sign-out/", "/phone/leave/"])
def test_signing_out_means_leaving_the_phone(tiny, eleni, path):
    page = eleni.open(path)
    if path == "/you/":
        page.get_by_role("link", name="Sign out", exact=True).click()
    page.wait_for_url("**/phone/#leaving")
    page.locator("#leaving [value=ask]:focus").click()
    for _ in range(2):
        page.locator("#sure [value=leave]").click()
    is_nobody(eleni)
    assert eleni.events() == []


def test_signing_out_on_a_slow_line_says_that_it_is_sending(tiny, eleni):
    start(eleni, "Iris")
    eleni.until(SENT)
    eleni.context.route("**/api/v1/events/**", lambda _route: None)
    start(eleni, "Rosa")
    page = eleni.open("/phone/")
    page.locator("[data-fact=waiting]:not(:text-is('0'))").wait_for()
    page.locator("#leaving [value=ask]").click()
    page.locator("#said", has_text="They are being sent…").wait_for()
    eleni.context.unroute("**/api/v1/events/**")  # this lets the held requests go on
    page.locator("#sure").wait_for()
    assert not page.locator("#said").is_visible()


def test_signing_out_on_a_hanging_line_warns_soon(tiny, eleni):
    start(eleni, "Iris")
    eleni.until(SENT)
    eleni.context.route("**/api/v1/events/**", lambda _route: None)
    start(eleni, "Rosa")
    page = eleni.open("/phone/")
    page.locator("[data-fact=waiting]:not(:text-is('0'))").wait_for()
    page.locator("#leaving [value=ask]").click()
    page.locator("#sure [data-if=slow]").wait_for(timeout=15_000)  # nobody knows yet that the server is away
    assert page.locator("#sure [data-if=waits]").is_visible()
    eleni.context.unroute("**/api/v1/events/**")
    page.locator("[data-fact=waiting]:text-is('0')").wait_for(timeout=60_000)
    assert page.locator("#sure").is_visible()  # the person still decides
    assert page.url.endswith("/phone/")


def test_a_sign_out_that_loses_nothing_is_not_called_one_anyway(tiny, eleni):
    start(eleni, "Iris")
    eleni.until(SENT)
    eleni.context.route("**/phone/session/", lambda route: route.fulfill(json={"person": None, "login": True}))
    page = eleni.open("/phone/")
    eleni.context.route("**/api/v1/**", lambda _route: None)
    page.locator("#leaving [value=ask]").click()
    page.locator("#sure [data-if=slow]").wait_for(timeout=15_000)
    assert page.locator("#sure [value=leave]").inner_text().strip() == "Sign out on this phone"


def test_a_late_answer_takes_back_the_warning(tiny, eleni):
    """Someone who can sign in again has no reason left to stay once everything is sent."""
    start(eleni, "Iris")
    eleni.until(SENT)
    eleni.context.route("**/phone/session/", lambda route: route.fulfill(json={"person": None, "login": True}))
    eleni.context.route("**/api/v1/events/**", lambda _route: None)
    start(eleni, "Rosa")
    page = eleni.open("/phone/")
    page.locator("[data-fact=waiting]:not(:text-is('0'))").wait_for()
    page.locator("#leaving [value=ask]").click()
    page.locator("#sure [data-if=waits]").wait_for(timeout=15_000)
    eleni.context.unroute("**/api/v1/events/**")
    page.locator("#said", has_text="Everything is synced.").wait_for(timeout=60_000)
    assert not page.locator("#sure").is_visible()


def test_signing_out_without_the_server_is_left_to_the_phone(tiny, eleni):
    tiny.stop()
    for path in ("/phone/leave/", "/you/sign-out/"):
        page = eleni.open(path)
        page.wait_for_url("**/phone/#leaving")
        page.locator("#leaving [value=ask]").wait_for()


def test_signing_out_warns_nobody_who_can_sign_in_again(tiny, eleni):
    page = eleni.open("/phone/")
    eleni.context.route("**/phone/session/", lambda route: route.fulfill(json={"person": None, "login": True}))
    page.locator("#leaving [value=ask]").click()
    is_nobody(eleni)


def test_leaving_without_a_network_revokes_the_key_later(tiny, eleni):
    known = me(eleni)
    tiny.stop()
    leave(eleni)
    is_nobody(eleni)
    start(eleni, "Iris")
    tiny.start()
    eleni.page.reload()
    eleni.until(SENT)
    assert me(eleni)["person"] != known["person"]
    with pytest.raises(Exception, match="401"):
        ask(tiny, known["key"], "/api/v1/devices/")


@pytest.mark.long
def test_leaving_needs_confirmation_for_new_events(tiny, eleni):
    known, events = me(eleni), len(eleni.events())
    tiny.stop()
    start(eleni, "Iris")
    reply = ask_worker(eleni, {"ask": "leave", "waits": 0})
    assert (reply["waiting"], me(eleni)["key"], len(eleni.events())) == (2, known["key"], events + 2)
    leave(eleni)
    is_nobody(eleni)


DELETE = "from games import models, services; services.delete_person(person=models.Person.objects.get(pk='{}'))"


def revoke(server, phone):
    known = me(phone)
    ask(server, known["key"], f"/api/v1/devices/{known['device']}/", "DELETE")


def test_a_phone_with_a_revoked_key_keeps_only_unsent_events(tiny, eleni):
    known, events = me(eleni), len(eleni.events())
    # The round must be saved before the phone notices.
    eleni.context.route("**/api/v1/**", lambda route: route.abort())
    revoke(tiny, eleni)
    save(eleni)
    eleni.until(f"(await all('events')).length === {events + 1}")
    eleni.context.unroute("**/api/v1/**")
    eleni.until("(await state('identity'))?.isRevoked === true")
    eleni.until("(await all('events')).length === 1")
    [left] = eleni.events()
    assert left["event"]["kind"] == "deal"
    assert eleni.evaluate("(await all('matches')).length + (await all('players')).length") == 0
    assert ask_worker(eleni, {"ask": "about"})["who"] == "revoked"
    assert ask_worker(eleni, {"ask": "file"}).count("\n") == 1
    eleni.until("!document.cookie")
    eleni.open()
    assert "Eleni" not in eleni.page.content()
    assert me(eleni)["key"] == known["key"]
    leave(eleni)
    is_nobody(eleni)
    start(eleni, "Iris")
    eleni.until(SENT)


def test_the_phone_of_a_deleted_account_says_so_and_keeps_unsent_events(tiny, eleni):
    events = len(eleni.events())
    eleni.context.route("**/api/v1/**", lambda route: route.abort())
    tiny.manage("shell", "-c", DELETE.format(me(eleni)["person"]))
    save(eleni)
    eleni.until(f"(await all('events')).length === {events + 1}")
    eleni.context.unroute("**/api/v1/**")
    eleni.until("(await state('identity'))?.isDeleted === true")
    eleni.until("(await all('events')).length === 1")
    about = ask_worker(eleni, {"ask": "about"})
    assert (about["who"], about["waiting"]) == ("deleted", 1)
    eleni.open("/phone/").locator(
        "#trouble", has_text="Unsent changes are only on this phone: save them to a file."
    ).wait_for()
    assert ask_worker(eleni, {"ask": "file"}).count("\n") == 1


def test_leaving_works_with_a_revoked_key(tiny, eleni):
    revoke(tiny, eleni)
    leave(eleni)
    is_nobody(eleni)
    eleni.until("(await state('left')) === undefined")


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (401, '{"error": "Unknown key.", "code": "authentication_failed"}'),
        (401, "revoked"),
        (403, '{"error": "No.", "code": "revoked"}'),
        (500, '{"error": "No.", "code": "revoked"}'),
        (502, "<html>revoked</html>"),
        (200, "<html>Sign in to this network</html>"),
    ],
)
def test_no_other_answer_deletes_data(tiny, eleni, status, body):
    before = eleni.events()
    eleni.context.route(
        "**/api/v1/**", lambda route: route.fulfill(status=status, body=body, content_type="application/json")
    )
    save(eleni)
    eleni.page.wait_for_timeout(500)
    eleni.nudge()
    eleni.page.wait_for_timeout(500)
    # If the server does not know the key, it may have been restored, so all events wait to be sent again.
    assert {event["id"] for event in before} < {event["id"] for event in eleni.events()}
    assert "isRevoked" not in me(eleni)


def test_a_single_refusal_deletes_no_data(tiny, eleni):
    """A pull answers that the key is revoked, but the server still knows it."""
    before = len(eleni.events())
    eleni.context.route(
        "**/api/v1/events/**",
        lambda route: route.fulfill(
            status=401, body='{"error": "", "code": "revoked"}', content_type="application/json"
        ),
    )
    save(eleni)
    eleni.page.wait_for_timeout(1000)
    assert len(eleni.events()) == before + 1
    assert "isRevoked" not in me(eleni)
    eleni.context.unroute("**/api/v1/events/**")
    eleni.nudge()
    eleni.until(SENT)


def test_after_a_revoked_key_signing_in_sends_the_unsent_events(tiny, eleni, new_phone):
    other = new_phone()
    other.context.add_cookies(eleni.context.cookies())
    other.take_over()
    other.until(SESSION)
    known = me(eleni)
    eleni.context.route(
        "**/api/v1/events/**", lambda route: route.abort()
    )  # else it may learn of the revoked key before it saves
    save(eleni)
    eleni.until("(await all('events')).some(one => !one.event.seq)")
    ask(tiny, me(other)["key"], f"/api/v1/devices/{known['device']}/", "DELETE")
    eleni.context.unroute("**/api/v1/events/**")
    eleni.nudge()
    eleni.until("(await state('identity'))?.isRevoked === true && (await all('events')).length")
    [left] = eleni.events()
    sign_in(tiny, eleni, me(other)["key"])
    eleni.open("/phone/")
    name_person(eleni, known["person"])
    eleni.until("(await state('pull'))?.whole && " + SENT)
    assert me(eleni)["key"] != known["key"]
    assert left["id"] in {event["id"] for event in stored(tiny, me(other)["key"])}


def test_home_shows_all_matches_at_once_after_a_sign_in(real, new_phone):
    """The worker has none of them yet, so an empty home of its own would look as if they were lost."""
    rosa, phone = new_phone(), new_phone()
    rosa.take_over()
    sit_down(rosa, "Rosa", "Deniz")
    rosa.until(SENT)
    rosa.until(SESSION)
    phone.take_over()
    sign_in(real, phone, me(rosa)["key"])
    phone.page.goto(real.url + "/", referer=real.url + "/you/sign-in/", wait_until="commit")
    phone.page.locator("main").wait_for()
    assert phone.page.locator("#under-way a.match").count() == 1
    assert phone.page.locator("#games").count() == 0
