"""Games that a group has named itself: create, change, play, and name earlier matches."""

import re
from typing import Any
from uuid import UUID, uuid4

import pytest

from games import models
from games.match.custom_games import MOST_CUSTOM_GAMES, MOST_DESCRIBED
from games.services.tidying import empty_match
from games.store.rebuild import rebuild
from tests.api.conftest import Caller

RUMMY: dict[str, Any] = {
    "name": "Rummy", "icon": "crown", "wins": "fewest", "target": 100, "keys": [5, 25, -10],
}  # fmt: skip


def circle_of(owner: Caller) -> UUID:
    assert owner.circle is not None
    return owner.circle.pk


def new_game(owner: Caller, **fields: Any) -> Any:
    answer = owner.put(f"custom-games/{uuid4()}/", {**RUMMY, **fields})
    assert answer.status_code == 201, answer.content
    return answer.json()["custom_game"]


def start(owner: Caller, game: Any = None, **more: Any) -> str:
    copied = {} if game is None else {"custom_game": {name: game[name] for name in ("id", "name", "icon", "keys")}}
    answer = owner.post("matches/", {"game": "points", "players": ["Ana", "Bia"], **copied, **more})
    assert answer.status_code == 201, answer.content
    return str(answer.json()["match"])


def play(owner: Caller, match: str, *rounds: list[int]) -> None:
    for points in rounds:
        answer = owner.post(f"matches/{match}/deals/", {"answers": {"points": points}})
        assert answer.status_code == 201, answer.content
    assert owner.post(f"matches/{match}/finish/", {}).status_code == 200


def matches_of(owner: Caller, key: str) -> int:
    return int(owner.get(f"statistics/?game={key}").json()["matches"])


def test_a_game_is_created_changed_and_deleted(owner: Caller, reader: Caller) -> None:
    game = new_game(owner)
    id = game["id"]
    assert game == {
        "id": id, "game": f"points:{id.replace('-', '')}", **RUMMY, "rounds": None, "sum": None, "teams": False,
        "deleted": False,
    }  # fmt: skip
    changed = owner.put(f"custom-games/{id}/", {"target": None, "sum": 26, "name": "Gin rummy"}).json()["custom_game"]
    assert (changed["target"], changed["sum"], changed["name"], changed["wins"]) == (None, 26, "Gin rummy", "fewest")
    assert owner.put(f"custom-games/{id}/", {"deleted": True}).json()["custom_game"]["deleted"]
    assert reader.get(f"custom-games/{id}/").json() == reader.get("custom-games/").json()["custom_games"][0]
    assert rebuild(circle_of(owner)) == []


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": ""},
        {"name": "x" * 61},
        {"name": "Rummy", "wins": "luck"},
        {"name": "Rummy", "target": 0},
        {"name": "Rummy", "sum": 1_000_000},
        {"name": "Rummy", "keys": [1, 2, 3, 4, 5, 6, 7]},
        {"name": "Rummy", "keys": [10_000]},
        {"name": "Rummy", "keys": ["5"]},
        {"name": "Rummy", "icon": "x" * 41},
        {"name": "Rummy", "rule": "average"},
    ],
)
def test_a_wrong_game_is_refused(owner: Caller, body: Any) -> None:
    answer = owner.put(f"custom-games/{uuid4()}/", body)
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert not models.CustomGame.objects.exists()


def test_a_match_copies_the_game_and_has_figures_of_its_own(owner: Caller) -> None:
    game = new_game(owner)
    of_game, of_points = start(owner, game, options={"wins": "fewest"}), start(owner)
    for match in (of_game, of_points):
        play(owner, match, [5, 25])
    document = owner.get(f"matches/{of_game}/document/").json()
    assert (document["format"], document["game"]) == ("scorekeeper.match/1", "points")
    assert document["custom_game"] == {"id": game["id"], "name": "Rummy", "icon": "crown", "keys": [5, 25, -10]}
    assert "custom_game" not in owner.get(f"matches/{of_points}/document/").json()
    assert owner.post("score/", document).json()["totals"] == [5, 25]
    assert (matches_of(owner, game["game"]), matches_of(owner, "points")) == (1, 1)
    [listed] = owner.get(f"matches/?game={game['game']}").json()["matches"]
    assert (listed["id"], listed["game"], listed["custom_game"]["name"]) == (of_game, "points", "Rummy")
    assert [row["id"] for row in owner.get("matches/?game=points").json()["matches"]] == [of_points]
    assert rebuild(circle_of(owner)) == []
    assert len(owner.get(f"ratings/?game={game['game']}").json()["people"]) == 2
    assert len(owner.get("ratings/?game=points").json()["people"]) == 2


def test_a_new_name_counts_for_all_matches_and_rules_for_later_ones(owner: Caller) -> None:
    game = new_game(owner)
    match = start(owner, game)
    owner.put(f"custom-games/{game['id']}/", {"name": "Gin rummy", "target": 500})
    document = owner.get(f"matches/{match}/document/").json()
    assert (document["custom_game"]["name"], document["options"]) == ("Gin rummy", {})
    [listed] = owner.get("matches/").json()["matches"]
    assert listed["custom_game"]["name"] == "Gin rummy"


def test_an_earlier_match_gets_a_name_and_loses_it(owner: Caller) -> None:
    game, match = new_game(owner), start(owner)
    play(owner, match, [5, 25])
    assert (matches_of(owner, game["game"]), matches_of(owner, "points")) == (0, 1)
    copied = {name: game[name] for name in ("id", "name")}
    named = owner.put(f"matches/{match}/game/", {"custom_game": copied})
    assert (named.status_code, named.json()["sheet"]["totals"]) == (200, [5, 25])
    assert (matches_of(owner, game["game"]), matches_of(owner, "points")) == (1, 0)
    assert rebuild(circle_of(owner)) == []
    assert owner.put(f"matches/{match}/game/").status_code == 200
    assert (matches_of(owner, game["game"]), matches_of(owner, "points")) == (0, 1)
    assert "custom_game" not in owner.get(f"matches/{match}/document/").json()
    assert rebuild(circle_of(owner)) == []


def test_only_points_can_be_a_game_of_the_group(owner: Caller) -> None:
    game, match = new_game(owner), owner.started()
    copied = {name: game[name] for name in ("id", "name")}
    assert owner.put(f"matches/{match}/game/", {"custom_game": copied}).status_code == 400
    body = {"game": "bisca_tres", "players": ["Ana", "Bia"], "custom_game": copied}
    assert owner.post("matches/", body).status_code == 400
    assert owner.post("matches/", {"game": game["game"], "players": ["Ana", "Bia"]}).status_code == 400
    assert owner.post("matches/", {"game": "points:x", "players": ["Ana", "Bia"]}).status_code == 400


def test_a_match_of_another_group_brings_its_game(owner: Caller, other_owner: Caller) -> None:
    game = new_game(owner)
    match = start(owner, game, options={"wins": "fewest", "target": 100})
    play(owner, match, [5, 25])
    document = owner.get(f"matches/{match}/document/").json() | {"id": str(uuid4())}
    imported = other_owner.post(f"circles/{circle_of(other_owner)}/import/", [document])
    assert imported.status_code == 200, imported.content
    [brought] = other_owner.get("custom-games/").json()["custom_games"]
    assert brought == game | {"sum": None}
    assert matches_of(other_owner, game["game"]) == 1
    assert rebuild(circle_of(other_owner)) == []


def test_a_group_has_a_limited_number_of_games(owner: Caller) -> None:
    games = [models.CustomGame(circle=owner.circle, id=uuid4(), name=f"Game {n}") for n in range(MOST_CUSTOM_GAMES)]
    models.CustomGame.objects.bulk_create(games)
    refused = owner.put(f"custom-games/{uuid4()}/", RUMMY)
    assert (refused.status_code, refused.json()["code"]) == (400, "many_games")
    owner.put(f"custom-games/{games[0].id}/", {"deleted": True})
    new_game(owner)  # there is room again
    assert owner.put(f"custom-games/{games[0].id}/", {"deleted": False}).json()["code"] == "many_games"
    assert owner.put(f"custom-games/{games[1].id}/", {"name": "Other"}).status_code == 200
    deleted = [
        models.CustomGame(circle=owner.circle, id=uuid4(), name="Gone", is_deleted=True)
        for _number in range(MOST_DESCRIBED - len(games) - 1)
    ]
    models.CustomGame.objects.bulk_create(deleted)
    owner.put(f"custom-games/{games[1].id}/", {"deleted": True})
    assert owner.put(f"custom-games/{uuid4()}/", RUMMY).json()["code"] == "many_games"
    assert len(owner.get("custom-games/").json()["custom_games"]) == MOST_DESCRIBED


def test_a_match_is_accepted_however_many_games_the_group_has(owner: Caller) -> None:
    """Someone else may have filled the group while a phone was offline."""
    models.CustomGame.objects.bulk_create(
        models.CustomGame(circle=owner.circle, id=uuid4(), name="Full") for _number in range(MOST_CUSTOM_GAMES)
    )
    copied = {"id": str(uuid4()), "name": "Rummy"}
    body = {"game": "points", "players": ["Ana", "Bia"], "custom_game": copied}
    assert owner.post("matches/", body).status_code == 201
    assert owner.put(f"matches/{start(owner)}/game/", {"custom_game": copied | {"id": str(uuid4())}}).status_code == 200
    assert [game["name"] for game in owner.get("custom-games/").json()["custom_games"]].count("Rummy") == 2


def fill(owner: Caller, count: int, *, is_deleted: bool = False) -> None:
    games = [
        models.CustomGame(circle=owner.circle, id=uuid4(), name="Full", is_deleted=is_deleted) for _ in range(count)
    ]
    models.CustomGame.objects.bulk_create(games)


@pytest.mark.parametrize("deleted", [0, MOST_DESCRIBED - MOST_CUSTOM_GAMES])
def test_a_copied_game_can_be_deleted_in_a_full_group(owner: Caller, deleted: int) -> None:
    fill(owner, MOST_CUSTOM_GAMES)
    fill(owner, deleted, is_deleted=True)
    copied = {"id": str(uuid4()), "name": "Rummy", "icon": "crown", "keys": [5]}
    start(owner, copied)
    path = f"custom-games/{copied['id']}/"
    assert owner.put(path, {"name": "Canasta"}).json()["code"] == "many_games"
    body = {"deleted": True, "event": str(uuid4())}
    answers = [owner.put(path, body) for _time in range(2)]  # the second one repeats the first
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    game = answers[0].json()["custom_game"]
    assert (game["name"], game["keys"], game["deleted"]) == ("Rummy", [5], True)
    assert owner.put(path, {"deleted": False}).json()["code"] == "many_games"
    unknown = owner.put(f"custom-games/{uuid4()}/", {"name": "Rummy", "deleted": True})
    assert unknown.status_code == (400 if deleted else 201)  # it would be one more row


def copied_row(owner: Caller) -> dict[str, Any] | None:
    return models.CustomGame.objects.filter(circle=owner.circle).values("name", "keys", "is_described").first()


def test_a_copied_game_goes_with_its_last_match(owner: Caller) -> None:
    """The name of a game is a text of the group, and stays nowhere once its matches are erased."""
    copied = {"id": str(uuid4()), "name": "Secret", "icon": "crown", "keys": [5]}
    first = start(owner, copied, at="2026-11-20T19:00:00Z")
    second = start(owner, copied | {"name": "Other name"}, at="2026-11-20T20:00:00Z")
    assert copied_row(owner) == {"name": "Secret", "keys": [5], "is_described": False}
    assert owner.put(f"matches/{first}/game/", {"custom_game": None}).status_code == 200
    assert copied_row(owner) == {"name": "Other name", "keys": [5], "is_described": False}
    assert rebuild(circle_of(owner)) == []
    assert owner.delete(f"matches/{second}/").status_code == 200
    assert copied_row(owner) is None
    assert rebuild(circle_of(owner)) == []
    assert owner.post(f"matches/{second}/undelete/").status_code == 200
    assert copied_row(owner) == {"name": "Other name", "keys": [5], "is_described": False}
    assert owner.delete(f"matches/{second}/").status_code == 200
    assert empty_match(circle_of(owner), UUID(second))
    assert copied_row(owner) is None
    assert rebuild(circle_of(owner)) == []


def test_a_game_that_a_match_has_copied_is_changed_like_others(owner: Caller) -> None:
    """The first event about it describes it whole, so the game is the same for those who only read events."""
    copied = {"id": str(uuid4()), "name": "Rummy", "icon": "crown", "keys": [5]}
    start(owner, copied, options={"wins": "fewest", "target": 100})
    changed = owner.put(f"custom-games/{copied['id']}/", {"deleted": True}).json()["custom_game"]
    assert (changed["name"], changed["keys"], changed["wins"], changed["target"]) == ("Rummy", [5], "fewest", 100)
    assert changed["deleted"]
    assert rebuild(circle_of(owner)) == []


def test_the_first_change_of_a_copied_game_can_be_repeated(owner: Caller) -> None:
    copied = {"id": str(uuid4()), "name": "Rummy", "icon": "crown", "keys": [5]}
    start(owner, copied)
    body = {"event": str(uuid4()), "icon": "spades"}
    answers = [owner.put(f"custom-games/{copied['id']}/", body) for _time in range(3)]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert {answer.json()["seq"] for answer in answers} == {answers[0].json()["seq"]}
    assert answers[-1].json()["custom_game"]["name"] == "Rummy"


def test_a_copied_game_follows_its_match(owner: Caller) -> None:
    """Another copy in the same match, or other rules of it, change what lists say of the game."""
    copied = {"id": str(uuid4()), "name": "Rummy", "icon": "crown", "keys": [5]}
    match = start(owner, copied, options={"target": 50})
    owner.put(f"matches/{match}/game/", {"custom_game": copied | {"name": "Gin"}})
    assert owner.put(f"matches/{match}/options/", {"options": {"target": 77}}).status_code == 200
    [game] = owner.get("custom-games/").json()["custom_games"]
    assert (game["name"], game["target"]) == ("Gin", 77)
    assert rebuild(circle_of(owner)) == []


def test_an_event_that_describes_a_copied_game_in_part_is_refused(owner: Caller) -> None:
    copied = {"id": str(uuid4()), "name": "Rummy", "icon": "crown", "keys": [5]}
    start(owner, copied)
    event = {
        "id": str(uuid4()), "match": None, "kind": "custom_game", "data": {"custom_game": copied["id"], "keys": [7]},
    }  # fmt: skip
    [refused] = owner.post("events/", [event]).json()["refused"]
    assert (refused["code"], refused["reason"]) == ("data", "“name” is missing or invalid.")


def test_the_history_says_which_game_it_was(owner: Caller) -> None:
    game, match = new_game(owner), start(owner)
    owner.put(f"matches/{match}/game/", {"custom_game": {name: game[name] for name in ("id", "name")}})
    assert [event["kind"] for event in owner.get(f"matches/{match}/history/").json()["events"]] == ["start", "game"]
    assert re.fullmatch("points:[0-9a-f]{32}", models.Match.objects.get(id=match).game)
