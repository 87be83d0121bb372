"""What a browser holds of someone who has left it, or in whose place someone else has signed in."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.phone.test_evening import play, sit_down
from tests.phone.test_pages import look
from tests.phone.test_persons import (
    SESSION,
    eleni,
    is_home,
    is_nobody,
    is_whose,
    leave,
    name_person,
    revoke,
    rosa,
    sign_in,
)
from tests.phone.test_worker import SENT, me, save, says, stored

pytestmark = pytest.mark.tenth

__all__ = ["eleni", "rosa"]

SYNC = "**/api/v1/**"

# All that scripts of this address could read: every response in a cache, every record of every store.
HELD = """(async () => {
    const held = [];
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            held.push(request.url);
            const response = await cache.match(request, { ignoreVary: true });
            if ((response.headers.get('Content-Type') ?? '').startsWith('text/html')) held.push(await response.text());
        }
    }
    for (const { name } of await indexedDB.databases()) {
        const database = await new Promise(done => {
            const asked = indexedDB.open(name);
            asked.onsuccess = () => done(asked.result);
        });
        for (const store of database.objectStoreNames) {
            held.push(JSON.stringify(await new Promise(done => {
                const asked = database.transaction(store).objectStore(store).getAll();
                asked.onsuccess = () => done(asked.result);
            })));
        }
        database.close();
    }
    return held.join('\\n');
})()"""
SEEN = ("/", "/evenings/", "/players/", "/statistics/", "/circle/", "/you/")


def visit_pages(phone: Any) -> None:
    """Open pages of the server and of the phone, so that the worker stores copies."""
    for path in SEEN:
        phone.open(path)
    phone.until("(await caches.keys()).some(name => name.startsWith('pages-'))")


def pages_offline(phone: Any, match: str) -> str:
    return "".join(phone.open(path).content() for path in (*SEEN, match))


@pytest.mark.slow
def test_nothing_of_a_person_who_left_can_be_read(tiny: Any, eleni: Any) -> None:
    match, person = eleni.page.url.removeprefix(eleni.url), me(eleni)
    visit_pages(eleni)
    assert "Eleni" in eleni.evaluate(HELD)
    leave(eleni)
    is_nobody(eleni)
    eleni.until("(await state('left')) === undefined")
    held = eleni.evaluate(HELD)
    for secret in ("Eleni", person["key"], person["circle"], person["person"], match):
        assert secret not in held, secret
    tiny.stop()
    assert "Eleni" not in pages_offline(eleni, match)


@pytest.mark.slow
def test_another_person_reads_nothing_and_loses_nothing(tiny: Any, eleni: Any, rosa: Any) -> None:
    """Rosa signs in on Eleni's phone while a round of Eleni's waits. The round stays, and goes out under Eleni's key."""
    first, other = me(eleni), me(rosa)
    match = eleni.page.url.removeprefix(eleni.url)
    visit_pages(eleni)
    eleni.open(match)
    eleni.context.route("**/api/v1/**", lambda route: route.abort())
    save(eleni)
    says(eleni.page, "1 waiting")
    eleni.context.unroute("**/api/v1/**")
    sign_in(tiny, eleni, other["key"])
    name_person(eleni, other["person"])
    is_whose(eleni, other["person"])
    is_home(eleni)
    eleni.until("(await state('pull'))?.whole")
    eleni.until(SESSION)
    tiny.stop()
    assert "Eleni" not in pages_offline(eleni, match)
    tiny.start()
    sign_in(tiny, eleni, first["key"])
    name_person(eleni, first["person"])
    is_whose(eleni, first["person"])
    eleni.until(SENT)
    assert [event["kind"] for event in stored(tiny, first["key"])].count("deal") == 1


def test_a_revoked_key_leaves_no_copies_of_pages(tiny, eleni):
    for path in ("/evenings/", "/players/"):
        look(eleni, path)
    eleni.open("/")
    revoke(tiny, eleni)
    eleni.nudge()
    eleni.until("(await state('identity'))?.isRevoked === true")
    eleni.until("(await caches.keys()).filter(name => name.startsWith('pages-')).length === 0")
    assert "Eleni" not in eleni.evaluate(HELD)
    tiny.stop()
    eleni.open("/evenings/")
    assert "Eleni" not in eleni.page.content()


@pytest.mark.slow
@pytest.mark.parametrize("is_reached", [True, False])
def test_deleting_the_account_sends_what_waits_or_says_what_is_lost(
    real: Any, new_phone: Any, is_reached: bool
) -> None:
    phone = new_phone()
    phone.take_over()
    sit_down(phone, "Eleni", "Deniz")
    phone.until(SENT)
    phone.until(SESSION)
    phone.context.route(SYNC, lambda route: route.abort())
    play(phone, 71)
    expect(phone.page.locator("#saved")).to_contain_text("1 waiting")
    if is_reached:
        phone.context.unroute(SYNC)
    page = phone.open("/you/delete/")
    notice = page.locator("#unsent")
    if is_reached:
        phone.until(SENT)
        page.wait_for_timeout(500)
        expect(notice).to_be_hidden()
    else:
        expect(notice).to_contain_text("Unsent changes on this phone: 1.")
        notice.get_by_role("link", name="Save unsent changes").click()
        page.wait_for_url("**/phone/")
        circle = me(phone)["circle"]
        for path in (f"/circle/{circle}/leave/", f"/circle/delete/?circle={circle}"):
            expect(phone.open(path).locator("#unsent")).to_contain_text("Unsent changes on this phone: 1.")


@pytest.mark.slow
def test_leaving_waits_for_a_slow_line_before_it_goes_on(real: Any, new_phone: Any) -> None:
    """The form that was pressed meanwhile goes out once everything is on the server."""
    phone = new_phone()
    phone.take_over()
    sit_down(phone, "Eleni", "Deniz")
    phone.until(SENT)
    phone.until(SESSION)
    phone.context.route(SYNC, lambda route: route.abort())
    play(phone, 71)
    expect(phone.page.locator("#saved")).to_contain_text("1 waiting")
    phone.context.unroute(SYNC)
    statuses: list[int] = []
    phone.context.on("response", lambda answer: answer.request.method == "POST" and statuses.append(answer.status))
    held: list[Any] = []
    phone.context.route("**/api/v1/events/**", lambda route: held.append(route))
    page = phone.open("/you/delete/")
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Delete my account").click()
    expect(page.locator("#unsent")).to_contain_text("Unsent changes on this phone: 1. They are being sent")
    assert page.url.endswith("/you/delete/")
    phone.context.unroute("**/api/v1/events/**")  # the held requests go on
    page.wait_for_url("**/you/gone/**")
    assert statuses[0] in (200, 201)  # the round was accepted before the account was deleted
