"""A request that ends the session deletes its cookie. A request with an old cookie does not."""

import pytest
from django.conf import settings

from games import services

pytestmark = pytest.mark.django_db
COOKIE = settings.SESSION_COOKIE_NAME


def test_an_old_cookie_is_not_deleted(client):
    client.cookies[COOKIE] = "a" * 32
    answer = client.get("/phone/session/")
    assert answer.json()["person"] is None
    assert COOKIE not in answer.cookies
    assert "Cookie" in answer.headers["Vary"]


def test_a_request_that_ends_the_session_deletes_its_cookie(client):
    person, _ = services.make_person("Eleni")
    client.force_login(person)
    answer = client.delete("/phone/session/", headers={"Origin": "http://testserver"})
    assert answer.status_code == 204
    assert answer.cookies[COOKIE]["max-age"] == 0
