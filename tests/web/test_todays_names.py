"""Pages show the names that people have now. The events keep the names of then."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import models, services
from games.services import actions
from games.store import rebuild
from games.store.logs import LOG_CACHE, log_of
from tests.web.invitations.conftest import InvitationCast, cast, link

__all__ = ["cast"]

OLD, NEW = "Annelia", "Bettina"


@pytest.fixture
def match(cast: InvitationCast) -> str:
    """A match of a player who got another name after its first page was shown."""
    players = [{"id": str(uuid4()), "name": name} for name in (OLD, "Deniz")]
    act: dict[str, Any] = {"by": cast.eleni, "circle": cast.circle.pk}
    for player in players:
        actions.put_player(player=player["id"], name=player["name"], **act)
    match = str(uuid4())
    actions.start_match(match=match, game="points", players=players, **act)
    actions.add_deal(match=match, deal=str(uuid4()), answers={"points": [71, 49]}, **act)
    assert OLD in visitor(cast).get(f"/table/{match}/").text
    actions.put_player(player=players[0]["id"], name=NEW, **act)
    return match


def visitor(cast: InvitationCast) -> Client:
    client = Client()
    client.force_login(cast.eleni)
    return client


def test_every_page_of_a_match_has_the_new_name(cast: InvitationCast, match: str) -> None:
    client = visitor(cast)
    deal = models.Event.objects.get(circle=cast.circle, kind="deal").data["deal"]
    for path in ("", "sheet/", "wall/", "more/", "rules/", f"round/{deal}/"):
        text = client.get(f"/table/{match}/{path}").text
        assert OLD not in text, path
    assert NEW in client.get(f"/table/{match}/").text


def test_home_and_walls_have_the_new_name(cast: InvitationCast, match: str) -> None:
    for path in ("/", "/walls/", "/new/"):
        text = visitor(cast).get(path).text
        assert OLD not in text, path
    assert NEW in visitor(cast).get("/").text


@pytest.mark.parametrize("purpose", ["match", "evening"])
def test_followers_see_the_new_name_without_a_new_round(cast: InvitationCast, match: str, purpose: str) -> None:
    path = link(cast.to_follow(match, purpose))
    page = Client().get(path)
    assert NEW in page.text
    assert OLD not in page.text
    player = models.Player.objects.get(circle=cast.circle, name=NEW)
    actions.put_player(player=str(player.id), name="Clara", by=cast.eleni, circle=cast.circle.pk)
    news = Client().get(path, headers={"if-none-match": page["ETag"]})
    assert "Clara" in news.text


@pytest.mark.parametrize("purpose", ["match", "evening"])
def test_followers_see_the_new_name_of_someone_who_left(cast: InvitationCast, purpose: str) -> None:
    act: dict[str, Any] = {"by": cast.eleni, "circle": cast.circle.pk}
    players = [{"id": str(uuid4()), "name": name} for name in ("Eva", "Deniz", OLD)]
    for player in players:
        actions.put_player(player=player["id"], name=player["name"], **act)
    match = uuid4()
    actions.start_match(match=str(match), game="points", players=players, **act)
    actions.add_deal(match=match, deal=str(uuid4()), answers={"points": [1, 2, 9]}, **act)
    actions.change_people(match=match, players=players[:2], points="take_over", **act)
    path = link(cast.to_follow(match, purpose))
    page = Client().get(path)
    assert OLD in page.text
    actions.put_player(player=players[2]["id"], name=NEW, **act)
    news = Client().get(path, headers={"if-none-match": page["ETag"]})
    assert (news.status_code, OLD in news.text, NEW in news.text) == (200, False, True)


def test_followers_see_the_new_name_of_a_game(cast: InvitationCast) -> None:
    act: dict[str, Any] = {"by": cast.eleni, "circle": cast.circle.pk}
    match, game = uuid4(), uuid4()
    actions.put_custom_game(custom_game=game, changes={"name": "Oldgame"}, **act)
    copied = {"id": str(game), "name": "Oldgame"}
    actions.start_match(match=str(match), game="points", players=["A", "B"], custom_game=copied, **act)
    path = link(cast.to_follow(match, "match"))
    page = Client().get(path)
    actions.put_custom_game(custom_game=game, changes={"name": "Newgame"}, **act)
    news = Client().get(path, headers={"if-none-match": page["ETag"]})
    assert (news.status_code, "Oldgame" in news.text, "Newgame" in news.text) == (200, False, True)


def test_pages_of_invitations_and_of_deleted_matches_have_the_new_name(cast: InvitationCast, match: str) -> None:
    invitation, client = cast.to_follow(match, "match"), visitor(cast)
    for path in (f"/invite/?match={match}", "/invite/", f"/invite/{invitation.pk}/"):
        text = client.get(path).text
        assert (OLD in text, NEW in text) == (False, True), path
    actions.delete_match(match=match, by=cast.eleni, circle=cast.circle.pk)
    text = client.get("/circle/deleted/").text
    assert (OLD in text, NEW in text) == (False, True)


def test_invitations_of_two_groups_keep_the_titles_of_their_matches(cast: InvitationCast, match: str) -> None:
    """Ids are unique within a group only."""
    other = services.create_own_circle(by=cast.eleni, name="Family", circle=uuid4())
    actions.start_match(match=match, game="points", players=["Xenia", "Yusuf"], by=cast.eleni, circle=other.circle_id)
    for circle in (cast.circle.pk, other.circle_id):
        services.invite_to_follow(
            by=cast.eleni, circle=circle, purpose="match", thing=UUID(match), until=timezone.now() + timedelta(1)
        )
    text = visitor(cast).get("/invite/").text
    assert "Xenia" in text
    assert NEW in text


def test_a_save_that_is_refused_and_a_tap_show_the_new_name(cast: InvitationCast, match: str) -> None:
    client = visitor(cast)
    for form in ({"points-0": "x", "points-1": "1"}, {"press": "now:points-1", "points-0": "7"}):
        answer = client.post(f"/table/{match}/", form)
        assert NEW in answer.text
        assert OLD not in answer.text


def test_the_next_round_continues_the_same_copy(
    cast: InvitationCast, match: str, django_capture_on_commit_callbacks: Any
) -> None:
    client = visitor(cast)
    client.get(f"/table/{match}/")
    copy = LOG_CACHE.logs[cast.circle.pk, match].renamed
    act: dict[str, Any] = {"by": cast.eleni, "circle": cast.circle.pk}
    with django_capture_on_commit_callbacks(execute=True):  # then the log returns to the cache
        actions.add_deal(match=match, deal=str(uuid4()), answers={"points": [1, 2]}, **act)
    text = client.get(f"/table/{match}/").text
    assert ">72<" in text
    assert OLD not in text
    assert LOG_CACHE.logs[cast.circle.pk, match].renamed is copy


def test_events_and_rows_keep_the_name_of_then(cast: InvitationCast, match: str) -> None:
    visitor(cast).post(f"/table/{match}/", {"points-0": "5", "points-1": "6"})
    visitor(cast).get(f"/table/{match}/")
    assert OLD in str(log_of(cast.circle.pk, models.Match.objects.get(circle=cast.circle).id).events)
    assert rebuild.rebuild(cast.circle.pk) == []


def test_names_cost_one_query(cast: InvitationCast, match: str) -> None:
    with CaptureQueriesContext(connection) as queries:
        visitor(cast).get(f"/table/{match}/sheet/")
    assert sum('"games_player"' in query["sql"] for query in queries) == 1


@pytest.mark.fifth
def test_very_many_players_keep_the_names_of_then(cast: InvitationCast, match: str) -> None:
    """Hostile corrections could name hundreds of thousands, and a query has room for few."""
    for first in range(0, 600, 2):
        players = [{"id": str(uuid4()), "name": f"Player {number}"} for number in (first, first + 1)]
        actions.put_seats(match=match, players=players, by=cast.eleni, circle=cast.circle.pk)
    with CaptureQueriesContext(connection) as queries:
        assert "Player 599" in visitor(cast).get(f"/table/{match}/").text
    assert not any('"games_player"' in query["sql"] and " IN (" in query["sql"] for query in queries)


def test_a_chain_of_merged_players_costs_few_queries(cast: InvitationCast, match: str) -> None:
    act: dict[str, Any] = {"by": cast.eleni, "circle": cast.circle.pk}
    before = str(models.Player.objects.get(circle=cast.circle, name=NEW).id)
    for number in range(6):
        following = str(uuid4())
        actions.put_player(player=following, name=f"Link {number}", **act)
        actions.put_player(player=before, same_as=following, **act)
        before = following
    with CaptureQueriesContext(connection) as queries:
        assert "Link 5" in visitor(cast).get(f"/table/{match}/").text
    assert sum('"games_player"' in query["sql"] for query in queries) == 3
