"""The pages of games that a group has named itself, and the pages on which their matches appear."""

import re
from typing import Any
from uuid import UUID, uuid4

import pytest

from games import models, services
from games.rules.custom_game import custom_key
from games.services import actions
from games.store.rebuild import rebuild
from tests.web.evenings.conftest import Cast
from tests.web.statistics.reading import plain

FORM = {
    "name": "Rummy", "icon": "crown", "wins": "fewest", "target": "100", "rounds": "", "sum": "", "keys": "5 25, −10",
}  # fmt: skip


def new_game(cast: Cast, **changes: Any) -> UUID:
    game = uuid4()
    actions.put_custom_game(custom_game=game, changes={"name": "Rummy", **changes}, **cast.me)
    return game


def played(cast: Cast, game: UUID | None = None) -> str:
    """Write a match of Points that is over, and return its id."""
    match = str(uuid4())
    copied = None if game is None else {"id": str(game), "name": "Rummy"}
    actions.start_match(match=match, game="points", players=["Ana", "Bia"], custom_game=copied, **cast.me)
    actions.add_deal(match=UUID(match), deal=str(uuid4()), answers={"points": [5, 25]}, **cast.me)
    actions.finish(match=UUID(match), **cast.me)
    return match


def test_a_game_is_created_changed_deleted_and_restored(cast: Cast, open_browser: Any) -> None:
    browser = open_browser(cast.eleni)
    assert "A game that is not listed can get a name" in plain(browser.get("/custom-games/").text)
    assert browser.post("/custom-games/new/", FORM).headers["Location"] == "/custom-games/"
    game = models.CustomGame.objects.get(circle=cast.circle.pk)
    assert (game.name, game.icon, game.keys, game.options) == (
        "Rummy", "crown", [5, 25, -10], {"wins": "fewest", "target": 100},
    )  # fmt: skip
    assert "The fewest points · to 100" in plain(browser.get("/custom-games/").text)
    page = browser.get(f"/custom-games/{game.id}/").text
    assert 'value="5 25 -10"' in page
    browser.post(f"/custom-games/{game.id}/", FORM | {"target": "", "sum": "26", "teams": "on"})
    last = models.Event.objects.filter(circle=cast.circle.pk).latest("seq")
    assert last.data == {"custom_game": str(game.id), "target": None, "sum": 26, "teams": True}
    assert (
        browser.post(f"/custom-games/{game.id}/", FORM | {"target": "", "sum": "26", "teams": "on"}).status_code == 302
    )
    assert models.Event.objects.filter(circle=cast.circle.pk).latest("seq").seq == last.seq  # nothing has changed
    browser.post(f"/custom-games/{game.id}/delete/", {})
    assert browser.get(f"/custom-games/{game.id}/").status_code == 404
    assert "One deleted game" in plain(browser.get("/custom-games/").text)
    browser.post(f"/custom-games/{game.id}/restore/", {})
    assert browser.get(f"/custom-games/{game.id}/").status_code == 200
    assert rebuild(cast.circle.pk) == []


def test_a_form_that_comes_twice_creates_one_game(cast: Cast, open_browser: Any) -> None:
    """A double tap sends it twice, and the browser's *Back* may bring it again with another name."""
    browser = open_browser(cast.eleni)
    [id] = re.findall(r'name="id" value="([0-9a-f-]{36})"', browser.get("/custom-games/new/").text)
    form = FORM | {"id": id}
    other = form | {"name": "Canasta", "target": ""}
    for sent in (form, form, other, other, form):
        assert browser.post("/custom-games/new/", sent).status_code == 302
    assert sorted(models.CustomGame.objects.values_list("name", flat=True)) == ["Canasta", "Rummy"]
    assert models.CustomGame.objects.get(name="Rummy").id == UUID(id)
    refused = browser.post("/custom-games/new/", form | {"target": "7"})
    assert "This group already has a game with this name." in plain(refused.text)
    browser.post(f"/custom-games/{id}/delete/", {})
    for _time in range(2):
        assert browser.post("/custom-games/new/", form).status_code == 302
    assert models.CustomGame.objects.filter(name="Rummy", is_deleted=False).count() == 1
    assert rebuild(cast.circle.pk) == []


def test_a_game_is_not_restored_beside_another_one_of_its_name(cast: Cast, open_browser: Any) -> None:
    browser, old = open_browser(cast.eleni), new_game(cast, name="rummy")
    browser.post(f"/custom-games/{old}/delete/", {})
    other = new_game(cast)
    refused = browser.post(f"/custom-games/{old}/restore/", {})
    assert refused.status_code == 409
    assert "This group already has a game with this name." in plain(refused.text)
    assert models.CustomGame.objects.get(id=old).is_deleted
    actions.put_custom_game(custom_game=other, changes={"name": "Canasta"}, **cast.me)
    assert browser.post(f"/custom-games/{old}/restore/", {}).headers["Location"] == "/custom-games/"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": ""}, "Fill in this field."),
        ({"name": "Canasta"}, "This group already has a game with this name."),
        ({"icon": "rocket"}, "Choose one of the options shown."),
        ({"wins": "nobody"}, "Choose one of the options shown."),
        ({"target": "0"}, "Enter a whole number from 1 on."),
        ({"rounds": "x"}, "Enter a whole number."),
        ({"sum": "1000000"}, "Enter at most 999999."),
        ({"keys": "5 x"}, "Enter up to 6 different whole numbers"),
    ],
)
def test_wrong_input_is_refused_beside_its_field(cast: Cast, open_browser: Any, wrong: Any, sentence: str) -> None:
    new_game(cast, name="Canasta")
    page = open_browser(cast.eleni).post("/custom-games/new/", FORM | wrong)
    assert page.status_code == 422
    assert sentence in plain(page.text)
    assert ("Rummy" in page.text) == (wrong.get("name") is None)  # the typed name stays
    assert models.CustomGame.objects.count() == 1


def test_earlier_matches_get_the_name(cast: Cast, open_browser: Any) -> None:
    game, browser = new_game(cast), open_browser(cast.eleni)
    first, second = played(cast), played(cast)
    page = plain(browser.get(f"/custom-games/{game}/matches/").text)
    assert page.count("Ana 5, Bia 25") == 2
    assert "These matches were entered as “Points”. Tick those that were “Rummy”." in page
    browser.post(f"/custom-games/{game}/matches/", {"matches": [first]})
    assert [models.Match.objects.get(id=match).game for match in (first, second)] == [custom_key(str(game)), "points"]
    assert plain(browser.get(f"/custom-games/{game}/matches/").text).count("Ana 5, Bia 25") == 1
    other = browser.post(f"/custom-games/{game}/matches/", {"matches": [first]})
    assert "Choose one of the options shown." in plain(other.text)
    assert rebuild(cast.circle.pk) == []


def test_matches_of_a_second_game_of_the_same_name_can_be_moved(cast: Cast, open_browser: Any) -> None:
    """Two phones without a network may have given the same name."""
    first, second, other = new_game(cast), new_game(cast, name="RUMMY"), new_game(cast, name="Canasta")
    moved, browser = played(cast, second), open_browser(cast.eleni)
    played(cast, other)
    page = plain(browser.get(f"/custom-games/{first}/matches/").text)
    assert page.count("Ana 5, Bia 25") == 1
    assert "These matches were entered as “Points” or as another game named “Rummy”." in page
    browser.post(f"/custom-games/{first}/matches/", {"matches": [moved]})
    assert models.Match.objects.get(id=moved).game == custom_key(str(first))
    assert rebuild(cast.circle.pk) == []


def test_the_help_has_the_language_of_the_page(cast: Cast, open_browser: Any) -> None:
    game, browser = new_game(cast), open_browser(cast.eleni)
    page = browser.get(f"/custom-games/{game}/", headers={"accept-language": "de"})
    assert "höchstens 6" in plain(page.text)


def test_earlier_matches_get_the_name_in_parts(cast: Cast, open_browser: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part is a push of its own, so that others can write in between. After some seconds the page asks again."""
    game, browser = new_game(cast), open_browser(cast.eleni)
    address = f"/custom-games/{game}/matches/"
    matches = [played(cast) for _number in range(5)]
    pushed: list[int] = []
    push = services.push

    def counted(*, events: list[Any], **more: Any) -> Any:
        pushed.append(len(events))
        return push(events=events, **more)

    monkeypatch.setattr(services, "push", counted)
    monkeypatch.setattr(actions, "NAMED_TOGETHER", 2)
    monkeypatch.setattr(actions, "MOST_SECONDS", 0.0)
    assert browser.post(address, {"matches": matches}).headers["Location"] == f"{address}?left=3"
    assert pushed == [2]
    page = browser.get(f"{address}?left=3").text
    assert "Not all matches have the name yet" in plain(page)
    rest = re.findall(r'name="matches" value="([^"]+)"', page)
    assert len(rest) == 3
    monkeypatch.setattr(actions, "MOST_SECONDS", 60.0)
    assert browser.post(address, {"matches": rest * 5}).headers["Location"] == f"/custom-games/{game}/"
    assert pushed == [2, 2, 1]  # each match once
    assert models.Match.objects.filter(game=custom_key(str(game))).count() == 5
    assert rebuild(cast.circle.pk) == []


def test_every_page_has_the_name_that_the_game_has_now(cast: Cast, open_browser: Any) -> None:
    game, browser = new_game(cast), open_browser(cast.eleni)
    match = played(cast, game)
    key = custom_key(str(game))
    actions.put_custom_game(custom_game=game, changes={"name": "100 % Gin & rummy"}, **cast.me)
    row = models.Match.objects.get(id=match)
    paths = (
        "/", f"/table/{match}/", f"/table/{match}/sheet/", "/evenings/", f"/evenings/{row.evening}/", "/statistics/",
        f"/statistics/?game={key}", "/seasons/new/", "/custom-games/", f"/new/?game={key}", f"/evenings/?game={key}",
    )  # fmt: skip
    for path in paths:
        page = browser.get(path).text
        assert "100 % Gin &amp; rummy" in page, path
        assert "Rummy" not in page, path
    for form in ("txt", "json"):
        assert "100 % Gin & rummy" in browser.get(f"/export/match/{match}/{form}/").text, form


def test_a_reader_sees_the_games_and_changes_nothing(cast: Cast, open_browser: Any) -> None:
    game, browser = new_game(cast), open_browser(cast.zeynep)
    page = browser.get("/custom-games/").text
    assert "Rummy" in page
    assert "/custom-games/new/" not in page
    for path in ("new/", f"{game}/", f"{game}/delete/", f"{game}/restore/", f"{game}/matches/"):
        assert browser.post(f"/custom-games/{path}", FORM).status_code in (403, 404)
    assert models.CustomGame.objects.get().name == "Rummy"
