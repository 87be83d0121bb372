"""How many circles someone may begin: as a person, and as guests from one network address."""

import secrets
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games import models, services
from games.match.errors import Refused
from games.services import circles, devices, guesses, invitations, new_circles
from games.store import append
from tests.api.conftest import Caller

ADDRESS_A, ADDRESS_B = "203.0.113.7", "203.0.113.8"
TOO_MANY = "Too many new guests used this network address today."


@pytest.fixture(autouse=True)
def two_guests_a_day(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.THROTTLE = 500
    monkeypatch.setattr(new_circles, "MOST_A_DAY", 2)


def introduced(address: str, key: str = "") -> Any:
    phone = Caller()
    phone.client = Client(headers={"authorization": f"Token {key or secrets.token_urlsafe(32)}"})
    ids = {name: str(uuid4()) for name in ("device", "person", "circle")}
    return phone.post("devices/", ids, REMOTE_ADDR=address)


def start_on_page(address: str) -> Any:
    form = {"game": "bisca_tres", "seat-0": "name:Eleni", "seat-1": "name:Deniz", "first_dealer": "1"}
    return Client(REMOTE_ADDR=address).post("/new/", form)


def test_phones_of_one_address_are_counted(db: None) -> None:
    assert [introduced(ADDRESS_A).status_code for _phone in range(3)] == [201, 201, 429]
    assert introduced(ADDRESS_B).status_code == 201
    answer = introduced(ADDRESS_A)
    assert (answer.json()["code"], answer["Retry-After"]) == ("many_guests", "3600")
    assert answer.json()["error"].startswith(TOO_MANY)
    assert models.Person.objects.count() == 3


def test_a_phone_that_repeats_its_introduction_is_not_counted_again(db: None) -> None:
    key = secrets.token_urlsafe(32)
    assert introduced(ADDRESS_A, key).status_code == 201
    for _repeat in range(3):
        assert introduced(ADDRESS_A, key).json()["code"] == "taken"  # other ids, but no new guest
    assert introduced(ADDRESS_A).status_code == 201


def test_the_next_day_is_counted_anew(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for _phone in range(2):
        introduced(ADDRESS_A)
    for _code in range(2):
        guesses.count(ADDRESS_A)  # clears old counts, but not that of the day
    assert introduced(ADDRESS_A).status_code == 429
    tomorrow = timezone.now() + timedelta(days=1)
    monkeypatch.setattr(timezone, "now", lambda: tomorrow)
    assert introduced(ADDRESS_A).status_code == 201


def test_guests_of_pages_are_counted_with_phones(db: None) -> None:
    statuses = [start_on_page(ADDRESS_A).status_code for _guest in range(3)]
    assert statuses == [303, 303, 403]
    assert TOO_MANY in start_on_page(ADDRESS_A).text
    assert introduced(ADDRESS_A).status_code == 429


def test_guests_by_invitation_are_counted_with_phones(owner: Caller) -> None:
    circle = models.Membership.objects.get(person=owner.person).circle
    invitation = services.invite_to_circle(by=owner.person, circle=circle.pk, role="reader", until=None, most=None)
    path = f"/i/{services.token_of(invitation)}/"
    answers = [Client(REMOTE_ADDR=ADDRESS_A).post(path, {"name": "Eleni"}) for _guest in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 403]
    assert TOO_MANY in answers[2].text
    invitation.refresh_from_db()
    assert invitation.used == 2
    assert introduced(ADDRESS_A).status_code == 429
    assert Client(REMOTE_ADDR=ADDRESS_B).post(path, {"name": "Eleni"}).status_code == 303


def test_new_guests_cannot_use_up_the_places_of_invited_people(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """A regular person invites them. All their invitations together have a limit, too."""
    monkeypatch.setattr(new_circles, "MOST_INVITED", 1)
    models.Person.objects.update(created=timezone.now() - timedelta(hours=25))
    circle = models.Membership.objects.get(person=owner.person).circle
    invitation = services.invite_to_circle(by=owner.person, circle=circle.pk, role="reader", until=None, most=None)
    path = f"/i/{services.token_of(invitation)}/"
    for _phone in range(3):
        introduced(ADDRESS_A)
    statuses = [Client(REMOTE_ADDR=ADDRESS_A).post(path, {"name": "Eleni"}).status_code for _guest in range(2)]
    assert statuses == [303, 403]


def test_a_circle_has_a_limited_number_of_players(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    eleni = owner.post("players/", {"name": "Eleni"}).json()["player"]["id"]
    monkeypatch.setattr(append, "MOST_PLAYERS", models.Player.objects.count() + 1)
    ids = [eleni, *(str(uuid4()) for _player in range(2))]
    names = [{"id": str(uuid4()), "kind": "player", "data": {"player": id, "name": "A"}} for id in ids]
    merged = {"id": str(uuid4()), "kind": "player", "data": {"player": eleni, "same_as": ids[2]}}
    pushed = owner.post("events/", [*names, merged]).json()
    assert len(pushed["accepted"]) == 2  # the new name of a player, and the last new player
    assert [(refused["id"], refused["code"]) for refused in pushed["refused"]] == [
        (names[2]["id"], "many_players"),
        (merged["id"], "depends"),
    ]
    assert owner.post("players/", {"name": "Deniz"}).json()["code"] == "many_players"
    assert owner.patch(f"players/{eleni}/", {"name": "Lena"}).status_code == 200


def test_a_person_owns_a_limited_number_of_circles(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    owned = models.Membership.objects.filter(person=owner.person, role=models.Role.OWNER)
    monkeypatch.setattr(circles, "MOST_CIRCLES", owned.count() + 1)
    body = {"id": str(uuid4())}
    assert owner.post("circles/", body).status_code == 201
    answer = owner.post("circles/", {"name": "Another"})
    assert (answer.status_code, answer.json()["code"]) == (409, "many_circles")
    assert not models.Circle.objects.filter(name="Another").exists()
    assert owner.post("circles/", body).status_code == 200
    owner.delete(f"circles/{body['id']}/")
    assert owner.post("circles/", {}).status_code == 409  # a deleted one can be restored, so it counts


def test_a_person_joins_a_limited_number_of_circles(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circles, "MOST_JOINED", 2)
    guest, _own = services.make_person("Deniz")
    places = [services.make_person("Rosa")[1] for _place in range(2)]
    makers = [place.memberships.get().person for place in places]
    links = [
        services.invite_to_circle(by=maker, circle=place.pk, role=models.Role.SCORER, until=None, most=1)
        for maker, place in zip(makers, places, strict=True)
    ]
    services.join(invitation=links[0], person=guest)
    with pytest.raises(Refused) as refused:
        services.join(invitation=links[1], person=guest)
    assert refused.value.code == "many_joined"
    assert models.Invitation.objects.get(pk=links[1].pk).used == 0
    assert not services.join(invitation=links[0], person=guest).is_new  # once more into the same


def test_a_person_adds_a_limited_number_of_keys_within_a_day(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of revoked keys stay, so that their phones learn why they ended."""
    monkeypatch.setattr(devices, "MOST_ADDED", models.Device.objects.filter(person=owner.person).count() + 2)
    for _phone in range(2):
        added = services.add_device(by=owner.person, key=secrets.token_urlsafe(32), device=uuid4())
        services.revoke_device(by=owner.person, device=added.pk)
    with pytest.raises(Refused) as refused:
        services.add_device(by=owner.person, key=secrets.token_urlsafe(32), device=uuid4())
    assert refused.value.code == "many_phones"
    with pytest.raises(Refused):
        services.create_program_key(by=owner.person, circle=owner.circle.pk, role=models.Role.READER, name="")
    models.Device.objects.update(created=timezone.now() - timedelta(days=1, minutes=1))
    services.add_device(by=owner.person, key=secrets.token_urlsafe(32), device=uuid4())


def test_lists_of_phones_have_the_newest(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "MOST_LISTED", 2)
    added = [services.add_device(by=owner.person, key=secrets.token_urlsafe(32), device=uuid4()) for _phone in range(3)]
    listed = [device["device"] for device in owner.get("devices/").json()["devices"]]
    assert listed == [str(device.pk) for device in added[1:]]


def test_a_circle_has_a_limited_number_of_members(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circles, "MOST_MEMBERS", 2)
    link = services.invite_to_circle(
        by=owner.person, circle=owner.circle.pk, role=models.Role.READER, until=None, most=9
    )
    guests = [services.make_person("Deniz")[0] for _guest in range(2)]
    services.join(invitation=link, person=guests[0])
    with pytest.raises(Refused) as refused:
        services.join(invitation=link, person=guests[1])
    assert refused.value.code == "many_members"


def test_a_thief_of_a_cookie_does_not_use_up_the_phones_of_its_person(
    owner: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "MOST_OF_BROWSER", 2)
    stolen, own = uuid4(), uuid4()

    def add(browser: UUID) -> models.Device:
        added = services.add_device(by=owner.person, key=secrets.token_urlsafe(32), device=uuid4(), browser=browser)
        services.bind_to_browser(device=added, browser=browser)
        return added

    for _key in range(2):
        services.revoke_device(by=owner.person, device=add(stolen).pk)
    with pytest.raises(Refused):
        add(stolen)
    services.rebind_keys(person=owner.person.pk, former=stolen, browser=own)
    add(own)


def test_ending_all_access_frees_the_keys_of_the_day(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thief may begin a session with each key, so that all keys of the person are used up."""
    monkeypatch.setattr(devices, "MOST_LEFT", 1)
    monkeypatch.setattr(devices, "MOST_ADDED", 6)

    def add() -> models.Device:
        key = secrets.token_urlsafe(32)
        return services.add_device(by=owner.person, key=key, device=uuid4(), browser=uuid4())

    while models.Device.objects.filter(person=owner.person).count() < 6:
        add()
    with pytest.raises(Refused):
        add()
    revoked = models.Device.objects.filter(person=owner.person).last()  # by the thief: it counts anyway
    services.revoke_device(by=owner.person, device=revoked.pk)
    services.sign_out_everywhere(person=owner.person, current=services.CurrentPhone())
    owner.person.refresh_from_db()
    assert models.Device.objects.filter(person=owner.person).count() == 1
    add()


def test_ending_all_access_frees_the_invitations_of_the_day(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thief of a cookie may create as many as possible, and withdraw them."""
    monkeypatch.setattr(devices, "MOST_LEFT", 1)
    monkeypatch.setattr(invitations, "MOST_OF_DAY", 6)
    for _number in range(6):
        invitation = services.invite_own_phone(by=owner.person)
        services.revoke_invitation(by=owner.person, invitation=invitation.pk)
    with pytest.raises(Refused):
        services.invite_own_phone(by=owner.person)
    services.sign_out_everywhere(person=owner.person, current=services.CurrentPhone())
    owner.person.refresh_from_db()
    services.invite_own_phone(by=owner.person)
    assert models.Invitation.objects.filter(by=owner.person).count() == 2


def test_ending_all_access_frees_the_groups_of_the_day(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thief of a cookie may create as many groups as possible, and delete them."""
    monkeypatch.setattr(circles, "MOST_CIRCLES", 5)
    kept = owner.circle.pk
    for _number in range(4):
        membership = services.make_circle(by=owner.person, circle=None, name="", is_limited=True)[0]
        services.delete_circle(by=owner.person, circle=membership.circle_id)
    with pytest.raises(Refused):
        services.make_circle(by=owner.person, circle=None, name="", is_limited=True)
    services.sign_out_everywhere(person=owner.person, current=services.CurrentPhone())
    services.make_circle(by=owner.person, circle=None, name="", is_limited=True)
    assert models.Circle.objects.filter(pk=kept, deleted=None).exists()
    assert models.Circle.objects.count() == 2  # the rows of the others are gone


def test_leaving_gives_no_group_beyond_the_limit(
    owner: Caller, scorer: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Someone could join, delete the own group and leave again and again. The next group comes by writing, once it is possible."""
    monkeypatch.setattr(circles, "MOST_CIRCLES", 2)
    shared = scorer.circle.pk
    for _number in range(3):
        for own in models.Membership.objects.filter(person=scorer.person, role="owner", circle__deleted=None):
            models.Circle.objects.filter(pk=own.circle_id).update(seq=1)
            services.delete_circle(by=scorer.person, circle=own.circle_id)
        models.Membership.objects.get_or_create(circle_id=shared, person=scorer.person, role="scorer")
        services.leave_circle(by=scorer.person, circle=shared)
    assert models.Membership.objects.filter(person=scorer.person, role="owner").count() == 2
    assert not circles.memberships_of(scorer.person).exists()
    with pytest.raises(Refused):
        services.home_membership(scorer.person)


def test_a_removed_member_whose_account_is_deleted_gets_no_group(owner: Caller, scorer: Caller) -> None:
    """Its own unused group, which was deleted with the account, would come back, and its name would stay for ever."""
    services.delete_person(person=scorer.person)
    before = set(models.Circle.objects.filter(deleted=None))
    services.remove_member(by=owner.person, circle=owner.circle.pk, person=scorer.person.pk)
    assert set(models.Circle.objects.filter(deleted=None)) == before


def test_ending_all_access_loses_no_deleted_group_with_entries(owner: Caller) -> None:
    models.Circle.objects.filter(pk=owner.circle.pk).update(seq=1)
    services.delete_circle(by=owner.person, circle=owner.circle.pk)
    services.sign_out_everywhere(person=owner.person, current=services.CurrentPhone())
    assert list(services.deleted_circles(owner.person)) == [owner.circle]


def test_deleting_each_unused_group_gives_the_same_group_again(owner: Caller) -> None:
    for _number in range(6):
        circle = services.home_membership(owner.person).circle
        assert circle.deleted is None
        services.delete_circle(by=owner.person, circle=circle.pk)
    assert models.Membership.objects.filter(person=owner.person).count() == 1


@pytest.mark.parametrize("has_entry", [False, True])
def test_deleting_each_new_group_gives_no_groups_without_end(
    owner: Caller, other_owner: Caller, monkeypatch: pytest.MonkeyPatch, has_entry: bool
) -> None:
    """Neither entries nor other members, who may be the same person, make the number unlimited."""
    monkeypatch.setattr(circles, "MOST_CIRCLES", 3)
    for _number in range(3):
        circle = services.home_membership(owner.person).circle
        if has_entry:
            models.Circle.objects.filter(pk=circle.pk).update(seq=1)
        else:
            models.Membership.objects.create(circle=circle, person=other_owner.person, role=models.Role.OWNER)
        services.delete_circle(by=owner.person, circle=circle.pk)
    with pytest.raises(Refused) as refused:
        services.home_membership(owner.person)
    assert refused.value.code == "many_circles"
    assert len(services.deleted_circles(owner.person)) == 3
    services.undelete_circle(by=owner.person, circle=circle.pk)
    assert services.home_membership(owner.person).circle == circle


def test_a_person_with_too_many_deleted_groups_is_refused_in_words(
    owner: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages and phones say it; the entries stay in the form and on the phone."""
    monkeypatch.setattr(circles, "MOST_CIRCLES", 1)
    models.Circle.objects.filter(pk=owner.circle.pk).update(seq=1)
    services.delete_circle(by=owner.person, circle=owner.circle.pk)
    browser = Client()
    browser.force_login(owner.person)
    form = {"game": "bisca_tres", "seat-0": "name:Eleni", "seat-1": "name:Deniz", "first_dealer": "1"}
    page = browser.post("/new/", form)
    assert (page.status_code, "You own 1 groups. No more are possible." in page.text) == (409, True)
    ids = {"key": secrets.token_urlsafe(32), "device": str(uuid4())}
    answer = browser.post("/phone/", ids, content_type="application/json", headers={"origin": "http://testserver"})
    assert (answer.status_code, answer.json()["code"]) == (409, "many_circles")


def test_a_group_is_not_used_again_once_the_server_should_have_erased_it(owner: Caller) -> None:
    long_ago = timezone.now() - services.RETENTION - timedelta(days=1)
    models.Circle.objects.filter(pk=owner.circle.pk).update(deleted=long_ago)
    assert services.home_membership(owner.person).circle != owner.circle


@pytest.mark.parametrize("is_shared", [False, True])
def test_ending_all_access_deletes_no_group_of_others(owner: Caller, other_owner: Caller, is_shared: bool) -> None:
    circle = services.make_circle(by=owner.person, circle=None, name="Fridays")[0].circle
    if is_shared:
        models.Membership.objects.create(circle=circle, person=other_owner.person, role=models.Role.OWNER)
    services.delete_circle(by=owner.person, circle=circle.pk)
    services.sign_out_everywhere(person=owner.person, current=services.CurrentPhone())
    assert models.Circle.objects.filter(pk=circle.pk).exists() is is_shared


def test_a_reused_group_brings_back_no_invitation(owner: Caller) -> None:
    """Deleting the group has ended its links, which someone may have leaked."""
    circle = services.home_membership(owner.person).circle
    invitation = services.invite_to_circle(by=owner.person, circle=circle.pk, role="owner", until=None, most=None)
    services.delete_circle(by=owner.person, circle=circle.pk)
    assert services.home_membership(owner.person).circle == circle
    invitation.refresh_from_db()
    assert invitation.revoked is not None


def test_a_group_with_other_members_is_not_reused(owner: Caller, other_owner: Caller) -> None:
    """Someone else, who may have a copied cookie, must not come back with it."""
    circle = services.home_membership(owner.person).circle
    models.Membership.objects.create(circle=circle, person=other_owner.person, role=models.Role.OWNER)
    services.delete_circle(by=owner.person, circle=circle.pk)
    assert services.home_membership(owner.person).circle != circle
