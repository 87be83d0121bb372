"""The app in Firefox and WebKitGTK: after the server is killed three rounds are saved and sent later."""

import pytest

from tests.phone.test_evening import SENT
from tests.phone.test_worker import ask
from tests.phone.windows import Firefox, WebKit

pytestmark = pytest.mark.tenth

HAS_SNAPSHOT = "(await caches.match('/phone/memory')) !== undefined"  # from which Python starts next time


@pytest.fixture(params=["firefox", "webkit"])
def window(request, interpreter, tmp_path):
    opened = Firefox(tmp_path / "profile") if request.param == "firefox" else WebKit()
    yield opened
    opened.quit()


def fill_in(window, points):
    window.type("#points-0", str(points))
    window.until("!!document.querySelector('#points-sum')?.textContent.includes('= 120')")


def is_worth(window, *points):
    totals = ",".join(map(str, points))
    window.until(
        f"[...document.querySelectorAll('#totals .numeral')].map(one => one.textContent).join() === '{totals}'"
    )


@pytest.mark.each("window")
def test_three_rounds_are_saved_without_a_server(real, window):
    window.open(real.url)
    window.until("navigator.serviceWorker.controller !== null && (await state('pull'))?.whole === true")
    window.open(f"{real.url}/new/?game=bisca_tres")
    for number, name in enumerate(("Eleni", "Deniz")):
        window.type("#new-player", name)
        window.tap("button.button[value=name]")
        window.until(f"document.querySelectorAll('.seats > li').length === {number + 1}")
    window.tap("button[name=start]")
    window.until(f"location.pathname.startsWith('/table/') && {SENT}")
    url = window.evaluate("location.origin + location.pathname")
    real.kill()
    for points, totals in ((71, (1, 0)), (30, (1, 1)), (72, (2, 1))):
        fill_in(window, points)
        window.tap("#round button.go")
        is_worth(window, *totals)
        window.open(url)
        is_worth(window, *totals)
    fill_in(window, 65)
    window.until(HAS_SNAPSHOT)
    if isinstance(window, Firefox):  # WebKitGTK under a driver stores nothing on the disk
        window.quit()
        window.start()
    window.open(url)
    window.until("document.querySelector('#points-0')?.value === '65'")  # half typed
    is_worth(window, 2, 1)
    real.start()
    window.open(url)
    window.until(SENT)
    key = window.evaluate("(await state('identity'))?.key")
    sheet = ask(real, key, f"/api/v1/matches/{url.split('/')[4]}/sheet/")
    assert (len(sheet["deals"]), sheet["totals"]) == (3, [2, 1])
