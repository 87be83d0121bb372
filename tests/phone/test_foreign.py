"""A page of another site cannot write on the phone: its forms go to the server, which refuses them."""

import pytest

from tests.phone.test_evening import SENT, is_worth, sit_down

pytestmark = pytest.mark.tenth

ELSEWHERE = "http://elsewhere.test/"
LOGGED = "async () => (await resultOf((await objectStore('events')).getAll())).length"
PAGE = """<meta name="referrer" content="{policy}"><iframe name="frame"></iframe>
<form method="post" action="{action}" target="{target}">{inputs}<button>Go</button></form>"""


def fields_of(page):
    return page.evaluate("[...new FormData(document.querySelector('#round'))]")


@pytest.mark.parametrize("policy", ["unsafe-url", "no-referrer"])
@pytest.mark.parametrize("target", ["_self", "frame"])
def test_a_form_of_another_site_writes_nothing(real, phone, policy, target):
    url = sit_down(phone, "Eleni", "Deniz")
    phone.until(SENT)
    before = phone.worker.evaluate(LOGGED)
    fields = [(name, "71" if name == "points-0" else value) for name, value in fields_of(phone.page)]
    inputs = "".join(f'<input name="{name}" value="{value}">' for name, value in fields)
    html = PAGE.format(policy=policy, action=url, target=target, inputs=inputs)
    page = phone.context.new_page()
    page.route(ELSEWHERE + "**", lambda route: route.fulfill(content_type="text/html", body=html))
    page.goto(ELSEWHERE)
    page.locator("button").click()
    page.wait_for_timeout(2000)
    assert phone.worker.evaluate(LOGGED) == before
    phone.page.reload()
    is_worth(phone, 0, 0)


def test_our_own_form_is_answered_offline_without_javascript(real, phone):
    sit_down(phone, "Eleni", "Deniz")
    phone.until(SENT)
    real.stop()
    phone.page.locator("#points-0").fill("71")
    phone.page.locator("#points-1[placeholder='49']").wait_for()
    phone.page.evaluate("document.querySelector('#round').submit()")
    is_worth(phone, 1, 0)
