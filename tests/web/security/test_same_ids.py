"""Ids of matches are unique within a circle only. Pages look in the current circle first, then in the oldest."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games import models, services
from tests.web.account.conftest import guest_writer

pytestmark = pytest.mark.django_db

Lured = tuple[Client, models.Person, models.Circle, models.Circle, str]


def copied(original: models.Circle, by: models.Person, circle: models.Circle, name: str) -> None:
    """Push the match and its evening, with the same ids and another name of a player, to another circle."""
    events = []
    for event in original.events.order_by("seq"):
        data = dict(event.data)
        if event.kind == "start":
            data["players"] = [{**data["players"][0], "name": name}, *data["players"][1:]]
        if event.kind == "player":
            data["name"] = name
        match = None if event.match is None else str(event.match)
        events.append({"id": str(uuid4()), "match": match, "kind": event.kind, "data": data, "at": event.at})
    assert services.push(by=by, circle=circle.pk, events=events).refused == []


@pytest.fixture
def client_of_both() -> Lured:
    """Return someone who was lured into a circle with a copy of their match, and the circles and the match."""
    eleni, mallory = guest_writer("Eleni", "Fridays"), guest_writer("Mallory", "Shadow")
    copied(eleni.circle, mallory.person, mallory.circle, "Forged")
    third = models.Circle.objects.create(name="Third")
    models.Membership.objects.create(circle=mallory.circle, person=eleni.person, role="owner", chosen=timezone.now())
    models.Membership.objects.create(circle=third, person=eleni.person, role="owner", chosen=timezone.now())
    client = Client()
    client.force_login(eleni.person)
    return client, eleni.person, eleni.circle, mallory.circle, str(eleni.match)


def test_pages_show_the_match_of_the_older_circle(client_of_both: Lured) -> None:
    client, _person, own, shadow, match = client_of_both
    before = shadow.events.count()
    assert own.matches.filter(id=match).exists()
    assert shadow.matches.filter(id=match).exists()
    for path in (
        f"/table/{match}/",
        f"/table/{match}/sheet/",
        f"/table/{match}/wall/",
    ):
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert "Forged" not in answer.getvalue().decode(errors="replace"), path
    assert client.post(f"/table/{match}/", {"do": "finish"}).status_code < 500
    assert shadow.events.count() == before


def test_the_current_circle_has_priority(client_of_both: Lured) -> None:
    client, person, own, shadow, match = client_of_both
    models.Membership.objects.filter(circle=shadow, person=person).update(chosen=timezone.now())
    assert "Forged" in client.get(f"/table/{match}/sheet/").text
    models.Membership.objects.filter(circle=own, person=person).update(chosen=timezone.now())
    assert "Forged" not in client.get(f"/table/{match}/sheet/").text


def test_the_evening_of_the_older_circle_is_found(client_of_both: Lured) -> None:
    client, _person, own, _shadow, match = client_of_both
    address = client.get(f"/evenings/of/{match}/")["Location"]
    assert address == f"/evenings/{own.matches.get(id=match).evening}/"
    assert "Forged" not in client.get(address).text


def test_the_api_looks_in_one_circle_only(client_of_both: Lured) -> None:
    client, person, own, shadow, match = client_of_both
    key = "k" * 43
    services.add_device(by=person, key=key, device=uuid4())
    headers = {"authorization": f"Token {key}"}
    for query, is_forged in (("", False), (f"?circle={own.pk}", False), (f"?circle={shadow.pk}", True)):
        text = client.get(f"/api/v1/matches/{match}/document/{query}", headers=headers).text
        assert ("Forged" in text) is is_forged, query
