"""A key that a phone had before stays ended: someone who lent the phone or copied its key cannot use it again."""

from uuid import uuid4

import pytest

from games import models, services
from games.match.errors import Refused
from games.services import devices, keys
from tests.web.app.test_device import DeviceBrowser, browser

__all__ = ["browser"]
NEXT = "n" * 43


def account(browser: DeviceBrowser) -> models.Person:
    """Return a person with a password, who is signed in to the pages of this browser."""
    person, _circle = services.make_person("Deniz")
    person.set_password("Seventeen aces")
    person.save()
    browser.client.force_login(person)
    return person


def take_over(browser: DeviceBrowser, **more: object) -> object:
    [circle] = services.circles_of(browser.person())
    models.Circle.objects.filter(pk=circle.pk).update(name="Sundays")
    body = {"key": browser.key, "device": browser.device, "circle": str(circle.pk), "brings": True, **more}
    return browser.post("/phone/", body)


def register(key: str) -> models.Device:
    return services.introduce(key=key, device=uuid4(), person=uuid4(), circle=uuid4(), name="")


def test_a_merge_by_key_replaces_the_key(browser: DeviceBrowser) -> None:
    browser.introduce()
    owner = account(browser)
    answer = take_over(browser, next=NEXT)
    assert (answer.status_code, answer.json()["replaced"]) == (200, True)
    assert services.device_of(browser.key) is None
    assert services.device_of(NEXT).person == owner
    repeated = browser.post("/phone/", {"key": browser.key, "next": NEXT, "device": browser.device})
    assert (repeated.status_code, repeated.json()["replaced"]) == (200, True)


def test_a_phone_of_the_first_release_names_no_next_key(browser: DeviceBrowser) -> None:
    browser.introduce()
    owner = account(browser)
    answer = take_over(browser)
    assert (answer.status_code, "replaced" in answer.json()) == (200, False)
    assert browser.person() == owner


@pytest.mark.parametrize("with_cookie", [True, False])
def test_a_replaced_key_cannot_be_registered_again(browser: DeviceBrowser, with_cookie: bool) -> None:
    browser.introduce()
    account(browser)
    assert take_over(browser, next=NEXT).status_code == 200
    with pytest.raises(Refused):
        register(browser.key)
    assert not models.Device.objects.filter(hash=keys.digest(browser.key)).exists()
    if with_cookie:
        assert browser.post("/phone/", {"key": browser.key, "device": str(uuid4())}).status_code == 409
    assert browser.post("/api/v1/devices/", {}, key=browser.key).status_code in (400, 401, 409)


def test_keys_of_deleted_rows_cannot_be_registered_again(
    browser: DeviceBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "MOST_LEFT", 1)
    browser.introduce()
    person = browser.person()
    for key in ("a" * 43, "b" * 43):
        services.add_device(by=person, key=key, device=uuid4())
    services.end_access(person=person, current=None)
    gone = [key for key in (browser.key, "a" * 43, "b" * 43) if services.device_of(key) is None]
    assert len(gone) == 2
    for key in gone:
        with pytest.raises(Refused):
            register(key)


def test_a_refused_phone_merges_nothing(browser: DeviceBrowser) -> None:
    """The id of the phone belongs to another one, so its guest stays a guest."""
    browser.introduce()
    guest = browser.person()
    account(browser)
    other = services.add_device(by=services.make_person("Rui")[0], key="o" * 43, device=uuid4())
    assert take_over(browser, device=str(other.pk)).status_code == 409
    guest.refresh_from_db()
    assert guest.is_active
    assert browser.person() == guest
