"""Checks of the layout: nothing overflows, is cut off, overlaps, or is too small to tap."""

from tests.web.conftest import PSEUDO

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
WIDTHS = (320, 390)  # 320 is also a desktop window at 400 %

TOO_SMALL = """() => [...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")]
    .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".sr, .skip"))
    .map(one => [one.id || one.getAttribute("aria-label") || one.textContent.trim(), one.type === "radio" || one.type === "checkbox" ? one.closest("label") ?? one : one])
    .map(([text, one]) => [text, one.getBoundingClientRect(), one.matches(".ruler > button:not(.further), .piles td *") ? 23.9 : one.matches(".ruler > *") ? 33.9 : 43.9]) // see docs/accessibility.md
    .filter(([text, box, least]) => box.height < 43.9 || box.width < least)
    .map(([text, box]) => `too small: ${text}: ${box.width} by ${box.height}`)"""
STICKING_OUT = """width => [
    ...document.documentElement.scrollWidth > width ? [`scrolls sideways to ${document.documentElement.scrollWidth}`] : [],
    ...[...document.querySelectorAll("body *")]
        .filter(one => one.checkVisibility() && !one.closest(".scroll, .sr, .skip") && !one.ownerSVGElement)
        .filter(one => one.getBoundingClientRect().right > width + 0.5 || one.getBoundingClientRect().left < -0.5)
        .map(one => `sticks out: ${one.tagName} ${one.getAttribute('class')} ${one.textContent.trim().slice(0, 40)}`)]"""
ONE_ON_ANOTHER = """() => [...document.querySelectorAll("main :is(a, button, label, select, summary), header :is(a, button)")]
    .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".sr, .skip, .save"))
    .filter((one, at, all) => all.slice(at + 1).some(other => {
        if (one.contains(other) || other.contains(one) || other.matches(".skip")) return false;
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 4 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
    }))
    .map(one => `lies on another: ${one.tagName} ${one.textContent.trim().slice(0, 40)}`)"""
# Text outside its element, or a number that does not fit its field.
CUT_OFF = """() => {
    const found = [], range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode, around = text.parentElement;
        const bound = around.closest("button, label, a, li, td, th, summary, legend, h1, h2, p, .card, .bar, .empty");
        if (!text.data.trim() || !bound || !around.checkVisibility() || around.closest("svg, option, .sr, .skip")) continue;
        if (getComputedStyle(around).textOverflow === "ellipsis" || getComputedStyle(around).webkitLineClamp !== "none") continue; // cut on purpose
        range.selectNodeContents(text);
        const box = bound.getBoundingClientRect();
        const isIn = one => one.left > box.left - 1.5 && one.right < box.right + 1.5 && one.top > box.top - 4 - one.height / 10 && one.bottom < box.bottom + 4 + one.height / 10;
        if (![...range.getClientRects()].every(isIn)) found.push(`cut off: ${text.data.trim().slice(0, 40)} in ${bound.tagName} ${bound.className}`);
    }
    for (const field of document.querySelectorAll("input[inputmode]")) {
        if (field.checkVisibility() && field.scrollWidth > field.clientWidth) found.push(`cut off: ${field.value} in ${field.id}`);
    }
    return found;
}"""
# Whether the focus is behind the sticky bar; null once the focus has gone round.
HIDDEN = """() => {
    const [one, save] = [document.activeElement, document.querySelector(".save")];
    if (one === document.body) return null;
    const [box, bar] = [one, save].map(found => found.getBoundingClientRect());
    const isBehind = !save.contains(one) && !one.matches("main, .skip") && box.bottom > bar.top + 1 && box.top < bar.bottom - 1;
    return isBehind ? `hidden: ${one.id || one.textContent.trim()}` : "";
}"""
# The focused element if its focus is invisible, otherwise ""; null once the focus has gone round.
UNSEEN = """() => {
    const one = document.activeElement;
    if (one === document.body) return null;
    const marked = one.closest(":has(> :is([type=radio], [type=checkbox]):focus-visible)") ?? one;
    return getComputedStyle(marked).outlineStyle === "none" ? `unseen: ${one.id || one.textContent.trim()}` : "";
}"""
# TOO_SMALL and HIDDEN check what axe does not: tap sizes, and elements behind the sticky bar.
AXE = """only => axe.run(document, { runOnly: only })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html}`)))"""


class LargeText:
    """Text of twice the size, as set in the browser."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)

    def __enter__(self):
        self.set(32)

    def __exit__(self, *_):
        self.set(16)
        self.session.detach()

    def set(self, pixels):
        self.session.send("Page.setFontSizes", {"fontSizes": {"standard": pixels}})


def wrong_with(phone, axe):
    """Return the problems of a phone's page at both widths, with large text, in axe, and in dark colours."""
    page, size, wrong = phone.page, phone.page.viewport_size, []
    for width in WIDTHS:
        page.set_viewport_size(size | {"width": width})
        wrong += [f"{width}: {line}" for line in measured(page, width)]
        with LargeText(page):
            wrong += [f"{width}, large letters: {line}" for line in measured(page, width)]
    if page.locator("html").get_attribute("lang") != PSEUDO:  # axe finds the same as in English
        page.set_viewport_size(size | {"height": 8000})  # so that nothing is behind the sticky bar
        page.evaluate(axe)
        wrong += page.evaluate(AXE, WCAG)
        page.emulate_media(color_scheme="dark")
        wrong += [f"dark: {line}" for line in page.evaluate(AXE, ["color-contrast"])]
        page.emulate_media(color_scheme="light")
    page.set_viewport_size(size)
    return wrong


def measured(page, width):
    return [
        line for script in (STICKING_OUT, TOO_SMALL, ONE_ON_ANOTHER, CUT_OFF) for line in page.evaluate(script, width)
    ]


def hidden(page, script=HIDDEN):
    """Press Tab until the focus comes round, and return what the script reports."""
    problems = []
    for _ in range(200):
        page.keyboard.press("Tab")
        problem = page.evaluate(script)
        if problem is None:
            return problems
        problems += [problem] if problem else []
    raise AssertionError("The focus does not come round.")
