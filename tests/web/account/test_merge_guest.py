"""A guest who turns out to have an account: what was written comes along, and nothing of anybody is lost."""

import secrets
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import transaction

from games import models, services
from games.services import keys
from tests.web.account.conftest import EMAIL, Browser, circles, kept, written
from tests.web.app.test_device import Browser as Phone


@pytest.fixture
def phone(deniz, guests):
    """Deniz' phone, whose worker has a key and has shown it, so that the cookie names it."""
    found = Phone()
    services.add_device(by=deniz.person, key=found.key, device=found.device)
    found.client.cookies["sessionid"] = guests.cookies["sessionid"].value
    assert found.session().status_code == 200
    return found


def fresh(person):
    return models.Person.objects.get(pk=person.pk)


def test_the_circle_comes_along_and_both_can_be_seen(eleni, deniz, guests):
    assert "What was written in this browser comes along" in guests.get("/you/sign-in/").text
    guests.sign_in()
    assert guests.person == eleni.person
    assert circles(eleni.person) == {eleni.circle, deniz.circle}
    assert circles(deniz.person) == set()
    for writer in (eleni, deniz):
        assert guests.get(f"/table/{writer.match}/").status_code == 200
    assert models.Membership.objects.get(circle=deniz.circle).role == models.Role.OWNER


def test_what_was_written_keeps_who_wrote_it_and_the_guest_is_retired(eleni, deniz, guests):
    before = list(models.Event.objects.filter(circle=deniz.circle).values("seq", "by", "by_name", "data"))
    guests.sign_in()
    assert list(models.Event.objects.filter(circle=deniz.circle).values("seq", "by", "by_name", "data")) == before
    guest = fresh(deniz.person)
    assert (guest.is_active, guest.became) == (False, eleni.person)


def test_ones_own_circle_stays_the_first(eleni, deniz, guests):
    guests.sign_in()
    assert services.circles_of(eleni.person) == [eleni.circle, deniz.circle]


def test_the_key_of_the_phone_now_speaks_for_the_account(eleni, deniz, guests, phone):
    guests.sign_in()
    phone.client.cookies = guests.cookies
    assert phone.person() == eleni.person
    answer = phone.meet()
    assert answer.json() == {"person": str(eleni.person.pk), "circle": str(eleni.circle.pk), "role": "owner"}
    assert phone.session().status_code == 200
    assert phone.client.session["_auth_user_id"] == str(eleni.person.pk)
    headers = {"authorization": f"Token {phone.key}"}
    assert phone.client.get(f"/api/v1/events/?circle={deniz.circle.pk}", headers=headers).status_code == 200


def test_a_cookie_of_the_guest_elsewhere_is_nobodys_and_no_key_makes_it_the_accounts(eleni, deniz, guests, phone):
    phone.client.force_login(deniz.person)
    guests.sign_in()
    assert "Deniz" not in phone.client.get("/you/").text
    assert phone.session().status_code == 401
    assert "_auth_user_id" not in phone.client.session


def test_a_guest_whom_only_the_key_knew_comes_along_when_the_phone_meets_the_account(eleni, deniz, phone):
    """The cookie was lost, so signing in brought nothing; the worker shows its key to whoever is signed in now."""
    visitor = Browser()
    visitor.sign_in()
    phone.client.cookies = visitor.cookies
    assert phone.session().status_code == 409
    assert phone.meet().status_code == 200
    assert circles(eleni.person) == {eleni.circle, deniz.circle}
    assert phone.session().status_code == 200


def test_a_key_that_was_taken_away_brings_nobody(eleni, deniz, phone):
    services.revoke_device(by=deniz.person, device=phone.device)
    phone.client.force_login(eleni.person)
    assert phone.meet().status_code in (401, 409)
    assert circles(eleni.person) == {eleni.circle}


def test_a_kept_account_is_never_brought_along(eleni):
    rosa = kept("Rosa", "rosa@example.org")
    with pytest.raises(PermissionDenied), transaction.atomic():
        services.merge_guest(guest=rosa.person, account=eleni.person)
    phone = Phone()
    services.add_device(by=rosa.person, key=phone.key, device=phone.device)
    phone.client.force_login(eleni.person)
    assert phone.meet().status_code == 409
    assert circles(rosa.person) == {rosa.circle}


def test_of_a_guest_who_wrote_nothing_nothing_stays_but_the_key(eleni):
    key = secrets.token_urlsafe(32)
    device = services.introduce(key=key, device=uuid4(), person=uuid4(), circle=uuid4(), name="")
    assert services.merge_guest(guest=device.person, account=eleni.person, device=device.pk) is False
    assert (models.Person.objects.count(), models.Circle.objects.count()) == (1, 1)
    assert models.Device.objects.get(hash=keys.digest(key)).person == eleni.person


def test_a_stranger_brings_nothing(eleni, visitor):
    visitor.sign_in()
    assert (models.Person.objects.count(), models.Circle.objects.count()) == (1, 1)


def test_of_two_roles_in_a_circle_the_higher_one_stays(eleni, deniz, guests):
    player = uuid4()
    models.Membership.objects.create(circle=eleni.circle, person=deniz.person, role="reader", player=player)
    models.Membership.objects.create(circle=deniz.circle, person=eleni.person, role="scorer")
    guests.sign_in()
    roles = {place.circle: (place.role, place.player) for place in eleni.person.memberships.all()}
    assert roles == {eleni.circle: ("owner", player), deniz.circle: ("owner", None)}


def test_a_place_in_somebodys_circle_comes_along_unwritten(eleni):
    rosa = written("Rosa")
    guest, own = services.make_person("Andreas")
    models.Membership.objects.create(circle=rosa.circle, person=guest, role="reader")
    assert services.merge_guest(guest=guest, account=eleni.person) is True
    assert circles(eleni.person) == {eleni.circle, rosa.circle}
    assert not models.Circle.objects.filter(pk=own.pk).exists()
    assert not models.Person.objects.filter(pk=guest.pk).exists()


def test_invitations_and_words_come_along(deniz):
    guest = deniz.person
    models.Person.objects.filter(pk=guest.pk).update(language="en")
    invitation = models.Invitation.objects.create(purpose="circle", by=guest, circle=deniz.circle, role="scorer")
    account = kept("", EMAIL).person
    services.merge_guest(guest=guest, account=account)
    invitation.refresh_from_db()
    assert invitation.by == account
    assert (fresh(account).name, fresh(account).language) == ("Deniz", "en")


def test_bringing_along_twice_changes_nothing(eleni, deniz):
    assert services.merge_guest(guest=deniz.person, account=eleni.person) is True
    assert services.merge_guest(guest=fresh(deniz.person), account=eleni.person) is False
    assert circles(eleni.person) == {eleni.circle, deniz.circle}


def test_cut_short_nothing_has_happened(eleni, deniz, monkeypatch):
    def fall(*args):
        raise RuntimeError

    monkeypatch.setattr("games.services.accounts.retire", fall)
    with pytest.raises(RuntimeError), transaction.atomic():
        services.merge_guest(guest=deniz.person, account=eleni.person)
    assert circles(eleni.person) == {eleni.circle}
    assert circles(deniz.person) == {deniz.circle}


def test_a_guest_may_bring_along_what_guests_brought_before(eleni, deniz):
    rosa = written("Rosa")
    services.merge_guest(guest=deniz.person, account=rosa.person)
    services.merge_guest(guest=rosa.person, account=eleni.person)
    assert circles(eleni.person) == {eleni.circle, deniz.circle, rosa.circle}
    assert fresh(deniz.person).became == eleni.person
