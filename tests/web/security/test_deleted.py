"""Who belongs to a circle no more finds nothing of it anywhere: not in what they had made there, nor in what is their own."""

from typing import Any
from uuid import UUID, uuid4
from zipfile import ZipFile

import pytest

from games import models, services
from games.services import actions
from tests.api.conftest import Caller
from tests.api.test_access import ROWS, signed_in
from tests.web.security.test_unknown_ids import path_of

SECRETS = (
    "Thursdays",
    "Yiota",
    "Larnaca",
    "Eleni",
    "Zeynep",
)  # what it is called since, who plays, where, and who is in it


def gone_by(how: str, owner: Caller, scorer: Caller) -> None:
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
def made(things: dict[str, str], owner: Caller, scorer: Caller, reader: Caller) -> list[models.Invitation]:
    """All that Deniz can have of the circle."""
    assert owner.circle
    assert scorer.person
    act: actions.ActionContext = {"by": scorer.person, "circle": owner.circle.pk}
    match, player = things["<uuid:match>"], str(uuid4())
    actions.put_player(player=player, name="Yiota", **act)
    actions.put_seats(match=UUID(match), players=[{"id": player, "name": "Yiota"}, "Duarte"], **act)
    actions.put_evening(evening=UUID(match), name="Larnaca", **act)
    services.claim_player(player=UUID(player), **act)
    services.give_token(role=models.Role.SCORER, name="Mine", **act)
    follow: Any = {**act, "thing": UUID(match), "until": None}
    return [services.let_follow(purpose=purpose, **follow) for purpose in ("match", "evening")]


@pytest.mark.turns
@pytest.mark.slow
@pytest.mark.parametrize("how", ["removed", "left", "deleted"])
def test_nothing_of_the_circle_is_on_any_page(
    how: str, made: list[models.Invitation], things: dict[str, str], owner: Caller, scorer: Caller
) -> None:
    assert owner.person
    assert owner.circle
    page = signed_in(scorer)
    assert "Yiota" in page.get("/invite/").text
    gone_by(how, owner, scorer)
    models.Circle.objects.filter(pk=owner.circle.pk).update(name="Thursdays")
    for method, address in ROWS:
        if method != "GET":
            continue
        caller = scorer if address.startswith("api/v1/") else page
        for ids in told(address, things, made):
            for query in ("", f"?circle={owner.circle.pk}", f"?match={things['<uuid:match>']}"):
                answer = caller.get(path_of(address, ids) + query)
                text = answer.getvalue()
                assert [secret for secret in SECRETS if secret.encode() in text] == [], (address, query)


def told(address: str, things: dict[str, str], made: list[models.Invitation]) -> list[dict[str, str]]:
    """What stands in an address; where that is an invitation, each of theirs."""
    if "<uuid:invitation>" not in address and "<str:token>" not in address:
        return [things]
    mine = [{"<uuid:invitation>": str(one.pk), "<str:token>": services.token_of(one)} for one in made]
    return [{**things, **one} for one in mine]


def test_nothing_of_it_is_in_the_file_of_everything(
    made: list[models.Invitation], owner: Caller, scorer: Caller, tmp_path: Any
) -> None:
    gone_by("removed", owner, scorer)
    file = tmp_path / "all.zip"
    file.write_bytes(signed_in(scorer).get("/you/export/").getvalue())
    with ZipFile(file) as archive:
        for name in archive.namelist():
            found = [secret for secret in SECRETS if secret.encode() in archive.read(name)]
            assert found == [], name


def test_what_they_had_invited_to_leads_nowhere(made: list[models.Invitation], owner: Caller, scorer: Caller) -> None:
    links = [f"/i/{services.token_of(one)}/" for one in made]
    assert [Caller().get(link).status_code for link in links] == [200, 200]
    gone_by("removed", owner, scorer)
    assert [Caller().get(link).status_code for link in links] == [404, 404]
