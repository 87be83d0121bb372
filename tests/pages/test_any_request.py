"""Every request gets a well-formed page, or events that the server will accept."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games.match.log import Log, fold_events
from games.match.sheet import Sheet, sheet_from_log
from games.match.validation import validate_for_log
from games.pages.entry.form_answers import FormAnswers
from games.pages.entry.pile import Pile
from games.pages.request import Form, resolve
from games.rules import ask, nested
from games.rules.deal import AnyDeal
from games.rules.game import Setup
from games.rules.judge import is_asked
from tests import chance
from tests.pages.browser import STATUSES, Reply, fields, host
from tests.pages.requests import requests

pytestmark = pytest.mark.fifth

RequestJson = dict[str, Any]
RAW = (
    "<b>Bob",
    "<script>alert",
    "<b></",
    '"><script>',
    "<name>",
)  # typed texts that must never be on a page without escaping
ENTRIES = ("table", "round", "late")


def request_and_reply(name: str, count: int) -> Iterator[tuple[RequestJson, Reply]]:
    for request in requests(chance.seed_of(name), count):
        yield request, Reply(host().answer(request))


def check_reply(request: RequestJson, reply: Reply) -> None:
    assert reply.status in STATUSES
    assert bool(reply.text) == (reply.status in (200, 422))
    assert bool(reply.redirect_to) == (reply.status == 303)
    assert not reply.events or (reply.redirect_to and request["role"] != "reader" and request["form"] is not None)
    if reply.redirect_to:
        assert resolve(reply.redirect_to.split("?")[0]) is not None
    if reply.text:
        html = reply.html
        assert html.root.children
        assert not [raw for raw in RAW if raw in reply.text]
        assert all(element.get("type") in ("module", "") for element in html.root.all("script"))
        assert not [
            element for element in html.root.all() for name in element.attributes if name[:2] == "on" or name == "style"
        ]
        assert "Undefined" not in reply.text
        assert "None" not in [element.get("value") for element in html.root.all("input", "button")]
    log = fold_events(request.get("events", []))
    for event in reply.events:
        validate_for_log(Log() if event["match"] is None or event["kind"] == "start" else log, event)
        assert event["id"] not in log.causality.places


def setup_of_round(sheet: Sheet, page: str, ids: set[str]) -> Setup:
    """Return the setup of the round with one of these ids, else of the next round. People may have changed since then."""
    number = next((number for number, row in enumerate(sheet.rows) if row.id in ids), len(sheet.rows))
    return sheet.lineup_of(number - 1 if page == "late" else number).setup


def check_typed_answers(request: RequestJson, reply: Reply) -> bool:
    """Check that a preview or a refused save leaves all typed answers in the form.

    Return whether the request was such a preview or save.
    """
    resolved = resolve(request["path"])
    if resolved is None or resolved[0].name not in ENTRIES or not reply.text or request["form"] is None:
        return False
    sent = Form(request["form"])
    if sent.has("press") and sent.get("press") != "":
        return False
    sheet = sheet_from_log(fold_events(request["events"]))
    if sheet is None:  # it needs a newer version
        return False
    match = setup_of_round(sheet, resolved[0].name, {sent.get("deal"), resolved[1].get("deal", "")})
    if match.game.pack is not None and match.game.pack.fills and "pile" in sent.all("open"):
        Pile(match, sent, match.game.pack)
    before, after = FormAnswers(match, sent), FormAnswers(match, Form(fields(reply.form)))
    for question in match.game.questions:
        value = before.answers.get(question.name)
        was_answered = value not in (None, False) and (
            isinstance(question, ask.Tally) or not question.problems(value, AnyDeal(match))
        )
        if isinstance(question, nested.Each) and question.may_say is not None:
            was_answered = was_answered and is_offered(question, match, before.answers)
        is_refused = f'id="{question.name}-problem"' in reply.text  # others play that round, and have no such side
        if was_answered and not is_refused:
            assert after.answers.get(question.name) is not None, (question.name, request["form"])
    return True


def is_offered(question: nested.Each, match: Setup, answers: dict[str, Any]) -> bool:
    """Return whether the house rules and the other answers leave anyone the key that was pressed.

    Without a bid there is no cannonball.
    """
    deal = AnyDeal(match)
    deal.given = deal.answers = answers
    pressed = [place for place, value in enumerate(answers[question.name]) if value is True]
    assert question.may_say is not None
    return is_asked(question, deal) and any(question.may_say(deal, place) for place in pressed)


@pytest.mark.fifth
@pytest.mark.slow
def test_every_request_is_answered() -> None:
    statuses, kinds = Counter[int](), Counter[str]()
    count = chance.amount(600, 10_000)
    for request, reply in request_and_reply("every request", count):
        check_reply(request, reply)
        statuses[reply.status] += 1
        kinds.update(event["kind"] for event in reply.events)
    assert set(statuses) == set(STATUSES)
    assert min(statuses.values()) > chance.amount(0, count // 60)
    assert len(kinds) > chance.amount(4, 9), kinds


@pytest.mark.slow
def test_typed_answers_stay_in_the_form() -> None:
    count = chance.amount(500, 6_000)
    replies = request_and_reply("what was typed", count)
    assert sum(check_typed_answers(request, reply) for request, reply in replies) > count / 60


@pytest.mark.slow
def test_no_page_has_the_same_id_twice() -> None:
    repeated = Counter[str]()
    for _request, reply in request_and_reply("ids", chance.amount(300, 3_000)):
        repeated.update(reply.html.repeated_ids() if reply.text else ())
    assert repeated == {}


def test_answering_does_not_change_the_cached_log() -> None:
    """One folded log serves many requests."""
    for request, reply in request_and_reply("again", chance.amount(150, 1_500)):
        second = Reply(host().answer(request))
        assert (second.status, second.text, second.events, second.redirect_to) == (
            reply.status,
            reply.text,
            reply.events,
            reply.redirect_to,
        )
