"""What holds for every page about oneself: nothing comes of looking, nobody may frame it, nobody else sees it."""

from urllib.parse import quote

import pytest
from django.apps import apps
from django.db import connection
from django.urls import NoReverseMatch, reverse
from markupsafe import escape

from games import models, services
from games.web.account.urls import urlpatterns as about_you
from games.web.urls import urlpatterns
from tests.web.account.conftest import Browser, kept
from tests.web.addresses import PAGES

LOOKED_AT = [
    "account_login",
    "account_inactive",
    "account_signup",
    "account_logout",
    "account_reauthenticate",
    "mfa_reauthenticate_webauthn",
    "mfa_login_webauthn",
    "account_set_password",
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
ALL = [*map(reverse, LOOKED_AT), *WITH_A_KEY.values()]


def rows():
    """How many there are in every table, those of sessions and limits among them."""
    tables = [model._meta.db_table for model in apps.get_models(include_auto_created=True)]
    found = {}
    with connection.cursor() as cursor:
        for table in [*tables, "games_limits"]:
            cursor.execute(f'SELECT count(*) FROM "{table}"')
            found[table] = cursor.fetchone()[0]
    return found


def test_every_page_is_in_these_tests():
    assert {one.name for one in about_you} == {*LOOKED_AT, *WITH_A_KEY}


@pytest.mark.parametrize("mail", ["posting", None])
def test_nothing_is_stored_of_who_only_looks(request, mail):
    if mail:
        request.getfixturevalue(mail)
    plain = []
    for one in urlpatterns:
        try:
            plain.append(reverse(one.name))
        except (NoReverseMatch, AttributeError):
            continue
    before = rows()
    for path in {*plain, *PAGES, *ALL}:
        answer = Browser().get(path)
        assert answer.status_code < 500, path
        assert "sessionid" not in answer.cookies, path
    assert rows() == before
    assert before["django_session"] == 0


@pytest.mark.parametrize("path", ALL)
def test_no_other_page_may_frame_it_and_nobody_keeps_it(path, visitor):
    kept("Eleni")
    for one in (Browser(), visitor):
        answer = one.get(path)
        assert answer["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
        assert "publickey-credentials-get=(self)" in answer["Permissions-Policy"]
        assert answer.status_code in (200, 302, 403, 404)
        visitor.sign_in()


@pytest.mark.parametrize("path", ["/you/", "/you/email/", "/you/name/", "/you/password/"])
def test_no_browser_keeps_a_page_that_names_somebody(path, eleni, visitor):
    visitor.sign_in()
    visitor.confirm()
    assert "no-store" in visitor.get(path)["Cache-Control"]


@pytest.mark.parametrize("name", ["<script>x</script>", '"><img src=x onerror=x>', "{{ 7 * 7 }}", "%(name)s"])
def test_a_name_stays_a_name(name, visitor):
    writer = kept("Eleni")
    models.Person.objects.filter(pk=writer.person.pk).update(name=name)
    visitor.sign_in()
    visitor.confirm()
    for path in ("/you/", "/you/name/", "/you/email/", "/you/sign-out/"):
        text = visitor.get(path).text
        assert "<script>x" not in text
        assert "<img" not in text
    assert str(escape(name)) in visitor.get("/you/").text


def test_the_page_asks_as_little_for_many_as_for_few(eleni, visitor, django_assert_max_num_queries):
    visitor.sign_in()
    for number in range(20):
        circle, _new = services.make_circle(by=eleni.person, circle=None, name=f"Circle {number}")
        services.add_device(by=eleni.person, key=f"{number}" * 43, device=circle.circle.pk)
    with django_assert_max_num_queries(4):
        assert visitor.get("/you/").status_code == 200


def test_a_stranger_is_told_that_there_is_nobody(visitor, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert "nobody signs up here" in visitor.get("/you/").text


@pytest.mark.parametrize("path", ["name/", "email/", "passkeys/add/", "password/"])
def test_strangers_are_asked_who_they_are(path, visitor):
    assert visitor.get(f"/you/{path}")["Location"] in (
        f"/you/sign-in/?next=/you/{path}",
        f"/you/sign-in/?next={quote(f'/you/{path}', safe='')}",
    )
