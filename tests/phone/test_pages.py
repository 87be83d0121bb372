"""Pages of Django without a network: the phone shows the last copy with its age, or else what still works."""

import json

import pytest

pytestmark = pytest.mark.tenth

COPIES = """(async () => {
  const [name] = (await caches.keys()).filter(name => name.startsWith('pages-'));
  const requests = name ? await (await caches.open(name)).keys() : [];
  return requests.map(request => new URL(request.url).pathname);
})()"""
AGE = ".notice[role=status]:not([hidden])"
NOWHERE = "/table/00000000-0000-4000-8000-000000000000/"


def copies(phone):
    return set(phone.evaluate(f"await {COPIES}"))


def look(phone, path):
    """Open a page, and wait until its copy is stored."""
    phone.open(path)
    phone.until(f"(await {COPIES}).includes({json.dumps(path)})")


def in_worker(phone, script):
    [worker] = phone.context.service_workers
    return worker.evaluate("async () => {" + script + "}")


def test_a_visited_page_is_shown_with_its_age(real, phone):
    look(phone, "/games/pisti/")
    assert phone.page.locator(AGE).count() == 0
    look_of_it = "getComputedStyle(document.querySelector('main')).padding"
    before, title = phone.page.evaluate(look_of_it), phone.page.title()
    real.stop()
    answer = phone.page.reload()
    assert (answer.status, answer.headers["content-security-policy"][:18]) == (200, "default-src 'self'")
    assert phone.page.title() == title
    assert phone.page.evaluate(look_of_it) == before
    age = phone.page.locator(AGE)
    day = phone.page.evaluate("new Intl.DateTimeFormat('en', { weekday: 'long' }).format()")
    assert age.inner_text().startswith(f"As of {day}")
    assert age.inner_text().endswith("You are offline.")
    real.start()
    phone.page.reload()
    assert age.count() == 0
    assert phone.errors == []


@pytest.mark.long
def test_the_files_of_a_copy_are_cached_with_it(real, phone):
    look(phone, "/games/pisti/")
    assert copies(phone) >= {"/static/look.css", "/static/pictures.svg", "/static/icon-touch.png"}
    phone.evaluate(
        "await Promise.all((await caches.keys()).map(name => name.startsWith('phone-') && caches.delete(name)))"
    )
    real.stop()
    status = "(await fetch('/static/icon-touch.png').catch(() => null))?.status"
    assert phone.evaluate(status) == 200
    assert phone.evaluate("(await fetch('/static/no.css').catch(() => null))?.status ?? null") is None


@pytest.mark.long
def test_an_old_copy_shows_its_date(real, phone):
    look(phone, "/games/pisti/")
    real.stop()
    phone.page.clock.install()  # only for the page; the next line sets the clock of the worker
    in_worker(phone, "const now = Date.now; Date.now = () => now() + 30 * 24 * 3600 * 1000;")
    phone.page.reload()
    month = phone.page.evaluate("new Date().toLocaleDateString('en-GB', { month: 'short' })")
    assert month in phone.page.locator(AGE).inner_text()


def test_a_copy_replaces_a_slow_answer(real, phone):
    look(phone, "/games/pisti/")
    real.freeze()
    try:
        phone.page.reload(timeout=15_000)
        phone.page.locator(AGE).wait_for()
    finally:
        real.thaw()


def test_an_unvisited_page_links_to_pages_that_work(real, phone):
    real.stop()
    answer = phone.page.goto(f"{real.url}/games/bisca_tres/")
    assert answer.status == 503
    assert "This page is not available offline" in phone.page.inner_text("main")
    phone.page.get_by_role("link", name="New match").click()
    phone.page.wait_for_url("**/new/")
    phone.page.locator("h1:text-is('New match')").wait_for()
    phone.page.goto(f"{real.url}/phone/trust/")
    phone.page.get_by_role("link", name="Matches on this phone").click()
    phone.page.wait_for_url(f"{real.url}/")
    assert phone.errors == []


@pytest.mark.parametrize("is_ours", [True, False])
def test_an_unvisited_page_has_the_reason_of_the_server(real, phone, is_ours):
    """A server that waits for its database says so. The answer of another server in between says nothing."""
    headers = {"Content-Type": "text/html"} | ({"Cross-Origin-Resource-Policy": "same-origin"} if is_ours else {})
    answer = {"status": 503, "headers": headers, "body": "<main>The server is waiting for its database.</main>"}
    phone.context.route("**/games/pisti/", lambda route: route.fulfill(**answer))
    assert phone.page.goto(f"{real.url}/games/pisti/").status == 503
    assert ("waiting for its database" in phone.page.content()) is is_ours
    assert (phone.page.get_by_role("link", name="Matches on this phone").count() == 1) is not is_ours


def test_a_match_that_the_phone_cannot_open_is_explained(real, phone):
    real.stop()
    assert phone.page.goto(real.url + NOWHERE).status == 503
    assert "This phone cannot open this match offline" in phone.page.inner_text("main")


def test_other_pages_are_not_cached(real, phone):
    look(phone, "/games/")
    before = copies(phone)
    for path in ("/api/", "/games/no_such_game/", "/phone/trust/", "/healthz"):
        phone.open(path)
    phone.page.evaluate("fetch('/games/pisti/')")  # a request of a script
    look(phone, "/games/bisca_tres/")
    assert copies(phone) - before == {"/games/bisca_tres/"}


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (200, {"Content-Type": "text/html", "Cache-Control": "private, no-store"}),
        (200, {"Content-Type": "application/json"}),
        (500, {"Content-Type": "text/html"}),
        (404, {"Content-Type": "text/html"}),
    ],
    ids=["no-store", "no page", "mistake", "gone"],
)
def test_only_successful_pages_without_no_store_are_cached(real, phone, status, headers):
    parameters = json.dumps([status, headers])
    text = in_worker(
        phone,
        f"""const [status, headers] = {parameters};
        const copies = await ownCopies();
        await storeCopy(copies, '/games/', new Response('<p>old</p>', {{ headers: {{ 'Content-Type': 'text/html' }} }}));
        await storeCopy(copies, '/games/', new Response('<p>new</p>', {{ status, headers }}));
        return (await copies.match('/games/'))?.text() ?? null;""",
    )
    assert text == (None if status == 404 else "<p>old</p>")


def test_the_oldest_copies_are_removed_with_their_files(real, phone):
    in_worker(
        phone,
        """const copies = await ownCopies();
        const html = name => `<link href="/static/${name}">`;
        const page = text => new Response(text, { headers: { 'Content-Type': 'text/html' } });
        await storeCopy(copies, '/games/0/', page(html('page/install.js')));
        await storeCopy(copies, '/games/1/', page(html('look.css')));
        for (let n = 2; n < 60; n++) await storeCopy(copies, `/games/${n}/`, page(''));
        await storeCopy(copies, '/games/1/', page(html('look.css'))); // looked at again
        await storeCopy(copies, '/games/60/', page(''));""",
    )
    paths = copies(phone)
    assert "/games/0/" not in paths
    assert "/static/page/install.js" not in paths
    assert paths >= {"/games/1/", "/games/2/", "/games/60/", "/static/look.css"}
    assert len(paths) == 61


def test_another_person_sees_no_copies(real, phone):
    look(phone, "/games/pisti/")
    in_worker(phone, "await updateIdentity(await identity(), { person: crypto.randomUUID() });")
    real.stop()
    assert phone.page.goto(f"{real.url}/games/pisti/").status == 503
    assert copies(phone) == set()


@pytest.mark.long
def test_copies_survive_a_new_version(real, phone):
    look(phone, "/games/pisti/")
    [old] = phone.evaluate("(await caches.keys()).filter(name => name.startsWith('phone-'))")
    real.stop()
    real.environment["NEWER"] = "1"
    real.start()
    phone.evaluate("await (await navigator.serviceWorker.getRegistration()).update()")
    phone.until(f"!(await caches.keys()).includes({json.dumps(old)})")
    real.stop()
    assert phone.page.goto(f"{real.url}/games/pisti/").status == 200
    phone.page.locator(AGE).wait_for()
