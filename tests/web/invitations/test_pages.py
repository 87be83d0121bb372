"""The pages of invitations: creating, displaying and revoking them; the join page and the code page."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from markupsafe import escape

from games import models, services
from games.services import circles, guesses
from tests.web.invitations.conftest import InvitationCast, link, post, row_counts
from tests.web.test_pseudo import plain

pytestmark = pytest.mark.fifth

CIRCLE = {"role": "scorer", "until": "week", "most": "1"}


def code_of(client: Client, invitation: models.Invitation) -> str:
    services.make_code(invitation)
    return services.code_of(models.Invitation.objects.get(pk=invitation.pk)) or ""


def test_owner_gets_a_link_a_code_and_a_qr_code(cast: InvitationCast, open_browser) -> None:
    eleni = open_browser(cast.eleni)
    answer = eleni.post("/invite/", {"circle": str(cast.circle.pk), **CIRCLE})
    assert answer.status_code == 303
    invitation = models.Invitation.objects.get()
    assert (invitation.role, invitation.most, invitation.by) == ("scorer", 1, cast.eleni)
    text = eleni.get(answer["Location"]).text
    assert f'value="http://testserver{link(invitation)}"' in text
    code = services.code_of(invitation)
    assert f"{code[:3]}-{code[3:]}" in text
    assert "Valid for 10 more minutes" in text
    assert re.search(r"<svg[^>]*qr", text)


def test_guest_gets_a_code_alone_for_the_app_on_the_home_screen(cast: InvitationCast, open_browser) -> None:
    eleni = open_browser(cast.eleni)
    text = eleni.get("/invite/?app=1").text
    assert 'action="/invite/?app=1"' in text
    answer = eleni.post("/invite/?app=1", {"purpose": "account"})
    invitation = models.Invitation.objects.get()
    path = f"/invite/{invitation.pk}/"
    assert (invitation.purpose, invitation.by, answer["Location"]) == ("account", cast.eleni, f"{path}?app=1")
    text = eleni.get(answer["Location"]).text
    code = services.code_of(invitation)
    assert f"{code[:3]}-{code[3:]}" in text
    assert "Add to Home Screen" in text
    assert services.token_of(invitation) not in text  # a link would open in the browser
    assert eleni.post(f"{path}code/?app=1")["Location"] == f"{path}?app=1"
    assert "Add to Home Screen" not in eleni.get(path).text
    other = cast.to_circle()
    assert "Add to Home Screen" not in eleni.get(f"/invite/{other.pk}/?app=1").text


@pytest.mark.django_db
def test_stranger_gets_no_code_for_the_app(open_browser) -> None:
    assert "Add to Home Screen" not in open_browser(None).get("/invite/?app=1").text
    assert open_browser(None).post("/invite/?app=1", {"purpose": "account"}).status_code == 403
    assert not models.Invitation.objects.exists()


def test_expired_code_is_replaced_on_request(cast: InvitationCast, open_browser) -> None:
    eleni, invitation = open_browser(cast.eleni), cast.to_circle()
    path = f"/invite/{invitation.pk}/"
    assert "the ten minutes are up" in eleni.get(path).text
    assert eleni.post(f"{path}code/").status_code == 303
    assert "Valid for 10 more minutes" in eleni.get(path).text


def test_creator_sees_why_an_invitation_ended(cast: InvitationCast, open_browser) -> None:
    eleni, used, late, back = open_browser(cast.eleni), cast.to_circle(), cast.to_circle(days=-1), cast.to_circle()
    services.join(invitation=used, person=None)
    services.revoke_invitation(by=cast.eleni, invitation=back.pk)
    for invitation, words in ((used, "has been used"), (late, "expired"), (back, "has been withdrawn")):
        text = eleni.get(f"/invite/{invitation.pk}/").text
        assert words in text
        assert services.token_of(invitation) not in text
        assert eleni.post(f"/invite/{invitation.pk}/code/").status_code == 404
        assert open_browser(cast.deniz).get(f"/invite/{invitation.pk}/").status_code == 404


def test_button_revokes_an_invitation(cast: InvitationCast, open_browser) -> None:
    eleni, invitation = open_browser(cast.eleni), cast.to_circle()
    assert f"/invite/{invitation.pk}/revoke/" in eleni.get("/invite/").text
    assert eleni.post(f"/invite/{invitation.pk}/revoke/").status_code == 303
    assert str(invitation.pk) not in eleni.get("/invite/").text
    assert eleni.post(f"/invite/{invitation.pk}/revoke/").status_code == 404


@pytest.mark.parametrize(
    "wrong",
    [{"role": "king"}, {"until": "ever"}, {"until": ""}, {"most": "0"}, {"most": "-1"}, {"circle": "x"}, {"role": ""}],
)
def test_invalid_choice_is_reported_beside_its_field(cast: InvitationCast, open_browser, wrong: dict[str, str]) -> None:
    form = {"circle": str(cast.circle.pk), **CIRCLE, **wrong}
    answer = open_browser(cast.eleni).post("/invite/", form)
    assert answer.status_code == 422
    assert 'class="problem"' in answer.text
    assert not models.Invitation.objects.exists()


def test_only_owners_invite_to_a_circle(cast: InvitationCast, open_browser) -> None:
    form = {"circle": str(cast.circle.pk), **CIRCLE}
    assert open_browser(cast.rosa).post("/invite/", form).status_code == 422
    for person in (cast.deniz, cast.zeynep):
        assert open_browser(person).post("/invite/", form).status_code == 403
    assert not models.Invitation.objects.exists()


@pytest.mark.parametrize("purpose", ["match", "evening"])
def test_match_page_links_to_sharing(cast: InvitationCast, open_browser, purpose: str) -> None:
    match, deniz = cast.match(), open_browser(cast.deniz)
    path = f"/invite/?match={match}"
    assert f'href="{path}"' in deniz.get(f"/table/{match}/more/").text
    assert "Share live scores" in deniz.get(path).text
    answer = deniz.post(path, {"purpose": purpose, "until": "ever"})
    assert answer.status_code == 303
    invitation = models.Invitation.objects.get()
    thing = match if purpose == "match" else cast.evening_of(match)
    assert (invitation.purpose, invitation.thing, invitation.until) == (purpose, thing, None)
    assert "Follow:" in deniz.get(answer["Location"]).text


def test_only_writers_share_a_match(cast: InvitationCast, open_browser) -> None:
    match = cast.match()
    form = {"purpose": "match", "until": "day"}
    for person, status in ((None, 404), (cast.rosa, 404), (cast.zeynep, 403)):
        client = open_browser(person)
        assert client.get(f"/invite/?match={match}").status_code == status
        assert client.post(f"/invite/?match={match}", form).status_code == (403 if person is None else status)
    eleni = open_browser(cast.eleni)
    for wrong in ("x", str(uuid4()), str(match).upper()):
        assert eleni.get(f"/invite/?match={wrong}").status_code == 404
    cast.delete(match)
    assert eleni.get(f"/invite/?match={match}").status_code == 404
    assert not models.Invitation.objects.exists()


def test_too_many_invitations_are_refused_with_a_sentence(cast: InvitationCast, open_browser, monkeypatch) -> None:
    monkeypatch.setattr("games.services.invitations.MOST_OPEN", 0)
    answer = open_browser(cast.eleni).post("/invite/", {"purpose": "account"})
    assert answer.status_code == 409
    assert "Withdraw one" in answer.text


def test_shared_link_has_the_title_of_its_use(cast: InvitationCast, open_browser) -> None:
    ways = [cast.to_circle(), services.invite_own_phone(by=cast.eleni), cast.to_follow(cast.match())]
    pages = [open_browser(cast.eleni).get(f"/invite/{way.pk}/").text for way in ways]
    titles = [re.findall('data-title="Scorekeeper: ([^"]*)"', page) for page in pages]
    assert titles == [["join us"], ["my other phone"], ["follow along"]]


def test_join_page_names_inviter_and_circle_only(cast: InvitationCast, open_browser) -> None:
    cast.match("Andreas", "Maria")
    text = open_browser().get(link(cast.to_circle())).text
    assert "Eleni invites you to “Fridays”." in text
    for name in ("Deniz", "Zeynep", "Andreas", "Maria", str(cast.circle.pk)):
        assert name not in text


def test_viewing_an_invitation_stores_nothing(cast: InvitationCast, open_browser) -> None:
    match = cast.match()
    ways = [cast.to_circle(), services.invite_own_phone(by=cast.eleni), cast.to_follow(match)]
    code = code_of(open_browser(), ways[0])
    before, clients = row_counts(), [open_browser(), Client(headers={"user-agent": "facebookexternalhit/1.1"})]
    for client in clients:
        for path in ("/code/", "/invite/", "/inside/", *map(link, ways)):
            client.get(path)
            client.head(path)
    assert row_counts() == before
    post(clients[0], "/code/", code=code)  # only displays the invitation; accepting uses the code up
    assert models.Invitation.objects.get(pk=ways[0].pk).used == 0
    assert row_counts() == before | {"Guesses": 2}


def test_stranger_joins_and_sees_the_matches(cast: InvitationCast, open_browser) -> None:
    match, stranger = cast.match(), open_browser()
    answer = post(stranger, link(cast.to_circle("reader")), name="Andreas")
    assert (answer.status_code, answer["Location"]) == (303, "/inside/")
    assert "You are now in “Fridays”, as viewer." in stranger.get("/inside/").text
    assert stranger.get(f"/table/{match}/").status_code == 200
    assert str(match) in stranger.get("/").text
    person = models.Person.objects.get(name="Andreas")
    assert services.circles_of(person) == [cast.circle]


def test_member_sees_that_they_belong_already(cast: InvitationCast, open_browser) -> None:
    invitation, deniz = cast.to_circle(), open_browser(cast.deniz)
    text = deniz.get(link(invitation)).text
    assert "You are already a member." in text
    assert "Join" not in text
    assert deniz.post(link(invitation)).status_code == 303
    assert models.Invitation.objects.get().used == 0


def test_too_long_name_is_reported_and_stays(cast: InvitationCast, open_browser) -> None:
    stranger, people = open_browser(), models.Person.objects.count()
    answer = post(stranger, link(cast.to_circle()), name="ş" * 201)
    assert answer.status_code == 422
    assert "ş" * 201 in answer.text
    assert models.Person.objects.count() == people


def test_foreign_form_does_not_join(cast: InvitationCast, open_browser) -> None:
    assert open_browser().post(link(cast.to_circle())).status_code == 403
    assert models.Invitation.objects.get().used == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"revoked": timezone.now()}, "has been withdrawn"),
        ({"until": timezone.now() - timedelta(days=1)}, "invitation has expired"),
        ({"used": 1}, "has already been used"),
    ],
)
def test_ended_invitation_explains_why(cast: InvitationCast, open_browser, change, words: str) -> None:
    invitation, stranger = cast.to_circle(), open_browser()
    stranger.get(link(invitation))
    models.Invitation.objects.update(**change)
    for answer in (stranger.get(link(invitation)), post(stranger, link(invitation))):
        assert answer.status_code in (403, 404)
    assert words in stranger.get(link(invitation)).text
    assert "Fridays" not in stranger.get(link(invitation)).text


def test_own_phone_link_starts_a_new_session(cast: InvitationCast, open_browser) -> None:
    phone = open_browser()
    invitation = services.invite_own_phone(by=cast.eleni)
    assert "This phone will also be signed in as Eleni." in phone.get(link(invitation)).text
    post(phone, link(invitation))
    assert phone.session["_auth_user_id"] == str(cast.eleni.pk)
    assert post(open_browser(), link(invitation)).status_code == 403  # used up, so there is no page with a form token
    assert "This phone is already yours" in phone.get(link(services.invite_own_phone(by=cast.eleni))).text


def test_guest_without_matches_becomes_the_account_with_a_new_session(cast: InvitationCast, open_browser) -> None:
    guest, _circle = services.make_person()
    phone = open_browser(guest)
    before = phone.session.session_key
    post(phone, link(services.invite_own_phone(by=cast.eleni)))
    assert phone.session["_auth_user_id"] == str(cast.eleni.pk)
    assert phone.session.session_key != before


def test_guest_with_matches_merges_into_the_account(cast: InvitationCast, open_browser) -> None:
    match, phone = cast.match(), open_browser(cast.eleni)
    invitation = services.invite_own_phone(by=cast.rosa)
    assert "Give these groups to Rosa" in phone.get(link(invitation)).text
    assert phone.post(link(invitation)).status_code == 422
    assert post(phone, link(invitation), along="1").status_code == 303
    assert phone.session["_auth_user_id"] == str(cast.rosa.pk)
    assert services.circles_of(cast.rosa) == [cast.sundays, cast.circle]
    assert phone.get(f"/table/{match}/").status_code == 200


def test_person_with_an_account_signs_out_first(cast: InvitationCast, open_browser) -> None:
    invitation, phone = services.invite_own_phone(by=cast.rosa), open_browser(cast.zeynep)
    cast.zeynep.set_password("violet-anchor-7")
    cast.zeynep.save()
    phone.force_login(cast.zeynep)
    assert "Sign out first" in phone.get(link(invitation)).text
    assert phone.post(link(invitation)).status_code == 403
    assert models.Invitation.objects.get().used == 0


def test_registration_setting_decides_whether_strangers_join(cast: InvitationCast, open_browser, settings) -> None:
    invitation, people = cast.to_circle(), models.Person.objects.count()
    settings.REGISTRATION = "closed"
    answer = post(open_browser(), link(invitation), name="Andreas")
    assert answer.status_code == 403
    assert "does not accept new people" in answer.text
    assert models.Person.objects.count() == people
    assert models.Invitation.objects.get().used == 0
    assert open_browser(cast.rosa).post(link(invitation)).status_code == 303  # she has a person already
    settings.REGISTRATION = "invited"
    assert post(open_browser(), link(cast.to_circle()), name="Andreas").status_code == 303
    assert cast.role_of(models.Person.objects.get(name="Andreas")) == "scorer"


def test_code_leads_to_the_same_join_page(cast: InvitationCast, open_browser) -> None:
    stranger, invitation = open_browser(), cast.to_circle()
    code = code_of(stranger, invitation)
    page = post(stranger, "/code/", code=code.lower())
    assert "Eleni invites you to “Fridays”." in page.text
    assert link(invitation) not in page.text  # the link may work more often than the code
    answer = post(stranger, "/code/", code=code, accept="1", name="Andreas")
    assert answer["Location"] == "/inside/"
    assert cast.role_of(models.Person.objects.get(name="Andreas")) == "scorer"
    again = post(open_browser(), "/code/", code=code, accept="1")
    assert again.status_code == 422
    assert "code is not valid" in again.text


def test_code_to_follow_works_once(cast: InvitationCast, open_browser) -> None:
    invitation = cast.to_follow(cast.match())
    code = code_of(open_browser(), invitation)
    assert post(open_browser(), "/code/", code=code)["Location"] == link(invitation)
    assert post(open_browser(), "/code/", code=code).status_code == 422


def test_wrong_code_is_reported_and_guessing_is_stopped(cast: InvitationCast, open_browser) -> None:
    stranger = open_browser()
    for _guess in range(guesses.FROM_ONE):
        answer = post(stranger, "/code/", code="abc-def")
        assert answer.status_code == 422
    assert 'value="abc-def"' in answer.text
    assert "code is not valid" in answer.text
    answer = post(stranger, "/code/", code="abc-def")
    assert answer.status_code == 429
    assert "Wait ten minutes" in answer.text
    assert post(stranger, "/code/", code="K7M-2P").status_code == 422
    assert post(stranger, "/code/").status_code == 422


def test_names_are_escaped(cast: InvitationCast, open_browser) -> None:
    name = '<script>alert(1)</script> & "Co"'
    models.Person.objects.filter(pk=cast.eleni.pk).update(name=name)
    models.Circle.objects.filter(pk=cast.circle.pk).update(name=name)
    invitation, eleni = cast.to_circle(), open_browser(cast.eleni)
    follow = cast.to_follow(cast.match(name, "Deniz"))
    for client, path in (
        (eleni, "/invite/"),
        (eleni, f"/invite/{invitation.pk}/"),
        (eleni, f"/invite/?match={follow.thing}"),
        (open_browser(), link(invitation)),
        (open_browser(), link(follow)),
        (eleni, "/inside/"),
    ):
        text = client.get(path).text
        assert "<script>" not in text
        assert escape(name) in text, path


def test_pages_have_the_policy_and_cannot_be_framed(cast: InvitationCast, open_browser) -> None:
    invitation, eleni = cast.to_circle(), open_browser(cast.eleni)
    follow = cast.to_follow(cast.match())
    for path in ("/invite/", f"/invite/{invitation.pk}/", "/code/", "/inside/", link(invitation), link(follow)):
        answer = eleni.get(path)
        assert not re.search(r"<script(?! src=)|<style|\sstyle=|\son\w+=", answer.text), path
        assert answer.text.count("<h1>") == 1
        assert answer["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
        if path != link(follow):
            assert "no-store" in answer["Cache-Control"]


def test_query_count_does_not_grow_with_the_list(cast: InvitationCast, open_browser, django_assert_num_queries) -> None:
    eleni = open_browser(cast.eleni)
    match = cast.match()
    cast.to_circle()
    cast.to_follow(match)
    cast.to_follow(match, "evening")
    with django_assert_num_queries(6):
        eleni.get("/invite/")
    for _time in range(8):
        cast.to_circle()
        cast.to_follow(cast.match())
    with django_assert_num_queries(6):
        eleni.get("/invite/")


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/code/", "/invite/", "/i/nothing/"])
def test_page_is_translated(db, pseudo, path: str) -> None:
    assert plain(Client(headers={"accept-language": pseudo}).get(path).text) == []


def test_a_link_to_a_full_group_still_works(cast, open_browser, monkeypatch):
    monkeypatch.setattr(circles, "MOST_MEMBERS", 3)
    path, browser = link(cast.to_circle()), open_browser(cast.rosa)
    answer = post(browser, path)
    assert answer.status_code == 409
    assert "You cannot join now" in answer.text
    assert "Ask an owner to remove someone." in answer.text
    monkeypatch.setattr(circles, "MOST_MEMBERS", 4)
    assert post(browser, path).status_code == 303
