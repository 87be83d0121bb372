"""The first message of a stream of news. tests/ground/test_streams.py has the others."""

import json
from uuid import uuid4

from games import services
from games.store.circle_states import read_states
from scorekeeper.streams import Topic
from tests.api.conftest import Caller
from tests.match.logs import deal, start


def topic_of(owner: Caller) -> Topic | None:
    headers = owner.get("news/").headers.items()
    return Topic.of((name.encode(), value.encode()) for name, value in headers)


def test_news_begin_with_the_number_of_the_last_event(owner: Caller) -> None:
    owner.post("events/", [start(), deal("a", "start")])
    answer = owner.get("news/", HTTP_ACCEPT="text/event-stream")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/event-stream")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Accel-Buffering"] == "no"
    lines = dict(line.split(": ", 1) for line in answer.content.decode().splitlines() if line)
    assert (lines["id"], lines["event"]) == ("2", "news")
    assert owner.circle
    assert json.loads(lines["data"]) == {"circle": str(owner.circle.pk), "seq": 2, "erasures": 0}


def test_the_state_of_a_stream_is_that_which_the_server_looks_at(owner: Caller) -> None:
    assert owner.circle
    id = str(owner.circle.pk)
    first = topic_of(owner)
    assert first is not None
    assert (first.thing, first.state) == (id, read_states([id])[id])
    owner.post("events/", [start()])
    second = topic_of(owner)
    assert second is not None
    assert second.state == read_states([id, str(uuid4())])[id] != first.state
    assert second.reader == first.reader


def test_a_deleted_circle_has_another_state(owner: Caller) -> None:
    assert owner.circle
    id = str(owner.circle.pk)
    before = read_states([id])[id]
    services.delete_circle(by=owner.person, circle=owner.circle.pk)
    assert read_states([id])[id] != before
    assert owner.get("news/").status_code == 404
