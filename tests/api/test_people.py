"""Circles, devices, players and evenings."""

import secrets
from uuid import uuid4

import pytest
from django.db import IntegrityError

from games import models, services
from games.services import devices
from tests.api.conftest import NOBODY, Caller


def introduction() -> dict[str, str]:
    return {name: str(uuid4()) for name in ("device", "person", "circle")}


def with_key(key: str) -> Caller:
    found = Caller()
    found.client.defaults["HTTP_AUTHORIZATION"] = f"Token {key}"
    return found


def test_a_phone_introduces_itself_and_plays(db: None) -> None:
    phone, said = with_key(secrets.token_urlsafe(32)), introduction()
    assert phone.get("circles/").status_code == 401
    answer = phone.post("devices/", {**said, "name": "Eleni"})
    assert (answer.status_code, answer.json()) == (201, {**said, "id": said["device"], "name": "Eleni"})
    again = phone.post("devices/", {**said, "name": "Eleni"})
    assert (again.status_code, again.json()) == (200, answer.json())
    [circle] = phone.get("circles/").json()["circles"]
    assert circle == {"id": said["circle"], "name": "", "role": "owner", "seq": 0}
    phone.dealt(phone.started())
    assert models.Person.objects.count() == 1


@pytest.mark.parametrize("scheme", ["Token", "Bearer", "bearer", "BEARER"])
def test_a_key_is_sent_in_either_scheme(owner: Caller, stranger: Caller, scheme: str) -> None:
    assert stranger.get("circles/", headers={"authorization": f"{scheme} {owner.key}"}).status_code == 200
    ids, headers = introduction(), {"authorization": f"{scheme} {secrets.token_urlsafe(32)}"}
    assert stranger.post("devices/", ids, headers=headers).status_code == 201
    assert stranger.get("circles/", headers=headers).json()["circles"][0]["id"] == ids["circle"]


def test_the_same_first_word_twice_at_once_makes_one_guest(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    make_guest = devices.make_guest

    def too_late(*said: object) -> models.Device:
        make_guest(*said)  # type: ignore[arg-type]
        raise IntegrityError

    monkeypatch.setattr(devices, "make_guest", too_late)
    said = introduction()
    answer = with_key(secrets.token_urlsafe(32)).post("devices/", said)
    assert answer.status_code in (200, 201)
    assert answer.json()["device"] == said["device"]
    assert models.Person.objects.count() == 1


@pytest.mark.parametrize("key", ["", "a" * 42, "a" * 201, "ä" * 43, "a" * 42 + "!"])
def test_a_weak_key_is_refused(db: None, key: str) -> None:
    answer = with_key(key).post("devices/", introduction())
    assert answer.status_code == (400 if key else 401)
    assert models.Device.objects.count() == 0


def test_ids_of_others_cannot_be_taken(owner: Caller) -> None:
    said = introduction()
    for taken in ({"person": owner.person}, {"circle": owner.circle}):
        [(name, row)] = taken.items()
        assert row
        answer = with_key(secrets.token_urlsafe(32)).post("devices/", {**said, name: str(row.pk)})
        assert (answer.status_code, answer.json()["code"]) == (409, "taken")
    key = secrets.token_urlsafe(32)
    assert with_key(key).post("devices/", said).status_code == 201
    assert with_key(key).post("devices/", introduction()).status_code == 409


def test_a_key_taken_away_speaks_for_nobody(db: None) -> None:
    phone, said = with_key(secrets.token_urlsafe(32)), introduction()
    phone.post("devices/", said)
    [device] = phone.get("devices/").json()["devices"]
    assert (device["device"], device["current"]) == (said["device"], True)
    assert phone.delete(f"devices/{said['device']}/").status_code == 204
    for answer in (phone.get("devices/"), phone.post("devices/", said)):
        assert (answer.status_code, answer.json()["code"]) == (401, "revoked")


def test_the_key_of_a_deleted_account_says_so(db: None) -> None:
    phone, said = with_key(secrets.token_urlsafe(32)), introduction()
    phone.post("devices/", said)
    services.delete_person(person=models.Person.objects.get(pk=said["person"]))
    for answer in (phone.get("devices/"), phone.post("devices/", said)):
        assert (answer.status_code, answer.json()["code"]) == (401, "account_deleted")


def test_the_key_of_a_deleted_or_inactive_person_creates_no_circle(db: None) -> None:
    key, said = secrets.token_urlsafe(32), introduction()
    phone = with_key(key)
    phone.post("devices/", said)
    person = models.Person.objects.get(pk=said["person"])

    def introduce_circle() -> tuple[int, bool]:
        circle = str(uuid4())
        answer = phone.post("devices/", {**said, "circle": circle})
        return answer.status_code, models.Circle.objects.filter(pk=circle).exists()

    assert introduce_circle() == (200, True)
    services.delete_person(person=person)
    assert introduce_circle() == (401, False)
    services.undelete_person(person=person)
    models.Person.objects.filter(pk=person.pk).update(is_active=False)
    assert not introduce_circle()[1]


def test_only_ones_own_devices_are_seen_and_revoked(owner: Caller, other_owner: Caller) -> None:
    assert [one["device"] for one in owner.get("devices/").json()["devices"]] == [str(owner.device)]
    assert owner.delete(f"devices/{other_owner.device}/").status_code == 404
    assert other_owner.get("devices/").status_code == 200


def test_a_token_of_one_circle_sees_that_circle_and_itself(owner: Caller, other_owner: Caller) -> None:
    models.Device.objects.filter(id=owner.device).update(circle=owner.circle)
    token = with_key(services.make_token(name="Eleni"))
    models.Device.objects.filter(id=owner.device).update(circle=None)
    assert owner.post("circles/", {"name": "Sundays"}).status_code == 201
    assert len(owner.get("circles/").json()["circles"]) == 2
    [circle] = token.get("circles/").json()["circles"]
    assert circle["name"] == "Fridays"
    assert [one["current"] for one in token.get("devices/").json()["devices"]] == [True]
    assert token.delete(f"devices/{owner.device}/").status_code == 404
    assert token.post("circles/", {}).status_code == 403


def test_a_circle_is_made_once(owner: Caller, other_owner: Caller) -> None:
    id = str(uuid4())
    made = owner.post("circles/", {"id": id, "name": "Sundays"})
    assert (made.status_code, made.json()) == (201, {"id": id, "name": "Sundays", "role": "owner", "seq": 0})
    assert owner.post("circles/", {"id": id, "name": "Sundays"}).status_code == 200
    assert owner.get(f"circles/{id}/").json() == made.json()
    assert other_owner.post("circles/", {"id": id}).status_code == 409
    assert other_owner.get(f"circles/{id}/").status_code == 404
    assert owner.post("circles/", {"name": "x", "seq": 9}).json()["code"] == "unknown"


def test_players_are_added_renamed_hidden_and_said_to_be_the_same(owner: Caller) -> None:
    made = owner.post("players/", {"name": "Eleni"})
    assert made.status_code == 201
    eleni = made.json()["player"]
    assert eleni == {"id": eleni["id"], "name": "Eleni", "hidden": False, "same_as": None}
    id = str(uuid4())
    assert owner.post("players/", {"player": id, "name": "Lena"}).json()["player"]["id"] == id
    assert owner.patch(f"players/{id}/", {"name": "Lenchen"}).json()["player"]["name"] == "Lenchen"
    told = owner.patch(f"players/{id}/", {"hidden": True, "same_as": eleni["id"]}).json()["player"]
    assert told == {"id": id, "name": "Lenchen", "hidden": True, "same_as": eleni["id"]}
    assert owner.get(f"players/{id}/").json() == told
    assert owner.get("players/").json() == {"players": [eleni, told]}


def test_a_change_of_nothing_writes_no_event(owner: Caller) -> None:
    created = owner.post("players/", {"name": "Eleni"}).json()
    for body in (None, {}, {"name": None}, {"event": str(uuid4())}, {"at": "2026-01-09T19:42:10Z"}):
        answer = owner.patch(f"players/{created['id']}/", body)
        assert (answer.status_code, answer.json()) == (200, {**created, "event": None})
    assert models.Event.objects.count() == 1
    assert owner.patch(f"players/{created['id']}/", {"same_as": None}).json()["event"] is not None


def test_who_was_said_to_be_the_same_is_set_apart_by_null(owner: Caller) -> None:
    eleni, lena = (owner.post("players/", {"name": name}).json()["player"]["id"] for name in ("Eleni", "Lena"))
    owner.patch(f"players/{lena}/", {"same_as": eleni})
    assert owner.patch(f"players/{lena}/", {"hidden": True}).json()["player"]["same_as"] == eleni
    told = owner.patch(f"players/{lena}/", {"same_as": None}).json()["player"]
    assert told == {"id": lena, "name": "Lena", "hidden": True, "same_as": None}
    assert owner.get("events/").json()["events"][-1]["data"] == {"player": lena, "same_as": None}


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "players/", {}, 400),
        ("POST", "players/", {"name": " "}, 400),
        ("POST", "players/", {"name": "x" * 201}, 400),
        ("POST", "players/", {"name": "Eleni", "id": NOBODY}, 400),
        ("POST", "players/", {"name": "Eleni", "same_as": NOBODY}, 400),
        ("PATCH", f"players/{NOBODY}/", {"name": "Eleni"}, 404),
        ("GET", f"players/{NOBODY}/", None, 404),
        ("GET", f"evenings/{NOBODY}/", None, 404),
        ("PUT", f"evenings/{NOBODY}/", {"matches": [NOBODY]}, 400),
        ("PUT", f"evenings/{NOBODY}/", {"date": "2026-11-20"}, 400),
    ],
)
def test_what_is_not_taken(owner: Caller, method: str, path: str, body: object, status: int) -> None:
    answer = owner.ask(method, path, body)
    assert answer.status_code == status
    assert set(answer.json()) == {"error", "code"}


def test_an_evening_is_named_and_put_together(owner: Caller) -> None:
    one = owner.started(at="2026-01-01T20:00:00+02:00")
    two = owner.started(at="2026-01-03T20:00:00+02:00")
    assert [evening["matches"] for evening in owner.get("evenings/").json()["evenings"]] == [[two], [one]]
    body = {"name": "Twelfth Night", "place": "Nicosia", "note": "Two tables", "matches": [one, two]}
    answer = owner.put(f"evenings/{one}/", body)
    assert answer.status_code == 200
    told = answer.json()["evening"]
    assert told == {"id": one, "date": "2026-01-01", "begins": "2026-01-01T18:00:00Z", "by_hand": True, **body}
    assert owner.get("evenings/").json()["evenings"] == [told]
    assert owner.get(f"evenings/{one}/").json() == told
    told = owner.put(f"evenings/{one}/", {"note": ""}).json()["evening"]
    assert (told["name"], told["note"]) == ("Twelfth Night", "")


def test_a_new_evening_has_the_id_of_who_makes_it(owner: Caller) -> None:
    match, id = owner.started(), str(uuid4())
    answer = owner.put(f"evenings/{id}/", {"matches": [match]})
    assert (answer.status_code, answer.json()["evening"]["matches"]) == (201, [match])
    assert owner.get(f"matches/{match}/").json()["evening"] == id


def test_a_token_is_not_made_for_a_guest_who_only_says_the_name(owner: Caller) -> None:
    """Anyone may introduce a phone as Zeynep; the token of the server's owner is for another Zeynep."""
    guest = {"key": "k" * 43, "device": uuid4(), "person": uuid4(), "circle": uuid4(), "name": "Zeynep"}
    services.introduce(**guest)
    token = with_key(services.make_token(name="Zeynep"))
    assert token.get("circles/").json()["circles"][0]["id"] != str(guest["circle"])
    again = with_key(services.make_token(name="Zeynep"))
    assert again.get("circles/").json() == token.get("circles/").json()


def test_who_has_taken_a_name_gets_no_key_that_is_made_for_it(guest: Caller) -> None:
    """Nor does a key of their own help: the program would write into a stranger's circle."""
    assert guest.person
    assert guest.circle
    services.rename(person=guest.person, name="Zeynep")
    services.create_program_key(by=guest.person, circle=guest.circle.pk, role=models.Role.OWNER, name="Zeynep")
    made = with_key(services.make_token(name="Zeynep")).get("circles/").json()["circles"]
    assert [one["id"] for one in made] != [str(guest.circle.pk)]
