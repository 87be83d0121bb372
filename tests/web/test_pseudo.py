"""In the pseudo-language nothing is left in plain English: every text is marked, gathered and shown translated."""

import json
import re
from html.parser import HTMLParser

import pytest
from django.utils import translation
from django.utils.translation import gettext

from games.match.errors import Refused
from games.match.score import score
from tests import chance
from tests.rules.documents import random_documents
from tests.web.addresses import HOME, NO_PAGE, PAGES

NAME = "Scorekeeper"
TRANSLATED = re.compile(r"⟦[^⟦⟧]*⟧")


class Words(HTMLParser):
    """Everything on a page that people read or hear."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_data(self, data):
        self.found.append(data)

    def handle_starttag(self, tag, attrs):
        self.found += [value for name, value in attrs if name in ("alt", "aria-label", "placeholder", "title")]


FILLED = re.compile(r'data-[a-z]+="([^"]*%\(n\)s[^"]*)"')


def plain(page):
    """The words in no brackets, names left out."""
    text = "\n".join(Words(page).found)
    while TRANSLATED.search(text):  # a translated text may stand in another one
        text = TRANSLATED.sub("", text)
    return re.findall(r"[^\W\d_]+", text.replace(NAME, ""))


@pytest.mark.parametrize("address", [*PAGES, NO_PAGE])
def test_a_page_shows_no_plain_english(client, pseudo, address):
    assert plain(client.get(address, headers={"accept-language": pseudo}).text) == []


def test_plain_english_would_be_seen(client):
    assert {"You", "play", "the", "cards"} <= set(plain(client.get(HOME).text))


def test_what_is_wrong_with_a_deal_comes_out_translated(pseudo):
    document = {
        "format": "scorekeeper.match/1",
        "game": "pilotta",
        "players": ["Eleni", "Deniz", "Andreas", "Zeynep"],
        "deals": [{"answers": {"bidder": 0, "bid": 85, "trick_points": [100, 52]}}],
    }
    with translation.override(pseudo):
        messages = [problem["message"] for problem in score(json.dumps(document).encode(), gettext)["problems"]]
    assert [re.findall(r"\d+", message) for message in messages] == [["85", "10"], ["152", "162"]]
    assert all(re.fullmatch("⟦.*⟧", message) for message in messages)


def test_every_sheet_comes_out_translated(pseudo):
    said = set()
    with translation.override(pseudo):
        for document in random_documents(chance.seed_of("pseudo"), chance.amount(600, 6_000)):
            try:
                sheet = score(json.dumps(document).encode(), gettext)
            except Refused as refused:
                said.add(refused.words.say(gettext))
            else:
                said.update(problem["message"] for problem in sheet["problems"])
                said.update(label for deal in sheet["deals"] for label, _points in deal["lines"])
    assert len(said) > 100
    assert [text for text in said if re.search(r"[^\W\d_]", text) and not re.fullmatch("⟦.*⟧", text)] == []


def test_words_that_a_script_puts_a_number_in_are_translated(client, pseudo, db):
    found = FILLED.findall(client.get("/", headers={"accept-language": pseudo}).text)
    assert found
    assert [words for words in found if not TRANSLATED.fullmatch(words)] == []
