"""A key, a role or a membership ends while a request uses it."""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import models, services
from games.http.cookie import DEVICE
from games.services import actions, log, membership
from games.store.sql import LockedCircle, lock
from tests.api.conftest import Caller
from tests.api.test_access import ROWS, path_of

FORM = {"content_type": "application/x-www-form-urlencoded"}
OURS = ("api/", "^api/", "phone/session/", "you/sign-in/link/")


def phone_browser(caller: Caller) -> Client:
    """Return the browser of a phone with this caller's key."""
    client = Client()
    assert caller.person
    client.force_login(caller.person)
    session = client.session
    session[DEVICE] = str(caller.device)
    session.save()
    return client


@pytest.mark.slow
def test_cookie_of_a_phone_with_a_revoked_key_opens_no_page(things: dict[str, str], scorer: Caller) -> None:
    assert scorer.person
    lost, nobody = phone_browser(scorer), Client()
    session = lost.cookies["sessionid"].value
    assert "Deniz" in lost.get("/you/").text
    services.revoke_device(by=scorer.person, device=scorer.device)
    for method, address in ROWS:
        if address.startswith(OURS):
            continue
        path = path_of(address, things)
        answers = []
        for client in (lost, nobody):
            client.cookies.clear()
            if client is lost:
                client.cookies["sessionid"] = session
            answers.append(client.generic(method, path, b"press=", **FORM).status_code)
        assert answers[0] == answers[1], (method, address)
    assert not models.Event.objects.filter(by=scorer.person).exists()


def test_key_is_checked_once_and_only_for_personal_pages(owner: Caller) -> None:
    client, plain = phone_browser(owner), Client()
    assert owner.person
    plain.force_login(owner.person)
    counts = []
    for browser in (plain, client):
        with CaptureQueriesContext(connection) as queries:
            assert browser.get("/circle/").status_code == 200
        counts.append(len(queries))
    assert counts == [5, 6]
    with CaptureQueriesContext(connection) as queries:
        client.get("/games/")
    assert len(queries) == 0


@pytest.mark.parametrize("by", ["role", "place", "key", "circle", "person"])
def test_push_after_the_membership_ended_is_refused(owner: Caller, scorer: Caller, by: str) -> None:
    """The phone does not know yet that it lost the right, between pull and push or between two pushes."""
    assert owner.person
    assert owner.circle
    assert scorer.person
    match = owner.started()
    here = f"events/?circle={owner.circle.pk}"

    def push(number: int) -> Any:
        id = f"00000000-0000-4000-8000-00000000000{number}"
        return scorer.post(here, [{"id": id, "match": match, "kind": "finish", "data": {}}])

    assert scorer.get(here).json()["role"] == "scorer"
    assert len(push(1).json()["accepted"]) == 1
    circle = {"by": owner.person, "circle": owner.circle.pk}
    if by == "role":
        services.change_role(person=scorer.person.pk, role=models.Role.READER, **circle)
    elif by == "place":
        services.remove_member(person=scorer.person.pk, **circle)
    elif by == "key":
        services.revoke_device(by=scorer.person, device=scorer.device)
    elif by == "circle":
        services.delete_circle(**circle)
    else:
        services.delete_person(person=scorer.person)
    assert push(2).status_code == {"role": 403, "place": 404, "key": 401, "circle": 404, "person": 401}[by]
    assert scorer.get(here).status_code == {"role": 200, "place": 404, "key": 401, "circle": 404, "person": 401}[by]
    assert models.Event.objects.filter(kind="finish").count() == 1


@pytest.mark.parametrize("change", [{"role": "reader"}, None], ids=str)
def test_waiting_push_respects_a_new_role(
    owner: Caller, scorer: Caller, change: dict[str, str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = owner.started()
    places = models.Membership.objects.filter(person=scorer.person)

    def lock_after_change(circle: UUID, person: UUID) -> LockedCircle | None:
        places.update(**change) if change else places.delete()
        return lock(circle, person)

    monkeypatch.setattr(log, "lock", lock_after_change)
    before = models.Event.objects.count()
    assert scorer.post("events/", [{"id": match, "match": match, "kind": "finish"}]).status_code == 403
    assert models.Event.objects.count() == before


@pytest.mark.django_db(transaction=True)
def test_role_is_checked_after_waiting_for_the_write_lock(owner: Caller, scorer: Caller) -> None:
    """The owner changes the role while another worker's push waits for the lock."""
    assert owner.circle
    assert scorer.person
    circle, person = owner.circle.pk, scorer.person

    def push() -> str:
        try:
            actions.put_player(player=str(circle), name="Rosa", by=person, circle=circle)
        except PermissionDenied:
            return "refused"
        finally:
            connection.close()
        return "stored"

    with ThreadPoolExecutor(1) as other:
        assert other.submit(push).result() == "stored"
        with membership.locked_members(circle):
            waiting = other.submit(push)
            time.sleep(0.3)
            assert not waiting.done()
            models.Membership.objects.filter(person=person).update(role=models.Role.READER)
        assert waiting.result() == "refused"
