"""Which role may create which invitation, and how an invitation ends."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from games import models, services
from games.match.errors import Refused
from games.services import invitations
from tests.web.invitations.conftest import InvitationCast


@pytest.mark.parametrize("role", ["owner", "scorer", "reader"])
def test_owner_invites_to_every_role(cast: InvitationCast, role: str) -> None:
    assert cast.to_circle(role).role == role


@pytest.mark.parametrize("name", ["deniz", "zeynep", "rosa"])
@pytest.mark.parametrize("role", ["owner", "scorer", "reader"])
def test_others_cannot_invite_to_a_circle(cast: InvitationCast, name: str, role: str) -> None:
    with pytest.raises(Refused, match="cannot invite"):
        services.invite_to_circle(by=getattr(cast, name), circle=cast.circle.pk, role=role, until=None, most=None)
    assert not models.Invitation.objects.exists()


def test_writers_create_links_to_follow(cast: InvitationCast) -> None:
    match = cast.match()
    for person in (cast.eleni, cast.deniz):
        assert cast.to_follow(match, by=person).thing == match
    for person in (cast.zeynep, cast.rosa):
        with pytest.raises(Refused, match="cannot invite"):
            cast.to_follow(match, by=person)


@pytest.mark.parametrize("purpose", ["match", "evening"])
def test_only_matches_of_the_circle_can_be_followed(cast: InvitationCast, purpose: str) -> None:
    match = cast.match()
    with pytest.raises(Refused, match="No such match"):
        services.invite_to_follow(by=cast.rosa, circle=cast.sundays.pk, purpose=purpose, thing=match, until=None)
    with pytest.raises(Refused, match="No such match"):
        cast.to_follow(uuid4(), purpose)
    cast.delete(match)
    with pytest.raises(Refused, match="No such match"):
        cast.to_follow(match, purpose)


@pytest.mark.parametrize("purpose", ["circle", "account", "everything", ""])
def test_link_to_follow_does_not_join(cast: InvitationCast, purpose: str) -> None:
    with pytest.raises(Refused):
        cast.to_follow(cast.match(), purpose)


def test_unknown_role_is_refused(cast: InvitationCast) -> None:
    with pytest.raises(Refused):
        cast.to_circle("king")


def test_own_phone_invitation_is_short_lived(cast: InvitationCast) -> None:
    invitation = services.invite_own_phone(by=cast.zeynep)
    assert (invitation.most, invitation.circle) == (1, None)
    assert invitation.until is not None
    assert invitation.until - timezone.now() <= timedelta(minutes=10)


def test_number_of_open_invitations_is_limited(cast: InvitationCast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "MOST_OPEN", 2)
    first, _second = cast.to_circle(), cast.to_circle()
    with pytest.raises(Refused) as refused:
        cast.to_circle()
    assert refused.value.code == "many"
    services.revoke_invitation(by=cast.eleni, invitation=first.pk)
    cast.to_circle()


def test_number_of_invitations_within_a_day_is_limited(cast: InvitationCast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise someone who creates and withdraws them could fill the database."""
    monkeypatch.setattr(invitations, "MOST_OF_DAY", 2)
    for _ in range(2):
        services.revoke_invitation(by=cast.eleni, invitation=cast.to_circle().pk)
    with pytest.raises(Refused) as refused:
        cast.to_circle()
    assert refused.value.code == "many"
    models.Invitation.objects.update(created=timezone.now() - timedelta(days=1))
    cast.to_circle()


def test_creator_and_owners_see_open_invitations(cast: InvitationCast) -> None:
    own, to_circle = services.invite_own_phone(by=cast.deniz), cast.to_circle()
    follow = cast.to_follow(cast.match(), by=cast.deniz)
    seen = {
        name: {row.pk for row in services.invitations_of(getattr(cast, name))} for name in ("eleni", "deniz", "rosa")
    }
    assert seen == {"eleni": {to_circle.pk, follow.pk}, "deniz": {own.pk, follow.pk}, "rosa": set()}


def test_ended_invitation_is_not_listed(cast: InvitationCast) -> None:
    cast.to_circle(days=-1)
    used = cast.to_circle()
    services.join(invitation=used, person=None)
    assert not services.invitations_of(cast.eleni).exists()


def refusal(invitation: models.Invitation) -> str:
    with pytest.raises(Refused) as refused:
        services.by_token(services.token_of(invitation))
    return refused.value.code


def test_link_works_while_its_invitation_is_valid(cast: InvitationCast) -> None:
    invitation = cast.to_circle(most=None)
    assert services.by_token(services.token_of(invitation)) == invitation
    assert refusal(cast.to_circle(days=-1)) == "over"
    used = cast.to_circle()
    services.join(invitation=used, person=None)
    assert refusal(used) == "used_up"
    assert services.revoke_invitation(by=cast.eleni, invitation=invitation.pk)
    assert refusal(invitation) == "taken_back"
    models.Invitation.objects.filter(pk=invitation.pk).delete()
    assert refusal(invitation) == "no_invitation"


def test_only_creator_and_owners_revoke_an_invitation(cast: InvitationCast) -> None:
    follow = cast.to_follow(cast.match(), by=cast.deniz)
    for person in (cast.zeynep, cast.rosa):
        assert not services.revoke_invitation(by=person, invitation=follow.pk)
    assert services.revoke_invitation(by=cast.eleni, invitation=follow.pk)
    assert not services.revoke_invitation(by=cast.eleni, invitation=follow.pk)


def test_invitation_ends_when_its_creator_loses_the_right(cast: InvitationCast) -> None:
    follow, to_circle = cast.to_follow(cast.match(), by=cast.deniz), cast.to_circle()
    models.Membership.objects.filter(circle=cast.circle, person=cast.deniz).update(role="reader")
    assert refusal(follow) == "taken_back"
    models.Membership.objects.filter(circle=cast.circle, person=cast.eleni).update(role="scorer")
    assert refusal(to_circle) == "taken_back"


@pytest.mark.parametrize(
    ("model", "change"),
    [
        ("Group", {"deleted": timezone.now()}),
        ("Person", {"deleted": timezone.now()}),
        ("Person", {"is_active": False}),
    ],
)
def test_deleted_circle_or_person_ends_the_invitation(
    cast: InvitationCast, model: str, change: dict[str, object]
) -> None:
    invitation = cast.to_circle()
    {"Group": cast.circle, "Person": cast.eleni}[model].__class__.objects.update(**change)  # type: ignore[attr-defined]
    assert refusal(invitation) == "taken_back"


def test_forged_link_is_refused(cast: InvitationCast) -> None:
    token = services.token_of(cast.to_circle())
    name, _dot, signature = token.partition(".")
    other = services.token_of(cast.to_circle())
    changed = [token[:-1] + ("A" if token[-1] != "A" else "B"), name, f"{name}.", f".{signature}", "", "ş", token * 2]
    for wrong in [*changed, f"{other.partition('.')[0]}.{signature}", token.upper()]:
        with pytest.raises(Refused) as refused:
            services.by_token(wrong)
        assert refused.value.code == "no_invitation"


def test_no_token_or_code_is_stored(cast: InvitationCast) -> None:
    invitation = cast.to_circle()
    services.make_code(invitation)
    [row] = models.Invitation.objects.values_list()
    code = services.code_of(invitation)
    assert code is not None
    assert code not in str(row)
    assert services.token_of(invitation).partition(".")[2] not in str(row)
    assert UUID(str(row[0])) == invitation.pk


@pytest.mark.parametrize(
    ("change", "is_kept"),
    [
        ({}, True),
        ({"most": None}, True),
        ({"used": 1}, False),
        ({"used": 1, "most": 5}, True),
        ({"until": timedelta(days=-31)}, False),
        ({"until": timedelta(days=-29)}, True),
        ({"revoked": timedelta(days=-31)}, False),
        ({"revoked": timedelta(days=-29)}, True),
    ],
    ids=str,
)
def test_invitation_is_deleted_a_month_after_its_end(
    cast: InvitationCast, change: dict[str, Any], is_kept: bool
) -> None:
    invitation = cast.to_circle(days=None)
    now = timezone.now()
    moved = {name: now + value if isinstance(value, timedelta) else value for name, value in change.items()}
    models.Invitation.objects.update(created=now - timedelta(days=60), **moved)
    assert services.tidy_invitations() == (0 if is_kept else 1)
    assert models.Invitation.objects.filter(pk=invitation.pk).exists() == is_kept


def test_links_to_follow_do_not_push_an_invitation_off_the_list(
    cast: InvitationCast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "MOST_LISTED", 2)
    entering, match = cast.to_circle(), cast.match()
    links = [cast.to_follow(match, by=cast.deniz) for _link in range(3)]
    assert invitations.listed_invitations(services.invitations_of(cast.eleni)) == [links[-1], entering]
