"""Checks for other barriers: wide text spacing, forced colours, motion, autocomplete and page titles."""

from games.pages.languages import locale
from tests.pages.in_browser.layout import AXE, CUT_OFF, STICKING_OUT, WCAG

NARROW = 320  # also a desktop window at 400 %
RULES = [*WCAG, "best-practice"]
# Wide text spacing, which some readers need; WCAG 1.4.12.
SPACED = "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }"
WEAR = "css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); document.adoptedStyleSheets = [sheet]; }"
# Reports choices that look the same whether chosen or not.
ALIKE = """() => [...document.querySelectorAll("input:checked")].filter(one => getComputedStyle(one).opacity === "0").flatMap(one => {
    const look = input => {
        const style = getComputedStyle(input.closest("label"));
        const ground = style.backgroundColor.match(/\\d+/g).slice(0, 3); // all grounds are the same, see-through or not
        return [ground, style.borderTopColor, style.borderTopWidth].join();
    };
    const others = [...document.getElementsByName(one.name)].filter(other => !other.checked && other.closest("label"));
    return others.length && others.every(other => look(other) === look(one)) ? [`chosen, and looks like the others: ${one.id}`] : [];
})"""
MOVING = """() => [
    ...document.getAnimations().map(one => `moves: ${one.effect.target.outerHTML.slice(0, 80)}`),
    ...[...document.querySelectorAll("*")].filter(one => {
        const style = getComputedStyle(one);
        return style.animationName !== "none" || parseFloat(style.transitionDuration) || style.scrollBehavior === "smooth";
    }).map(one => `would move: ${one.outerHTML.slice(0, 80)}`)]"""
# Fields about the person must have `autocomplete`, so that browsers can fill them in; WCAG 1.3.5.
NO_AUTOCOMPLETE = """() => [...document.querySelectorAll("input[type=email], input[type=password], input[type=tel]")]
    .filter(one => !one.autocomplete).map(one => `no autocomplete: ${one.outerHTML.slice(0, 120)}`)"""


def tags(language):
    """Return what `lang` of a page in this language may be. In workers the English is that of the browser's region."""
    return {"en-GB", "en-US"} if language == "en" else {locale(language)}


def barriers(page, axe, language):
    """Return the problems of the page in its current state, in a narrow window."""
    wrong = [] if page.locator("html").get_attribute("lang") in tags(language) else ["in another language"]
    page.evaluate(axe)
    wrong += page.evaluate(AXE, RULES)
    wrong += measured(page)
    page.evaluate(WEAR, SPACED)
    wrong += [f"spaced: {line}" for line in measured(page)]
    page.evaluate(WEAR, "")
    wrong += page.evaluate(NO_AUTOCOMPLETE)
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    wrong += [*page.evaluate(ALIKE), *page.evaluate(MOVING)]
    page.emulate_media(forced_colors="none", reduced_motion="no-preference")
    return wrong


def measured(page):
    return [line for script in (STICKING_OUT, CUT_OFF) for line in page.evaluate(script, NARROW)]
