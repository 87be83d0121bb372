"""The read-only admin for staff."""

import re

import pytest
from django.test import Client

from games import models, services
from tests.web.account.conftest import guest_writer

pytestmark = [pytest.mark.fifth, pytest.mark.slow]


@pytest.fixture
def fridays(db):
    return guest_writer("Eleni", "Fridays")


@pytest.fixture
def staff(db):
    client = Client()
    client.force_login(models.Person.objects.create_superuser("host@example.org", "violet-anchor-7", name="Host"))
    return client


def test_circle_is_found_by_name_prefix_and_id(staff, fridays):
    services.make_person("Rosa", "Sundays")
    for typed in ("fri", str(fridays.circle.pk), str(fridays.circle.pk).upper()):
        text = staff.get("/admin/games/circle/", {"q": typed}).text
        assert "Fridays" in text
        assert "Sundays" not in text


def test_circle_page_lists_members_and_events(staff, fridays):
    invitation = services.invite_to_circle(
        by=fridays.person, circle=fridays.circle.pk, role="reader", until=None, most=None
    )
    text = staff.get(f"/admin/games/circle/{fridays.circle.pk}/change/").text
    assert f"/admin/games/person/{fridays.person.pk}/change/" in text
    assert f"/admin/games/invitation/{invitation.pk}/change/" in text
    assert "<td>start</td>" in text
    assert services.token_of(invitation) not in text


@pytest.mark.parametrize("kind", ["circle", "person", "device", "invitation"])
def test_pages_have_no_forms_and_no_secrets(staff, fridays, kind):
    device = services.add_device(by=fridays.person, key="k" * 43, device=fridays.circle.pk)
    rows = {
        "circle": fridays.circle,
        "person": fridays.person,
        "device": device,
        "invitation": services.invite_own_phone(by=fridays.person),
    }[kind]
    answer = staff.get(f"/admin/games/{kind}/{rows.pk}/change/")
    assert answer.status_code == 200
    assert 'name="_save"' not in answer.text
    assert device.hash not in answer.text
    assert fridays.person.password not in answer.text
    assert staff.post(f"/admin/games/{kind}/{rows.pk}/change/", {"name": "x"}).status_code == 403
    assert staff.post(f"/admin/games/{kind}/{rows.pk}/delete/", {"post": "yes"}).status_code == 403
    assert staff.get(f"/admin/games/{kind}/add/").status_code == 403
    assert staff.get(f"/admin/games/{kind}/").status_code == 200


def test_names_are_escaped_and_pages_have_the_policy(staff, fridays):
    models.Person.objects.filter(pk=fridays.person.pk).update(name="<script>alert(1)</script>")
    for path in ("/admin/", "/admin/games/circle/", f"/admin/games/circle/{fridays.circle.pk}/change/"):
        text = staff.get(path).text
        assert not re.search(r"<script>|<style|\sstyle=|\son\w+=", text), path


def test_query_count_does_not_grow_with_the_list(staff, fridays, django_assert_max_num_queries):
    for number in range(20):
        services.make_person(str(number), f"Circle {number}")
    for kind in ("circle", "person", "device", "invitation"):
        with django_assert_max_num_queries(6):
            staff.get(f"/admin/games/{kind}/", {"q": "c"})


SECRET_FILTERS = {
    "person": ("password", "emailaddress__email", "authenticator__data", "devices__hash", "last_login", "is_superuser"),
    "device": ("hash", "person__password", "person__devices__hash", "circle__invitations__code"),
    "invitation": ("code", "by__password", "circle__device__hash"),
    "circle": ("memberships__person__password", "device__hash", "invitations__code", "events__data"),
}


@pytest.mark.parametrize("kind", SECRET_FILTERS)
def test_no_column_can_be_read_by_a_filter(staff, fridays, kind):
    for name in SECRET_FILTERS[kind]:
        for lookup in (name, f"{name}__startswith", f"{name}__gt", f"{name}__isnull"):
            assert staff.get(f"/admin/games/{kind}/", {lookup: "a"}).status_code == 400, lookup
    for name in ("hash", "password", "code"):
        assert staff.get(f"/admin/games/{kind}/", {"_to_field": name}).status_code == 400, name
    assert staff.get(f"/admin/games/{kind}/", {"q": "e", "o": "1", "p": "1"}).status_code == 200


def test_search_finds_no_secret(staff, fridays):
    models.Person.objects.filter(pk=fridays.person.pk).update(password="pbkdf2$secret", email="eleni@example.org")
    for typed in ("pbkdf2", "pbkdf2$secret"):
        assert "Eleni" not in staff.get("/admin/games/person/", {"q": typed}).text


def test_staff_change_their_password_on_the_page_of_everyone(staff):
    """Django's own page would ask for no fresh proof, and would end no key."""
    for answer in (
        staff.get("/admin/password_change/"),
        staff.post("/admin/password_change/", {"old_password": "violet-anchor-7", "new_password1": "x" * 12}),
    ):
        assert (answer.status_code, answer["Location"]) == (302, "/you/password/")
