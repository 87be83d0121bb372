"""A guest signs in to an account: the guest merges into it, and no data of anyone is lost."""

import secrets
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import transaction

from games import models, services
from games.services import keys
from tests.web.account.conftest import EMAIL, Browser, account_writer, circles, guest_writer
from tests.web.app.test_device import DeviceBrowser as Phone

pytestmark = pytest.mark.fifth


@pytest.fixture
def phone(deniz, guest_browser):
    """Deniz' phone. Its worker has sent its key, so the session contains the device."""
    phone = Phone()
    services.add_device(by=deniz.person, key=phone.key, device=phone.device)
    phone.client.cookies["sessionid"] = guest_browser.cookies["sessionid"].value
    assert phone.session().status_code == 200
    return phone


def reload(person):
    return models.Person.objects.get(pk=person.pk)


def test_account_gets_the_guests_circle_and_keeps_its_own(eleni, deniz, guest_browser):
    assert "entries in this browser move to the account" in guest_browser.get("/you/sign-in/").text
    guest_browser.sign_in()
    assert guest_browser.person == eleni.person
    assert circles(eleni.person) == {eleni.circle, deniz.circle}
    assert circles(deniz.person) == set()
    for writer in (eleni, deniz):
        assert guest_browser.get(f"/table/{writer.match}/").status_code == 200
    assert models.Membership.objects.get(circle=deniz.circle).role == models.Role.OWNER


def test_events_keep_their_author_and_the_guest_becomes_inactive(eleni, deniz, guest_browser):
    before = list(models.Event.objects.filter(circle=deniz.circle).values("seq", "by", "by_name", "data"))
    guest_browser.sign_in()
    assert list(models.Event.objects.filter(circle=deniz.circle).values("seq", "by", "by_name", "data")) == before
    guest = reload(deniz.person)
    assert (guest.is_active, guest.became) == (False, eleni.person)


def test_accounts_own_circle_stays_the_first(eleni, deniz, guest_browser):
    guest_browser.sign_in()
    assert services.circles_of(eleni.person) == [eleni.circle, deniz.circle]


def test_phones_key_acts_for_the_account(eleni, deniz, guest_browser, phone):
    guest_browser.sign_in()
    phone.client.cookies = guest_browser.cookies
    assert phone.person() == eleni.person
    answer = phone.meet()
    assert answer.json() == {"person": str(eleni.person.pk), "circle": str(eleni.circle.pk), "role": "owner"}
    assert phone.session().status_code == 200
    assert phone.client.session["_auth_user_id"] == str(eleni.person.pk)
    headers = {"authorization": f"Token {phone.key}"}
    assert phone.client.get(f"/api/v1/events/?circle={deniz.circle.pk}", headers=headers).status_code == 200


def test_guests_cookie_on_another_browser_is_signed_out(eleni, deniz, guest_browser, phone):
    phone.client.force_login(deniz.person)
    guest_browser.sign_in()
    assert "Deniz" not in phone.client.get("/you/").text
    assert phone.session().status_code == 401
    assert "_auth_user_id" not in phone.client.session


def test_guest_known_only_by_a_key_of_the_first_release_merges_when_the_phone_sends_it(eleni, deniz, phone):
    """The cookie was lost, so the sign-in merged no guest. The worker then sends its key with the new cookie."""
    models.Device.objects.update(browser=None)
    visitor = Browser()
    visitor.sign_in()
    phone.client.cookies = visitor.cookies
    assert phone.session().status_code == 409
    assert phone.meet().status_code == 200
    assert circles(eleni.person) == {eleni.circle, deniz.circle}
    assert phone.session().status_code == 200


def test_revoked_key_merges_no_guest(eleni, deniz, phone):
    services.revoke_device(by=deniz.person, device=phone.device)
    phone.client.force_login(eleni.person)
    assert phone.meet().status_code in (401, 409)
    assert circles(eleni.person) == {eleni.circle}


def test_account_never_merges_into_another(eleni):
    rosa = account_writer("Rosa", "rosa@example.org")
    with pytest.raises(PermissionDenied), transaction.atomic():
        services.merge_guest(guest=rosa.person, account=eleni.person)
    phone = Phone()
    services.add_device(by=rosa.person, key=phone.key, device=phone.device)
    phone.client.force_login(eleni.person)
    assert phone.meet().status_code == 409
    assert circles(rosa.person) == {rosa.circle}


def test_guest_without_events_leaves_only_the_key(eleni):
    key = secrets.token_urlsafe(32)
    device = services.introduce(key=key, device=uuid4(), person=uuid4(), circle=uuid4(), name="")
    assert (
        services.merge_guest(guest=device.person, account=eleni.person, current=services.CurrentPhone(device=device.pk))
        is False
    )
    assert (models.Person.objects.count(), models.Circle.objects.count()) == (1, 1)
    assert models.Device.objects.get(hash=keys.digest(key)).person == eleni.person


def test_stranger_merges_nothing(eleni, visitor):
    visitor.sign_in()
    assert (models.Person.objects.count(), models.Circle.objects.count()) == (1, 1)


def test_account_keeps_the_higher_of_two_roles(eleni, deniz, guest_browser):
    player = uuid4()
    models.Membership.objects.create(circle=eleni.circle, person=deniz.person, role="reader", player=player)
    models.Membership.objects.create(circle=deniz.circle, person=eleni.person, role="scorer")
    guest_browser.sign_in()
    roles = {place.circle: (place.role, place.player) for place in eleni.person.memberships.all()}
    assert roles == {eleni.circle: ("owner", player), deniz.circle: ("owner", None)}


def test_membership_in_anothers_circle_moves_to_the_account(eleni):
    rosa = guest_writer("Rosa")
    guest, own = services.make_person("Andreas")
    models.Membership.objects.create(circle=rosa.circle, person=guest, role="reader")
    assert services.merge_guest(guest=guest, account=eleni.person) is True
    assert circles(eleni.person) == {eleni.circle, rosa.circle}
    assert not models.Circle.objects.filter(pk=own.pk).exists()
    assert not models.Person.objects.filter(pk=guest.pk).exists()


def test_invitations_and_name_move_to_the_account(deniz):
    guest = deniz.person
    models.Person.objects.filter(pk=guest.pk).update(language="en")
    invitation = models.Invitation.objects.create(purpose="circle", by=guest, circle=deniz.circle, role="scorer")
    account = account_writer("", EMAIL).person
    services.merge_guest(guest=guest, account=account)
    invitation.refresh_from_db()
    assert invitation.by == account
    assert (reload(account).name, reload(account).language) == ("Deniz", "en")


def test_merging_twice_changes_nothing(eleni, deniz):
    assert services.merge_guest(guest=deniz.person, account=eleni.person) is True
    assert services.merge_guest(guest=reload(deniz.person), account=eleni.person) is False
    assert circles(eleni.person) == {eleni.circle, deniz.circle}


def test_interrupted_merge_changes_nothing(eleni, deniz, monkeypatch):
    def fail(*args):
        raise RuntimeError

    monkeypatch.setattr("games.services.accounts.retire", fail)
    with pytest.raises(RuntimeError), transaction.atomic():
        services.merge_guest(guest=deniz.person, account=eleni.person)
    assert circles(eleni.person) == {eleni.circle}
    assert circles(deniz.person) == {deniz.circle}


def test_guest_with_merged_guests_can_merge(eleni, deniz):
    rosa = guest_writer("Rosa")
    services.merge_guest(guest=deniz.person, account=rosa.person)
    services.merge_guest(guest=rosa.person, account=eleni.person)
    assert circles(eleni.person) == {eleni.circle, deniz.circle, rosa.circle}
    assert reload(deniz.person).became == eleni.person


def test_the_statements_of_a_merge_do_not_grow_with_the_circles(eleni, django_assert_max_num_queries):
    """Otherwise others would wait for a guest who has joined thousands."""
    owners = [guest_writer("Rosa").person for _owner in range(3)]
    for owner, joined in zip(owners, (1, 20, 20), strict=True):
        for _circle in range(joined):
            services.make_circle(by=owner, circle=None, name="Thursday")
    for shared in services.circles_of(owners[2]):
        models.Membership.objects.create(circle=shared, person=eleni.person, role="reader")
    for owner in owners:
        with django_assert_max_num_queries(40):
            assert services.merge_guest(guest=owner, account=eleni.person)
    assert eleni.person.memberships.filter(role="owner").count() == 1 + 2 + 21 + 21


def test_a_guest_whom_the_account_has_no_room_for_stays(eleni, deniz, guest_browser, monkeypatch):
    """Signing in works, and says why the guest's circles have not come along."""
    monkeypatch.setattr("games.services.circles.MOST_MERGED", 1)
    guest_browser.sign_in()
    page = guest_browser.get("/you/")
    assert "Nobody can join more than 1 groups. Leave some of yours first." in page.text
    assert guest_browser.person == eleni.person
    assert circles(eleni.person) == {eleni.circle}
    assert circles(deniz.person) == {deniz.circle}
    assert reload(deniz.person).is_active


def test_two_guests_who_merge_into_each_other_lose_nothing(deniz):
    """Both forms may be on their way at the same time. The second would merge the account into its own guest."""
    rosa = guest_writer("Rosa")
    assert services.merge_guest(guest=deniz.person, account=rosa.person)
    with pytest.raises(PermissionDenied), transaction.atomic():
        services.merge_guest(guest=rosa.person, account=deniz.person)
    assert circles(rosa.person) == {rosa.circle, deniz.circle}
    assert reload(rosa.person).is_active
    assert reload(deniz.person).became == rosa.person
