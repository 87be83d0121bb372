"""The pages for whoever hosts it: what they show, and that they change nothing."""

import re

import pytest
from django.test import Client

from games import models, services
from tests.web.account.conftest import written

pytestmark = pytest.mark.slow


@pytest.fixture
def fridays(db):
    return written("Eleni", "Fridays")


@pytest.fixture
def staff(db):
    found = Client()
    found.force_login(models.Person.objects.create_superuser("host@example.org", "violet-anchor-7", name="Host"))
    return found


def test_a_circle_is_found_by_how_its_name_begins_and_by_its_id(staff, fridays):
    services.make_person("Rosa", "Sundays")
    for typed in ("fri", str(fridays.circle.pk), str(fridays.circle.pk).upper()):
        text = staff.get("/admin/games/circle/", {"q": typed}).text
        assert "Fridays" in text
        assert "Sundays" not in text


def test_it_shows_who_belongs_to_it_and_what_was_written(staff, fridays):
    invitation = services.invite_to_circle(
        by=fridays.person, circle=fridays.circle.pk, role="reader", until=None, most=None
    )
    text = staff.get(f"/admin/games/circle/{fridays.circle.pk}/change/").text
    assert f"/admin/games/person/{fridays.person.pk}/change/" in text
    assert f"/admin/games/invitation/{invitation.pk}/change/" in text
    assert "<td>start</td>" in text
    assert services.token_of(invitation) not in text


@pytest.mark.parametrize("kind", ["circle", "person", "device", "invitation"])
def test_nothing_can_be_changed_and_no_secret_is_shown(staff, fridays, kind):
    device = services.add_device(by=fridays.person, key="k" * 43, device=fridays.circle.pk)
    one = {
        "circle": fridays.circle,
        "person": fridays.person,
        "device": device,
        "invitation": services.invite_own_phone(by=fridays.person),
    }[kind]
    answer = staff.get(f"/admin/games/{kind}/{one.pk}/change/")
    assert answer.status_code == 200
    assert 'name="_save"' not in answer.text
    assert device.hash not in answer.text
    assert fridays.person.password not in answer.text
    assert staff.post(f"/admin/games/{kind}/{one.pk}/change/", {"name": "x"}).status_code == 403
    assert staff.post(f"/admin/games/{kind}/{one.pk}/delete/", {"post": "yes"}).status_code == 403
    assert staff.get(f"/admin/games/{kind}/add/").status_code == 403
    assert staff.get(f"/admin/games/{kind}/").status_code == 200


def test_names_are_never_markup_and_pages_keep_to_the_policy(staff, fridays):
    models.Person.objects.filter(pk=fridays.person.pk).update(name="<script>alert(1)</script>")
    for path in ("/admin/", "/admin/games/circle/", f"/admin/games/circle/{fridays.circle.pk}/change/"):
        text = staff.get(path).text
        assert not re.search(r"<script>|<style|\sstyle=|\son\w+=", text), path


def test_a_long_list_costs_no_more(staff, fridays, django_assert_max_num_queries):
    for number in range(20):
        services.make_person(str(number), f"Circle {number}")
    for kind in ("circle", "person", "device", "invitation"):
        with django_assert_max_num_queries(6):
            staff.get(f"/admin/games/{kind}/", {"q": "c"})
