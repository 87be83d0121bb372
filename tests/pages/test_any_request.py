"""Whatever is asked is answered: with a page that is whole, or with events that the server will take."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games.match.log import Log, fold_events
from games.match.scoring import sheet_from_log
from games.match.sheet import side_name
from games.match.validation import validate_for_log
from games.pages.entry.form_answers import FormAnswers
from games.pages.entry.pile import Pile
from games.pages.request import Form
from games.pages.routes import resolve
from games.rules import ask
from tests import chance
from tests.pages.browser import STATUSES, Reply, fields, host
from tests.pages.requests import requests

Asked = dict[str, Any]
RAW = ("<b>Bob", "<script>alert", "<b></", '"><script>', "<name>")  # as it is typed: never as it stands on a page
ENTRIES = ("table", "round", "late")


def answered(name: str, count: int) -> Iterator[tuple[Asked, Reply]]:
    for asked in requests(chance.seed_of(name), count):
        yield asked, Reply(host().answer(asked))


def look_at(asked: Asked, reply: Reply) -> None:
    assert reply.status in STATUSES
    assert bool(reply.text) == (reply.status in (200, 422))
    assert bool(reply.go) == (reply.status == 303)
    assert not reply.events or (reply.go and asked["role"] != "reader" and asked["form"] is not None)
    if reply.go:
        assert resolve(reply.go.split("?")[0]) is not None
    if reply.text:
        html = reply.html
        assert html.root.held
        assert not [raw for raw in RAW if raw in reply.text]
        assert all(one.get("type") in ("module", "") for one in html.root.all("script"))
        assert not [one for one in html.root.all() for name in one.attributes if name[:2] == "on" or name == "style"]
        assert "Undefined" not in reply.text
        assert "None" not in [one.get("value") for one in html.root.all("input", "button")]
    log = fold_events(asked.get("events", []))
    for event in reply.events:
        validate_for_log(Log() if event["match"] is None or event["kind"] == "start" else log, event)
        assert event["id"] not in log.causality.places


def look_at_what_was_typed(asked: Asked, reply: Reply) -> bool:
    """After a press that only asks what it is worth, and after a save that was refused, it is all still there."""
    found = resolve(asked["path"])
    if found is None or found[0].name not in ENTRIES or not reply.text or asked["form"] is None:
        return False
    sent = Form(asked["form"])
    if sent.has("press") and sent.get("press") != "":
        return False
    sheet = sheet_from_log(fold_events(asked["events"]))
    if sheet is None:  # it needs a newer version
        return False
    match = sheet.setup
    Pile(match, sent, [side_name(match, sheet.names, side) for side in range(match.sides)])
    was, now = FormAnswers(match, sent), FormAnswers(match, Form(fields(reply.form)))
    for question in match.game.questions:
        value = was.answers.get(question.name)
        is_said = value not in (None, False) and (
            isinstance(question, ask.Tally) or not question.problems(value, match)
        )
        if is_said:
            assert now.answers.get(question.name) is not None, (question.name, asked["form"])
    return True


@pytest.mark.slow
def test_every_request_is_answered() -> None:
    statuses, kinds = Counter[int](), Counter[str]()
    count = chance.amount(600, 10_000)
    for asked, reply in answered("every request", count):
        look_at(asked, reply)
        statuses[reply.status] += 1
        kinds.update(event["kind"] for event in reply.events)
    assert set(statuses) == set(STATUSES)
    assert min(statuses.values()) > chance.amount(0, count // 60)
    assert len(kinds) > chance.amount(4, 9), kinds


@pytest.mark.slow
def test_what_was_typed_is_still_there() -> None:
    count = chance.amount(500, 6_000)
    replies = answered("what was typed", count)
    assert sum(look_at_what_was_typed(asked, reply) for asked, reply in replies) > count / 60


@pytest.mark.slow
def test_no_id_is_there_twice() -> None:
    found = Counter[str]()
    for _asked, reply in answered("ids", chance.amount(300, 3_000)):
        found.update(reply.html.doubled() if reply.text else ())
    assert found == {}


def test_an_answer_changes_nothing_that_is_kept() -> None:
    """The log is folded once for many answers."""
    for asked, reply in answered("again", chance.amount(150, 1_500)):
        again = Reply(host().answer(asked))
        assert (again.status, again.text, again.events, again.go) == (reply.status, reply.text, reply.events, reply.go)
