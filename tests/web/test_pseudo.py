"""Every text of the pages is translated: in the pseudo-language no plain English is left."""

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


class TextCollector(HTMLParser):
    """Collects the texts of a page that people read or hear."""

    def __init__(self, page):
        super().__init__()
        self.texts = []
        self.feed(page)

    def handle_data(self, data):
        self.texts.append(data)

    def handle_starttag(self, tag, attrs):
        self.texts += [value for name, value in attrs if name in ("alt", "aria-label", "placeholder", "title")]


FILLED = re.compile(r'data-[a-z]+="([^"]*%\(n\)s[^"]*)"')


def plain(page):
    """Return the words of a page outside of translated texts, without names."""
    text = "\n".join(TextCollector(page).texts)
    while TRANSLATED.search(text):  # translated texts may be nested
        text = TRANSLATED.sub("", text)
    return re.findall(r"[^\W\d_]+", text.replace(NAME, ""))


@pytest.mark.parametrize("address", [*PAGES, NO_PAGE])
def test_page_has_no_plain_english(client, pseudo, address):
    assert plain(client.get(address, headers={"accept-language": pseudo}).text) == []


def test_plain_english_is_detected(client):
    assert {"You", "play", "the", "cards"} <= set(plain(client.get(HOME).text))


def test_problems_of_rounds_are_translated(pseudo):
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


def test_texts_of_sheets_are_translated(pseudo):
    texts = set()
    with translation.override(pseudo):
        for document in random_documents(chance.seed_of("pseudo"), chance.amount(600, 6_000)):
            try:
                sheet = score(json.dumps(document).encode(), gettext)
            except Refused as refused:
                texts.add(refused.words.translated(gettext))
            else:
                texts.update(problem["message"] for problem in sheet["problems"])
                texts.update(label for deal in sheet["deals"] for label, _points in deal["lines"])
    assert len(texts) > 100
    assert [text for text in texts if re.search(r"[^\W\d_]", text) and not re.fullmatch("⟦.*⟧", text)] == []


def test_texts_for_scripts_are_translated(client, pseudo, db):
    matches = FILLED.findall(client.get("/", headers={"accept-language": pseudo}).text)
    assert matches
    assert [words for words in matches if not TRANSLATED.fullmatch(words)] == []
