"""The page that starts a match: game, seats and house rules. It loses no typed field."""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.utils import translation

from games.display.families import families, sections
from games.match.log import fold_events
from games.rules import catalogue
from games.rules.game import Ending, Game
from tests.match.logs import id_of
from tests.pages.browser import NOW, Element, Pairs, Reply, Table, fields, host, start_match, with_values
from tests.rules.golden import NAMES

pytestmark = pytest.mark.fifth

GAMES = [(game.key, players) for game in catalogue.GAMES for players in game.players]


def circle(*names: str, **changes: Any) -> Table:
    table = Table()
    table.players = [{"id": id_of(name), "name": name, "hidden": False, "same_as": None} | changes for name in names]
    return table


def form_of(reply: Reply) -> Element:
    return reply.html.find("new-match")


def form_for(game: str, *seats: str, **fields: str) -> Pairs:
    return [("game", game), *[(f"seat-{number}", seat) for number, seat in enumerate(seats)], *fields.items()]


def seats(reply: Reply) -> list[str]:
    return [value for name, value in fields(form_of(reply)) if name[:5] == "seat-"]


def press(table: Table, what: str, form: Pairs) -> Reply:
    reply = table.post("/new/", [*form, ("press", what)])
    assert reply.events == []
    return reply


def started_match(table: Table, reply: Reply) -> dict[str, Any]:
    """Check that the reply starts a match, and return the data of its start."""
    assert reply.status == 303, reply.html.texts_of("problem")
    match = reply.events[-1]["match"]
    assert reply.redirect_to == f"/table/{match}/"
    assert table.get(reply.redirect_to).status == 200
    assert [event["kind"] for event in reply.events] == ["player"] * (len(reply.events) - 1) + ["start"]
    assert fold_events(table.logs[match]).start is not None
    return reply.events[-1]["data"]


def problems(reply: Reply) -> list[str]:
    assert (reply.status, reply.events) == (422, [])
    return reply.html.texts_of("problem")


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_every_game_starts_with_every_number_of_players(game: str, players: int) -> None:
    table = circle(*NAMES[:3])
    known = [id_of(name) for name in NAMES[:3]][:players]
    new = [f"name:New {number}" for number in range(players - len(known))]
    data = started_match(table, table.post("/new/", form_for(game, *known, *new, first_dealer=str(players - 1))))
    assert (data["game"], data["first_dealer"], data["options"]) == (game, players - 1, {})
    assert [player["name"] for player in data["players"]] == [*NAMES[: len(known)], *[seat[5:] for seat in new]]
    assert [player["name"] for player in table.players[3:]] == [seat[5:] for seat in new]
    assert [player["id"] for player in data["players"][len(known) :]] == [player["id"] for player in table.players[3:]]


@pytest.mark.parametrize("count", [0, 1, 3, 4])
def test_a_wrong_number_of_players_is_explained(count: int) -> None:
    reply = circle(*NAMES).post("/new/", form_for("bisca_seis", *[id_of(name) for name in NAMES[:count]]))
    explanation = f"Bisca de Seis needs 6 players, not {count}." if count else "Choose the players first."
    assert problems(reply) == [explanation]
    assert seats(reply) == [id_of(name) for name in NAMES[:count]]


def test_without_a_game_no_match_starts() -> None:
    for form in ([], [("game", "cribbage")], [("game", "")]):
        assert problems(circle(*NAMES).post("/new/", form)) == ["Choose a game."]


def test_buttons_seat_remove_and_move_players() -> None:
    table, form = circle(*NAMES), form_for("pilotta")
    first, second, third = (id_of(name) for name in NAMES[:3])
    for id in (first, second, second, third):
        form = fields(form_of(press(table, f"sit:{id}", form)))
    reply = press(table, "", form)
    assert seats(reply) == [first, second, third]
    assert seats(press(table, "turn", form)) == [second, third, first]
    assert seats(press(table, "stand:1", form)) == [first, third]
    assert seats(press(table, "stand:9", form)) == [first, second, third]
    assert seats(press(table, "sit:nobody", form)) == [first, second, third]


def test_nobody_can_sit_down_without_a_free_seat() -> None:
    two = [id_of(name) for name in NAMES[:2]]
    assert seats(press(circle(*NAMES), f"sit:{id_of(NAMES[2])}", form_for("bisca_tres", *two))) == two


def test_a_new_player_sits_down_by_name() -> None:
    table = circle(*NAMES)
    reply = press(table, "name", form_for("pisti", id_of("Eleni"), new_player="  Ayşe "))
    assert seats(reply) == [id_of("Eleni"), "name:Ayşe"]
    assert reply.html.find("new-player").get("value") == ""


def test_the_name_of_a_known_player_seats_them() -> None:
    """Otherwise a group would have two people of a name after each hurried start."""
    table = circle(*NAMES)
    assert seats(press(table, "name", form_for("pisti", id_of("Eleni"), new_player=f" {NAMES[1]}"))) == [
        id_of("Eleni"),
        id_of(NAMES[1]),
    ]
    data = started_match(table, table.post("/new/", form_for("pisti", id_of("Eleni"), new_player=NAMES[1])))
    assert [player["id"] for player in data["players"]] == [id_of("Eleni"), id_of(NAMES[1])]


def test_adding_a_name_leaves_the_next_typed_name() -> None:
    reply = press(circle(*NAMES), "name:Ayşe", form_for("pisti", id_of("Eleni"), new_player="Em"))
    assert seats(reply) == [id_of("Eleni"), "name:Ayşe"]
    assert reply.html.find("new-player").get("value") == "Em"


def test_a_typed_name_is_added_when_the_match_starts() -> None:
    table = circle(*NAMES)
    data = started_match(table, table.post("/new/", form_for("pisti", id_of("Eleni"), new_player="Ayşe")))
    assert [player["name"] for player in data["players"]] == ["Eleni", "Ayşe"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "Enter a name."),
        ("   ", "Enter a name."),
        ("n" * 201, "This name is longer than 200 characters."),
        ("a\x07b", "The name contains a control character."),
        ("a\x9fb", "The name contains a control character."),
        ("Eleni", "Eleni is already seated."),
    ],
)
def test_an_invalid_name_is_explained_and_stays(name: str, why: str) -> None:
    reply = press(circle(*NAMES), "name", form_for("pisti", id_of("Eleni"), new_player=name))
    assert problems(reply) == [why]
    assert seats(reply) == [id_of("Eleni")]
    assert reply.html.find("new-player").get("value") == name


@pytest.mark.parametrize("name", [" ", "\u00a0", "\u2003", "\u3000", "\t", "\u2028"])
def test_a_seat_without_a_name_is_refused(name: str) -> None:
    """The page must explain whatever the server would refuse."""
    reply = circle(*NAMES).post("/new/", form_for("pisti", id_of("Eleni"), f"name:{name}"))
    assert problems(reply)


def test_a_player_whose_name_was_erased_is_refused() -> None:
    table = circle("Eleni", "Deniz")
    table.players[1]["name"] = ""
    assert problems(table.post("/new/", form_for("pisti", id_of("Eleni"), id_of("Deniz"))))


def test_a_match_starts_with_its_house_rules() -> None:
    table = circle(*NAMES)
    form = with_values(
        form_for("pisti", *[id_of(name) for name in NAMES[:4]]), ("option-teams", "true"), ("option-target", "101")
    )
    assert "Eleni & Andreas – Deniz & Zeynep" in press(table, "", form).text.replace("&amp;", "&")
    assert started_match(table, table.post("/new/", form))["options"] == {"teams": True, "target": 101}


def test_an_invalid_house_rule_is_explained_and_stays() -> None:
    form = with_values(
        form_for("pisti", id_of("Eleni"), id_of("Deniz")), ("option-target", "other"), ("option-target-other", "0")
    )
    reply = circle(*NAMES).post("/new/", form)
    assert len(problems(reply)) == 1
    assert reply.html.find("option-target-other").get("value") == "0"
    assert "open" in reply.html.find("house-rules").attributes


def test_house_rules_stay_open_while_someone_changes_them() -> None:
    reply = press(
        circle(*NAMES), "", with_values(form_for("pisti", id_of("Eleni")), ("option-target", "101"), ("ruled", "usual"))
    )
    assert "open" in reply.html.find("house-rules").attributes


def test_enter_in_a_house_rule_adds_no_player() -> None:
    """If all seats are taken, the first button of the form does not add a name."""
    table = circle(*NAMES)
    form = with_values(form_for("bisca_tres", id_of("Eleni"), id_of("Deniz")))
    form_element = form_of(press(table, "", form))
    first = form_element.all("button")[0]
    reply = table.post("/new/", [*fields(form_element), (first.get("name"), first.get("value"))])
    assert reply.status != 422, reply.html.texts_of("problem")


def test_a_draw_is_fair() -> None:
    table, dealers = circle(*NAMES), []
    form = form_for("pisti", *[id_of(name) for name in NAMES[:3]])
    for number in range(120):
        request = table.request_json("/new/", [*form, ("press", "draw")]) | {"ids": [f"{number * 7919:08x}"] * 20}
        reply = Reply(host().answer(request))
        [dealer] = [value for name, value in fields(form_of(reply)) if name == "first_dealer"]
        dealers.append(dealer)
    assert set(dealers) == {"0", "1", "2"}
    assert max(dealers.count(dealer) for dealer in "012") < 60


def test_the_last_players_of_a_game_are_seated_with_the_next_dealer() -> None:
    players = [{"id": id_of(name), "name": name} for name in NAMES[:3]]
    table = start_match("pisti", players, options={"target": 101}, first_dealer=2)
    table.players = circle(*NAMES).players
    reply = table.get("/new/?game=pisti")
    assert seats(reply) == [id_of(name) for name in NAMES[:3]]
    assert {("first_dealer", "0"), ("option-target", "101"), ("game", "pisti")} <= set(fields(form_of(reply)))
    assert started_match(table, table.post("/new/", fields(form_of(reply))))["options"] == {"target": 101}
    assert seats(table.get("/new/?game=bisca_tres")) == []


def test_another_target_stays_chosen_before_it_is_typed() -> None:
    form = with_values(form_for("pisti", id_of("Eleni"), id_of("Deniz")), ("option-target", "other"))
    page_with_game = press(circle(*NAMES), "", form).html
    assert "checked" in page_with_game.find("option-target-is-other").attributes
    assert page_with_game.find("option-target-other").get("value") == ""
    assert "autofocus" in page_with_game.find("option-target-other").attributes
    assert "open" in page_with_game.find("house-rules").attributes


# ---- another game with the same players


def finished_match(game: str, *names: str, rounds: int = 0, **data: Any) -> Table:
    """Finish a match in a circle that knows all players."""
    table = start_match(game, [{"id": id_of(name), "name": name} for name in names], **data)
    table.players = circle(*NAMES).players
    for number in range(rounds):
        deal = {"deal": id_of(f"round {number} {table.new_ids()[0]}"), "answers": {}}
        table.store(
            {"id": table.new_ids()[0], "match": table.match, "kind": "deal", "data": deal, "after": None, "at": NOW}
        )
    table.post(f"{table.path}more/", [("act", "finish")])
    return table


def another_game(table: Table) -> Reply:
    """Press the button of the result page, without a script."""
    [form] = [form for form in table.get(table.path).html.forms() if "Another game" in form.text]
    assert form.get("method") in ("", "get")
    return table.get(f"{form.get('action')}?{urlencode(fields(form))}")


def test_another_game_has_the_same_players_and_the_next_dealer() -> None:
    table = finished_match("pilotta", "Zeynep", "Deniz", "Andreas", "Eleni", rounds=2, first_dealer=1)
    table.logs = {**finished_match("pisti", *NAMES[:2], options={"target": 101}).logs, **table.logs}
    reply = another_game(table)
    assert "Zeynep, Deniz, Andreas, Eleni" in form_of(reply).text
    assert not reply.html.has("seats")
    page_with_game = press(table, "", with_values(fields(form_of(reply)), ("game", "pisti")))
    assert seats(page_with_game) == [id_of(name) for name in ("Zeynep", "Deniz", "Andreas", "Eleni")]
    data = started_match(table, table.post("/new/", fields(form_of(page_with_game))))
    assert [player["name"] for player in data["players"]] == ["Zeynep", "Deniz", "Andreas", "Eleni"]
    assert data["first_dealer"] == 3


def test_another_game_has_the_house_rules_of_its_last_match() -> None:
    last = finished_match("pilotta", *NAMES[:4], options={"target": 251})
    table = finished_match("pisti", *NAMES[:4], options={"target": 101, "teams": True})
    table.logs = {id_of("last"): [{**event, "match": id_of("last")} for event in last.events], **table.logs}
    form = with_values(fields(form_of(another_game(table))), ("game", "pilotta"))
    assert started_match(table, table.post("/new/", form))["options"] == {"target": 251}
    other_game_first = fields(form_of(press(table, "", with_values(form, ("game", "pisti")))))
    assert started_match(table, table.post("/new/", with_values(other_game_first, ("game", "pilotta"), ("match", ""))))[
        "options"
    ] == {"target": 251}


def test_house_rules_say_whether_they_are_those_of_the_last_match() -> None:
    table = finished_match("pisti", *NAMES[:4], options={"target": 101, "teams": True})

    def rules(game: str, *changes: tuple[str, str]) -> str:
        form = with_values(fields(form_of(another_game(table))), ("game", game))
        return press(table, "", with_values(form, *changes)).html.find("house-rules").all("small")[0].text

    assert rules("pisti") == "as last time"
    assert rules("pisti", ("option-target", "201"), ("rules_of", "pisti")) == "changed"
    assert rules("pilotta") == "default"
    assert rules("pilotta", ("option-target", "251"), ("rules_of", "pilotta")) == "changed"


def test_another_game_chosen_on_the_page_seats_its_last_players_only() -> None:
    """The game before had more players, or the same ones in other seats."""
    table = finished_match("points", *NAMES[:3])
    first = [id_of(name) for name in NAMES[:3]]
    last = finished_match("pisti", *[NAMES[number] for number in (3, 2, 0, 1)])
    table.logs = {id_of("last"): [{**event, "match": id_of("last")} for event in last.events], **table.logs}
    table.logs = dict(reversed(table.logs.items()))
    form = fields(form_of(table.get("/new/")))
    assert ("game", "pisti") in form
    assert seats(table.get("/new/")) == [id_of(NAMES[number]) for number in (3, 2, 0, 1)]
    page_with_game = press(table, "", with_values(form, ("game", "points")))
    assert seats(page_with_game) == first


def test_nobody_sits_twice() -> None:
    first, second = [id_of(name) for name in NAMES[:2]]
    reply = press(circle(*NAMES), "", form_for("points", first, second, first))
    assert seats(reply) == [first, second]


def test_too_many_players_for_another_game_stay_until_someone_leaves() -> None:
    table = finished_match("pilotta", *NAMES[:4], first_dealer=3)
    page_with_game = press(table, "", with_values(fields(form_of(another_game(table))), ("game", "bisca_tres")))
    assert len(seats(page_with_game)) == 4
    explanation = "Bisca de Três needs 2 players, not 4."
    assert explanation in form_of(page_with_game).text
    assert "Tap the player who sits out." in form_of(page_with_game).text
    refused = table.post("/new/", fields(form_of(page_with_game)))
    assert problems(refused) == [explanation]
    assert len(seats(refused)) == 4
    two_left = press(table, "stand:0", fields(form_of(press(table, "stand:1", fields(form_of(page_with_game))))))
    data = started_match(table, table.post("/new/", fields(form_of(two_left))))
    assert [player["name"] for player in data["players"]] == ["Andreas", "Zeynep"]
    assert data["first_dealer"] == 1


@pytest.mark.parametrize(
    ("dealer", "left", "then"), [("0", "0", "0"), ("2", "0", "1"), ("2", "2", "0"), ("1", "2", "1"), ("x", "1", "0")]
)
def test_the_dealer_stays_when_another_player_leaves(dealer: str, left: str, then: str) -> None:
    form = form_for("pisti", *[id_of(name) for name in NAMES[:3]], first_dealer=dealer)
    reply = press(circle(*NAMES), f"stand:{left}", form)
    assert ("first_dealer", then) in fields(form_of(reply))


def test_players_that_only_the_match_knows_are_seated_again() -> None:
    """A program may start a match with players that the circle does not have."""
    table = finished_match("pisti", "Ada", "Deniz", "Grace")
    for form in (another_game(table), table.get("/new/")):
        assert form.status == 200
    data = started_match(
        table, table.post("/new/", with_values(fields(form_of(another_game(table))), ("game", "pisti")))
    )
    assert [player["name"] for player in data["players"]] == ["Ada", "Deniz", "Grace"]
    assert data["players"][1]["id"] == id_of("Deniz")


def test_merged_players_have_one_seat_under_the_name_of_now() -> None:
    """Deniz was merged into Ana after the last match, and then Ana into Eleni."""
    table = finished_match("bisca_tres", "Deniz", "Rui")
    table.players += [
        {"id": id_of("Ana"), "name": "Ana", "hidden": False, "same_as": id_of("Eleni")},
        {"id": id_of("Eleni"), "name": "Eleni", "hidden": False, "same_as": None},
    ]
    for player in table.players:
        if player["name"] == "Deniz":
            player["same_as"] = id_of("Ana")
    reply = table.get("/new/?game=bisca_tres")
    assert sorted(seats(reply)) == sorted([id_of("Eleni"), id_of("Rui")])
    both = form_for("bisca_tres", id_of("Deniz"), id_of("Eleni"), id_of("Rui"))
    assert seats(table.post("/new/", [*both, ("press", "draw")])) in (
        [id_of("Eleni"), id_of("Rui")],
        [id_of("Rui"), id_of("Eleni")],
    )
    data = started_match(
        table, table.post("/new/", [*form_for("bisca_tres", id_of("Deniz"), id_of("Rui")), ("start", "")])
    )
    assert data["players"][0] == {"id": id_of("Eleni"), "name": "Eleni"}


def test_players_who_name_each_other_have_one_seat() -> None:
    table = circle("Ana", "Bia", "Rui")
    table.players[0]["same_as"], table.players[1]["same_as"] = id_of("Bia"), id_of("Ana")
    both = form_for("bisca_tres", id_of("Ana"), id_of("Bia"), id_of("Rui"))
    assert len(seats(table.post("/new/", [*both, ("press", "draw")]))) == 2


def test_hidden_and_merged_players_are_not_offered() -> None:
    table = circle(*NAMES[:2])
    table.players += [
        {"id": id_of("old"), "name": "Old", "hidden": True, "same_as": None},
        {"id": id_of("twin"), "name": "Twin", "hidden": False, "same_as": id_of("Eleni")},
    ]
    offered = [
        button.text
        for button in form_of(press(table, "", form_for("pisti"))).all("button")
        if button.get("value")[:4] == "sit:"
    ]
    assert offered == ["Eleni", "Deniz"]


@pytest.mark.parametrize("name", ["<b>Bob</b>", 'a"b', "{{ x }}", "%(name)s %s 100%", "שרה", "🂡", "n" * 200])
def test_any_name_is_shown_unchanged(name: str) -> None:
    table = circle(*NAMES)
    data = started_match(table, table.post("/new/", form_for("bisca_tres", id_of("Eleni"), f"name:{name}")))
    assert data["players"][1]["name"] == name
    [match] = table.logs
    table.match = match
    for path in ("", "sheet/", "wall/", "more/"):
        reply = table.get(table.path + path)
        assert name.split()[0] in reply.html.root.text
        assert "<b>Bob" not in reply.text
    assert name in table.get(table.path).html.texts_of("name")


def test_a_tap_on_a_seat_chooses_the_dealer() -> None:
    form = form_for("pilotta", *[id_of(name) for name in NAMES[:4]], first_dealer="0")
    reply = press(circle(*NAMES), "deals:2", form)
    assert ("first_dealer", "2") in fields(form_of(reply))
    pressed = [element for element in reply.html.find("seats").all("button") if element.get("aria-pressed") == "true"]
    assert [element.get("id") for element in pressed] == ["first-dealer-2"]
    for value in ("deals:4", "deals:x", "deals:"):
        assert ("first_dealer", "0") in fields(form_of(press(circle(*NAMES), value, form)))


def test_other_partners_seat_everyone_with_everyone() -> None:
    first, *others = [id_of(name) for name in NAMES[:4]]
    table, form, partners = circle(*NAMES), form_for("pilotta", first, *others), set()
    for _turn in range(3):
        form = fields(form_of(press(table, "swap", form)))
        partners.add(dict(form)["seat-2"])
        assert dict(form)["seat-0"] == first
    assert partners == set(others)


def test_games_of_a_family_are_one_tile_and_the_last_played_comes_first() -> None:
    assert [family.shared_name(family.games[0].name) for family in families()][:2] == ["Pisa", "Bisca"]
    assert sorted(game.key for family in families() for game in family.games) == sorted(
        game.key for game in catalogue.GAMES
    )
    pisti, bisca = families(["pisti", "bisca_seis"])[:2]
    titles = [family.shared_name(family.games[0].name) for family in (pisti, bisca)]
    assert (titles, pisti.counts, bisca.counts) == (["Pişti", "Bisca"], "2–4", "2–6")
    assert [bisca.short_name(game.name) for game in bisca.games][:2] == ["Três", "Nove"]


def test_games_that_the_group_plays_come_before_the_headings() -> None:
    played = ["pisti", "bisca_seis"]
    recent, *others = sections(families(played), played)
    assert [family.key for family in recent.families] == ["pisti", "bisca"]
    assert [section.heading for section in [recent, *others]] == [
        "Played recently",
        "Counting tricks",
        "Contracts",
        "Counting card points",
        "Avoiding cards",
        "Other games",
    ]
    assert sections(families(), [])[0].heading == "Counting tricks"
    played = ["pisa", "pisti", "pilotta", "sueca", "wizard", "skat", "points"]  # the last one does not fit
    assert [section.heading for section in sections(families(played), played)][-1] == "Other games"


def test_six_recent_families_stay_before_the_headings(monkeypatch: pytest.MonkeyPatch) -> None:
    """More would not fit on a small phone. Every family is listed once."""
    monkeypatch.setattr(catalogue, "GAMES", [game_like(f"game{number}") for number in range(22)])
    played = [f"game{number}" for number in range(20, 10, -1)]
    listed = [[family.key for family in section.families] for section in sections(families(played), played)]
    assert listed[0] == played[:6]
    assert sorted(key for keys in listed for key in keys) == sorted(catalogue.keys())


def game_like(key: str) -> Game:
    return Game(
        key=key, name=key, aim="", card=(), players=(2,), questions=(), parts=(), score=lambda deal: (), end=Ending()
    )


def test_a_game_is_listed_once_with_all_its_names() -> None:
    table = circle(*NAMES)
    for path in ("/new/", "/new/?game=bisca_tres"):
        radios = [element for element in form_of(table.get(path)).all("input") if element.get("name") == "game"]
        names = {radio.get("value"): radio.get("data-names").split(", ") for radio in radios}
        assert (len(radios), sorted(names)) == (len(catalogue.GAMES), sorted(catalogue.keys()))
        assert {"Pishti", "Bastra"} < set(names["pisti"])


def test_from_a_tile_of_a_game_four_known_people_sit_down_with_five_taps() -> None:
    table = circle(*NAMES)
    reply, taps = table.get("/new/?game=pilotta"), 0
    assert not [element for element in form_of(reply).all("details") if "open" in element.attributes]
    for name in NAMES[:4]:
        reply, taps = press(table, f"sit:{id_of(name)}", fields(form_of(reply))), taps + 1
    data = started_match(table, table.post("/new/", fields(form_of(reply))))
    assert [player["name"] for player in data["players"]] == list(NAMES[:4])
    assert taps + 1 == 5


EARLIER = form_for("bisca_tres", id_of("Eleni"), id_of("Deniz"))


def test_a_match_from_paper_has_the_time_when_it_was_played() -> None:
    table = circle(*NAMES)
    reply = table.get("/new/?day=2026-05-03")
    assert "Past match" in reply.html.root.text
    form = with_values(
        fields(form_of(press(table, "sit:" + id_of("Eleni"), fields(form_of(reply))))), ("game", "bisca_tres")
    )
    assert {("day", "2026-05-03"), ("time", "20:00")} <= set(form)
    reply = table.post("/new/", [*form, ("new_player", "Marta")])
    started_match(table, reply)
    assert {event["kind"]: event["at"] for event in reply.events} == {
        "player": NOW,
        "start": "2026-05-03T20:00:00+02:00",  # in the time zone of the request
    }
    assert table.get("/new/?day=2026-05-03&time=19:05").html.find("time").get("value") == "19:05"


def test_a_new_match_begins_now_without_a_day_field() -> None:
    table = circle(*NAMES)
    assert "day" not in [name for name, _value in fields(form_of(table.get("/new/")))]
    assert table.post("/new/", EARLIER).events[-1]["at"] == NOW


@pytest.mark.parametrize(
    ("day", "time", "why"),
    [
        ("", "20:00", "Enter the day and the approximate time the match started."),
        ("2026-05-03", "", "Enter the day and the approximate time the match started."),
        ("2025-02-29", "20:00", "Enter the day and the approximate time the match started."),
        ("2026-05-03", "24:00", "Enter the day and the approximate time the match started."),
        ("1899-12-31", "20:00", "Enter the day and the approximate time the match started."),
        ("2026-11-20", "19:43", "This time is in the future."),
    ],
)
def test_an_invalid_day_is_explained_beside_its_field(day: str, time: str, why: str) -> None:
    reply = circle(*NAMES).post("/new/", [*EARLIER, ("day", day), ("time", time)])
    assert problems(reply) == [why]
    assert {("day", day), ("time", time)} <= set(fields(form_of(reply)))


@pytest.mark.parametrize(
    ("game", "count", "rules", "words"),
    [
        ("pisa", 3, {}, "Play goes clockwise: the next player sits on the left."),
        ("pisti", 3, {}, "Play goes counter-clockwise: the next player sits on the right."),
        ("pisti", 2, {}, None),
        ("points", 3, {}, None),
        ("king", 4, {}, "Play goes clockwise: the next player sits on the left."),
        ("king", 4, {"option-style": "turkey"}, "Play goes counter-clockwise: the next player sits on the right."),
    ],
)
def test_the_page_names_the_direction_of_play(game: str, count: int, rules: dict[str, str], words: str | None) -> None:
    form = form_for(game, *[id_of(name) for name in NAMES[:count]], **rules)
    reply = circle(*NAMES).post("/new/", [*form, ("press", "")])
    assert [text for text in reply.html.texts_of("soft") if "Play goes" in text] == ([words] if words else [])


def test_a_form_that_is_sent_again_opens_the_same_match() -> None:
    table = circle(*NAMES)
    form = fields(form_of(press(table, "name", form_for("pisti", id_of("Eleni"), new_player="Ayşe"))))
    first = table.post("/new/", form)
    started_match(table, first)
    again = table.post("/new/", form)
    assert (again.redirect_to, again.events) == (first.redirect_to, [])
    assert [player["name"] for player in table.players] == [*NAMES, "Ayşe"]


def test_a_form_that_has_changed_since_its_start_says_so() -> None:
    table = circle(*NAMES)
    form = fields(form_of(press(table, "name", form_for("pisti", id_of("Eleni"), new_player="Ayşe"))))
    first = table.post("/new/", form)
    changed = with_values(form, ("first_dealer", "1"))
    reply = table.post("/new/", changed)
    assert problems(reply) == ["This match has already started."]
    assert first.redirect_to in [link.get("href") for link in form_of(reply).all("a")]
    second = table.post("/new/", fields(form_of(reply)))
    started_match(table, second)
    assert second.redirect_to != first.redirect_to
    assert [player["name"] for player in table.players] == [*NAMES, "Ayşe"]
    assert [event["kind"] for event in second.events] == ["start"]


def test_a_rematch_that_is_sent_again_opens_the_same_match() -> None:
    table = start_match("bisca_tres", NAMES[:2])
    table.save(("points-0", "71"))
    table.post(f"{table.path}more/", [("act", "finish")])
    for path in (table.path, "/"):
        [form] = [form for form in table.get(path).html.forms() if form.get("action") == "/new/" and form.get("method")]
        first, again = (table.post("/new/", fields(form)) for _ in range(2))
        assert [event["kind"] for event in first.events][-1] == "start"
        assert (again.redirect_to, again.events) == (first.redirect_to, [])


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Plain belote"), ("fr", "Belote classique"), ("el", "Απλή belote")]
)
def test_a_variant_is_found_by_its_name_in_the_language_of_the_page(language: str, words: str) -> None:
    with translation.override(language):
        reply = Table().get("/new/?game=pisa")
    [names] = [one.get("data-names") for one in reply.html.root.all("input") if one.get("id") == "game-coinche"]
    assert {"Coinche", "Plain belote", words} <= set(names.split(", "))


def test_rules_of_a_number_of_players_wait_while_one_of_them_is_replaced() -> None:
    table = circle(*NAMES[:5])
    form = [*form_for("pisti", *[id_of(name) for name in NAMES[:4]]), ("option-teams", "true")]
    three = press(table, "stand:1", form)
    assert "Two teams" not in three.text
    four = press(table, f"sit:{id_of(NAMES[4])}", fields(form_of(three)))
    assert "Two teams" in four.text
    started = started_match(table, table.post("/new/", [*fields(form_of(four)), ("start", "1")]))
    assert started["options"]["teams"] is True
