"""Following a match or an evening: everyone with the link sees its current state, and nothing else."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from markupsafe import escape

from games import models, services
from games.services import actions
from games.web.evenings import base
from tests.web.invitations.conftest import InvitationCast, link

LEAD = re.compile(r'"lead-mark">.*?</svg>\s*(\w+)', re.DOTALL)
LEADS = re.compile(r'(?:href|src|action)="([^"]*)"')


def followed(cast: InvitationCast, purpose: str = "match") -> str:
    """Return the link of a match between two people outside the circle."""
    match = cast.match("Andreas", "Maria")
    cast.deal(match)
    return link(cast.to_follow(match, purpose))


@pytest.fixture
def stranger() -> Client:
    return Client()


@pytest.mark.parametrize("purpose", ["match", "evening"])
def test_page_shows_only_the_followed_match(cast: InvitationCast, stranger: Client, purpose: str) -> None:
    path = followed(cast, purpose)
    text = stranger.get(path).text
    assert "Andreas" in text
    assert "Maria" in text
    for hidden in ("Eleni", "Deniz", "Zeynep", "Fridays", str(cast.circle.pk)):
        assert hidden not in text
    leads = {link.split("#")[0].split("?")[0] for link in LEADS.findall(text)}
    assert all(link.startswith("/static/") or link in ("", "/manifest.en.webmanifest") for link in leads), leads


@pytest.mark.parametrize("purpose", ["match", "evening"])
def test_page_shows_the_leader_and_later_the_winner(cast: InvitationCast, stranger: Client, purpose: str) -> None:
    match = cast.match("Andreas", "Maria")
    path = link(cast.to_follow(match, purpose))
    marks = []
    for points in (71, 71, 71, 71):
        cast.deal(match, points)
        marks.append(LEAD.findall(stranger.get(path).text))
    assert marks == [["leads"]] * 3 + [["won"]]


def test_match_without_a_complete_round_has_no_winner(cast: InvitationCast, stranger: Client) -> None:
    match = cast.match("Andreas", "Maria")
    path = link(cast.to_follow(match, "match"))
    assert "Rounds will appear here." in stranger.get(path).text
    actions.finish(match=match, by=cast.eleni, circle=cast.circle.pk)
    text = stranger.get(path).text
    assert "Ended without a complete round" in text
    assert "Rounds will appear here." not in text
    assert "No round yet" not in text
    assert "How it went" not in text
    assert LEAD.findall(text) == []


def test_rows_have_no_links_after_a_member_has_opened_the_match(cast: InvitationCast, stranger: Client) -> None:
    match, member = cast.match("Andreas", "Maria"), Client()
    cast.deal(match)
    member.force_login(cast.eleni)
    path = f"/table/{match}/"
    assert f'href="{path}' in member.get(path).text
    assert f'href="{path}' not in stranger.get(link(cast.to_follow(match))).text


def test_other_matches_of_the_circle_are_not_visible(cast: InvitationCast, stranger: Client) -> None:
    cast.match("Ayşe", "Berk")
    text = stranger.get(followed(cast)).text
    assert "Ayşe" not in text
    assert "Berk" not in text


def test_unchanged_page_is_not_sent_again(cast: InvitationCast, stranger: Client, django_assert_num_queries) -> None:
    match = cast.match()
    path = link(cast.to_follow(match))
    first = stranger.get(path)
    assert f'data-followed="{escape(first["ETag"])}"' in first.text
    known = {"if-none-match": first["ETag"]}
    with django_assert_num_queries(4):  # the invitation, its creator's role, the match, its last event
        again = stranger.get(path, headers=known)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    cast.match("Ayşe", "Berk")  # an unrelated match
    assert stranger.get(path, headers=known).status_code == 304
    cast.deal(match)
    changed = stranger.get(path, headers=known)
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_followed_evening_lists_its_matches(cast: InvitationCast, stranger: Client, django_assert_num_queries) -> None:
    a_minute_ago = (timezone.now() - timedelta(minutes=1)).isoformat(timespec="seconds")
    first = cast.match("Andreas", "Maria", at=a_minute_ago)
    path = link(cast.to_follow(first, "evening"))
    before = stranger.get(path)
    with django_assert_num_queries(5):
        assert stranger.get(path, headers={"if-none-match": before["ETag"]}).status_code == 304
    second = cast.match("Ayşe", "Berk")
    text = stranger.get(path, headers={"if-none-match": before["ETag"]}).text
    assert "Ayşe" in text
    assert "2 matches" in text
    for match in (first, second):
        cast.delete(match)
    assert stranger.get(path).status_code == 404


def test_a_followed_evening_lists_its_newest_matches(cast: InvitationCast, stranger: Client, monkeypatch) -> None:
    monkeypatch.setattr(base, "MOST", 2)
    times = [(timezone.now() - timedelta(minutes=n)).isoformat(timespec="seconds") for n in (3, 2)]
    first = cast.match("Andreas", "Maria", at=times[0])
    cast.match("Ayşe", "Berk", at=times[1])
    path = link(cast.to_follow(first, "evening"))
    assert "Only the newest" not in stranger.get(path).text
    cast.match("Ayşe", "Zoe")
    text = stranger.get(path).text
    assert "3 matches" in text
    assert "Only the newest 2 matches are listed." in text
    assert "Andreas" not in text.partition("<main")[2]


def test_shared_evening_stays_when_an_earlier_match_is_added(cast: InvitationCast, stranger: Client) -> None:
    path = link(cast.to_follow(cast.match("Andreas", "Maria"), "evening"))
    an_hour_ago = (timezone.now() - timedelta(hours=1)).isoformat(timespec="seconds")
    cast.match("Ayşe", "Berk", at=an_hour_ago)  # by the rule, the evening would get the id of this match
    answer = stranger.get(path)
    assert answer.status_code == 200
    assert "Andreas" in answer.text


@pytest.mark.parametrize("purpose", ["match", "evening"])
def test_responses_are_not_cached_indexed_or_referred(cast: InvitationCast, stranger: Client, purpose: str) -> None:
    path = followed(cast, purpose)
    answer = stranger.get(path)
    for response in (answer, stranger.get(path, headers={"if-none-match": answer["ETag"]})):
        assert {"private", "no-cache"} == set(response["Cache-Control"].split(", "))
        assert response["Referrer-Policy"] == "no-referrer"
        assert response["X-Robots-Tag"] == "noindex, nofollow"
        assert not response.cookies
    assert '<meta name="robots" content="noindex, nofollow">' in answer.text
    assert "Cookie" not in answer.get("Vary", "")
    assert stranger.post(path).status_code == 405


def test_deleted_match_is_not_found_until_restored(cast: InvitationCast, stranger: Client) -> None:
    match = cast.match()
    path = link(cast.to_follow(match))
    known = {"if-none-match": stranger.get(path)["ETag"]}
    cast.delete(match)
    answer = stranger.get(path, headers=known)
    assert answer.status_code == 404
    assert "no longer exists" in answer.text


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"revoked": timezone.now()}, "has been withdrawn"),
        ({"until": timezone.now() - timedelta(seconds=1)}, "invitation has expired"),
    ],
)
def test_ended_link_is_reported_on_an_open_page(cast: InvitationCast, stranger: Client, change, words: str) -> None:
    path = followed(cast)
    known = {"if-none-match": stranger.get(path)["ETag"]}
    models.Invitation.objects.update(**change)
    answer = stranger.get(path, headers=known)
    assert answer.status_code == 404
    assert words in answer.text
    assert "Andreas" not in answer.text


def test_open_graph_tags_have_names_and_totals(cast: InvitationCast, stranger: Client, lettered) -> None:
    path = followed(cast)
    text = stranger.get(path).text
    tags = dict(re.findall(r'<meta property="og:(\w+)"\s+content="([^"]*)"', text))
    assert tags["title"] == "Bisca de Três: Andreas 1 – Maria 0"
    assert tags["description"] == "After one round: Andreas leads"
    assert tags["url"] == f"http://testserver{path}"
    assert tags["image"].startswith(f"http://testserver{path}card.png?")
    assert '<meta name="twitter:card" content="summary_large_image">' in text


def test_open_graph_tags_are_escaped(cast: InvitationCast, stranger: Client, lettered) -> None:
    name = '"><script>alert(1)</script>'
    text = stranger.get(link(cast.to_follow(cast.match(name, "Deniz")))).text
    assert name not in text
    assert escape(name) in text


def test_forwarded_host_is_ignored(cast: InvitationCast, stranger: Client, settings) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]
    path = followed(cast)
    assert stranger.get(path, headers={"host": "evil.example"}).status_code == 400
    page = stranger.get(path, headers={"x-forwarded-host": "evil.example", "x-forwarded-proto": "https"}).text
    assert "evil.example" not in page
    assert f'content="http://testserver{path}"' in page


def test_without_fonts_the_page_has_no_picture(cast: InvitationCast, stranger, settings, tmp_path) -> None:
    settings.FONTS = tmp_path
    path = followed(cast)
    text = stranger.get(path).text
    assert "og:image" not in text
    assert '<meta name="twitter:card" content="summary">' in text
    assert stranger.get(f"{path}card.png").status_code == 404


def test_finished_match_names_the_winner(cast: InvitationCast, stranger: Client) -> None:
    match = cast.match("Andreas", "Maria")
    for _round in range(4):
        cast.deal(match)
    text = stranger.get(link(cast.to_follow(match))).text
    assert "Andreas wins" in text
    assert "4 rounds." in text


def test_query_count_does_not_grow(cast: InvitationCast, stranger: Client, django_assert_num_queries) -> None:
    match = cast.match()
    paths = [link(cast.to_follow(match)), link(cast.to_follow(match, "evening"))]
    for path, most in zip(paths, (5, 5), strict=True):
        with django_assert_num_queries(most):
            stranger.get(path)
    for _time in range(5):
        cast.match()
    with django_assert_num_queries(5):
        stranger.get(paths[1])


def test_link_ends_when_its_creator_leaves(cast: InvitationCast, stranger: Client) -> None:
    path = link(cast.to_follow(cast.match(), by=cast.deniz))
    assert stranger.get(path).status_code == 200
    models.Membership.objects.filter(person=cast.deniz).delete()
    assert stranger.get(path).status_code == 404


def test_invitation_to_a_circle_has_no_card(cast: InvitationCast, stranger: Client, lettered) -> None:
    for invitation in (cast.to_circle(), services.invite_own_phone(by=cast.eleni)):
        assert stranger.get(f"{link(invitation)}card.png").status_code == 404
    assert stranger.get("/i/nothing/card.png").status_code == 404
