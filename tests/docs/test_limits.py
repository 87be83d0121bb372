"""docs/api.md lists every limit, with its number, its code and its sentence."""

import re

import polib
import pytest
from django.conf import settings

from games.api import bodies, pagination, parsers, throttles
from games.api import limits as of_scores
from games.display import history_lines, rows
from games.export import data as exports
from games.imports import matches as documents
from games.imports import preview, source
from games.match import deals, json_input, limits
from games.match.custom_games import MOST_CUSTOM_GAMES, MOST_DESCRIBED
from games.services import circles, devices, invitations, new_circles, programs
from games.store import append, evenings, folding, season_results, seasons
from games.store.figures import period
from games.web import form_fields
from games.web.evenings import base, forms, page
from scorekeeper import answers
from tests.docs import markdown
from tools.steps import ROOT

CHAPTERS = dict(markdown.chapters(markdown.page("api.md"), "##"))
ROWS = markdown.rows(CHAPTERS["Limits"], "what")
CONSTANTS = {
    "events of a match that the writer had seen": limits.MOST_EVENTS,
    "events of each writer beyond these 20,000": limits.RESERVE,
    "rounds of a match that the writer had seen": limits.MOST_ROUNDS,
    "rounds of a match in all": limits.MOST_ROUNDS_STORED,
    "changes of the people that the writer had seen": limits.MOST_CHANGES,
    "changes of the people in all": limits.MOST_CHANGES_STORED,
    "players who have points in a match, including those who left": limits.MOST_COLUMNS,
    "the same in a document": limits.MOST_COLUMNS,
    "changes of the people in a document": limits.MOST_CHANGES,
    "events of a match in all": limits.MOST_EVENTS_STORED,
    "characters of an event's data": limits.MOST_DATA,
    "characters of the data and the `after` of a match, in all": limits.MOST_DATA_OF_MATCH,
    "ids in `after`, in `keep`, in `strike`": limits.MOST_IDS,
    "ids in `after` of a match, in all": limits.MOST_NAMED,
    "the same of each writer beyond these 100,000": limits.NAMED_RESERVE,
    "matches that an evening lists": limits.MOST_MATCHES,
    "other matches that a push or an import by a request moves to another evening": evenings.MOST_MOVED,
    "characters of a name": form_fields.LONGEST,
    "characters of another text": forms.LONGEST_NOTE,
    "events of a push": parsers.MOST_PUSHED,
    "bytes of a body": json_input.LONGEST,
    "lists and objects within each other": json_input.DEEPEST,
    "deals of a document to score": of_scores.MOST_DEALS,
    "answers of each of its deals": of_scores.MOST_ANSWERS,
    "problems of its sheet": of_scores.MOST_PROBLEMS,
    "bytes of an imported file": source.MOST_BYTES_SENT,
    "entries of such a file": preview.MOST_ENTRIES_SENT,
    "entries of one match in it": preview.MOST_OF_A_MATCH,
    "deals of a document in it": documents.MOST,
    "matches of an evening that is exported": exports.MOST,
    "rounds of a match or evening that is exported": exports.MOST_ROUNDS,
    "events of these": exports.MOST_EVENTS,
    "megabytes of an answer": answers.MOST_OF_ANSWER // 1_000_000,
    "seats in the matches that an answer with figures adds up; stored months need none": period.MOST_SEATS,
    "people in these matches and in the stored months": period.MOST_PEOPLE,
    "characters of the stored figures that such an answer reads": period.MOST_CHARACTERS,
    "rows of a page of a list": pagination.MOST,
    "open invitations of a person": invitations.MOST_OPEN,
    "invitations that a person creates within a day": invitations.MOST_OF_DAY,
    "phones that a session adds within a day": devices.MOST_OF_BROWSER,
    "phones and programs that a person adds within a day": devices.MOST_ADDED,
    "keys for programs of a person": programs.MOST_KEYS,
    "uses of an invitation": bodies.MOST_USES,
    "players of a circle": append.MOST_PLAYERS,
    "seasons of a circle, with deleted ones": seasons.MOST_SEASONS,
    "custom games of a circle; a match that copies one more is accepted": MOST_CUSTOM_GAMES,
    "the same with deleted ones": MOST_DESCRIBED,
    "seats of the matches that the table of a season adds up": season_results.MOST_SEATS,
    "people in the table of a season": season_results.MOST_PEOPLE,
    "circles that a person owns": circles.MOST_CIRCLES,
    "circles that a person is in when joining another": circles.MOST_JOINED,
    "members of a circle": circles.MOST_MEMBERS,
    "circles of an account after a guest was merged into it": circles.MOST_MERGED,
    "sessions that phones of an address begin in a day": throttles.SessionsPerAddress.most,
    "megabytes that all guests of an address store in a day": settings.GUEST_MEGABYTES,
    "guests that an address begins in a day": new_circles.MOST_A_DAY,
}
SENTENCES = {
    re.sub(r"%\(\w+\)s", "%", entry.msgid) for entry in polib.pofile(str(ROOT / "locale/de/LC_MESSAGES/django.po"))
}


def test_the_numbers_are_those_of_the_code() -> None:
    assert {what: number for what, number, _code, _sentence in ROWS} == {
        what: f"{number:,}" for what, number in CONSTANTS.items()
    }


def test_the_listed_numbers_are_those_of_the_code() -> None:
    text = " ".join(CHAPTERS["Limits"].split())
    assert f"list the newest {deals.MOST_VERSIONS} of each writer" in text
    assert f"the newest {history_lines.MOST_LINES} lines" in text
    assert f"list the newest {rows.MOST_ROWS:,} rounds" in text
    assert f"{base.MOST} matches of an evening at a time" in text
    assert f"the first {page.MOST_ROWS} people and {page.MOST_GAMES} games" in text
    assert f"that a push names are {folding.MOST_FOLDED:,} together" in text
    assert bodies.NAME == form_fields.LONGEST
    events = " ".join(CHAPTERS["Events"].split())
    assert f"together search {limits.MOST_TRACED:,}" in events
    assert f"after the first {limits.LAST_TRACED:,} events" in events
    assert f"name {limits.MOST_AWAITED:,} others before these come" in events


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_code_and_sentence_are_those_of_the_code(row: list[str]) -> None:
    _what, _number, code, sentence = row
    codes = {
        code
        for _head, rows in markdown.tables(CHAPTERS["Codes"])
        for names, _meaning in rows
        for code in markdown.codes(names)
    }
    assert set(markdown.codes(code)) <= codes
    assert re.sub(r"\d+|(?<=“)\w+(?=”)", "%", sentence) in SENTENCES
