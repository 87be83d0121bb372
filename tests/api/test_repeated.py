"""Every request that writes may come twice: the phone cannot know whether its first try got through."""

import pytest

from games import models
from tests.api.conftest import Caller
from tests.api.test_plain import POINTS, new

REPEATED = [
    ("POST", "matches/{match}/deals/", {"answers": POINTS}),
    ("PUT", "matches/{match}/deals/{deal}/", {"answers": {"points": [50, 70]}}),
    ("DELETE", "matches/{match}/deals/{deal}/", {}),
    ("POST", "matches/{match}/deals/{deal}/restore/", {}),
    ("POST", "matches/{match}/settle/", {"keep": []}),
    ("PUT", "matches/{match}/options/", {"options": {"lines": 10}}),
    ("PUT", "matches/{match}/seats/", {"players": ["Rosa", "Duarte"]}),
    ("POST", "matches/{match}/people/", {"players": ["Rosa", "Duarte"], "points": "from_zero"}),
    ("POST", "matches/{match}/finish/", {}),
    ("POST", "matches/{match}/reopen/", {}),
    ("DELETE", "matches/{match}/", {}),
    ("POST", "matches/{match}/undelete/", {}),
    ("POST", "matches/", {"game": "bisca_tres", "players": ["Eleni", "Deniz"]}),
    ("POST", "players/", {"name": "Eleni"}),
    ("PATCH", "players/{player}/", {"hidden": True}),
    ("PUT", "evenings/{match}/", {"name": "A long night"}),
]


@pytest.mark.parametrize(("method", "path", "body"), REPEATED)
def test_the_same_request_twice_is_done_once(owner: Caller, method: str, path: str, body: dict[str, object]) -> None:
    match = owner.started()
    known = {
        "match": match,
        "deal": owner.dealt(match),
        "player": owner.post("players/", {"name": "E"}).json()["player"]["id"],
    }
    body = {**body, "event": new()}
    first = owner.ask(method, path.format(**known), body)
    assert first.status_code in (200, 201), first.content
    stored = models.Event.objects.count()
    second = owner.ask(method, path.format(**known), body)
    assert second.status_code == 200
    assert first.json() == second.json()
    assert first.json()["event"] == body["event"]
    assert models.Event.objects.count() == stored


def test_the_same_id_for_something_else_is_a_clash(owner: Caller) -> None:
    match = owner.started()
    event = new()
    owner.dealt(match, 71, event=event)
    answer = owner.post(f"matches/{match}/deals/", {"answers": {"points": [72, 48]}, "event": event})
    assert (answer.status_code, answer.json()["code"]) == (409, "changed")
    deal = owner.dealt(match, 71, deal=new())
    answer = owner.post(f"matches/{match}/deals/", {"answers": POINTS, "deal": deal})
    assert (answer.status_code, answer.json()["code"]) == (409, "doubled")
    answer = owner.post("matches/", {"match": match, "game": "bisca_tres", "players": ["Eleni", "Deniz"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "doubled")
