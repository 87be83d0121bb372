"""Inviting and joining by REST."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import models, services
from games.services import guesses
from tests.api.conftest import NOBODY, Caller

INVITED = {"purpose": "circle", "role": "reader", "most": 2}


def made(owner: Caller, **said: Any) -> Any:
    answer = owner.post("invitations/", {**INVITED, **said})
    assert answer.status_code == 201, answer.content
    return answer.json()


def test_an_invitation_is_made_listed_and_taken_back(owner: Caller) -> None:
    until = (timezone.now() + timedelta(days=1)).isoformat(timespec="seconds")
    one = made(owner, until=until)
    assert (one["purpose"], one["role"], one["most"], one["used"]) == ("circle", "reader", 2, 0)
    assert one["link"] == f"http://testserver/i/{one['token']}/"
    code = one.pop("code")
    assert len(code) == 6
    assert owner.get("invitations/").json() == {"invitations": [one]}
    assert owner.delete(f"invitations/{one['id']}/").status_code == 204
    assert owner.get("invitations/").json() == {"invitations": []}
    assert owner.delete(f"invitations/{one['id']}/").status_code == 404


def test_a_key_that_ends_on_the_way_invites_nobody(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever ends a stolen key closes its invitations, and none may come after that."""
    invite = services.invite_to_circle

    def revoke_first(**fields: Any) -> models.Invitation:
        assert services.revoke_device(by=models.Person.objects.get(pk=owner.person.pk), device=owner.device)
        return invite(**fields)

    monkeypatch.setattr(services, "invite_to_circle", revoke_first)
    assert owner.post("invitations/", INVITED).json()["code"] == "other_person"
    assert not models.Invitation.objects.exists()


@pytest.mark.parametrize("way", ["code", "token"])
def test_a_guest_joins(owner: Caller, guest: Caller, way: str) -> None:
    one = made(owner)
    answer = guest.post("join/", {way: one[way]})
    assert (answer.status_code, answer.json()["role"], answer.json()["name"]) == (200, "reader", "Fridays")
    assert len(guest.get("circles/").json()["circles"]) == 2
    assert guest.post("join/", {"token": one["token"]}).status_code == 200  # again: nothing changes
    assert models.Invitation.objects.get().used == 1


@pytest.mark.parametrize("is_before", [True, False])
def test_a_group_that_is_deleted_in_this_moment_is_not_found(
    owner: Caller, guest: Caller, monkeypatch: pytest.MonkeyPatch, is_before: bool
) -> None:
    token, join = made(owner)["token"], services.join

    def delete_beside(**fields: Any) -> Any:
        deleted = models.Circle.objects.filter(pk=owner.circle.pk)
        if is_before:
            deleted.update(deleted=timezone.now())
        joined = join(**fields)
        deleted.update(deleted=timezone.now())
        return joined

    monkeypatch.setattr(services, "join", delete_beside)
    answer = guest.post("join/", {"token": token})
    assert answer.json()["code"] == ("taken_back" if is_before else "not_found")
    assert models.Membership.objects.filter(circle=owner.circle, person=guest.person).exists() != is_before
    assert models.Invitation.objects.get().used == (0 if is_before else 1)


def test_a_match_is_followed_by_its_link(owner: Caller, scorer: Caller, stranger: Caller) -> None:
    match = owner.started()
    for caller in (owner, scorer):
        one = made(caller, purpose="match", thing=match, role=None, most=None)
        assert stranger.get(f"/i/{one['token']}/").status_code == 200
    answer = scorer.post("join/", {"token": one["token"]})
    assert (answer.status_code, answer.json()["code"]) == (400, "purpose")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"purpose": "account"}, "data"),
        ({"purpose": None}, "data"),
        ({"role": "king"}, "data"),
        ({"most": 0}, "data"),
        ({"most": True}, "data"),
        ({"until": "2020-01-01T00:00:00Z"}, "data"),
        ({"until": "9999-12-31T23:59:59-12:00"}, "data"),
        ({"until": "tomorrow"}, "data"),
        ({"purpose": "match"}, "data"),
        ({"purpose": "match", "thing": NOBODY}, "no_thing"),
        ({"purpose": "evening", "thing": "x"}, "data"),
        ({"circle": NOBODY}, "unknown"),
    ],
)
def test_what_cannot_be_is_refused(owner: Caller, said: Any, code: str) -> None:
    answer = owner.post("invitations/", {**INVITED, **said})
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert not models.Invitation.objects.exists()


def test_only_owners_invite_to_the_circle(owner: Caller, scorer: Caller, reader: Caller) -> None:
    for caller in (scorer, reader):
        assert caller.post("invitations/", INVITED).status_code == 403
    assert reader.post("invitations/", {"purpose": "match", "thing": owner.started()}).status_code == 403


@pytest.mark.parametrize("said", [{}, {"code": "ABCDEF", "token": "x"}, {"token": ""}, {"code": 7}])
def test_one_way_in_is_needed(guest: Caller, said: Any) -> None:
    answer = guest.post("join/", said)
    assert (answer.status_code, answer.json()["code"]) == (400, "data")


def test_guessing_is_stopped_here_too(owner: Caller, guest: Caller) -> None:
    for _guess in range(guesses.FROM_ONE):
        assert guest.post("join/", {"code": "ABC-DEF"}).json()["code"] == "wrong_code"
    answer = guest.post("join/", {"code": made(owner)["code"]})
    assert (answer.status_code, answer["Retry-After"]) == (429, "600")


def test_a_programs_key_stays_in_its_circle(owner: Caller, other_owner: Caller) -> None:
    assert owner.circle
    assert owner.person
    theirs = made(other_owner)
    own = made(owner)
    services.invite_own_phone(by=owner.person)
    _other, sundays = services.make_person("Maria", "Sundays")
    models.Membership.objects.create(circle=sundays, person=owner.person, role="owner")
    elsewhere = services.invite_to_circle(by=owner.person, circle=sundays.pk, role="reader", until=None, most=1)
    models.Device.objects.filter(id=owner.device).update(circle=owner.circle)
    assert [one["id"] for one in owner.get("invitations/").json()["invitations"]] == [own["id"]]
    assert owner.delete(f"invitations/{elsewhere.pk}/").status_code == 404
    assert owner.post("join/", {"token": theirs["token"]}).status_code == 403
    assert owner.delete(f"invitations/{own['id']}/").status_code == 204
