"""A former member finds nothing of the circle: neither by what they created in it nor in their own data."""

from typing import Any
from uuid import UUID, uuid4
from zipfile import ZipFile

import pytest

from games import models, services
from games.services import actions
from tests.api.conftest import Caller
from tests.api.test_access import ROWS, path_of, signed_in

SECRETS = (
    "Thursdays",
    "Yiota",
    "Larnaca",
    "Eleni",
    "Zeynep",
)  # the new name of the circle, its players, a place, and its members


def end_membership(how: str, owner: Caller, scorer: Caller) -> None:
    assert owner.person
    assert owner.circle
    assert scorer.person
    circle = {"by": owner.person, "circle": owner.circle.pk}
    if how == "removed":
        services.remove_member(person=scorer.person.pk, **circle)
    elif how == "left":
        services.leave_circle(by=scorer.person, circle=owner.circle.pk)
    else:
        services.delete_circle(**circle)


@pytest.fixture
def invitations(things: dict[str, str], owner: Caller, scorer: Caller, reader: Caller) -> list[models.Invitation]:
    """Create everything that Deniz can have of the circle, and return the invitations."""
    assert owner.circle
    assert scorer.person
    act: actions.ActionContext = {"by": scorer.person, "circle": owner.circle.pk}
    match, player = things["<uuid:match>"], str(uuid4())
    actions.put_player(player=player, name="Yiota", **act)
    actions.put_seats(match=UUID(match), players=[{"id": player, "name": "Yiota"}, "Duarte"], **act)
    actions.put_evening(evening=UUID(match), name="Larnaca", **act)
    services.claim_player(player=UUID(player), **act)
    services.create_program_key(role=models.Role.SCORER, name="Mine", **act)
    follow: Any = {**act, "thing": UUID(match), "until": None}
    return [services.invite_to_follow(purpose=purpose, **follow) for purpose in ("match", "evening")]


@pytest.mark.turns
@pytest.mark.slow
@pytest.mark.parametrize("how", ["removed", "left", "deleted"])
def test_former_member_sees_nothing_of_the_circle(
    how: str, invitations: list[models.Invitation], things: dict[str, str], owner: Caller, scorer: Caller
) -> None:
    assert owner.person
    assert owner.circle
    page = signed_in(scorer)
    assert "Yiota" in page.get("/invite/").text
    end_membership(how, owner, scorer)
    models.Circle.objects.filter(pk=owner.circle.pk).update(name="Thursdays")
    for method, address in ROWS:
        if (
            method != "GET" or address == "api/v1/schema/"
        ):  # its examples have such names, and are the same for everyone
            continue
        caller = scorer if address.startswith("api/v1/") else page
        for ids in path_values(address, things, invitations):
            for query in ("", f"?circle={owner.circle.pk}", f"?match={things['<uuid:match>']}"):
                answer = caller.get(path_of(address, ids) + query)
                text = answer.getvalue()
                assert [secret for secret in SECRETS if secret.encode() in text] == [], (address, query)


def path_values(address: str, things: dict[str, str], invitations: list[models.Invitation]) -> list[dict[str, str]]:
    """Return the values for a URL pattern; for invitations, one set of values each."""
    if "<uuid:invitation>" not in address and "<str:token>" not in address:
        return [things]
    values = [{"<uuid:invitation>": str(row.pk), "<str:token>": services.token_of(row)} for row in invitations]
    return [{**things, **value} for value in values]


def test_personal_export_has_nothing_of_the_circle(
    invitations: list[models.Invitation], owner: Caller, scorer: Caller, tmp_path: Any
) -> None:
    end_membership("removed", owner, scorer)
    file = tmp_path / "all.zip"
    file.write_bytes(signed_in(scorer).get("/you/export/").getvalue())
    with ZipFile(file) as archive:
        for name in archive.namelist():
            leaks = [secret for secret in SECRETS if secret.encode() in archive.read(name)]
            assert leaks == [], name


def test_invitations_of_a_former_member_end(
    invitations: list[models.Invitation], owner: Caller, scorer: Caller
) -> None:
    links = [f"/i/{services.token_of(row)}/" for row in invitations]
    assert [Caller().get(link).status_code for link in links] == [200, 200]
    end_membership("removed", owner, scorer)
    assert [Caller().get(link).status_code for link in links] == [404, 404]
