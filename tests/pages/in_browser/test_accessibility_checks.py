"""The checks of tests/pages/in_browser/accessibility.py find problems, and report no correct page."""

import pytest

from tests.pages.in_browser.accessibility import NARROW, barriers

pytestmark = pytest.mark.tenth

PAGE = "<!doctype html><html lang='en-GB'><title>Scores</title><style>{style}</style><main><h1>Scores</h1>{html}</main></html>"
CHOSEN = (
    "<label>{0} <input type='radio' name='trump' id='{0}' {1} style='opacity: 0; width: 30px; height: 30px'></label>"
)
TRUMPS = CHOSEN.format("hearts", "checked") + CHOSEN.format("spades", "")
WRONG = {
    # the beginning of the report; a style, and the page
    "spaced: cut off": ("", "<p style='width: 7em; white-space: nowrap; overflow: hidden'>Save the round"),
    "chosen, and looks like the others": ("label:has(:checked) { background: gold }", TRUMPS),
    "would move": ("p { transition: color 1s }", "<p>Round 3"),
    "no autocomplete": ("", "<label>Password <input type='password'></label>"),
    "heading-order": ("", "<h3>Round 3</h3>"),
}
RIGHT = {
    "chosen, and seen": ("label:has(:checked) { border: 4px solid Highlight }", TRUMPS),
    "still for those who want it": (
        "p { transition: color 1s } @media (prefers-reduced-motion: reduce) { * { transition: none !important } }",
        "<p>Round 3",
    ),
    "told": ("", "<label>Password <input type='password' autocomplete='current-password'></label>"),
}


def problems(page, axe, style, html, language="en"):
    page.set_viewport_size({"width": NARROW, "height": 600})
    page.set_content(PAGE.format(style=style, html=html))
    return barriers(page, axe, language)


@pytest.mark.parametrize("wrong", WRONG)
def test_problem_is_found(page, axe, wrong):
    assert [line for line in problems(page, axe, *WRONG[wrong]) if line.startswith(wrong)]


@pytest.mark.parametrize("right", RIGHT)
def test_correct_page_has_no_problems(page, axe, right):
    assert problems(page, axe, *RIGHT[right]) == []


def test_page_in_another_language_is_reported(page, axe):
    assert problems(page, axe, "", "<p>Round 3", language="el") == ["in another language"]
