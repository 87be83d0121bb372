"""The files of games, which a phone fetches after its first visit: in idle moments, or at once if it needs a game."""

from contextlib import closing
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from games.rules import catalogue
from games.rules.words import plain_text
from tests.phone.agree import agree, ids
from tests.phone.conftest import HAS_GAMES, wait
from tests.phone.relay import Relay, answer
from tests.phone.test_broken import chrome
from tests.phone.test_evening import SENT, TABLE, is_worth, play, sit_down
from tests.phone.windows import Firefox

pytestmark = pytest.mark.tenth

SENTENCE = "This game is not on this phone yet."
GONE = answer("410 Gone", b"")  # browsers may store it for ever
CACHED = """(await Promise.all((await caches.keys()).filter(name => name.startsWith('phone-')).map(
  async name => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
))).flat().filter(path => /^.phone.(game|phone)[.]/.test(path)).sort()"""
CONTROLLED = "navigator.serviceWorker.controller !== null && (await state('pull'))?.whole === true"


class LackingLine:
    """A network that lacks the files of some games, and notes what the phone asks for."""

    def __init__(self, relay):
        self.relay = relay
        self.missing = b""
        self.heads = []
        relay.spoils = self.spoil

    def spoil(self, head, _body):
        self.heads.append(head.split(b" HTTP")[0])
        return GONE if self.missing and self.missing in head else None

    def number_of(self, start):
        return len([head for head in self.heads if head.startswith(start)])


@pytest.fixture
def line(real):
    with closing(Relay(real.port)) as relay:
        yield LackingLine(relay)


@pytest.fixture
def lacking(line, new_phone):
    """A phone that has all games but Pilotta."""
    line.missing = b"/phone/game.pilotta."
    phone = new_phone()
    phone.url = line.relay.url
    phone.open()
    phone.until(CONTROLLED)
    wait(lambda: [path for path in phone.evaluate(CACHED) if ".pisti." in path])
    wait(lambda: line.number_of(b"GET /phone/game.pilotta."))
    return phone


def cut(phone, line):
    line.relay.instead = lambda _head: b""
    phone.context.set_offline(True)


def reconnect(phone, line):
    line.missing, line.relay.instead = b"", None
    phone.context.set_offline(False)


def choose(page, game):
    other = page.locator("#other-games:not([open]) > summary")
    if other.count():
        other.click()
    page.locator(f'#new-match label:has([value="{game}"])').click()


def test_every_game_starts_without_a_network_after_one_page(real, new_phone):
    phone = new_phone()
    phone.open()
    phone.until(CONTROLLED)
    phone.until(HAS_GAMES)
    real.kill()
    phone.context.set_offline(True)
    for game in catalogue.GAMES:
        names = ["Eleni", "Deniz", "Andreas", "Zeynep", "Sofia", "Hugo"][: min(game.players)]
        sit_down(phone, *names, game=game.key)
        expect(phone.page.locator("h1")).to_have_text(plain_text(game.name))
    phone.open()
    for game in catalogue.GAMES[-5:]:  # the home page lists the newest matches
        expect(phone.page.locator("a", has_text=plain_text(game.name)).first).to_be_visible()
    phone.context.set_offline(False)
    real.start()
    phone.nudge()
    phone.until(SENT)
    assert phone.errors == []


@pytest.mark.parametrize("game", ["points", "bisca_tres"])
def test_more_opens_without_a_network_after_one_page(real, new_phone, game):
    """Its programs and templates come with a file of their own."""
    phone = new_phone()
    phone.open()
    phone.until(CONTROLLED)
    phone.until(HAS_GAMES)
    real.kill()
    phone.context.set_offline(True)
    sit_down(phone, "Eleni", "Deniz", game=game)
    path = urlsplit(phone.page.url).path
    page = phone.open(f"{path}more/")
    expect(page.locator("main")).to_contain_text("Replace a player")
    phone.open(f"{path}more/?do=replace")
    expect(page.locator("#new-player")).to_be_visible()
    assert phone.errors == []


def test_without_a_network_a_missing_game_is_a_sentence_and_nothing_is_lost(line, lacking):
    cut(lacking, line)
    page = lacking.open("/new/?game=pisti")
    for name in ("Eleni", "Deniz"):
        page.locator("#new-player").fill(name)
        page.locator("button.button[value=name]").click()
        page.locator(f"#seats :text('{name}')").first.wait_for()
    page.locator("#new-player").fill("Andr")
    choose(page, "pilotta")
    expect(page.locator("#trouble")).to_contain_text(SENTENCE)
    for name in ("Eleni", "Deniz"):
        expect(page.locator("#seats")).to_contain_text(name)
    expect(page.locator("#new-player")).to_have_value("Andr")
    reconnect(lacking, line)
    page.get_by_role("button", name="Start Pilotta").wait_for()  # by itself
    expect(page.locator("#trouble")).to_be_hidden()
    for name in ("Eleni", "Deniz"):
        expect(page.locator("#seats")).to_contain_text(name)


def test_pages_of_a_missing_game_say_so_without_a_network(line, lacking):
    cut(lacking, line)
    page = lacking.open("/new/?game=pisti")
    choose(page, "pilotta")
    expect(page.locator("#trouble")).to_contain_text(SENTENCE)
    choose(page, "bisca_nove")
    page.get_by_role("button", name="Start Bisca de Nove").wait_for()
    expect(page.locator("#trouble")).to_be_hidden()
    lacking.open("/new/?game=pilotta")
    expect(page.locator("main")).to_contain_text(SENTENCE)
    lacking.open()
    page.locator(".tile", has_text="Pilotta").first.click()
    expect(page.locator("main")).to_contain_text(SENTENCE)
    reconnect(lacking, line)
    path = sit_down(lacking, "Eleni", "Deniz", "Andreas", "Zeynep", game="pilotta")
    assert TABLE.search(path)
    assert lacking.errors == []


def test_a_missing_game_is_fetched_when_it_is_needed(line, lacking):
    line.missing = b""
    lacking.open("/new/?game=pilotta")
    lacking.page.get_by_role("button", name="Start Pilotta").wait_for()
    assert line.number_of(b"GET /new/") == 0
    wait(lambda: lacking.evaluate(HAS_GAMES), patience=60)  # the other games come once the page has


def test_a_game_that_failed_is_fetched_though_the_others_are_under_way(line, new_phone):
    last = b"GET /phone/game." + catalogue.GAMES[-1].key.encode() + b"."
    line.missing, line.relay.holds = b"/phone/game.pilotta.", last
    phone = new_phone()
    phone.url = line.relay.url
    phone.open("/new/?game=pisti")  # a page that does not ask by itself again and again
    wait(lambda: line.relay.held, patience=60)
    line.missing = b""
    phone.nudge()  # no later message may be needed
    line.relay.released.set()
    wait(lambda: phone.evaluate(HAS_GAMES), patience=60)


def test_if_the_server_lacks_the_file_it_answers_itself(line, lacking):
    lacking.open("/new/?game=pilotta")
    lacking.page.get_by_role("button", name="Start Pilotta").wait_for()
    assert line.number_of(b"GET /new/") == 1
    assert lacking.page.locator("#trouble").is_hidden()


def test_a_match_of_a_missing_game_opens_on_demand(real, line, new_phone):
    """Another phone of the person has started it."""
    first = new_phone()
    first.take_over()
    path = sit_down(first, "Eleni", "Deniz", "Andreas", "Zeynep", game="pilotta").removeprefix(real.url)
    first.until(f"{SENT} && (await state('identity'))?.session > 0")
    line.missing = b"/phone/game.pilotta."
    phone = new_phone()
    phone.url = line.relay.url
    phone.context.add_cookies(first.context.cookies())
    phone.open()
    phone.until(f"{CONTROLLED} && (await all('events')).length > 0")
    addresses = ("/", path, f"{path}sheet/")
    for address in addresses:
        expect(phone.open(address).locator("body")).to_contain_text("Pilotta")
    asked = line.number_of(b"GET /table/")
    assert asked >= 2  # of the server
    cut(phone, line)
    for address in addresses:
        expect(phone.open(address).locator("main")).to_contain_text(SENTENCE)
    reconnect(phone, line)
    for address in addresses:
        expect(phone.open(address).locator("body")).to_contain_text("Pilotta")
    assert line.number_of(b"GET /table/") == asked
    assert phone.errors == []


def test_a_damaged_file_is_fetched_again(line, new_phone):
    phone = new_phone()
    phone.url = line.relay.url
    phone.take_over()
    damage = """await (async () => {
      const [name] = (await caches.keys()).filter(name => name.startsWith('phone-'));
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) if (url.includes('game.pilotta.')) await cache.put(url, new Response('TEXT'));
      return true;
    })()"""
    for number, text in enumerate(("games/rules/pil", "games/rules/pilotta.py\\0def (\\0"), 1):
        asked = line.number_of(b"GET /new/")
        phone.evaluate(damage.replace("TEXT", text))
        chrome(phone).send("ServiceWorker.stopAllWorkers")  # it may have added the game
        phone.open("/new/?game=pilotta")
        phone.page.get_by_role("button", name="Start Pilotta").wait_for()
        assert line.number_of(b"GET /new/") > asked  # the server has answered
        assert line.number_of(b"GET /phone/game.pilotta.") == 1 + number
        cut(phone, line)
        phone.open("/new/?game=pilotta")
        phone.page.get_by_role("button", name="Start Pilotta").wait_for()
        reconnect(phone, line)


def update(phone):
    return phone.page.evaluate(
        "() => navigator.serviceWorker.getRegistration().then(found => found.update()).then(() => null, () => null)"
    )


def test_an_update_swaps_all_files_at_once_while_rounds_wait(real, line, new_phone):
    phone = new_phone()
    phone.url = line.relay.url
    phone.take_over()
    path = sit_down(phone, "Eleni", "Deniz").removeprefix(line.relay.url)
    phone.until(SENT)
    before = phone.evaluate(CACHED)
    [old] = phone.evaluate("(await caches.keys()).filter(name => name.startsWith('phone-'))")
    cut(phone, line)
    play(phone, 71)
    is_worth(phone, 1, 0)
    real.kill()
    real.environment["NEWER"] = "1"
    real.start()
    reconnect(phone, line)
    line.relay.loses = b"POST /api/v1/events/"  # so that the round waits during the update
    line.missing = b"/phone/game.pisti."
    asked = line.number_of(b"GET /phone/game.pisti.")
    update(phone)
    wait(lambda: line.number_of(b"GET /phone/game.pisti.") > asked)
    phone.page.wait_for_timeout(2000)
    assert phone.evaluate("(await caches.keys()).filter(name => name.startsWith('phone-'))")[:1] == [old]
    phone.open(path)
    is_worth(phone, 1, 0)
    assert set(before) <= set(phone.evaluate(CACHED))
    line.missing = b""
    update(phone)
    phone.until(f"!(await caches.keys()).includes('{old}')")
    after = phone.evaluate(CACHED)
    assert len(after) == len(before)
    assert not set(before) & set(after)
    cut(phone, line)
    sit_down(phone, "Eleni", "Deniz", "Andreas", "Zeynep", game="pilotta")
    phone.open(path)
    is_worth(phone, 1, 0)
    event_ids = ids(phone)
    line.relay.loses = b"nothing"
    reconnect(phone, line)
    agree(real, path, phone, event_ids=event_ids)


def test_in_firefox_a_game_that_was_never_opened_starts_without_a_network(real, interpreter, tmp_path):
    window = Firefox(tmp_path / "profile")
    try:
        window.open(real.url)
        window.until(CONTROLLED)
        window.until(HAS_GAMES)
        real.kill()
        window.open(f"{real.url}/new/?game=pilotta")
        for number, name in enumerate(("Eleni", "Deniz", "Andreas", "Zeynep")):
            window.type("#new-player", name)
            window.tap("button.button[value=name]")
            window.until(f"document.querySelectorAll('.seats > li').length === {number + 1}")
        window.tap("button[name=start]")
        window.until(
            "location.pathname.startsWith('/table/') && document.querySelector('h1')?.textContent === 'Pilotta'"
        )
    finally:
        window.quit()
