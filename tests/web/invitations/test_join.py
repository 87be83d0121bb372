"""Joining: a stranger, a known person, a member; and several at the same time."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from games import models, services
from games.match.errors import Refused
from tests.web.invitations.conftest import InvitationCast


def test_stranger_becomes_a_guest_of_the_circle(cast: InvitationCast) -> None:
    joined = services.join(invitation=cast.to_circle("reader"), person=None, name="Andreas")
    assert (joined.person.name, joined.circle, joined.is_new) == ("Andreas", cast.circle, True)
    assert services.circles_of(joined.person) == [cast.circle]
    assert cast.role_of(joined.person) == "reader"


def test_known_person_gets_a_second_membership(cast: InvitationCast) -> None:
    joined = services.join(invitation=cast.to_circle(), person=cast.rosa)
    assert joined.person == cast.rosa
    assert set(services.circles_of(cast.rosa)) == {cast.sundays, cast.circle}
    chosen = models.Membership.objects.filter(person=cast.rosa).order_by("chosen").values_list("circle", "chosen")
    assert [circle for circle, when in chosen if when is not None] == [cast.circle.pk]


@pytest.mark.parametrize(
    ("member", "role", "becomes", "used"),
    [
        ("eleni", "reader", "owner", 0),
        ("eleni", "owner", "owner", 0),
        ("deniz", "reader", "scorer", 0),
        ("deniz", "scorer", "scorer", 0),
        ("deniz", "owner", "owner", 1),
        ("zeynep", "scorer", "scorer", 1),
    ],
)
def test_joining_raises_a_role_but_never_lowers_it(
    cast: InvitationCast, member: str, role: str, becomes: str, used: int
) -> None:
    invitation, person = cast.to_circle(role), getattr(cast, member)
    assert services.join(invitation=invitation, person=person).is_new == bool(used)
    assert cast.role_of(person) == becomes
    assert models.Invitation.objects.get().used == used
    assert not services.join(invitation=invitation, person=person).is_new  # a second tap


def test_link_works_as_often_as_stated(cast: InvitationCast) -> None:
    invitation = cast.to_circle(most=2)
    for _time in range(2):
        services.join(invitation=invitation, person=None)
    with pytest.raises(Refused) as refused:
        services.join(invitation=invitation, person=None)
    assert refused.value.code == "used_up"
    endless = cast.to_circle(most=None)
    for _time in range(3):
        services.join(invitation=endless, person=None)


def test_refused_join_creates_no_person(cast: InvitationCast) -> None:
    people = models.Person.objects.count()
    for invitation in (cast.to_circle(days=-1), cast.to_follow(cast.match()), revoked(cast)):
        with pytest.raises(Refused):
            services.join(invitation=invitation, person=None)
    assert models.Person.objects.count() == people


def revoked(cast: InvitationCast) -> models.Invitation:
    """Return an invitation that was revoked after someone opened it."""
    invitation = cast.to_circle()
    services.revoke_invitation(by=cast.eleni, invitation=invitation.pk)
    return invitation


def test_own_phone_link_signs_in_the_same_person(cast: InvitationCast) -> None:
    invitation = services.invite_own_phone(by=cast.deniz)
    people = models.Person.objects.count()
    joined = services.join(invitation=invitation, person=None)
    assert (joined.person, joined.circle) == (cast.deniz, None)
    with pytest.raises(Refused):
        services.join(invitation=invitation, person=None)
    assert models.Person.objects.count() == people


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("by_code", [False, True])
def test_one_of_many_parallel_joins_gets_the_last_use(by_code: bool) -> None:
    cast = InvitationCast()
    invitation = cast.to_circle(most=None if by_code else 3)
    services.make_code(invitation)
    code = services.code_of(invitation) or ""
    people = models.Person.objects.count()

    def join(_number: int) -> str:
        try:
            services.join(invitation=invitation, person=None, code=code if by_code else "")
        except Refused as refused:
            return refused.code
        finally:
            connections.close_all()
        return "in"

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(join, range(12)))
    most = 1 if by_code else 3
    assert results.count("in") == most
    assert set(results) == {"in", "wrong_code" if by_code else "used_up"}
    assert models.Invitation.objects.get().used == most
    assert models.Person.objects.count() == people + most
