"""A key that reaches several circles says which one a request is about."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from games import models, services
from tests.api.conftest import NOBODY, Caller

NEEDED = {
    "error": "You are in several groups. Name one with “?circle=” and its id; “circles/” lists them.",
    "code": "circle_needed",
}
PLAYERS = {"game": "bisca_tres", "players": ["Eleni", "Deniz"]}
REQUESTS: list[tuple[str, str, Any]] = [
    ("GET", "matches/", None),
    ("GET", "events/?since=0", None),
    ("GET", f"players/{NOBODY}/", None),
    ("GET", f"evenings/{NOBODY}/export/txt/", None),
    ("GET", "ratings/", None),
    ("POST", "events/", []),
    ("POST", "matches/", PLAYERS),
    ("POST", "players/", {"name": "Deniz"}),
    ("PUT", f"seasons/{NOBODY}/", {"name": "Winter", "from": "2026-01-01"}),
    ("POST", "invitations/", {"purpose": "circle"}),
]


@pytest.fixture
def second(owner: Caller) -> UUID:
    """A younger circle of the owner."""
    return services.make_circle(by=owner.person, circle=None, name="Sundays")[0].circle_id


@pytest.mark.parametrize(("method", "path", "body"), REQUESTS)
def test_a_request_without_a_circle_is_refused(owner: Caller, second: UUID, method: str, path: str, body: Any) -> None:
    answer = owner.ask(method, path, body)
    assert (answer.status_code, answer.json()) == (400, NEEDED)
    assert not models.Event.objects.exists()


def test_the_name_of_a_circle_is_enough(owner: Caller, second: UUID) -> None:
    for circle in (owner.circle and owner.circle.pk, second):
        answer = owner.post(f"matches/?circle={circle}", PLAYERS)
        assert answer.status_code == 201
        [match] = owner.get(f"matches/?circle={circle}").json()["matches"]
        assert match["id"] == answer.json()["match"]


def test_addresses_with_a_circle_or_without_any_go_on_working(owner: Caller, second: UUID) -> None:
    paths = ("circles/", f"circles/{second}/", f"circles/{second}/export/csv/", f"circles/{second}/log/")
    for path in (*paths, "devices/", "invitations/", "games/"):
        assert owner.get(path).status_code == 200, path
    assert owner.post("circles/", {"name": "Mondays"}).status_code == 201


def test_a_match_in_the_address_names_its_circle(owner: Caller, second: UUID) -> None:
    """Even if it is not in the oldest one."""
    for circle in (owner.circle and owner.circle.pk, second):
        match = owner.post(f"matches/?circle={circle}", PLAYERS).json()["match"]
        owner.dealt(match)
        assert owner.get(f"matches/{match}/").json()["deals"] == 1
        assert owner.get(f"matches/{match}/export/txt/").status_code == 200
        assert owner.delete(f"matches/{match}/").status_code == 200
        assert owner.post(f"matches/{match}/undelete/").status_code == 200
    assert owner.get(f"matches/{uuid4()}/").status_code == 404


def test_a_match_of_two_circles_does_not(owner: Caller, second: UUID) -> None:
    """Someone who knows its id may have put another one there."""
    assert owner.circle
    match = str(uuid4())
    for circle in (owner.circle.pk, second):
        assert owner.post(f"matches/?circle={circle}", {**PLAYERS, "match": match}).status_code == 201
    assert owner.get(f"matches/{match}/").json() == NEEDED
    assert owner.post(f"matches/{match}/finish/").json() == NEEDED
    assert owner.get(f"matches/{match}/?circle={second}").status_code == 200


def test_a_key_for_one_circle_names_none(owner: Caller, second: UUID) -> None:
    models.Device.objects.filter(id=owner.device).update(circle=second)
    match = owner.started()
    assert models.Match.objects.get(id=match).circle_id == second
    assert len(owner.get("matches/").json()["matches"]) == 1


def test_a_deleted_circle_does_not_count(owner: Caller, second: UUID) -> None:
    assert owner.delete(f"circles/{second}/").status_code == 204
    assert owner.get("matches/").status_code == 200
