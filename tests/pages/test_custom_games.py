"""A game that a group names itself: it gets its name with its first match, and is offered from then on."""

from typing import Any

import pytest

from games.display.game_label import GameLabel
from games.match.custom_games import MOST_CUSTOM_GAMES, MOST_DESCRIBED, fold_custom_games
from games.match.errors import Refused
from games.match.events import validate_event
from games.match.log import fold_events
from games.match.summary import summary
from games.rules.custom_game import ICONS, custom_key
from tests.match.logs import event, id_of, start
from tests.pages.browser import Pairs, Reply, Table, buttons, fields, with_values
from tests.rules.golden import NAMES

pytestmark = pytest.mark.fifth

SEATS = [("seat-0", "name:Ana"), ("seat-1", "name:Bia"), ("seat-2", "name:Caio")]


def form(game: str = "points", **more: str) -> Pairs:
    return [("game", game), *SEATS, *[(name.replace("_", "-"), value) for name, value in more.items()]]


def start_rummy(table: Table, **more: str) -> Reply:
    reply = table.post(
        "/new/",
        [
            *form(game_name=" Rummy ", game_icon="crown", game_keys="5 25, −10"),
            ("option-wins", "fewest"),
            *more.items(),
        ],
    )
    assert reply.status == 303, reply.html.texts_of("problem")
    table.match = reply.redirect_to.split("/")[2]
    return reply


def tiles(reply: Reply) -> list[tuple[str, str]]:
    """Return the games that the page offers: their keys and names."""
    new = reply.html.find("new-match")
    radios = [one for one in new.all("input") if one.get("name") == "game"]
    return [(one.get("value"), one.get("data-names").split(", ")[0]) for one in radios]


def chosen_rules(reply: Reply) -> dict[str, str]:
    return {name: value for name, value in fields(reply.html.find("new-match")) if name.startswith("option-") and value}


def test_a_game_beyond_the_limit_is_refused_beside_its_name() -> None:
    """Otherwise the phone would confirm rounds of a match whose game the server refuses."""
    table = Table()
    for number in range(MOST_CUSTOM_GAMES):
        table.post("/new/", form(game_name=f"Game {number}"))
    reply = table.post("/new/", form(game_name="One more"))
    assert reply.status != 303
    assert "This group has 100 custom games. No more are possible." in reply.html.root.text
    assert table.post("/new/", form()).status == 303  # without a name it is a match of Points


def test_deleted_games_count_towards_a_limit_of_their_own() -> None:
    table = Table()
    for number in range(MOST_DESCRIBED):
        data = {"custom_game": id_of(f"game {number}"), "name": f"Game {number}", "deleted": True}
        table.game_events.append(event(f"game {number}", "custom_game", None, **data) | {"match": None})
    reply = table.post("/new/", form(game_name="One more"))
    assert "This group has 1000 custom games. No more are possible." in reply.html.root.text


def test_copied_games_leave_room_for_a_name() -> None:
    """Matches of an import may have copied many games of another group. The server does not count them either."""
    table = Table()
    for number in range(MOST_CUSTOM_GAMES):
        match = id_of(f"match {number}")
        copied = {"id": id_of(f"game {number}"), "name": f"Game {number}"}
        table.store(start(game="points", custom_game=copied) | {"id": match, "match": match})
    assert table.post("/new/", form(game_name="Game 7")).status == 422
    assert table.post("/new/", form(game_name="One more")).status == 303


def test_a_name_makes_a_game_of_its_own() -> None:
    table = Table()
    reply = start_rummy(table)
    [game] = [event for event in reply.events if event["kind"] == "custom_game"]
    copied = {"id": game["data"]["custom_game"], "name": "Rummy"}
    assert game["data"] == {"custom_game": copied["id"], "name": "Rummy", "wins": "fewest"}
    data = reply.events[-1]["data"]
    assert (data["game"], data["custom_game"], data["options"]) == ("points", copied, {"wins": "fewest"})
    page = table.get(table.path)
    assert "Rummy" in page.html.root.text
    assert "Points" not in [heading.text for heading in page.html.root.all("h1")]


def test_the_game_is_offered_with_its_rules() -> None:
    table = Table()
    start_rummy(table, **{"option-target": "100"})
    page = table.get("/new/")
    key = custom_key(table.game_events[0]["data"]["custom_game"])
    assert (key, "Rummy") in tiles(page)
    chosen = table.get(f"/new/?game={key}")
    assert chosen_rules(chosen)["option-wins"] == "fewest"
    again = table.post("/new/", [("game", key), *SEATS[:2], *chosen_rules(chosen).items()])
    data = again.events[-1]["data"]
    assert (data["game"], data["custom_game"]["name"], data["options"]) == (
        "points", "Rummy", {"wins": "fewest", "target": 100},
    )  # fmt: skip
    assert len(table.game_events) == 1


def test_a_form_that_comes_twice_starts_one_match() -> None:
    table = Table()
    first = [*form(game_name="Rummy"), ("match", id_of("twice"))]
    assert table.post("/new/", first).status == 303
    again = table.post("/new/", first)
    assert (again.status, again.events) == (303, [])


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ({"game_name": "x" * 61}, "This name is longer than 60 characters."),
        ({"game_name": "a\x07b"}, "The name contains a control character."),
        ({"game_name": "rummy"}, "This group already has a game with this name."),
    ],
)
def test_a_wrong_name_or_key_stays_in_the_form(typed: dict[str, str], problem: str) -> None:
    table = Table()
    start_rummy(table)
    reply = table.post("/new/", form(**typed))
    assert (reply.status, reply.events) == (422, [])
    [text] = reply.html.texts_of("problem")
    assert text.startswith(problem)
    kept = dict(fields(reply.html.find("new-match")))
    assert all(kept[name.replace("_", "-")] == value for name, value in typed.items())


def with_keys(table: Table, *keys: int) -> None:
    """Give the game its quick keys, and start another match of it."""
    game = table.game_events[0]["data"]["custom_game"]
    table.store(event("keys", "custom_game", None, custom_game=game, keys=[*keys]) | {"match": None})
    reply = table.post(
        "/new/", [*form(custom_key(game)), *chosen_rules(table.get(f"/new/?game={custom_key(game)}")).items()]
    )
    table.match = reply.redirect_to.split("/")[2]


def test_quick_keys_enter_numbers_and_go_on() -> None:
    table = Table()
    start_rummy(table)
    with_keys(table, 5, 25, -10)
    page = table.get(table.path)
    keys = [value for _name, value in buttons(page.form) if value.startswith("enter:")]
    assert keys == ["enter:5", "enter:25", "enter:-10"]
    typed = fields(page.form)
    for key, now in (("enter:25", "points-1"), ("enter:-10", "points-2"), ("enter:5", "points-2")):
        reply = table.press(key, typed)
        typed = fields(reply.form)
        assert dict(typed)["now"] == now
    assert [dict(typed)[f"points-{side}"] for side in range(3)] == ["25", "-10", "5"]
    other = table.press("enter:7", with_values(typed, ("now", "points-0")))
    assert dict(fields(other.form))["points-0"] == "25"  # no key of this game


def test_the_last_number_follows_after_a_quick_key() -> None:
    table = Table()
    start_rummy(table, **{"option-sum": "26"})
    with_keys(table, 13)
    typed = fields(table.get(table.path).form)
    typed = fields(table.press("enter:13", typed).form)
    typed = fields(table.press("enter:13", typed).form)
    saved = table.post(table.path, typed)
    assert saved.events[-1]["data"]["answers"] == {"points": [13, 13, 0]}


def test_a_rematch_is_of_the_same_game() -> None:
    table = Table()
    start_rummy(table, **{"option-rounds": "1"})
    table.save(("points-0", "5"), ("points-1", "25"), ("points-2", "0"))
    again = fields(table.get(table.path).html.find("rematch"))
    data = table.post("/new/", again).events[-1]["data"]
    assert (data["custom_game"]["name"], data["options"]) == ("Rummy", {"wins": "fewest", "rounds": 1})


def test_an_invented_key_is_no_game() -> None:
    reply = Table().post("/new/", form(custom_key(id_of("gone"))))
    assert (reply.status, reply.html.texts_of("problem")) == (422, ["Choose a game."])


def test_a_deleted_game_is_not_offered_but_stays_for_a_rematch() -> None:
    table = Table()
    start_rummy(table)
    game = table.game_events[0]["data"]["custom_game"]
    table.store(event("gone", "custom_game", None, custom_game=game, deleted=True) | {"match": None})
    key = custom_key(game)
    assert key not in dict(tiles(table.get("/new/?game=pisa")))
    assert key not in dict(tiles(table.get("/new/")))  # though it was played last
    table.post(f"{table.path}more/", [("act", "finish")])
    assert "Rummy" not in table.get("/").html.root.text.partition("Play again")[2].partition("Latest")[0]
    assert table.post("/new/", form(key)).events[-1]["data"]["custom_game"]["name"] == "Rummy"


# ---- Events


GAME = id_of("rummy")


def renamed(**data: Any) -> dict[str, Any]:
    return event("renamed", "custom_game", None, custom_game=GAME, **data)


def test_events_fold_to_a_game() -> None:
    created = renamed(name="Rummy", wins="fewest", target=100, sum=None, teams=False, keys=[5])
    [game] = fold_custom_games([created, renamed(target=None, icon="moon"), renamed(wins="most", rounds=7)])
    assert game == {
        "id": GAME, "name": "Rummy", "icon": "moon", "keys": [5], "options": {"rounds": 7}, "deleted": False,
        "described": True,
    }  # fmt: skip


def test_a_match_names_a_game_that_no_event_describes() -> None:
    log = fold_events([start(game="points", custom_game={"id": GAME, "name": "Rummy"}, options={"target": 50})])
    [game] = fold_custom_games([], [summary(log)])
    assert (game["id"], game["name"], game["options"]) == (GAME, "Rummy", {"target": 50})
    assert not game["described"]


def test_a_later_event_names_the_game_of_a_match() -> None:
    copied = {"id": GAME, "name": "Rummy", "icon": "moon"}
    events = [start(game="points"), event("named", "game", ["start"], custom_game=copied)]
    named = summary(fold_events(events))
    assert (named["game"], GameLabel(named).title, GameLabel(named).picture) == (custom_key(GAME), "Rummy", "moon")
    unnamed = summary(fold_events([*events, event("unnamed", "game", ["named"])]))
    assert (unnamed["game"], "custom_game" in unnamed) == ("points", False)
    other = summary(fold_events([start(), events[1]]))
    assert (other["game"], "custom_game" in other) == ("bisca_tres", False)


def test_a_match_copies_only_what_it_shows() -> None:
    log = fold_events([start(game="points", custom_game={"id": GAME, "name": "Rummy", "more": "x" * 5000})])
    assert summary(log)["custom_game"] == {"id": GAME, "name": "Rummy"}


@pytest.mark.parametrize(
    "copied", [5, {}, {"id": GAME}, {"id": "x", "name": "Rummy"}, {"id": GAME, "name": ""}, {"id": GAME, "name": 5}]
)
def test_a_start_with_a_wrong_copy_is_refused_and_counts_as_points(copied: Any) -> None:
    wrong = start(game="points", players=list(NAMES[:2]), custom_game=copied)
    with pytest.raises(Refused):
        validate_event(wrong)
    assert summary(fold_events([wrong]))["game"] == "points"


def test_an_icon_of_a_newer_version_is_the_usual_one() -> None:
    label = GameLabel({"game": custom_key(GAME), "custom_game": {"id": GAME, "name": "Rummy", "icon": "rocket"}})
    assert (label.picture, ICONS[0]) == ("game-points", "game-points")
