"""Two people have the same form open: each keeps what the other has changed, and replaces it only after a warning."""

import re
from html.parser import HTMLParser
from typing import Any
from uuid import UUID, uuid4

import pytest

from games import models, services
from games.models import Role
from games.services import actions
from games.web.change_form import FIRST
from games.web.custom_games.pages import NewCustomGameView
from games.web.seasons.change import NewSeasonView
from tests.web.evenings.conftest import Cast, cast, open_browser, points, pseudo, pseudo_locale

__all__ = ["cast", "open_browser", "pseudo", "pseudo_locale"]


class Controls(HTMLParser):
    """The fields of a page with the values that a browser would send."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.values: dict[str, list[str]] = {}
        self.open = ""  # the text area or list that is being read
        self.is_text = False
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        name, value = given.get("name") or "", given.get("value") or ""
        if tag in ("textarea", "select"):
            self.open, self.is_text = name, tag == "textarea"
            self.values[name] = [""]
        elif tag == "option" and "selected" in given:
            self.values[self.open] = [value]
        elif tag == "input" and name:
            if given.get("type") not in ("radio", "checkbox"):
                self.values[name] = [value]
            elif "checked" in given:
                self.values.setdefault(name, []).append(value or "on")

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self.is_text = False

    def handle_data(self, data: str) -> None:
        if self.is_text:
            self.values[self.open] = [(self.values[self.open][0] + data).lstrip("\r\n")]


class OpenedForm:
    """A form that someone has opened, and may send later with other values."""

    def __init__(self, browser: Any, path: str) -> None:
        self.browser, self.path = browser, path
        self.read(browser.get(path).text)

    def read(self, page: str) -> None:
        controls = Controls(page.partition("<main")[2])
        self.values = {name: value for name, value in controls.values.items() if "csrf" not in name}

    def send(self, **typed: Any) -> Any:
        """Send the form as a browser does. If it comes back, take the values of that page."""
        self.values |= {name: value if isinstance(value, list) else [value] for name, value in typed.items()}
        answer = self.browser.post(self.path, self.values)
        if answer.status_code != 302:
            self.read(answer.text)
        return answer


def problems(page: str) -> dict[str, str]:
    """Return the problem of each field that has one."""
    found = re.findall(r'<div id="id_(\w+)_error">(.*?)</div>', page, re.DOTALL)
    return {name: re.sub(r"\s+", " ", re.sub("<[^>]+>", "", text)).strip() for name, text in found}


def changed_to(value: str) -> str:
    return f"This was changed to “{value}” meanwhile. Save again to replace it with your entry."


@pytest.fixture
def evening(cast: Cast) -> models.Evening:
    return models.Evening.objects.get(id=cast.play("2026-11-20"))


def test_a_field_that_was_left_alone_keeps_the_change_of_someone_else(
    cast: Cast, open_browser: Any, evening: models.Evening
) -> None:
    path = f"/evenings/{evening.id}/words/"
    opened = OpenedForm(open_browser(cast.deniz), path)
    OpenedForm(open_browser(cast.eleni), path).send(note="Two pages", place="at Eleni’s")
    assert opened.send(name="Name day").status_code == 302
    evening.refresh_from_db()
    assert (evening.name, evening.place, evening.note) == ("Name day", "at Eleni’s", "Two pages")
    last = models.Event.objects.filter(circle=cast.circle.pk).latest("seq")
    assert {*last.data} == {"evening", "matches", "name"}


def test_a_field_that_both_have_changed_comes_back_once(cast: Cast, open_browser: Any, evening: models.Evening) -> None:
    path = f"/evenings/{evening.id}/words/"
    opened = OpenedForm(open_browser(cast.deniz), path)
    cast.change_evening(evening.id, name="Party & cards", note="Theirs")
    answer = opened.send(name="Name day", place="at home")
    assert answer.status_code == 422
    assert problems(answer.text) == {"name": changed_to("Party &amp; cards")}
    evening.refresh_from_db()
    assert (evening.name, evening.place) == ("Party & cards", "")
    assert opened.values["name"] == ["Name day"]
    assert opened.send().status_code == 302
    evening.refresh_from_db()
    assert (evening.name, evening.place, evening.note) == ("Name day", "at home", "Theirs")


def test_a_third_value_is_named_again(cast: Cast, open_browser: Any, evening: models.Evening) -> None:
    opened = OpenedForm(open_browser(cast.deniz), f"/evenings/{evening.id}/words/")
    for name in ("Party", "Wedding"):
        cast.change_evening(evening.id, name=name)
        assert problems(opened.send(name="Name day").text) == {"name": changed_to(name)}
    cast.change_evening(evening.id, name="")
    assert problems(opened.send().text) == {"name": "This was emptied meanwhile. Save again to keep your entry."}
    assert opened.send().status_code == 302


def test_the_same_entry_twice_is_no_conflict(cast: Cast, open_browser: Any, evening: models.Evening) -> None:
    opened = OpenedForm(open_browser(cast.deniz), f"/evenings/{evening.id}/words/")
    cast.change_evening(evening.id, name="Name day")
    before = models.Event.objects.count()
    assert opened.send(name="Name day").status_code == 302
    assert models.Event.objects.count() == before


def test_a_form_that_was_refused_for_another_reason_keeps_changes_too(
    cast: Cast, open_browser: Any, evening: models.Evening
) -> None:
    opened = OpenedForm(open_browser(cast.deniz), f"/evenings/{evening.id}/words/")
    assert opened.send(name="x" * 201).status_code == 422
    cast.change_evening(evening.id, note="Two pages")
    assert opened.send(name="Name day").status_code == 302
    evening.refresh_from_db()
    assert (evening.name, evening.note) == ("Name day", "Two pages")


@pytest.mark.parametrize("marks", [None, "", "x", "name:", "name:0 other:1 :", "\x00", "[" * 10_000])
def test_a_form_without_usable_marks_counts_as_opened_just_now(
    cast: Cast, open_browser: Any, evening: models.Evening, marks: str | None
) -> None:
    cast.change_evening(evening.id, note="Two pages")
    sent = {"name": "", "place": "", "note": "One page"} | ({} if marks is None else {FIRST: marks})
    assert open_browser(cast.eleni).post(f"/evenings/{evening.id}/words/", sent).status_code == 302
    evening.refresh_from_db()
    assert evening.note == "One page"


def test_marks_are_shorter_than_long_values(cast: Cast, open_browser: Any, evening: models.Evening) -> None:
    cast.change_evening(evening.id, note="x" * 2000)
    opened = OpenedForm(open_browser(cast.eleni), f"/evenings/{evening.id}/words/")
    assert len(opened.values[FIRST][0]) < 100


def test_season_keeps_the_changes_of_others(cast: Cast, open_browser: Any) -> None:
    cast.play("2026-11-20", rounds=[points(71)], end=True)
    cast.play("2026-11-20", game="points", rounds=[points(71)], end=True)
    season, path = uuid4(), "/seasons/{}/change/".format
    changes = {"name": "Winter", "from": "2026-01-01", "games": ["bisca_tres", "points"]}
    actions.put_season(season=season, changes=changes, **cast.me)
    first, second = (OpenedForm(open_browser(cast.deniz), path(season)) for _time in range(2))
    theirs = {"name": "Year 2026", "to": "2026-12-31", "games": ["points"], "rule": "points"}
    actions.put_season(season=season, changes=theirs, **cast.me)
    assert first.send(minimum="3").status_code == 302
    row = models.Season.objects.get(id=season)
    assert (row.name, str(row.ends), row.games, row.rule, row.minimum) == (
        "Year 2026", "2026-12-31", ["points"], "points", 3,
    )  # fmt: skip
    answer = second.send(name="Autumn", to="2026-06-30", minimum="7", games=["bisca_tres"])
    assert answer.status_code == 422
    others = {"name": "Year 2026", "to": "31 Dec 2026", "minimum": "3"}
    assert problems(answer.text) == {name: changed_to(value) for name, value in others.items()}
    assert changed_to("Points") in answer.text
    assert second.send().status_code == 302
    row.refresh_from_db()
    assert (row.name, str(row.ends), row.games, row.rule, row.minimum) == (
        "Autumn", "2026-06-30", ["bisca_tres"], "points", 7,
    )  # fmt: skip


def test_a_game_that_someone_has_taken_out_of_a_season_is_no_wrong_choice(cast: Cast, open_browser: Any) -> None:
    cast.play("2026-11-20")
    season = uuid4()
    changes = {"name": "Winter", "from": "2026-01-01", "games": ["bisca_tres", "skat"]}
    actions.put_season(season=season, changes=changes, **cast.me)
    opened = OpenedForm(open_browser(cast.deniz), f"/seasons/{season}/change/")
    actions.put_season(season=season, changes={"games": ["bisca_tres"]}, **cast.me)
    assert opened.send(minimum="3").status_code == 302
    assert models.Season.objects.get(id=season).games == ["bisca_tres"]


def test_values_that_mean_something_together_are_compared_together(cast: Cast, open_browser: Any) -> None:
    """Otherwise the dates of two people could contradict each other, and the page would display only those of one."""
    season, path = uuid4(), "/seasons/{}/change/".format
    begun = {"name": "Winter", "from": "2026-01-01", "to": "2026-12-31", "rule": "places", "place_points": [3, 1]}
    actions.put_season(season=season, changes=begun, **cast.me)
    dates, rule, name = (OpenedForm(open_browser(cast.deniz), path(season)) for _time in range(3))
    actions.put_season(season=season, changes={"to": "2026-03-01", "rule": "average"}, **cast.me)
    answer = dates.send(**{"from": "2026-06-01"})
    assert problems(answer.text) == {"to": changed_to("1 Mar 2026")}
    assert (dates.values["to"], dates.values["rule"]) == (["2026-12-31"], ["average"])
    answer = rule.send(dropped="2")
    assert (
        changed_to("Average: a point for every side left behind, one more for winning, divided by the matches")
        in answer.text
    )
    assert (rule.values["rule"], rule.values["to"]) == (["places"], ["2026-03-01"])
    assert name.send(name="", minimum="4").status_code == 422
    assert (name.values["to"], name.values["rule"]) == (["2026-03-01"], ["average"])
    for form, more in ((dates, {}), (rule, {}), (name, {"name": "Spring"})):
        form.send(**more)
    row = models.Season.objects.get(id=season)
    assert (row.name, str(row.begins), str(row.ends), row.rule, row.dropped, row.minimum) == (
        "Spring", "2026-06-01", "2026-12-31", "places", 2, 4,
    )  # fmt: skip


def test_custom_game_keeps_the_changes_of_others(cast: Cast, open_browser: Any) -> None:
    game, path = uuid4(), "/custom-games/{}/".format
    actions.put_custom_game(custom_game=game, changes={"name": "Rummy", "target": 100}, **cast.me)
    first, second = (OpenedForm(open_browser(cast.deniz), path(game)) for _time in range(2))
    theirs = {"target": 500, "teams": True, "keys": [5, -10], "icon": "crown"}
    actions.put_custom_game(custom_game=game, changes=theirs, **cast.me)
    assert first.send(name="Canasta").status_code == 302
    row = models.CustomGame.objects.get(id=game)
    assert (row.name, row.icon, row.keys, row.options) == ("Canasta", "crown", [5, -10], {"target": 500, "teams": True})
    icons = re.findall('name="icon"\\s+value="([^"]+)"\\s+aria-label="([^"]+)"', second.browser.get(path(game)).text)
    [number] = [label for icon, label in icons if icon == "crown"]
    answer = second.send(target="200", keys="1 2", icon=icons[-1][0])
    assert problems(answer.text) == {"target": changed_to("500"), "keys": changed_to("5 -10")}
    assert f"changed to “{number}” meanwhile" in answer.text
    assert second.send().status_code == 302
    row.refresh_from_db()
    assert (row.name, row.icon, row.keys, row.options) == (
        "Canasta", icons[-1][0], [1, 2], {"target": 200, "teams": True},
    )  # fmt: skip


def test_player_keeps_the_changes_of_others(cast: Cast, open_browser: Any) -> None:
    ids = {name: UUID(cast.player(name)["id"]) for name in ("Anna", "Ana", "Bia")}
    path = f"/circle/{cast.circle.pk}/players/{ids['Anna']}/"
    first, second = (OpenedForm(open_browser(cast.deniz), path) for _time in range(2))
    actions.put_player(player=str(ids["Anna"]), name="Anna Maria", same_as=str(ids["Ana"]), **cast.me)
    assert first.send(hidden="on").status_code == 302
    row = models.Player.objects.get(id=ids["Anna"])
    assert (row.name, row.hidden, row.same_as) == ("Anna Maria", True, ids["Ana"])
    answer = second.send(same_as=str(ids["Bia"]))
    assert problems(answer.text) == {"same_as": changed_to("Ana")}
    assert second.send().status_code == 302
    row.refresh_from_db()
    assert (row.name, row.hidden, row.same_as) == ("Anna Maria", True, ids["Bia"])


def test_stakes_keep_the_changes_of_others(cast: Cast, open_browser: Any) -> None:
    path = f"/circle/{cast.circle.pk}/stakes/"
    stakes = {"by": "points", "cents": 10, "currency": "€"}
    services.change_stakes(by=cast.eleni, circle=cast.circle.pk, stakes=stakes)
    first, second = (OpenedForm(open_browser(cast.eleni), path) for _time in range(2))
    services.change_stakes(by=cast.eleni, circle=cast.circle.pk, stakes=stakes | {"cents": 20})
    assert problems(first.send(by="places").text) == {"value": changed_to("0.20")}
    assert first.send(value="0,2").status_code == 302
    cast.circle.refresh_from_db()
    assert cast.circle.stakes == {"by": "places", "cents": 20, "currency": "€"}
    services.change_stakes(by=cast.eleni, circle=cast.circle.pk, stakes=None)
    emptied = "This was emptied meanwhile. Save again to keep your entry."
    answer = second.send(value="0,5")
    assert problems(answer.text) == {"by": changed_to("Off"), "value": emptied, "currency": emptied}
    assert second.send().status_code == 302
    cast.circle.refresh_from_db()
    assert cast.circle.stakes == {"by": "points", "cents": 50, "currency": "€"}


def test_names_of_groups_people_and_phones_come_back_once(cast: Cast, open_browser: Any) -> None:
    """The person may have two browsers open, or a phone and a computer."""
    phone = models.Device.objects.create(person=cast.eleni, name="Phone")
    about = {
        f"/circle/{cast.circle.pk}/name/": cast.circle,
        "/you/name/": cast.eleni,
        f"/you/devices/{phone.pk}/": phone,
    }
    for path, row in about.items():
        opened, other = (OpenedForm(open_browser(cast.eleni), path) for _time in range(2))
        assert other.send(name="Theirs").status_code == 302
        answer = opened.send(name="Mine")
        assert (answer.status_code, problems(answer.text)) == (422, {"name": changed_to("Theirs")})
        assert opened.send().status_code == 302
        row.refresh_from_db()
        assert row.name == "Mine"


def test_role_of_a_member_comes_back_once(cast: Cast, open_browser: Any) -> None:
    opened = OpenedForm(open_browser(cast.eleni), f"/circle/{cast.circle.pk}/members/{cast.zeynep.pk}/")
    unchanged = OpenedForm(open_browser(cast.eleni), opened.path)
    scorer = {"circle": cast.circle.pk, "person": cast.zeynep.pk, "role": Role.SCORER}
    services.change_role(by=cast.eleni, **scorer)
    assert unchanged.send().status_code == 302
    answer = opened.send(role="owner")
    assert changed_to("keep score") in answer.text
    membership = models.Membership.objects.get(circle=cast.circle, person=cast.zeynep)
    assert membership.role == Role.SCORER


def test_claimed_player_comes_back_once(cast: Cast, open_browser: Any) -> None:
    ids = [cast.player(name)["id"] for name in ("Anna", "Ana")]
    path = f"/circle/{cast.circle.pk}/me/"
    opened, other = (OpenedForm(open_browser(cast.deniz), path) for _time in range(2))
    assert other.send(player=ids[0]).status_code == 302
    assert problems(opened.send(player=ids[1]).text) == {"player": changed_to("Anna")}
    assert opened.send().status_code == 302
    assert str(models.Membership.objects.get(circle=cast.circle, person=cast.deniz).player) == ids[1]


def test_a_form_that_is_saved_as_it_is_changes_nothing(cast: Cast, open_browser: Any) -> None:
    """The claimed player was merged since, and a program has set a picture that the page does not offer."""
    ids = [cast.player(name)["id"] for name in ("Anna", "Berta")]
    services.claim_player(by=cast.deniz, circle=cast.circle.pk, player=ids[0])
    actions.put_player(player=ids[0], same_as=ids[1], **cast.me)
    game = uuid4()
    actions.put_custom_game(custom_game=game, changes={"name": "Rummy", "icon": "heart"}, **cast.me)
    before = models.Event.objects.count()
    for path in (f"/circle/{cast.circle.pk}/me/", f"/custom-games/{game}/"):
        assert OpenedForm(open_browser(cast.deniz), path).send().status_code == 302
    assert models.Event.objects.count() == before
    assert str(models.Membership.objects.get(circle=cast.circle, person=cast.deniz).player) == ids[0]


def test_the_same_entry_that_is_changed_again_is_refused(cast: Cast, open_browser: Any) -> None:
    season = uuid4()
    actions.put_season(season=season, changes={"name": "Winter", "from": "2026-01-01"}, **cast.me)
    opened = OpenedForm(open_browser(cast.deniz), f"/seasons/{season}/change/")
    actions.put_season(season=season, changes={"name": "Summer", "minimum": 9}, **cast.me)
    assert {*problems(opened.send(name="Summer", minimum="7").text)} == {"minimum"}
    actions.put_season(season=season, changes={"name": "Autumn"}, **cast.me)
    assert problems(opened.send().text) == {"name": changed_to("Autumn")}
    assert opened.send().status_code == 302
    assert models.Season.objects.get(id=season).name == "Summer"


def test_a_choice_that_is_gone_leaves_what_is_stored(cast: Cast, open_browser: Any) -> None:
    ids = {name: UUID(cast.player(name)["id"]) for name in ("Ann", "Berta", "Carl", "Dora")}
    actions.put_player(player=str(ids["Ann"]), same_as=str(ids["Dora"]), **cast.me)
    opened = OpenedForm(open_browser(cast.deniz), f"/circle/{cast.circle.pk}/players/{ids['Ann']}/")
    actions.put_player(player=str(ids["Berta"]), same_as=str(ids["Carl"]), **cast.me)
    assert opened.send(same_as=str(ids["Berta"])).status_code == 422
    assert opened.values["same_as"] == [str(ids["Dora"])]
    assert opened.send().status_code == 302
    assert models.Player.objects.get(id=ids["Ann"]).same_as == ids["Dora"]


def test_a_picture_that_the_page_does_not_offer_is_replaced_by_that_of_others(cast: Cast, open_browser: Any) -> None:
    game = uuid4()
    actions.put_custom_game(custom_game=game, changes={"name": "Rummy", "icon": "heart"}, **cast.me)
    opened = OpenedForm(open_browser(cast.deniz), f"/custom-games/{game}/")
    actions.put_custom_game(custom_game=game, changes={"icon": "crown"}, **cast.me)
    assert opened.send(rounds="5").status_code == 302
    row = models.CustomGame.objects.get(id=game)
    assert (row.icon, row.options["rounds"]) == ("crown", 5)


def test_other_spaces_are_no_change(cast: Cast, open_browser: Any, evening: models.Evening) -> None:
    cast.change_evening(evening.id, note="  two  spaces\u00a0here")
    opened = OpenedForm(open_browser(cast.deniz), f"/evenings/{evening.id}/words/")
    cast.change_evening(evening.id, note="Theirs")
    assert opened.send(name="Name day").status_code == 302
    evening.refresh_from_db()
    assert (evening.name, evening.note) == ("Name day", "Theirs")


def test_two_forms_with_one_name_at_the_same_moment_create_one_thing(
    cast: Cast, open_browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second form has passed its checks before the first one is written."""
    pages: dict[str, tuple[Any, Any]] = {
        "/custom-games/new/": (NewCustomGameView, models.CustomGame),
        "/seasons/new/": (NewSeasonView, models.Season),
    }
    for path, (view, model) in pages.items():
        first, second = (OpenedForm(open_browser(cast.deniz), path) for _time in range(2))
        act = view.act

        def act_after_the_first(self: Any, data: Any, *, first: Any = first, view: Any = view, act: Any = act) -> None:
            monkeypatch.setattr(view, "act", act)
            assert first.send(name="Rummy").status_code == 302
            act(self, data)

        monkeypatch.setattr(view, "act", act_after_the_first)
        answer = second.send(name="rummy")
        assert (answer.status_code, "This group already has a " in answer.text) == (422, True)
        assert model.objects.filter(circle=cast.circle).count() == 1
