"""Headers and error pages, which all pages share."""

import re

import pytest
from django.conf import settings
from django.db import InterfaceError, OperationalError, ProgrammingError
from django.db.models import QuerySet
from django.test import Client, RequestFactory
from django.views import defaults

from games.web import views


@pytest.fixture(autouse=True)
def unchecked(monkeypatch):
    """Forget the latest check of the database."""
    monkeypatch.setattr(views, "DATABASE", views.DatabaseCheck())


def test_the_first_page_loads(client):
    response = client.get("/")
    assert response.status_code == 200
    assert "<h1>Scorekeeper</h1>" in response.text
    assert not response.cookies


def test_healthz_answers_without_the_database(client):
    response = client.get("/healthz")  # pytest-django allows no database in a test without `db`
    assert (response.status_code, response.text) == (200, "ok")
    assert "no-store" in response["Cache-Control"]


def test_health_asks_the_database(client, db, django_assert_num_queries):
    with django_assert_num_queries(1):
        response = client.get("/health/")
    assert (response.status_code, response.text) == (200, "ok")
    assert "no-store" in response["Cache-Control"]
    assert not response.cookies


def test_checks_of_the_same_second_share_one_look_at_the_database(client, db, monkeypatch, django_assert_num_queries):
    now = 100.0
    monkeypatch.setattr(views.time, "monotonic", lambda: now)
    with django_assert_num_queries(1):
        assert [client.get("/health/").status_code for _ in range(5)] == [200] * 5
    now += 1
    with django_assert_num_queries(1):
        assert client.get("/health/").status_code == 200


@pytest.mark.parametrize("trouble", [OperationalError, ProgrammingError, InterfaceError])
def test_health_reports_a_database_that_does_not_answer(client, monkeypatch, trouble):
    def fail(self):
        raise trouble("the inner reason")

    monkeypatch.setattr(QuerySet, "exists", fail)
    response = client.get("/health/")
    assert (response.status_code, response.text) == (503, "The database is not responding.")
    assert "no-store" in response["Cache-Control"]
    assert not response.cookies


@pytest.mark.parametrize("address", ["/", "/healthz", "/no/such/page"])
def test_every_response_has_security_headers(client, address):
    response = client.get(address)
    policy = response["Content-Security-Policy"]
    assert policy.startswith("default-src 'self';")
    assert "unsafe" not in policy
    for rule in ("frame-ancestors 'none'", "base-uri 'self'", "form-action 'self'", "object-src 'none'"):
        assert rule in policy
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"


def test_pages_contain_no_inline_code(client):
    assert not re.search(r"<script(?! src=)|<style|\sstyle=|\son\w+=", client.get("/").text)


def test_a_missing_page_is_explained(client):
    response = client.get("/no/such/page")
    assert response.status_code == 404
    assert "Page not found" in response.text
    assert "/no/such/page" not in response.text


@pytest.mark.parametrize(
    ("view", "status"),
    [(defaults.bad_request, 400), (defaults.permission_denied, 403), (defaults.page_not_found, 404)],
)
def test_errors_have_our_own_page(view, status):
    response = view(RequestFactory().get("/"), Exception("the inner reason"))
    assert response.status_code == status
    assert b"Back to home" in response.content
    assert b"the inner reason" not in response.content


@pytest.mark.parametrize(
    ("path", "kind"), [("/games/pisa/", "text/html; charset=utf-8"), ("/api/v1/games/", "application/json")]
)
def test_a_server_error_is_explained(monkeypatch, path, kind):
    def fail(*args, **more):
        raise RuntimeError("the inner reason")

    monkeypatch.setattr("games.web.views.game_context", fail)
    monkeypatch.setattr("games.rules.catalogue.find", fail)
    monkeypatch.setattr("games.api.views.games.GamesView.get", fail, raising=False)
    response = Client(raise_request_exception=False).get(path)
    assert (response.status_code, response["Content-Type"]) == (500, kind)
    assert b"Everything saved so far is safe" in response.content
    assert b"the inner reason" not in response.content


def test_a_form_without_its_token_is_explained():
    response = Client(enforce_csrf_checks=True).post("/")
    assert response.status_code == 403
    assert "This page was open for too long" in response.text


def test_a_foreign_host_name_is_refused(client):
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


def test_debug_is_off_by_default():
    assert settings.DEBUG is False
