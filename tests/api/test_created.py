"""What was created has an address, which the answer names."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from games import services
from tests.api.conftest import V1, Caller

NEW = str(UUID(int=41))
PLAYERS = {"game": "bisca_tres", "players": ["Eleni", "Deniz"]}
CREATED: list[tuple[str, str, Any, str]] = [
    ("POST", "matches/", {**PLAYERS, "match": NEW}, f"matches/{NEW}/"),
    ("POST", "matches/{match}/deals/", {"deal": NEW, "answers": {"points": [71, 49]}}, "matches/{match}/deals/" + f"{NEW}/"),
    ("POST", "players/", {"player": NEW, "name": "Zeynep"}, f"players/{NEW}/"),
    ("PUT", f"evenings/{NEW}/", {"name": "Party"}, f"evenings/{NEW}/"),
    ("PUT", f"seasons/{NEW}/", {"name": "Winter", "from": "2026-01-01"}, f"seasons/{NEW}/"),
    ("PUT", f"custom-games/{NEW}/", {"name": "Canasta"}, f"custom-games/{NEW}/"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "body", "address"), CREATED)
def test_a_201_names_the_address(owner: Caller, method: str, path: str, body: Any, address: str) -> None:
    match = owner.started()
    answer = owner.ask(method, path.format(match=match), {**body, "event": str(uuid4())})
    assert (answer.status_code, answer["Location"]) == (201, V1 + address.format(match=match))
    if "deals" not in path:
        assert owner.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize(("method", "path", "body", "address"), CREATED)
def test_the_address_has_the_circle_of_the_request(
    owner: Caller, method: str, path: str, body: Any, address: str
) -> None:
    circle = services.make_circle(by=owner.person, circle=None, name="Sundays")[0].circle_id
    match = owner.post(f"matches/?circle={circle}", PLAYERS).json()["match"]
    answer = owner.ask(method, f"{path.format(match=match)}?circle={circle}", body)
    assert answer["Location"] == f"{V1}{address.format(match=match)}?circle={circle}"
    if "deals" not in path:
        assert owner.get(answer["Location"]).status_code == 200


def test_a_repetition_has_none(owner: Caller) -> None:
    body = {**PLAYERS, "event": str(uuid4())}
    assert [owner.post("matches/", body).has_header("Location") for _time in range(2)] == [True, False]


def test_circles_invitations_and_phones_have_addresses(owner: Caller, stranger: Caller) -> None:
    circle = owner.post("circles/", {"id": NEW})
    assert circle["Location"] == f"{V1}circles/{NEW}/"
    assert owner.get(circle["Location"]).json() == circle.json()
    assert not owner.post("circles/", {"id": NEW}).has_header("Location")
    invitation = owner.post(f"invitations/?circle={NEW}", {"purpose": "circle"})
    assert owner.delete(invitation["Location"]).status_code == 204
    ids = {name: str(uuid4()) for name in ("device", "person", "circle")}
    key = {"authorization": f"Token {'k' * 43}"}
    phone = stranger.post("devices/", ids, headers=key)
    assert phone["Location"] == f"{V1}devices/{ids['device']}/"
    assert not stranger.post("devices/", ids, headers=key).has_header("Location")
    assert stranger.delete(phone["Location"], headers=key).status_code == 204


def test_every_operation_that_creates_describes_the_header(owner: Caller) -> None:
    operations = [operation for path in owner.get("schema/").json()["paths"].values() for operation in path.values()]
    created = [operation["responses"]["201"] for operation in operations if "201" in operation["responses"]]
    assert len(created) == 9
    assert all("Location" in response["headers"] for response in created)
