"""Every page in a real browser at the size of a phone: nothing sticks out, is too small to tap, or shuts anybody out."""

import pytest

from tests.web.addresses import API, NO_PAGE, PAGES

pytestmark = pytest.mark.slow

PHONES = {"small": (320, 640), "usual": (390, 844)}
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

TOO_SMALL = """() => [...document.querySelectorAll("a, button, input, select, summary")]
    .map(one => [one.textContent.trim(), one.getBoundingClientRect()])
    .filter(([text, box]) => box.height < 44 || box.width < 44)
    .map(([text, box]) => `${text}: ${box.width} by ${box.height}`)"""
STICKING_OUT = """() => [...document.querySelectorAll("body *")]
    .filter(one => one.getBoundingClientRect().right > innerWidth + 0.5)
    .map(one => `${one.tagName} ${one.className} ${one.textContent.trim().slice(0, 40)}`)"""
AXE = """tags => axe.run(document, { runOnly: tags, rules: { "target-size": { enabled: true } } })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html}`)))"""


@pytest.fixture(params=["light", "dark"])
def scheme(request):
    return request.param


@pytest.fixture(params=["en", "pseudo"])
def language(request):
    return request.getfixturevalue("pseudo") if request.param == "pseudo" else "en"


@pytest.fixture(params=PHONES)
def phone(request, new_context, scheme, language):
    """A page on a phone, and what its console says."""
    width, height = PHONES[request.param]
    context = new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        locale=language,
        has_touch=True,
        is_mobile=True,
    )
    page = context.new_page()
    page.said = []
    page.on("console", lambda message: page.said.append(message.text))
    page.on("pageerror", lambda error: page.said.append(str(error)))
    page.on("requestfailed", lambda request: page.said.append(f"{request.url} failed"))
    return page


def test_every_page_fits_a_phone_and_is_open_to_all(phone, axe, live_server, language):
    found = {}
    for address in [*PAGES, API, NO_PAGE]:
        phone.said.clear()
        phone.goto(live_server.url + address)
        assert phone.locator("html").get_attribute("lang") == language
        found[address] = [
            *(line for line in phone.said if address != NO_PAGE or "404" not in line),
            *(["scrolls sideways"] if phone.evaluate("document.documentElement.scrollWidth > innerWidth") else []),
            *phone.evaluate(STICKING_OUT),
            *phone.evaluate(TOO_SMALL),
        ]
        phone.evaluate(axe)
        found[address] += phone.evaluate(AXE, WCAG)
    assert {address: wrong for address, wrong in found.items() if wrong} == {}


def test_what_shuts_somebody_out_would_be_seen(page, axe):
    page.set_content(
        '<html lang="en"><title>x</title><main><img src="/x"><p style="color: #ccc">Take tricks</p></main>'
    )
    page.evaluate(axe)
    assert {line.split(":")[0] for line in page.evaluate(AXE, WCAG)} == {"image-alt", "color-contrast"}


def test_the_keyboard_goes_past_the_felt(page, live_server):
    page.goto(live_server.url + PAGES[1])
    page.keyboard.press("Tab")
    skip = page.locator(":focus")
    assert skip.get_attribute("href") == "#main"
    assert skip.is_visible()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_from_home_to_a_game_and_back(page, live_server):
    page.goto(live_server.url + PAGES[0])
    page.locator(".tile").last.click()
    assert page.url == live_server.url + PAGES[-1]
    page.get_by_role("link", name="Back to the games").click()
    assert page.url == live_server.url + PAGES[0]


def test_the_pictures_are_drawn(page, live_server):
    """They come from a file of their own; one that is missing leaves an empty card."""
    page.goto(live_server.url)
    page.wait_for_load_state("networkidle")
    sizes = page.evaluate("[...document.querySelectorAll('svg use')].map(one => one.getBBox().width)")
    assert sizes
    assert min(sizes) > 0
