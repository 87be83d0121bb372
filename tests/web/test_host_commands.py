"""The commands by which a host lists, disables and measures: `manage.py people` and `manage.py groups`."""

import secrets
from datetime import timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games import models, services
from games.services import hosting
from tests.web.account.conftest import EMAIL, Browser, deniz, eleni, unhurried
from tests.web.test_leaving import backdate_deletions

__all__ = ["deniz", "eleni", "unhurried"]

WRITTEN = "/api/v1/evenings/"


def run(*arguments):
    output = StringIO()
    call_command(*arguments, stdout=output)
    return output.getvalue().splitlines()


def key_of(writer):
    """Return the key of a phone of this person."""
    key = secrets.token_urlsafe(32)
    services.add_device(by=writer.person, key=key, device=uuid4())
    return key


def status(key):
    answer = Client().get(WRITTEN, headers={"authorization": f"Token {key}"})
    return answer.status_code, answer.json().get("code")


def test_people_are_listed_with_what_tells_them_apart(eleni, deniz):
    first, second = run("people")
    assert (first.split()[0], second.split()[0]) == (str(deniz.person.pk), str(eleni.person.pk))
    assert f"Eleni, {EMAIL}, since {eleni.person.created:%Y-%m-%d}, never seen, groups: 1" in second
    assert ", guest, " in first
    assert run("people", EMAIL) == run("people", "eleni") == run("people", str(eleni.person.pk)) == [second]


def test_a_long_list_says_that_there_are_more(eleni, deniz):
    assert run("people", "--most", "1")[1:] == ["There are more. Name someone, or use --most 10."]


def test_a_disabled_person_loses_all_access_until_enabled(eleni):
    key, browser = key_of(eleni), Browser()
    browser.sign_in()
    assert browser.person == eleni.person
    assert status(key) == (200, None)
    run("people", EMAIL, "--disable")
    assert run("people", EMAIL)[0].endswith(", disabled")
    assert status(key) == (401, "revoked")
    assert browser.get("/evenings/").wsgi_request.user.is_anonymous
    browser.sign_in()
    assert browser.get("/evenings/").wsgi_request.user.is_anonymous
    with pytest.raises(CommandError, match="Nobody here is called that"):
        run("signin", EMAIL)
    run("people", EMAIL, "--enable")
    browser.sign_in()
    assert browser.person == eleni.person
    assert status(key) == (401, "revoked")  # whoever has a copy of the key stays outside


def test_access_ends_without_disabling(eleni):
    key, browser = key_of(eleni), Browser()
    browser.sign_in()
    run("people", EMAIL, "--end-access")
    assert status(key) == (401, "revoked")
    assert browser.get("/evenings/").wsgi_request.user.is_anonymous
    browser.sign_in()
    assert browser.person == eleni.person


def test_only_disabled_people_are_enabled(eleni, deniz):
    merged = deniz.person
    services.merge_guest(guest=merged, account=eleni.person)
    services.delete_person(person=eleni.person)
    for person in (merged, eleni.person):
        with pytest.raises(CommandError, match="not disabled"):
            run("people", str(person.pk), "--enable")
    assert not models.Person.objects.filter(is_active=True).exists()


def test_a_disabled_person_without_a_group_is_enabled(eleni, deniz):
    """An owner may remove a disabled member, and nobody else gets such a person a group."""
    hosting.disable_person(person=eleni.person)
    models.Membership.objects.filter(person=eleni.person).delete()
    run("people", EMAIL, "--enable")
    browser = Browser()
    browser.sign_in()
    assert browser.person == eleni.person


def test_an_erased_person_is_not_enabled(eleni):
    services.delete_person(person=eleni.person)
    backdate_deletions()
    assert (services.tidy_circles(), services.tidy_people()) == (1, 1)
    assert run("people", str(eleni.person.pk))[0].endswith(f"erased on {timezone.now():%Y-%m-%d}")
    assert run("groups", str(eleni.circle.pk))[0].endswith(f"erased on {timezone.now():%Y-%m-%d}")
    with pytest.raises(CommandError, match="not disabled"):
        run("people", str(eleni.person.pk), "--enable")


@pytest.mark.parametrize("who", [(), ("Eleni",)])
def test_a_change_needs_one_person(eleni, who):
    services.make_person("Eleni")
    with pytest.raises(CommandError, match="by the id"):
        run("people", *who, "--disable")
    assert models.Person.objects.filter(is_active=True).count() == 2


def test_a_person_called_like_an_id_hides_nobody(eleni):
    services.make_person(str(eleni.person.pk), str(eleni.circle.pk))
    run("people", str(eleni.person.pk), "--disable")
    assert not models.Person.objects.get(pk=eleni.person.pk).is_active
    assert len(run("groups", str(eleni.circle.pk))) == 1


@pytest.mark.parametrize("act", ["--disable", "--end-access"])
def test_a_person_without_access_is_named(eleni, deniz, act):
    services.delete_person(person=eleni.person)
    with pytest.raises(CommandError, match="within 30 days"):
        run("people", str(eleni.person.pk), act)
    run("people", str(deniz.person.pk), "--disable")
    with pytest.raises(CommandError, match="no access already"):
        run("people", str(deniz.person.pk), act)


@pytest.mark.parametrize("command", ["people", "groups"])
def test_an_unknown_name_is_an_error(db, command):
    with pytest.raises(CommandError, match="called that"):
        run(command, "Nobody")


def test_groups_are_measured(eleni):
    (line,) = run("groups", "--size")
    events = models.Event.objects.filter(circle=eleni.circle)
    assert f"Fridays, entries: {events.count()}, members: 1, owners: Eleni, last entry" in line
    size = int(line.rsplit(", ", 1)[1].split()[0].replace(",", ""))
    assert size >= sum(len(event.data) for event in events) > 0
    assert run("groups", "fridays") == [line.rsplit(", ", 1)[0]]


def test_a_group_is_deleted_and_restored(eleni):
    run("groups", "Fridays", "--delete")
    assert not services.memberships_of(eleni.person).exists()
    assert run("groups", "Fridays")[0].endswith(f"deleted on {timezone.now():%Y-%m-%d}")
    with pytest.raises(CommandError, match="deleted already"):
        run("groups", "Fridays", "--delete")
    run("groups", "Fridays", "--restore")
    assert services.memberships_of(eleni.person).exists()


def test_a_group_that_may_be_erased_is_not_restored(eleni):
    models.Circle.objects.update(deleted=timezone.now() - timedelta(days=31))
    with pytest.raises(CommandError, match="erased"):
        run("groups", "Fridays", "--restore")
