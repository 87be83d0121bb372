"""A restore undoes the merge of a guest: the key that the phone got by the merge is the guest's again, who may have lent it.

The phone must send nothing with such a key. Its person signs in, and then the phone sends what the server lacks.
"""

import secrets
from urllib.error import HTTPError
from uuid import uuid4

import pytest

from tests.phone.conftest import wait
from tests.phone.test_joining import registered, whose
from tests.phone.test_persons import SESSION
from tests.phone.test_restored import restore
from tests.phone.test_worker import SENT, ask, me, save, sees, start

pytestmark = pytest.mark.tenth

ACCOUNT = """
from allauth.account.models import EmailAddress
from games import models
person = models.Membership.objects.get(circle="{circle}").person
person.email = "rui@example.org"
person.set_password("violet-anchor-7")
person.save()
EmailAddress.objects.create(user=person, email=person.email, primary=True, verified=True)
"""
SECOND_KEY = """
from uuid import uuid4
from games import models, services
services.add_device(by=models.Person.objects.get(pk="{person}"), key="{key}", device=uuid4())
"""
LINK = """
from games import models, services
invitation = services.invite_own_phone(by=models.Membership.objects.get(circle="{circle}").person)
print(services.token_of(invitation))
"""
END_ACCESS = "from games.services.older_copy import end_revived_access; end_revived_access()"


@pytest.fixture
def lent(tiny, new_phone):
    """A phone whose guest someone took over by a link to an account. Return it, both keys, and an older copy."""
    key, circle = registered(tiny)
    tiny.manage("shell", "-c", ACCOUNT.format(circle=circle))
    phone = new_phone()
    phone.take_over()
    start(phone, "Guest")
    phone.until(SENT)
    phone.until(SESSION)
    lender = secrets.token_urlsafe(32)
    tiny.manage("shell", "-c", SECOND_KEY.format(person=me(phone)["person"], key=lender))
    older = tiny.database.copy()
    token = tiny.manage("shell", "-c", LINK.format(circle=circle)).strip().split()[-1]
    page = phone.open(f"/i/{token}/")
    page.locator("[name=along]").check()
    page.locator("main form .go").first.click()
    page.wait_for_url("**/inside/")
    phone.open()
    phone.until(f"(await state('identity'))?.person === '{whose(phone)['person']}'")
    assert names(tiny, lender) == 401
    return phone, key, lender, older


def names(server, key):
    """Return the names of the players in all circles of the key, or the status of the refusal."""
    try:
        circles = ask(server, key, "/api/v1/circles/")["circles"]
    except HTTPError as refused:
        return refused.code
    logs = [ask(server, key, f"/api/v1/events/?circle={circle['id']}")["events"] for circle in circles]
    return {
        event["data"]["name"] for log in logs for event in log if event["kind"] == "player" and "name" in event["data"]
    }


def sign_in(phone, email="rui@example.org"):
    page = phone.open("/you/sign-in/")
    page.locator("[name=login]").fill(email)
    page.locator("[name=password]").fill("violet-anchor-7")
    page.locator("main form .go").first.click()
    page.wait_for_url("**/you/**")


def play(phone, name):
    start(phone, name)
    save(phone)
    sees(phone.page, "rounds: 1")


@pytest.mark.parametrize("is_new", [True, False], ids=["new group", "old group"])
def test_a_lender_gets_nothing_after_a_restore(tiny, lent, is_new):
    phone, key, lender, older = lent
    if is_new:
        page = phone.open("/circle/new/")
        page.locator("[name=name]").fill("Thursday")
        page.locator("main form .go").first.click()
        page.wait_for_url("**/circle/")
    phone.open()
    wait(lambda: me(phone)["circle"] == whose(phone)["circle"] or (phone.open() and False))
    play(phone, "Rosa")
    phone.until(SENT)
    person = me(phone)["person"]
    restore(tiny, older)
    tiny.manage("shell", "-c", END_ACCESS)
    for _time in range(3):
        phone.open()
        phone.nudge()
        phone.page.wait_for_timeout(1000)
    play(phone, "Zoe")
    phone.page.wait_for_timeout(2000)
    assert me(phone)["person"] == person
    assert whose(phone)["person"] in (None, person)
    assert not names(tiny, lender) & {"Rosa", "Zoe"}
    sign_in(phone)
    phone.open()
    wait(lambda: phone.nudge() or {"Rosa", "Zoe"} <= names(tiny, key))
    assert not names(tiny, lender) & {"Rosa", "Zoe"}


@pytest.fixture
def person(tiny):
    """The id of someone with a password."""
    key, circle = registered(tiny)
    tiny.manage("shell", "-c", ACCOUNT.format(circle=circle))
    return ask(tiny, key, "/api/v1/devices/")["person"]


def test_a_copied_key_that_never_began_a_session_ends_when_someone_signs_in(tiny, new_phone, person):
    phone = new_phone()
    phone.take_over()
    blocked = [True]
    phone.context.route("**/phone/session/", lambda route: route.abort() if blocked else route.continue_())
    start(phone, "Guest")
    phone.until(SENT)
    copied = me(phone)["key"]
    phone.context.clear_cookies()
    sign_in(phone)
    blocked.clear()
    wait(lambda: phone.open() and me(phone)["person"] == person)
    wait(
        lambda: me(phone)["circle"] == whose(phone)["circle"]
    )  # then the phone opens the store of the account's circle
    phone.until("(await state('pull'))?.whole === true")  # until then the server's pages come, which are others
    play(phone, "Rosa")
    phone.until(SENT)
    assert {"Guest", "Rosa"} <= names(tiny, me(phone)["key"])
    assert names(tiny, copied) == 401


def test_a_former_key_cannot_be_registered_again_to_get_the_account(tiny, new_phone, person):
    """The worker asks with former keys whose they are. Its cookie must not prove them."""
    phone = new_phone()
    phone.take_over()
    start(phone, "Guest")
    phone.until(SENT)
    phone.until(SESSION)
    former = me(phone)["key"]
    sign_in(phone)
    wait(lambda: phone.open() and me(phone)["person"] == person)
    assert names(tiny, former) == 401
    ids = {name: str(uuid4()) for name in ("device", "person", "circle")}
    with pytest.raises(HTTPError) as refused:
        ask(tiny, former, "/api/v1/devices/", "POST", ids)
    with refused.value as answer:
        assert answer.code == 409
    assert names(tiny, former) == 401
