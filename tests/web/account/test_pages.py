"""All account pages: a GET stores nothing, no site can frame them, and only the person sees them."""

from urllib.parse import quote

import pytest
from django.apps import apps
from django.db import connection
from django.urls import NoReverseMatch, reverse
from markupsafe import escape

from games import models, services
from games.web.account.urls import urlpatterns as about_you
from games.web.urls import urlpatterns
from tests.web.account.conftest import Browser, account_writer
from tests.web.addresses import PAGES

pytestmark = pytest.mark.fifth

VIEWED = [
    "programs",
    "account_login",
    "account_inactive",
    "account_signup",
    "account_logout",
    "account_reauthenticate",
    "mfa_reauthenticate_webauthn",
    "mfa_login_webauthn",
    "account_set_password",
    "sign_out_elsewhere",
    "account_email_verification_sent",
    "mfa_add_webauthn",
    "account_change_password",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key_done",
    "token",
    "you",
    "your_name",
]
WITH_A_KEY = {
    "link": "/you/sign-in/link/x/",
    "account_confirm_email": "/you/email/x/",
    "mfa_edit_webauthn": "/you/passkeys/1/",
    "mfa_remove_webauthn": "/you/passkeys/1/remove/",
    "device": "/you/devices/4a2f4a5c-3f0e-4d5b-9a57-2f1c5a7f0001/",
    "device_revoke": "/you/devices/4a2f4a5c-3f0e-4d5b-9a57-2f1c5a7f0001/revoke/",
    "account_reset_password_from_key": "/you/password/new/1-x/",
}
ALL = [*map(reverse, VIEWED), *WITH_A_KEY.values()]


def row_counts():
    """Return the number of rows in every table, including sessions and limits."""
    tables = [model._meta.db_table for model in apps.get_models(include_auto_created=True)]
    counts = {}
    with connection.cursor() as cursor:
        for table in [*tables, "games_limits"]:
            cursor.execute(f'SELECT count(*) FROM "{table}"')
            counts[table] = cursor.fetchone()[0]
    return counts


def test_every_page_is_covered():
    assert {pattern.name for pattern in about_you} == {*VIEWED, *WITH_A_KEY}


@pytest.mark.parametrize("mail", ["mail_server", None])
def test_viewing_pages_stores_nothing(request, mail):
    if mail:
        request.getfixturevalue(mail)
    plain = []
    for pattern in urlpatterns:
        try:
            plain.append(reverse(pattern.name))
        except (NoReverseMatch, AttributeError):
            continue
    before = row_counts()
    for path in {*plain, *PAGES, *ALL}:
        answer = Browser().get(path)
        assert answer.status_code < 500, path
        assert "sessionid" not in answer.cookies, path
    assert row_counts() == before
    assert before["django_session"] == 0


@pytest.mark.parametrize("path", ALL)
def test_pages_are_neither_framed_nor_cached(path, visitor):
    account_writer("Eleni")
    for pattern in (Browser(), visitor):
        answer = pattern.get(path)
        assert answer["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
        assert "publickey-credentials-get=(self)" in answer["Permissions-Policy"]
        assert answer.status_code in (200, 302, 403, 404)
        visitor.sign_in()


@pytest.mark.parametrize("path", ["/you/", "/you/email/", "/you/name/", "/you/password/"])
def test_pages_with_a_name_are_not_cached(path, eleni, visitor):
    visitor.sign_in()
    visitor.confirm()
    assert "no-store" in visitor.get(path)["Cache-Control"]


@pytest.mark.parametrize("name", ["<script>x</script>", '"><img src=x onerror=x>', "{{ 7 * 7 }}", "%(name)s"])
def test_name_is_escaped(name, visitor):
    writer = account_writer("Eleni")
    models.Person.objects.filter(pk=writer.person.pk).update(name=name)
    visitor.sign_in()
    visitor.confirm()
    for path in ("/you/", "/you/name/", "/you/email/", "/you/sign-out/"):
        text = visitor.get(path).text
        assert "<script>x" not in text
        assert "<img" not in text
    assert str(escape(name)) in visitor.get("/you/").text


def test_query_count_does_not_grow_with_devices(eleni, visitor, django_assert_max_num_queries):
    visitor.sign_in()
    for number in range(20):
        circle, _new = services.make_circle(by=eleni.person, circle=None, name=f"Circle {number}")
        services.add_device(by=eleni.person, key=f"{number}" * 43, device=circle.circle.pk)
    with django_assert_max_num_queries(4):
        assert visitor.get("/you/").status_code == 200


def test_stranger_sees_the_page_without_a_person(visitor, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert "no sign-up needed" in visitor.get("/you/").text


@pytest.mark.parametrize("path", ["name/", "email/", "passkeys/add/", "password/"])
def test_strangers_are_sent_to_the_sign_in_page(path, visitor):
    assert visitor.get(f"/you/{path}")["Location"] in (
        f"/you/sign-in/?next=/you/{path}",
        f"/you/sign-in/?next={quote(f'/you/{path}', safe='')}",
    )
