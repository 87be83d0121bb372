"""The pages about circles: what they offer to each role, and how they explain refusals."""

import re
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from markupsafe import escape

from games import models, services
from games.models import Role
from games.services import actions, circles
from games.store.people import people_of
from tests.web.invitations.conftest import InvitationCast, post


def about(cast: InvitationCast, rest: str) -> str:
    return f"/circle/{cast.circle.pk}/{rest}"


def player(cast: InvitationCast, name: str) -> models.Player:
    """Return a new player; starting a match with a new name creates row."""
    rows = models.Player.objects.filter(circle=cast.circle, name=name)
    if not rows.exists():
        actions.put_player(player=str(uuid4()), name=name, by=cast.eleni, circle=cast.circle.pk)
    return rows.get()


def test_page_lists_members_and_offers_changes_to_owners(cast: InvitationCast, open_browser: Any) -> None:
    page = open_browser(cast.eleni).get("/circle/").text
    for name in ("Fridays", "Eleni", "Deniz", "Zeynep", "Invite someone", f'data-circle="{cast.circle.pk}"'):
        assert name in page
    for person in (cast.deniz, cast.zeynep):
        page = open_browser(person).get("/circle/").text
        assert "Leave group" in page
        assert "Invite someone" not in page
        assert "/members/" not in page
    assert "I have a code" in open_browser().get("/circle/").text


def test_choosing_a_circle_switches_all_pages(cast: InvitationCast, open_browser: Any, settings: Any) -> None:
    settings.THROTTLE = 0
    cast.match("Andreas", "Maria")
    models.Membership.objects.create(circle=cast.circle, person=cast.rosa, role=Role.READER)
    rosa = open_browser(cast.rosa)
    assert "Andreas" not in rosa.get("/").text
    assert rosa.post(about(cast, "choose/"))["Location"] == "/circle/"
    assert "Andreas" in rosa.get("/").text
    known = rosa.get("/phone/session/").json()
    assert (known["person"], known["circle"]) == (str(cast.rosa.pk), str(cast.circle.pk))


def test_new_circle_becomes_the_current_one(cast: InvitationCast, open_browser: Any) -> None:
    eleni = open_browser(cast.eleni)
    assert eleni.post("/circle/new/", {"name": "Family"}).status_code == 302
    page = eleni.get("/circle/").text
    assert "<h1>Family</h1>" in page
    assert about(cast, "choose/") in page


def new_circle(browser: Any, **typed: str) -> dict[str, str]:
    """Return the form of a new group as the page has it, filled in."""
    [id] = re.findall(r'name="id" value="([0-9a-f-]{36})"', browser.get("/circle/new/").text)
    return {"id": id, "name": "Family", **typed}


def test_a_form_that_comes_twice_creates_one_circle(cast: InvitationCast, open_browser: Any) -> None:
    """Chromium sends a form again after a lost answer, without a tap."""
    eleni = open_browser(cast.eleni)
    form, before = new_circle(eleni), models.Circle.objects.count()
    for _time in range(2):
        assert eleni.post("/circle/new/", form)["Location"] == "/circle/"
    [made] = models.Circle.objects.filter(name="Family")
    assert made.pk == UUID(form["id"])
    actions.put_player(player=str(uuid4()), name="Maria", by=cast.eleni, circle=made.pk)  # it is used meanwhile
    services.choose_circle(by=cast.eleni, circle=cast.circle.pk)
    eleni.post("/circle/new/", form)
    assert models.Circle.objects.count() == before + 1
    assert "<h1>Family</h1>" in eleni.get("/circle/").text


def test_an_unused_circle_of_this_name_is_not_created_again(cast: InvitationCast, open_browser: Any) -> None:
    """*Back* after a lost answer brings a form with another id."""
    eleni = open_browser(cast.eleni)
    for _time in range(2):
        eleni.post("/circle/new/", new_circle(eleni))
    [made] = models.Circle.objects.filter(name="Family")
    actions.put_player(player=str(uuid4()), name="Maria", by=cast.eleni, circle=made.pk)
    eleni.post("/circle/new/", new_circle(eleni))
    assert models.Circle.objects.filter(name="Family").count() == 2


def test_another_name_in_the_same_form_creates_another_circle(cast: InvitationCast, open_browser: Any) -> None:
    eleni, rosa = open_browser(cast.eleni), open_browser(cast.rosa)
    form = new_circle(eleni)
    eleni.post("/circle/new/", form)
    for _time in range(2):
        eleni.post("/circle/new/", form | {"name": "Friends"})
        rosa.post("/circle/new/", form)
    made = models.Membership.objects.filter(circle__name__in=("Family", "Friends"), role=Role.OWNER)
    assert sorted(made.values_list("circle__name", "person")) == sorted(
        [("Family", cast.eleni.pk), ("Friends", cast.eleni.pk), ("Family", cast.rosa.pk)]
    )
    services.delete_circle(by=cast.eleni, circle=UUID(form["id"]))
    for _time in range(2):
        eleni.post("/circle/new/", form)
    assert made.filter(circle__name="Family", circle__deleted=None, person=cast.eleni).count() == 1


def test_errors_are_beside_their_field_and_keep_the_input(cast: InvitationCast, open_browser: Any) -> None:
    eleni = open_browser(cast.eleni)
    assert "Fill in this field." in eleni.post(about(cast, "name/"), {"name": " "}).text
    long = eleni.post(about(cast, "name/"), {"name": "x" * 201}).text
    assert "200" in long
    assert "x" * 201 in long
    assert "control character" in eleni.post(about(cast, "name/"), {"name": "Fri\x01days"}).text
    stepping_down = eleni.post(about(cast, f"members/{cast.eleni.pk}/"), {"role": "reader"}).text
    assert "Make someone else an owner first." in stepping_down
    assert "Make someone else an owner first." in eleni.post(about(cast, "leave/")).text
    assert (
        "Choose one of the options shown."
        in eleni.post(about(cast, f"members/{cast.deniz.pk}/"), {"role": "king"}).text
    )


def test_member_claims_a_player(cast: InvitationCast, open_browser: Any) -> None:
    deniz = player(cast, "Deniz")
    assert open_browser(cast.deniz).post(about(cast, "me/"), {"player": str(deniz.id)}).status_code == 302
    assert "plays as Deniz" in open_browser(cast.zeynep).get("/circle/").text
    assert "in this group: Deniz" in open_browser(cast.zeynep).get("/circle/players/").text
    changes = open_browser(cast.eleni).post(about(cast, "me/"), {"player": str(deniz.id)}).text
    assert "Someone else in this group already plays as this player." in changes


def test_players_are_renamed_hidden_and_merged_by_events(cast: InvitationCast, open_browser: Any) -> None:
    eleni, wrong, helen = (player(cast, name) for name in ("Eleni", "Elenni", "Helen"))
    browser = open_browser(cast.deniz)
    before = models.Event.objects.count()

    def save(row: models.Player, **changes: str) -> models.Player:
        answer = browser.post(about(cast, f"players/{row.id}/"), changes)
        assert answer.status_code == 302, answer.text
        return models.Player.objects.get(circle=cast.circle, id=row.id)

    save(wrong, name="Elenni", same_as=str(helen.id))
    assert models.Event.objects.count() == before + 1
    save(helen, name="Helen", same_as=str(eleni.id), hidden="on")
    assert models.Event.objects.count() == before + 3  # of one player alone: the other follows
    assert [people_of(cast.circle.pk).main_id(str(row.id)) for row in (wrong, helen)] == [str(eleni.id)] * 2
    save(wrong, name="Elenni", same_as=str(helen.id))
    assert models.Event.objects.count() == before + 3  # the player whom the form names stays, though merged since
    assert "same person as Eleni" in browser.get("/circle/players/").text
    before = models.Event.objects.count()
    assert save(helen, name="Helen", same_as=str(eleni.id), hidden="on").hidden
    assert models.Event.objects.count() == before  # unchanged values write no event
    unchanged = save(helen, name="Helena")
    assert (unchanged.name, unchanged.hidden, unchanged.same_as) == ("Helena", False, None)
    wrong_choice = browser.post(about(cast, f"players/{eleni.id}/"), {"name": "Eleni", "same_as": str(eleni.id)})
    assert "Choose one of the options shown." in wrong_choice.text


def test_removing_or_lowering_a_member_warns_of_open_invitations(cast: InvitationCast, open_browser: Any) -> None:
    eleni, member = open_browser(cast.eleni), about(cast, f"members/{cast.deniz.pk}/")
    for path in (member, f"{member}remove/"):
        assert "can join" not in eleni.get(path).text
    invitation = cast.to_circle(most=None)
    for path in (member, f"{member}remove/"):
        assert "One invitation to this group is still open." in eleni.get(path).text
    cast.to_circle(most=None)
    assert "2 invitations to this group are still open." in eleni.get(member).text
    services.revoke_invitation(by=cast.eleni, invitation=invitation.pk)
    assert "One invitation to this group is still open." in eleni.get(member).text


def test_forms_without_csrf_token_are_refused(cast: InvitationCast) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.eleni)
    for path in ("choose/", "name/", "leave/", f"members/{cast.deniz.pk}/", f"members/{cast.deniz.pk}/remove/"):
        assert client.post(about(cast, path), {"name": "x", "role": "owner"}).status_code == 403
    assert post(client, about(cast, "name/"), name="Ours").status_code == 302


def test_names_are_escaped(cast: InvitationCast, open_browser: Any) -> None:
    name = '<script>alert(1)</script> & "Co"'
    models.Person.objects.filter(pk=cast.deniz.pk).update(name=name)
    models.Circle.objects.update(name=name)
    claimed = player(cast, name)
    services.claim_player(by=cast.deniz, circle=cast.circle.pk, player=claimed.id)
    eleni = open_browser(cast.eleni)
    rest = ("name/", "me/", "leave/", f"members/{cast.deniz.pk}/", f"members/{cast.deniz.pk}/remove/")
    for path in (
        "/circle/",
        "/circle/players/",
        about(cast, f"players/{claimed.id}/"),
        *(about(cast, path) for path in rest),
    ):
        answer = eleni.get(path)
        assert "<script>alert" not in answer.text, path
        assert escape(name) in answer.text or "alert(1)" in answer.text, path
        assert not re.search(r"<script(?! src=)|<style|\sstyle=|\son\w+=", answer.text), path
        assert answer.text.count("<h1>") == 1
        assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize(("path", "queries"), [("/circle/", 5), ("/circle/players/", 5)])
def test_query_count_does_not_grow_with_the_circle(
    cast: InvitationCast, open_browser: Any, django_assert_num_queries: Any, path: str, queries: int
) -> None:
    eleni = open_browser(cast.eleni)
    player(cast, "Eleni")
    with django_assert_num_queries(queries):
        eleni.get(path)
    for number in range(5):
        cast.member(f"Member {number}", "reader")
        player(cast, f"Player {number}")
        models.Membership.objects.create(circle=services.make_person()[1], person=cast.eleni)
    with django_assert_num_queries(queries):
        eleni.get(path)


def test_a_circle_too_many_is_refused_beside_its_name(
    cast: InvitationCast, open_browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(circles, "MOST_CIRCLES", 1)
    page = open_browser(cast.eleni).post("/circle/new/", {"name": "Family"})
    assert page.status_code == 422
    assert "You own 1 groups. No more are possible." in page.text
    assert 'value="Family"' in page.text
    assert not models.Circle.objects.filter(name="Family").exists()
