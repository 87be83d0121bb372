"""An unattended phone: nobody who picks it up gets lasting access."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from games import models, services
from tests.pages.in_browser.writers import Writer
from tests.web.account.conftest import PASSWORD, Browser, account_writer, deniz, eleni, unhurried
from tests.web.account.test_only_this_phone import phone_of

__all__ = ["deniz", "eleni", "unhurried"]


def old_session(writer: Writer) -> Browser:
    browser = Browser()
    browser.force_login(writer.person)
    return browser


def lasting_actions(writer: Writer) -> list[tuple[str, dict[str, str], type]]:
    """Return the path, the form, and the model of which a row would be created."""
    key = {"name": "Mine", "circle": str(writer.circle.pk), "role": "owner"}
    return [("/invite/", {"purpose": "account"}, models.Invitation), ("/you/tokens/", key, models.Device)]


@pytest.mark.parametrize("number", [0, 1])
def test_account_needs_a_recent_sign_in_for_lasting_actions(eleni: Writer, number: int) -> None:
    path, form, model = lasting_actions(eleni)[number]
    phone = old_session(eleni)
    answer = phone.post(path, form)
    assert (answer.status_code, answer["Location"]) == (302, f"/you/again/?next={path}")
    assert not model.objects.exists()
    phone.confirm()
    assert phone.post(path, form).status_code in (200, 303)
    assert model.objects.count() == 1


@pytest.mark.parametrize("number", [0, 1])
def test_guest_needs_no_recent_sign_in(deniz: Writer, number: int) -> None:
    path, form, model = lasting_actions(deniz)[number]
    assert old_session(deniz).post(path, form).status_code in (200, 303)
    assert model.objects.count() == 1


def owner_form(writer: Writer, role: str = "owner") -> dict[str, str]:
    return {"circle": str(writer.circle.pk), "role": role, "until": "day", "most": "5"}


def test_invitation_as_owner_needs_a_recent_sign_in(eleni: Writer) -> None:
    phone = old_session(eleni)
    answer = phone.post("/invite/", owner_form(eleni))
    assert answer.status_code == 302
    assert not models.Invitation.objects.exists()
    assert phone.post(answer["Location"], {"password": PASSWORD, "next": back_of(answer)})["Location"] == back_of(
        answer
    )
    page = phone.get(back_of(answer)).text
    for value in ("owner", "day", "5"):
        assert re.search(rf'value="{value}"[^>]*\b(checked|selected)\b', page), value
    assert phone.post("/invite/", owner_form(eleni)).status_code == 303
    assert models.Invitation.objects.get().role == "owner"


def back_of(answer: Any) -> str:
    return parse_qs(urlsplit(answer["Location"]).query)["next"][0]


@pytest.mark.parametrize("role", ["scorer", "reader"])
def test_other_invitations_need_none(eleni: Writer, role: str) -> None:
    assert old_session(eleni).post("/invite/", owner_form(eleni, role)).status_code == 303


def test_links_of_lasting_invitations_need_a_recent_sign_in(eleni: Writer) -> None:
    circle: Any = {"by": eleni.person, "circle": eleni.circle.pk, "until": None, "most": None}
    as_owner, as_reader = (services.invite_to_circle(role=role, **circle) for role in ("owner", "reader"))
    phone, own_phone = old_session(eleni), services.invite_own_phone(by=eleni.person)
    assert phone.get(f"/invite/{as_reader.pk}/").status_code == 200
    for invitation in (as_owner, own_phone):
        path = f"/invite/{invitation.pk}/"
        for answer in (phone.get(path), phone.post(f"{path}code/")):
            assert (answer.status_code, answer["Location"]) == (302, f"/you/again/?next={path}")
        assert str(services.token_of(invitation)) not in phone.get("/invite/").text
        invitation.refresh_from_db()
        assert invitation.code is None
    phone.confirm()
    assert services.token_of(as_owner) in phone.get(f"/invite/{as_owner.pk}/").text
    assert phone.post(f"/invite/{as_owner.pk}/revoke/").status_code == 303


def test_making_a_member_an_owner_needs_a_recent_sign_in(eleni: Writer) -> None:
    rosa = models.Person.objects.create_user(name="Rosa")
    models.Membership.objects.create(circle=eleni.circle, person=rosa, role="reader")
    phone, path = old_session(eleni), f"/circle/{eleni.circle.pk}/members/{rosa.pk}/"
    answer = phone.post(path, {"role": "owner"})
    assert back_of(answer) == f"{path}?role=owner"
    assert models.Membership.objects.get(person=rosa).role == "reader"
    assert phone.post(path, {"role": "scorer"})["Location"] == "/circle/"
    phone.confirm()
    assert re.search(r'value="owner"[^>]*\b(checked|selected)\b', phone.get(back_of(answer)).text)
    assert phone.post(path, {"role": "owner"})["Location"] == "/circle/"
    assert models.Membership.objects.get(person=rosa).role == "owner"


@pytest.mark.parametrize("act", ["remove", "demote"])
def test_ending_another_owner_needs_a_recent_sign_in(eleni: Writer, act: str) -> None:
    rosa = models.Person.objects.create_user(name="Rosa")
    models.Membership.objects.create(circle=eleni.circle, person=rosa, role="owner")
    phone, path = old_session(eleni), f"/circle/{eleni.circle.pk}/members/{rosa.pk}/"
    path, form = (f"{path}remove/", {"sure": "on"}) if act == "remove" else (path, {"role": "reader"})
    answer = phone.post(path, form)
    assert urlsplit(back_of(answer)).path == path
    assert models.Membership.objects.get(person=rosa).role == "owner"
    phone.confirm()
    assert phone.post(path, form)["Location"] == "/circle/"
    assert not models.Membership.objects.filter(circle=eleni.circle, person=rosa, role="owner").exists()


def test_removing_a_scorer_needs_no_recent_sign_in(eleni: Writer) -> None:
    rosa = models.Person.objects.create_user(name="Rosa")
    models.Membership.objects.create(circle=eleni.circle, person=rosa, role="scorer")
    path = f"/circle/{eleni.circle.pk}/members/{rosa.pk}/remove/"
    assert old_session(eleni).post(path, {"sure": "on"})["Location"] == "/circle/"
    assert not models.Membership.objects.filter(circle=eleni.circle, person=rosa).exists()


def test_guest_ends_another_owner_without_proof(deniz: Writer) -> None:
    rosa = models.Person.objects.create_user(name="Rosa")
    models.Membership.objects.create(circle=deniz.circle, person=rosa, role="owner")
    path = f"/circle/{deniz.circle.pk}/members/{rosa.pk}/remove/"
    assert old_session(deniz).post(path, {"sure": "on"})["Location"] == "/circle/"
    assert not models.Membership.objects.filter(circle=deniz.circle, person=rosa).exists()


@pytest.mark.parametrize("path", ["/circle/delete/", "/circle/export/"])
def test_whole_circle_needs_a_recent_sign_in(eleni: Writer, path: str) -> None:
    phone, path = old_session(eleni), f"{path}?circle={eleni.circle.pk}"
    for answer in (phone.get(path), phone.post(path, {"sure": "on"})):
        assert answer.status_code == (405 if "export" in path and answer.wsgi_request.method == "POST" else 302)
    assert models.Circle.objects.filter(deleted=None, pk=eleni.circle.pk).exists()
    phone.confirm()
    assert phone.get(path).status_code == 200


def test_guest_needs_no_proof_for_a_whole_circle(deniz: Writer) -> None:
    phone = old_session(deniz)
    assert phone.post("/invite/", owner_form(deniz)).status_code == 303
    assert phone.get("/circle/export/").status_code == 200
    assert phone.get("/circle/delete/").status_code == 200


# The same by the API, with the key of a phone or a program

Ask = Callable[[Client, Writer], Any]
ASKS: dict[str, tuple[Ask, int]] = {
    "an invitation as owner": (
        lambda client, eleni: client.post(
            f"/api/v1/invitations/?circle={eleni.circle.pk}", {"purpose": "circle", "role": "owner"}, "application/json"
        ),
        201,
    ),
    "the log": (lambda client, eleni: client.get(f"/api/v1/circles/{eleni.circle.pk}/log/"), 200),
    "deletion": (lambda client, eleni: client.delete(f"/api/v1/circles/{eleni.circle.pk}/"), 204),
}


@pytest.fixture(params=ASKS)
def ask(request: pytest.FixtureRequest) -> tuple[Ask, int]:
    return ASKS[request.param]


def test_phones_key_needs_a_recent_sign_in_of_its_session(eleni: Writer, ask: tuple[Ask, int]) -> None:
    """A thief with a copied cookie adds a key, which reaches the whole API."""
    doing, status = ask
    thief = phone_of(eleni.person)
    bearer: Any = {"authorization": f"Token {thief.key}"}
    for client in (Client(headers=bearer), thief.client):
        client.defaults["HTTP_AUTHORIZATION"] = bearer["authorization"]
        answer = doing(client, eleni)
        assert (answer.status_code, answer.json()["code"]) == (403, "proof")
    del thief.client.defaults["HTTP_AUTHORIZATION"]
    thief.client.confirm()
    thief.client.defaults["HTTP_AUTHORIZATION"] = bearer["authorization"]
    assert doing(thief.client, eleni).status_code == status


def test_session_of_someone_else_proves_nothing(eleni: Writer, ask: tuple[Ask, int]) -> None:
    doing, _status = ask
    phone, rosa = phone_of(eleni.person), account_writer("Rosa", "rosa@example.org")
    other = old_session(rosa)
    other.confirm()
    other.defaults["HTTP_AUTHORIZATION"] = f"Token {phone.key}"
    assert doing(other, eleni).status_code == 403


@pytest.mark.parametrize("who", ["program", "guest"])
def test_programs_and_guests_need_no_proof(eleni: Writer, deniz: Writer, ask: tuple[Ask, int], who: str) -> None:
    doing, status = ask
    writer = deniz if who == "guest" else eleni
    key = phone_of(writer.person).key
    if who == "program":
        key = services.create_program_key(
            by=eleni.person, circle=eleni.circle.pk, role=models.Role.OWNER, name="Script"
        )
    assert doing(Client(headers={"authorization": f"Token {key}"}), writer).status_code == status


def test_phones_key_learns_no_lasting_invitation_without_proof(eleni: Writer) -> None:
    circle: Any = {"by": eleni.person, "circle": eleni.circle.pk, "until": None, "most": None}
    as_owner, as_reader = (services.invite_to_circle(role=role, **circle) for role in ("owner", "reader"))
    services.invite_own_phone(by=eleni.person)
    phone = phone_of(eleni.person)
    client = Client(headers={"authorization": f"Token {phone.key}"})
    assert [row["id"] for row in client.get("/api/v1/invitations/").json()["invitations"]] == [str(as_reader.pk)]
    assert client.delete(f"/api/v1/invitations/{as_owner.pk}/").status_code == 204  # anyone may close a door
