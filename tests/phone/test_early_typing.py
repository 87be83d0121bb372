"""What someone types while a page is still loading stays, whatever the page does when its scripts begin."""

import pytest

from tests.phone.conftest import wait
from tests.phone.test_cut_off import started
from tests.phone.test_evening import is_worth, play

pytestmark = pytest.mark.tenth

__all__ = ["started"]

# Types before any script of the page has begun.
TYPE = """() => {
  const observer = new MutationObserver(() => {
    const field = document.querySelector('#points-0');
    if (!field || !field.form?.querySelector('button.go')) return;
    observer.disconnect();
    field.value = '71';
    // then
  });
  observer.observe(document, { childList: true, subtree: true });
}"""

CLICK = "if (!sessionStorage.clicked) field.form.querySelector('button.go').click(sessionStorage.clicked = 1);"


def second_tab(phone, path):
    """Open the match in another tab, in which someone types at once."""
    page = phone.context.new_page()
    page.add_init_script(f"({TYPE})()")
    page.goto(phone.url + path)
    return page


def test_numbers_typed_before_the_scripts_begin_stay_when_another_round_comes(real, started):
    phone, path = started
    page = second_tab(phone, path)
    play(phone, 30)
    is_worth(phone, 0, 1)
    page.locator("#sheet tbody tr:not(.why)").wait_for()
    assert page.locator("#points-0").input_value() == "71"
    page.locator("#round button.go").click()
    phone.until("(await all('events')).filter(one => one.event.kind === 'deal').length === 2")
    assert phone.errors == []


def test_a_draft_does_not_replace_numbers_typed_before_the_scripts_begin(real, started):
    phone, path = started
    phone.page.locator("#points-0").fill("25")
    phone.page.locator("#points-sum", has_text="= 120").wait_for()
    page = second_tab(phone, path)
    page.locator("#points-sum", has_text="= 120").wait_for()
    wait(lambda: page.locator("#round[data-draft-pending]").count() == 0)
    assert page.locator("#points-0").input_value() == "71"


def test_numbers_saved_before_the_scripts_begin_are_stored(real, started):
    phone, path = started
    page = phone.context.new_page()
    page.add_init_script(f"({TYPE.replace('// then', CLICK)})()")
    page.goto(phone.url + path)
    phone.until("(await all('events')).filter(one => one.event.kind === 'deal').length === 1")
    page.locator("#sheet tbody tr:not(.why)").wait_for()
