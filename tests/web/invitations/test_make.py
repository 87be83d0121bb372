"""Who may invite to what, and how an invitation ends."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from games import models, services
from games.match.errors import Refused
from games.services import invitations
from tests.web.invitations.conftest import Cast


@pytest.mark.parametrize("role", ["owner", "scorer", "reader"])
def test_an_owner_invites_to_every_role(cast: Cast, role: str) -> None:
    assert cast.to_circle(role).role == role


@pytest.mark.parametrize("who", ["deniz", "zeynep", "rosa"])
@pytest.mark.parametrize("role", ["owner", "scorer", "reader"])
def test_nobody_else_invites_to_a_circle(cast: Cast, who: str, role: str) -> None:
    with pytest.raises(Refused, match="may not invite"):
        services.invite_to_circle(by=getattr(cast, who), circle=cast.circle.pk, role=role, until=None, most=None)
    assert not models.Invitation.objects.exists()


def test_who_may_write_lets_others_follow(cast: Cast) -> None:
    match = cast.match()
    for who in (cast.eleni, cast.deniz):
        assert cast.to_follow(match, by=who).thing == match
    for who in (cast.zeynep, cast.rosa):
        with pytest.raises(Refused, match="may not invite"):
            cast.to_follow(match, by=who)


@pytest.mark.parametrize("purpose", ["match", "evening"])
def test_only_what_is_in_the_circle_can_be_followed(cast: Cast, purpose: str) -> None:
    match = cast.match()
    with pytest.raises(Refused, match="no such match"):
        services.let_follow(by=cast.rosa, circle=cast.sundays.pk, purpose=purpose, thing=match, until=None)
    with pytest.raises(Refused, match="no such match"):
        cast.to_follow(uuid4(), purpose)
    cast.delete(match)
    with pytest.raises(Refused, match="no such match"):
        cast.to_follow(match, purpose)


@pytest.mark.parametrize("purpose", ["circle", "account", "everything", ""])
def test_a_way_to_follow_leads_nowhere_else(cast: Cast, purpose: str) -> None:
    with pytest.raises(Refused):
        cast.to_follow(cast.match(), purpose)


def test_a_role_that_there_is_not_is_refused(cast: Cast) -> None:
    with pytest.raises(Refused):
        cast.to_circle("king")


def test_the_way_to_ones_own_account_is_short(cast: Cast) -> None:
    made = services.invite_own_phone(by=cast.zeynep)
    assert (made.most, made.circle) == (1, None)
    assert made.until is not None
    assert made.until - timezone.now() <= timedelta(minutes=10)


def test_a_list_that_nobody_could_read_is_not_made_longer(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "MOST_OPEN", 2)
    first, _second = cast.to_circle(), cast.to_circle()
    with pytest.raises(Refused) as refused:
        cast.to_circle()
    assert refused.value.code == "many"
    services.revoke_invitation(by=cast.eleni, invitation=first.pk)
    cast.to_circle()


def test_open_invitations_are_listed_for_their_maker_and_for_owners(cast: Cast) -> None:
    own, to_circle = services.invite_own_phone(by=cast.deniz), cast.to_circle()
    follow = cast.to_follow(cast.match(), by=cast.deniz)
    seen = {who: {one.pk for one in services.invitations_of(getattr(cast, who))} for who in ("eleni", "deniz", "rosa")}
    assert seen == {"eleni": {to_circle.pk, follow.pk}, "deniz": {own.pk, follow.pk}, "rosa": set()}


def test_what_is_over_is_listed_no_more(cast: Cast) -> None:
    cast.to_circle(days=-1)
    used = cast.to_circle()
    services.join(invitation=used, person=None)
    assert not services.invitations_of(cast.eleni).exists()


def refusal(invitation: models.Invitation) -> str:
    with pytest.raises(Refused) as refused:
        services.by_token(services.token_of(invitation))
    return refused.value.code


def test_a_link_leads_to_its_invitation_as_long_as_it_is_good(cast: Cast) -> None:
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


def test_only_its_maker_and_owners_take_an_invitation_back(cast: Cast) -> None:
    follow = cast.to_follow(cast.match(), by=cast.deniz)
    for who in (cast.zeynep, cast.rosa):
        assert not services.revoke_invitation(by=who, invitation=follow.pk)
    assert services.revoke_invitation(by=cast.eleni, invitation=follow.pk)
    assert not services.revoke_invitation(by=cast.eleni, invitation=follow.pk)


def test_who_has_lost_the_right_to_invite_lets_nobody_in_any_more(cast: Cast) -> None:
    follow, to_circle = cast.to_follow(cast.match(), by=cast.deniz), cast.to_circle()
    models.Membership.objects.filter(circle=cast.circle, person=cast.deniz).update(role="reader")
    assert refusal(follow) == "taken_back"
    models.Membership.objects.filter(circle=cast.circle, person=cast.eleni).update(role="scorer")
    assert refusal(to_circle) == "taken_back"


@pytest.mark.parametrize(
    ("model", "change"),
    [
        ("Circle", {"deleted": timezone.now()}),
        ("Person", {"deleted": timezone.now()}),
        ("Person", {"is_active": False}),
    ],
)
def test_what_is_gone_lets_nobody_in(cast: Cast, model: str, change: dict[str, object]) -> None:
    invitation = cast.to_circle()
    {"Circle": cast.circle, "Person": cast.eleni}[model].__class__.objects.update(**change)  # type: ignore[attr-defined]
    assert refusal(invitation) == "taken_back"


def test_a_link_cannot_be_made_up(cast: Cast) -> None:
    token = services.token_of(cast.to_circle())
    name, _dot, signature = token.partition(".")
    other = services.token_of(cast.to_circle())
    changed = [token[:-1] + ("A" if token[-1] != "A" else "B"), name, f"{name}.", f".{signature}", "", "ş", token * 2]
    for wrong in [*changed, f"{other.partition('.')[0]}.{signature}", token.upper()]:
        with pytest.raises(Refused) as refused:
            services.by_token(wrong)
        assert refused.value.code == "no_invitation"


def test_nothing_that_opens_is_stored(cast: Cast) -> None:
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
def test_what_was_over_a_month_ago_is_forgotten(cast: Cast, change: dict[str, Any], is_kept: bool) -> None:
    made = cast.to_circle(days=None)
    now = timezone.now()
    moved = {name: now + value if isinstance(value, timedelta) else value for name, value in change.items()}
    models.Invitation.objects.update(created=now - timedelta(days=60), **moved)
    assert services.tidy_invitations() == (0 if is_kept else 1)
    assert models.Invitation.objects.filter(pk=made.pk).exists() == is_kept
