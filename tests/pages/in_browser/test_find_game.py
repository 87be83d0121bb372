"""Choosing a game on a phone: the group's games first, a search by any name, with a thumb or with keys."""

import pytest
from playwright.sync_api import expect

from games import services
from games.rules import catalogue
from tests.pages.in_browser.games import PlayedEvening
from tests.pages.in_browser.hosts import by_both
from tests.pages.in_browser.writers import Writer

pytestmark = pytest.mark.tenth

SIZES = pytest.mark.parametrize(("width", "height"), [(412, 785), (360, 660)])
PLAYED = ("coinche", "doppelkopf", "king", "skull_king", "tarot", "wizard")
NINE = 9  # Pisa, Bisca, Pişti and Points with their variants, without the chosen Pilotta
PLACES = "() => ['find-game', 'people'].map(id => document.getElementById(id).getBoundingClientRect().top)"
IN_SIGHT = """tile => {
    const { x, y, width, height } = tile.getBoundingClientRect();
    return y >= 0 && [y + 2, y + height - 2].every(at => tile.contains(document.elementFromPoint(x + width / 2, at)));
}"""


@pytest.fixture
def choose(phone):
    """Return a function that opens the list of games in a group that has played these games, the last one first."""

    def open_list(*played, width=412, height=785, **how):
        owner, circle = services.make_person("Eleni", "Fridays")
        for minute, game in enumerate(reversed(played), start=10):
            writer = Writer(owner, circle)
            writer.at = f"2026-11-20T19:{minute}:00+02:00"  # matches of the same moment are in no order
            writer.start(PlayedEvening(game, 4, []))
        opened = phone(person=owner, **how)
        opened.page.set_viewport_size({"width": width, "height": height})
        opened.go(f"/new/?game={played[0]}")
        opened.tap(opened.page.locator("#other-games > summary"))
        return opened

    return open_list


def listed_tiles(phone):
    return phone.page.locator("#all-games label:has([name=game]):visible").all()


def listed(phone):
    """Return the names of the tiles that no search has hidden."""
    return [tile.inner_text().split("\n")[0] for tile in listed_tiles(phone)]


@SIZES
def test_recent_games_are_in_sight_without_scrolling(choose, width, height):
    phone = choose("pilotta", *PLAYED, width=width, height=height)
    recent = phone.page.locator("#all-games section").first.locator("label")
    assert recent.count() == len(PLAYED)
    assert [tile.inner_text() for tile in recent.all() if not tile.evaluate(IN_SIGHT)] == []
    assert phone.page.evaluate("scrollY") == 0


@SIZES
def test_all_recent_families_with_their_variants_are_in_sight(choose, width, height):
    phone = choose("pilotta", "bisca_quatro", "pisa", "pisti", "points", width=width, height=height)
    recent = phone.page.locator("#all-games section").first.locator("label:visible").all()
    assert [tile.inner_text() for tile in recent if not tile.evaluate(IN_SIGHT)] == []
    assert len(recent) == NINE


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("coinche", ["Belote coinchée"]),
        ("BELOTE COINCHEE", ["Belote coinchée"]),
        ("rifki", ["King"]),
        ("RIFKI", ["King"]),
        ("Rıfkı", ["King"]),
        ("king", ["King", "Skull King"]),
        ("tarot french", ["French tarot"]),
        ("  pisti ", ["Pişti"]),
        ("bisca de tres", ["Três 2"]),
        ("spite and malice", ["Points"]),
    ],
)
def test_search_knows_every_name_and_no_accents(choose, typed, names):
    phone = choose("pisa")
    before, count = phone.page.evaluate(PLACES), len(listed(phone))
    phone.find("find-game").fill(typed)
    assert sorted(listed(phone)) == names
    sentence = phone.page.get_by_text("No game has this name.")
    expect(sentence).to_be_visible() if names == ["Points"] else expect(sentence).not_to_be_visible()
    assert phone.page.evaluate(PLACES) == before
    phone.find("find-game").fill("")
    assert len(listed(phone)) == count


def test_search_says_that_a_game_is_chosen(choose):
    phone = choose("pisti")
    phone.tap(phone.find("game-pisti"))
    phone.find("other-games").evaluate("others => { others.open = true; }")
    phone.find("find-game").fill("bastra")
    expect(phone.page.get_by_text("Pişti is chosen.")).to_be_visible()
    expect(phone.page.get_by_text("No game has this name.")).to_have_count(0)
    phone.find("find-game").fill("")
    expect(phone.page.get_by_text("Pişti is chosen.")).to_have_count(0)


@by_both
def test_a_game_chosen_far_down_is_in_sight_with_its_name(choose, host):
    """The list above it closes, so the page is shorter than before."""
    phone = choose("pisa")
    phone.find("other-games").evaluate("others => { others.open = true; }")
    phone.tap(phone.find("game-points"))
    expect(phone.find("game-points")).to_be_checked()
    expect(phone.find("other-games")).not_to_have_attribute("open", "")
    expect(phone.find("game-points").locator("xpath=ancestor::label")).to_be_in_viewport(ratio=1)
    expect(phone.page.get_by_label("Name of the game (optional)")).to_be_in_viewport(ratio=1)


@by_both
def test_a_found_game_is_chosen_by_keys(choose, host):
    phone = choose("pisa")
    keyboard = phone.page.keyboard
    phone.find("find-game").focus()
    keyboard.type("bastra")
    if host == "worker":
        phone.page.context.set_offline(True)
    keyboard.press("Enter")
    expect(phone.find("game-pisti")).to_be_checked()
    expect(phone.find("game-pisti")).to_be_focused()
    expect(phone.find("other-games")).not_to_have_attribute("open", "")


def test_arrows_walk_through_the_list_and_space_chooses(choose):
    phone = choose("pisa")
    keyboard = phone.page.keyboard
    phone.find("find-game").focus()
    for key, game in (("ArrowDown", "bisca_tres"), ("ArrowRight", "bisca_nove"), ("ArrowUp", "bisca_tres")):
        keyboard.press(key)
        expect(phone.find(f"game-{game}")).to_be_focused()
        expect(phone.find("game-pisa")).to_be_checked()
    keyboard.press("ArrowUp")
    expect(phone.find("find-game")).to_be_focused()
    keyboard.press("ArrowDown")
    keyboard.press("Space")
    expect(phone.find("game-bisca_tres")).to_be_checked()


def test_without_a_script_all_games_are_listed(choose):
    phone = choose("pisa", script=False)
    expect(phone.find("find-game")).not_to_be_visible()
    assert len(listed(phone)) == len(catalogue.GAMES) - len([game for game in catalogue.GAMES if "pisa" in game.key])


@pytest.mark.parametrize("locale", ["de", "el"])
def test_long_words_fit_on_a_narrow_phone(choose, look, locale):
    phone = choose("pilotta", *PLAYED[:2], "bisca_quatro", width=320, height=640, locale=locale)
    look(phone, "all games")
    phone.find("find-game").fill("zzz")
    look(phone, "none")


@SIZES
def test_another_number_of_a_house_rule_is_asked_in_sight(phone, width, height):
    owner, _circle = services.make_person("Eleni", "Fridays")
    opened = phone(person=owner)
    opened.page.set_viewport_size({"width": width, "height": height})
    opened.go("/new/?game=sueca")
    opened.tap(opened.page.locator("#house-rules summary"))
    opened.tap(opened.find("option-target-is-other"))
    number = opened.find("option-target-other")
    expect(number).to_be_focused()
    assert number.evaluate(IN_SIGHT)
    opened.page.keyboard.type("12")
    expect(number).to_have_value("12")
