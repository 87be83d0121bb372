"""docs/table.md describes the pages of the table as they are."""

import re

from games.pages.entry.form_answers import in_steps
from games.pages.request import ROUTES
from games.rules import catalogue
from tests.docs import markdown

PAGE = markdown.page("table.md")
TEMPLATES = "".join(path.read_text("utf-8") for path in (markdown.DOCS.parent / "templates/pages").glob("*.html"))


def test_every_page_is_listed() -> None:
    listed = [markdown.codes(row[1])[0] for row in markdown.rows(PAGE, "page")]
    assert listed == ["/" + "/".join(address.segments) for address in ROUTES]


def test_every_state_of_saving_is_listed() -> None:
    listed = [re.sub(r"\d+", "%(n)s", row[0]) for row in markdown.rows(PAGE, "it says")]
    states = re.findall(r'data-\w+="{% trans %}(.*?){% endtrans %}', TEMPLATES.split('id="saved"')[1].split("</p>")[0])
    assert sorted(listed) == sorted(states)


def test_quoted_texts_are_those_of_the_pages() -> None:
    for quoted in re.findall(r"\*((?:Twice|Both|Undo|Another|What is).*?)\*", PAGE):
        assert quoted in TEMPLATES, quoted
    for quoted in ("entered twice?", "two different corrections", "Count a pile", "for now", "nobody"):
        assert quoted in TEMPLATES, quoted
        assert quoted.lower() in PAGE.lower(), quoted


def test_a_small_bid_counts_in_tens() -> None:
    bid = catalogue.find("pilotta").question("bid")
    assert [in_steps(bid, number) for number in (8, 12, 7)] == [80, 120, 7]
