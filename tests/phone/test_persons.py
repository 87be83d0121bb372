"""Whose data lies on a phone: one store a person, and nobody is shown, or sends, what is another's."""

from http.cookies import SimpleCookie
from urllib.request import Request, urlopen
from uuid import uuid4

import pytest

from tests.phone.test_worker import SENT, ask, me, save, says, sees, start, stored

SESSION = "(await state('identity')).session > 0"
NAMES = "(await all('players')).map(one => one.name).sort().join()"


def known(phone, name):
    """A phone whose person has a match with everybody."""
    url = start(phone, name)
    phone.until(SENT)
    phone.until(SESSION)
    return url


def cookie(server, key):
    """Of a session of its own, for whoever has the key."""
    headers = {"Authorization": f"Token {key}", "Content-Type": "application/json", "Origin": server.url}
    with urlopen(Request(server.url + "/phone/session/", b"{}", headers)) as answer:
        cookies = SimpleCookie("; ".join(answer.headers.get_all("Set-Cookie")))
    return {"name": "sessionid", "value": cookies["sessionid"].value, "url": server.url}


def sign_in(server, phone, key):
    """As if its person had done so."""
    fresh = cookie(server, key)
    phone.context.clear_cookies()
    phone.context.add_cookies([fresh])


def name_person(phone, person):
    """As a page of Django's does, which says whom it was made for."""
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
    found = new_phone()
    found.take_over()
    known(found, "Rosa")
    return found


def test_everybody_has_a_store_of_their_own(tiny, eleni, rosa):
    first, other = me(eleni), me(rosa)
    match = eleni.page.url
    tiny.stop()
    save(eleni)
    says(eleni.page, "1 waiting")
    tiny.start()
    sign_in(tiny, eleni, other["key"])
    # the browser may have sent it by itself the moment the server was there
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
    assert {one["kind"] for one in stored(tiny, other["key"])} == {"player", "start"}
    assert len(stored(tiny, other["key"])) == 2


def test_what_was_not_sent_waits_for_its_person(tiny, eleni, rosa):
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
    eleni.until(SESSION)  # else its cookie comes after the next one
    assert "Iris" not in str(eleni.events())
    assert "Iris" not in str(stored(tiny, other["key"]))
    sign_in(tiny, eleni, first["key"])
    name_person(eleni, first["person"])
    is_whose(eleni, first["person"])
    assert me(eleni)["key"] == first["key"]  # the very store that was put aside
    assert "Iris" in str(eleni.events())
    eleni.evaluate("navigator.serviceWorker.controller.postMessage({ retry: true })")
    eleni.until(SENT)
    assert "Iris" in str(stored(tiny, first["key"]))


def test_an_old_page_does_not_bring_its_person_back(tiny, eleni):
    person = me(eleni)["person"]
    name_person(eleni, str(uuid4()))
    save(eleni)
    eleni.until(SENT)
    assert me(eleni)["person"] == person


def test_what_nobody_known_has_written_becomes_that_of_the_first(tiny, eleni, new_phone):
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
def test_a_stranger_on_a_phone_that_knows_the_person_adds_to_what_lies_there(tiny, eleni, rosa):
    """Rosa leaves Eleni's phone, somebody plays, and then Eleni is back."""
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
    assert sorted(one["data"]["name"] for one in stored(tiny, first["key"]) if one["kind"] == "player") == [
        "Eleni",
        "Iris",
    ]


def test_a_page_of_another_person_goes_away_with_them(tiny, eleni, rosa):
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


BRING = """
from games import models, services
people = models.Person.objects
services.merge_guest(guest=people.get(pk="{}"), account=people.get(pk="{}"), device={})
"""


def test_a_guest_who_signs_in_to_an_account_goes_on_with_the_same_store(tiny, eleni, rosa):
    guest, account, table = me(eleni), me(rosa), eleni.page.url
    tiny.manage("shell", "-c", BRING.format(guest["person"], account["person"], repr(guest["device"])))
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
def test_another_phone_of_a_guest_who_signed_in_sends_what_it_holds(tiny, eleni, rosa, knows):
    """The guest signed in on one phone. This one signs in, too, and may hear only then that its key has ended."""
    guest, account = me(eleni), me(rosa)
    tiny.stop()
    save(eleni)
    says(eleni.page, "1 waiting")
    tiny.manage("shell", "-c", BRING.format(guest["person"], account["person"], None))
    tiny.start()
    if knows:
        eleni.nudge()
        eleni.until("(await state('identity')).isRevoked === true")
        assert len(eleni.events()) == 1
    sign_in(tiny, eleni, account["key"])
    name_person(eleni, account["person"])
    is_whose(eleni, account["person"])
    eleni.until("(await state('pull'))?.whole && " + SENT)
    assert me(eleni)["key"] not in (guest["key"], account["key"])
    there = ask(tiny, account["key"], f"/api/v1/events/?circle={guest['circle']}&since=0")["events"]
    assert [one["kind"] for one in there] == ["player", "start", "deal"]


def asked(phone, question):
    """What the page about this phone asks of the worker."""
    return phone.page.evaluate(
        """question => new Promise(done => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = ({ data }) => done(data);
            navigator.serviceWorker.controller.postMessage(question, [port2]);
        })""",
        question,
    )


def leave(phone):
    """Not waited for: the page goes home meanwhile."""
    phone.evaluate("navigator.serviceWorker.controller.postMessage({ ask: 'leave' }, [new MessageChannel().port1])")


def is_nobody(phone):
    phone.until("(await state('identity'))?.isKnown === false")
    is_home(phone)


def test_whoever_leaves_takes_everything_along(tiny, eleni):
    known = me(eleni)
    leave(eleni)
    is_nobody(eleni)
    assert eleni.events() == []
    assert me(eleni)["key"] != known["key"]
    eleni.until("(await state('left')) === undefined")
    assert [one for one in eleni.context.cookies() if one["name"] == "sessionid"] == []
    with pytest.raises(Exception, match="401"):
        ask(tiny, known["key"], "/api/v1/devices/")
    assert eleni.evaluate("(await indexedDB.databases()).map(one => one.name).includes('scorekeeper')") is False
    start(eleni, "Iris")
    eleni.until(SENT)
    assert me(eleni)["person"] != known["person"]


@pytest.mark.parametrize("path", ["/you/", "/you/sign-out/", "/phone/leave/"])
def test_signing_out_is_leaving_the_phone(tiny, eleni, path):
    page = eleni.open(path)
    if path == "/you/":
        page.get_by_role("link", name="Sign out").click()
    page.wait_for_url("**/phone/#leaving")
    page.locator("#leaving [value=ask]:focus").click()
    for _ in range(2):
        page.locator("#sure [value=leave]").click()
    is_nobody(eleni)
    assert eleni.events() == []


def test_leaving_without_a_network_is_made_good_later(tiny, eleni):
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
def test_what_was_written_meanwhile_is_not_left_unasked(tiny, eleni):
    known, events = me(eleni), len(eleni.events())
    tiny.stop()
    start(eleni, "Iris")
    said = asked(eleni, {"ask": "leave", "waits": 0})
    assert (said["waiting"], me(eleni)["key"], len(eleni.events())) == (2, known["key"], events + 2)
    leave(eleni)
    is_nobody(eleni)


def revoke(server, phone):
    known = me(phone)
    ask(server, known["key"], f"/api/v1/devices/{known['device']}/", "DELETE")


def test_a_phone_whose_key_was_taken_away_keeps_only_what_it_has_not_sent(tiny, eleni):
    known, events = me(eleni), len(eleni.events())
    eleni.context.route("**/api/v1/**", lambda route: route.abort())  # it hears of it after the round is saved
    revoke(tiny, eleni)
    save(eleni)
    eleni.until(f"(await all('events')).length === {events + 1}")
    eleni.context.unroute("**/api/v1/**")
    eleni.until("(await state('identity')).isRevoked === true")
    eleni.until("(await all('events')).length === 1")
    [left] = eleni.events()
    assert left["event"]["kind"] == "deal"
    assert eleni.evaluate("(await all('matches')).length + (await all('players')).length") == 0
    assert asked(eleni, {"ask": "about"})["who"] == "revoked"
    assert asked(eleni, {"ask": "file"}).count("\n") == 1
    eleni.until("!document.cookie")
    eleni.open()
    assert "Eleni" not in eleni.page.content()
    assert me(eleni)["key"] == known["key"]
    leave(eleni)
    is_nobody(eleni)
    start(eleni, "Iris")
    eleni.until(SENT)


def test_leaving_works_after_the_key_was_taken_away(tiny, eleni):
    revoke(tiny, eleni)
    leave(eleni)
    is_nobody(eleni)
    eleni.until("(await state('left')) === undefined")


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (401, '{"error": "This key is not known here.", "code": "authentication_failed"}'),
        (401, "revoked"),
        (403, '{"error": "No.", "code": "revoked"}'),
        (500, '{"error": "No.", "code": "revoked"}'),
        (502, "<html>revoked</html>"),
        (200, "<html>Sign in to this network</html>"),
    ],
)
def test_nothing_else_costs_what_lies_on_the_phone(tiny, eleni, status, body):
    before = eleni.events()
    eleni.context.route(
        "**/api/v1/**", lambda route: route.fulfill(status=status, body=body, content_type="application/json")
    )
    save(eleni)
    eleni.page.wait_for_timeout(500)
    eleni.nudge()
    eleni.page.wait_for_timeout(500)
    assert [one["id"] for one in eleni.events() if one["event"].get("seq")] == [one["id"] for one in before]
    assert "isRevoked" not in me(eleni)


def test_one_word_is_not_enough_to_delete_anything(tiny, eleni):
    """A pull that says so, and a server that then knows the key after all."""
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


def test_who_signs_in_again_sends_what_a_lost_key_could_not(tiny, eleni, new_phone):
    other = new_phone()
    other.context.add_cookies(eleni.context.cookies())
    other.take_over()
    other.until(SESSION)
    known = me(eleni)
    ask(tiny, me(other)["key"], f"/api/v1/devices/{known['device']}/", "DELETE")
    save(eleni)
    eleni.until("(await state('identity')).isRevoked === true")
    [left] = eleni.events()
    sign_in(tiny, eleni, me(other)["key"])
    eleni.open("/phone/")
    name_person(eleni, known["person"])
    eleni.until("(await state('pull'))?.whole && " + SENT)
    assert me(eleni)["key"] != known["key"]
    assert left["id"] in {one["id"] for one in stored(tiny, me(other)["key"])}
