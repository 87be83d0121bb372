"""docs/table.md tells of the table's pages as they are."""

import re

from games.pages.entry.form_answers import in_steps
from games.pages.routes import ROUTES
from games.rules import catalogue
from tests.docs import markdown

PAGE = markdown.page("table.md")
TEMPLATES = "".join(path.read_text("utf-8") for path in (markdown.DOCS.parent / "templates/table").glob("*.html"))


def test_every_page_is_told() -> None:
    told = [markdown.codes(row[1])[0] for row in markdown.rows(PAGE, "page")]
    assert told == ["/" + "/".join(address.segments) for address in ROUTES]


def test_every_state_of_what_is_saved_is_told() -> None:
    told = [re.sub(r"\d+", "%(n)s", row[0]) for row in markdown.rows(PAGE, "it says")]
    states = re.findall(r'data-\w+="{% trans %}(.*?){% endtrans %}', TEMPLATES.split('id="saved"')[1].split("</p>")[0])
    assert sorted(told) == sorted(states)


def test_what_pages_say_is_quoted_as_it_is() -> None:
    for quoted in re.findall(r"\*((?:Twice|Both|Undo|Another|What is).*?)\*", PAGE):
        assert quoted in TEMPLATES, quoted
    for quoted in ("recorded twice?", "put right in two ways", "Count a pile", "Note it down", "nobody"):
        assert quoted in TEMPLATES, quoted
        assert quoted.lower() in PAGE.lower(), quoted


def test_small_bids_are_tens() -> None:
    bid = catalogue.find("pilotta").question("bid")
    assert [in_steps(bid, number) for number in (8, 12, 7)] == [80, 120, 7]
