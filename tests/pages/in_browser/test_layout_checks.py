"""The checks of tests/pages/in_browser/layout.py find problems."""

import pytest

from tests.pages.in_browser.layout import AXE, UNSEEN, WCAG, LargeText, hidden, measured

pytestmark = pytest.mark.tenth

WRONG = {
    "scrolls sideways": "<p><span style='display: block; width: 500px'>Scores</span>",
    "sticks out": "<p><span style='display: block; width: 500px'>Scores</span>",
    "too small": "<a href='/' style='display: block; width: 20px; overflow: hidden'>x</a>",
    "lies on another": "<button>Save the round</button><button style='display: block; margin-top: -44px'>Undo the round</button>",
    "cut off": "<button style='width: 44px; white-space: nowrap'>Save the round</button>",
}


def set_content(page, html):
    page.set_viewport_size({"width": 320, "height": 640})
    page.set_content(
        f"<html lang='en'><style>button {{ min-height: 44px }}</style><body style='margin: 0'><main>{html}"
    )


@pytest.mark.parametrize("wrong", WRONG)
def test_problem_is_found(page, wrong):
    set_content(page, WRONG[wrong])
    assert [line for line in measured(page, 320) if line.startswith(wrong)]


def test_focus_behind_the_bar_is_found(page):
    bar = "<div class='save' style='position: sticky; bottom: 0; height: 99px; background: #fff'></div>"
    set_content(page, f"<button>Add</button><div style='height: 480px'></div><button>Undo</button><p>{bar}")
    assert hidden(page) == ["hidden: Undo"]
    set_content(page, f"<button>Add</button><button>Undo</button>{bar}")
    assert hidden(page) == []


def test_invisible_focus_is_found(page):
    set_content(page, "<button>Add</button><button style='outline: none'>Undo</button>")
    assert hidden(page, UNSEEN) == ["unseen: Undo"]


def test_text_that_outgrows_its_element_is_found(page):
    set_content(page, "<button style='width: 9em; font-size: 1rem'>Save the round</button>")
    assert measured(page, 320) == []
    set_content(page, "<button style='width: 150px; font-size: 1rem; white-space: nowrap'>Save the round</button>")
    assert measured(page, 320) == []
    with LargeText(page):
        assert [line.split(":")[0] for line in measured(page, 320)] == ["cut off"]
    assert measured(page, 320) == []


def test_problems_of_axe_are_found(page, axe):
    set_content(page, "<img src='/x'><p style='color: #ccc'>Take tricks")
    page.evaluate(axe)
    assert {"image-alt", "color-contrast"} <= {line.split(":")[0] for line in page.evaluate(AXE, WCAG)}
