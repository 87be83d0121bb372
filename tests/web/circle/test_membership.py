"""Roles in a circle: every circle has an owner, and every person has a circle."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import models, services
from games.match.errors import Refused
from games.models import Role
from games.services import actions
from tests.web.invitations.conftest import InvitationCast


def refused(work, *args, **more):
    with pytest.raises(Refused) as error:
        work(*args, **more)
    return error.value.code


def change(cast: InvitationCast, by: models.Person, person: models.Person, role: Role) -> None:
    services.change_role(by=by, circle=cast.circle.pk, person=person.pk, role=role)


def test_owner_changes_roles_and_hands_over(cast: InvitationCast) -> None:
    change(cast, cast.eleni, cast.zeynep, Role.SCORER)
    assert cast.role_of(cast.zeynep) == "scorer"
    assert refused(change, cast, cast.eleni, cast.eleni, Role.SCORER) == "last_owner"
    change(cast, cast.eleni, cast.deniz, Role.OWNER)
    change(cast, cast.deniz, cast.eleni, Role.READER)
    assert cast.role_of(cast.eleni) == "reader"


@pytest.mark.parametrize("how", ["is demoted", "leaves"])
def test_invitation_of_a_former_owner_stays_ended(cast: InvitationCast, how: str) -> None:
    change(cast, cast.eleni, cast.deniz, Role.OWNER)
    invitation = services.invite_to_circle(by=cast.deniz, circle=cast.circle.pk, role=Role.OWNER, until=None, most=None)
    if how == "leaves":
        services.leave_circle(by=cast.deniz, circle=cast.circle.pk)
        models.Membership.objects.create(circle=cast.circle, person=cast.deniz, role=Role.SCORER)
    else:
        change(cast, cast.eleni, cast.deniz, Role.SCORER)
    change(cast, cast.eleni, cast.deniz, Role.OWNER)
    invitation.refresh_from_db()
    assert invitation.revoked is not None


def test_only_owners_change_roles(cast: InvitationCast) -> None:
    for person in (cast.deniz, cast.zeynep, cast.rosa):
        by = {"by": person, "circle": cast.circle.pk}
        assert refused(change, cast, person, cast.zeynep, Role.SCORER) == "permission_denied"
        assert refused(services.remove_member, person=cast.zeynep.pk, **by) == "permission_denied"
        assert refused(services.rename_circle, name="Ours", **by) == "permission_denied"
    assert refused(change, cast, cast.eleni, cast.rosa, Role.SCORER) == "no_member"


def test_last_owner_stays_until_there_is_another(cast: InvitationCast) -> None:
    leave = {"by": cast.eleni, "circle": cast.circle.pk}
    assert refused(services.leave_circle, **leave) == "last_owner"
    assert refused(services.leave_circle, by=cast.rosa, circle=cast.sundays.pk) == "alone"
    assert refused(services.remove_member, person=cast.eleni.pk, **leave) == "last_owner"
    change(cast, cast.eleni, cast.zeynep, Role.OWNER)
    services.leave_circle(**leave)
    assert cast.role_of(cast.eleni) is None
    assert refused(services.leave_circle, **leave) == "no_member"


def test_member_who_leaves_their_only_circle_gets_a_new_one(cast: InvitationCast) -> None:
    services.leave_circle(by=cast.deniz, circle=cast.circle.pk)
    services.remove_member(by=cast.eleni, circle=cast.circle.pk, person=cast.zeynep.pk)
    for person in (cast.deniz, cast.zeynep):
        [place] = services.memberships_of(person)
        assert place.circle != cast.circle
        assert place.role == Role.OWNER


@pytest.mark.django_db(transaction=True)
def test_one_of_two_owners_who_leave_at_once_stays(cast: InvitationCast) -> None:
    change(cast, cast.eleni, cast.deniz, Role.OWNER)

    def leave(person: models.Person) -> str:
        try:
            services.leave_circle(by=person, circle=cast.circle.pk)
        except Refused as refused:
            return refused.code
        finally:
            connection.close()
        return "left"

    with ThreadPoolExecutor(2) as both:
        assert sorted(both.map(leave, (cast.eleni, cast.deniz))) == ["last_owner", "left"]


def test_last_chosen_circle_is_the_current_one(cast: InvitationCast) -> None:
    mine = services.create_own_circle(by=cast.eleni, name="Family")
    assert services.circles_of(cast.eleni) == [mine.circle, cast.circle]
    assert services.choose_circle(by=cast.eleni, circle=cast.circle.pk)
    assert services.circles_of(cast.eleni) == [cast.circle, mine.circle]
    assert not services.choose_circle(by=cast.eleni, circle=cast.sundays.pk)


def test_player_is_claimed_by_one_person_at_most(cast: InvitationCast) -> None:
    player = uuid4()
    actions.put_player(player=str(player), name="Deniz", by=cast.eleni, circle=cast.circle.pk)
    claim = {"circle": cast.circle.pk, "player": player}
    services.claim_player(by=cast.deniz, **claim)
    assert refused(services.claim_player, by=cast.eleni, **claim) == "claimed"
    assert refused(services.claim_player, by=cast.rosa, **claim) == "no_member"
    assert refused(services.claim_player, by=cast.deniz, circle=cast.circle.pk, player=uuid4()) == "no_player"
    services.claim_player(by=cast.deniz, circle=cast.circle.pk, player=None)
    services.claim_player(by=cast.eleni, **claim)


def test_keys_and_invitations_wait_until_nobody_changes_the_members(cast: InvitationCast) -> None:
    """Otherwise one that a member creates while being removed would stay, and work again once they are back."""
    thing = uuid4()
    actions.start_match(match=str(thing), game="points", players=["A", "B"], by=cast.eleni, circle=cast.circle.pk)
    for make in (
        lambda: services.create_program_key(by=cast.eleni, circle=cast.circle.pk, role=Role.SCORER, name="Board"),
        lambda: services.invite_to_circle(by=cast.eleni, circle=cast.circle.pk, role="scorer", until=None, most=None),
        lambda: services.invite_to_follow(
            by=cast.eleni, circle=cast.circle.pk, purpose="match", thing=thing, until=None
        ),
    ):
        with CaptureQueriesContext(connection) as queries:
            make()
        [person, circle, *_rest] = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
        assert 'FROM "games_person"' in person
        assert 'FROM "games_circle"' in circle
        assert connection.vendor == "sqlite" or person.endswith("FOR NO KEY UPDATE")
        assert connection.vendor == "sqlite" or circle.endswith("FOR UPDATE")
