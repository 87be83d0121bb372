"""A phone in a browser: start a match, answer its questions by tapping, save, read the sheet.

The methods know kinds of fields, but no games. Values have the form of a round's answers.
"""

import math
import re
import time

from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import Error, expect

TRUMPS = ("trump", "knocked", "indicator")  # one part of Bisca Capixaba
READY = """() => new Promise((resolve, reject) => {
    const look = () => navigator.serviceWorker.controller && localStorage.ready ? resolve() : setTimeout(look, 20);
    setTimeout(() => reject(new Error(navigator.serviceWorker.controller ? "It has not pulled." : "No worker.")), 30_000);
    look();
})"""
LISTEN = """
window.clicks = 0;
window.lately = []; // printed if a test fails
const log = (...what) => { lately.push([Math.round(performance.now()), ...what].join(' ')); lately.splice(0, lately.length - 40); };
addEventListener('click', ({ target }) => { clicks += 1; log('click', target.closest('button')?.value ?? target.id); }, true);
addEventListener('submit', ({ submitter }) => log('submit', submitter?.value), true);
addEventListener('input', ({ target }) => log('input', target.name, target.value, target.isConnected), true);
addEventListener('htmx:beforeRequest', ({ detail }) => log('asked', JSON.stringify(Object.fromEntries(detail.requestConfig.formData))), true);
addEventListener('htmx:beforeSwap', ({ detail }) => queueMicrotask(() => log('answered', detail.shouldSwap, detail.target.id)), true);
window.asking = new Set(); // messages to the worker without an answer yet
window.MessageChannel = class extends MessageChannel {
  constructor() {
    super();
    asking.add(this);
    this.port1.addEventListener('message', () => setTimeout(() => asking.delete(this))); // after the page has rendered it
    setTimeout(() => asking.delete(this), 3000);
  }
};
"""
NEAR, REST = 20, 0.7  # pixels and seconds; a little more than in second-tap.js
CLICKS = "() => [performance.timeOrigin, window.clicks ?? 0]"  # of this page
ROWS = """rows => rows.map(row => [
    parseInt(row.querySelector("th").textContent), [...row.querySelectorAll("td b")].map(one => Number(one.textContent))])"""
CENTRE = """one => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return one.isConnected ? { x: x + width / 2, y: y + height / 2 } : null;
}"""
QUIET = """() => new Promise(resolve => {
    const busy = ".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added, #round[data-draft-pending]"; // a draft is on its way
    const renewed = () => requestAnimationFrame(() => setTimeout(resolve)); // parts.js updates a sheet below the window as late
    const look = () => window.asking?.size || document.querySelector(busy) ? setTimeout(look, 5) : renewed();
    look();
})"""


class TappedPhone:
    """One browser page, which is tapped."""

    def __init__(self, page, home, script, language="en"):
        self.page = page
        self.language = language
        self.home = home
        self.script = script
        self.heard = []  # what the page has written to the console, and its errors
        self.last_tap = ("", {"x": -NEAR, "y": -NEAR}, 0.0)  # the control, its centre, and when
        page.add_init_script(LISTEN)
        self.is_sent = True  # whether the server knows all taps; without a script only keys are sent

    def go(self, path):
        self.page.goto(self.home + path)

    def wait_for_worker(self):
        """Wait until the worker answers requests and has pulled the circle."""
        self.go("/")
        self.page.evaluate(READY)

    def words(self, text, **values):
        """Return a text in the language of the page."""
        with translation.override(self.language):
            return gettext(text) % values

    @property
    def path(self):
        return self.page.url.removeprefix(self.home).split("?")[0]

    @property
    def match(self):
        return re.match(r"/table/([0-9a-f-]{36})/", self.path)[1]

    def find(self, id):
        return self.page.locator(f'[id="{id}"]')

    def key(self, value):
        """Return the first key with this value, or with this value and the number from which it counts."""
        return self.page.locator(f'button[name=press]:is([value="{value}"], [value^="{value}:"]):not(.sr)').first

    def heads(self):
        """Return the heads that the page was rendered from, as in `after`."""
        return self.page.locator("#round input[name=after]").evaluate_all("all => all.map(one => one.value)")

    def ids(self):
        """Return the ids with which the round of the form will be saved."""
        event, deal = (self.page.locator(f"#round [name={name}]").input_value() for name in ("event", "deal"))
        return {"id": event, "deal": deal}

    def slow_down(self, latency):
        """Add this many milliseconds to every request."""
        limits = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
        self.page.context.new_cdp_session(self.page).send("Network.emulateNetworkConditions", limits)

    def centre(self, where):
        """Return the centre of an element. An answer may replace the element after the browser has found it."""
        while not (centre := where.evaluate(CENTRE)):
            pass
        return centre

    def hold(self, point, milliseconds):
        """Tap a point and rest there for some milliseconds, as fingers do."""
        touch = self.page.context.new_cdp_session(self.page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        self.page.wait_for_timeout(milliseconds)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touch.detach()

    # ---- taps

    def touch(self, where):
        """Tap an element. A busy browser may see a long press, which does nothing; then tap again."""
        before = self.page.evaluate(CLICKS) if self.script else None
        if self.script:
            self.rest(where)
        where.tap()
        self.last_tap = (*self.last_tap[:2], time.monotonic())
        if self.script and not self.has_clicked(before) and where.is_visible():
            where.tap()

    def rest(self, where):
        """Wait if another control was tapped here just now: second-tap.js would ignore the tap, as of a thumb that meant the other."""
        name, point = where.evaluate("one => one.value + one.id"), self.centre(where)
        last_name, last_point, last_time = self.last_tap
        if name != last_name and math.dist(point.values(), last_point.values()) < NEAR:
            time.sleep(max(0, last_time + REST - time.monotonic()))
        self.last_tap = (name, point, last_time)

    def has_clicked(self, before):
        end = time.monotonic() + 3
        while time.monotonic() < end:
            try:
                if self.page.evaluate(CLICKS) != before:
                    return True
            except Error:  # another page has loaded
                return True
        return False

    def settle(self):
        """Wait for pending responses."""
        if self.script:
            try:
                self.page.evaluate(QUIET)
            except Error:  # another page has loaded meanwhile
                self.page.wait_for_load_state()

    def write(self, where, text):
        """Type text by the phone's keyboard."""
        where.fill(text)

    def tap(self, where):
        """Tap a chip or a field, which changes the page."""
        self.touch(where)
        self.settle()
        self.is_sent = self.script

    def press(self, where):
        """Tap a key, a button or a link, and wait for the response; without a script that is a new page."""
        if self.script:
            self.tap(where)
        else:
            with self.page.expect_navigation():
                self.touch(where)
            self.is_sent = True

    def go_back(self):
        """Go back in the history. htmx then loads the page anew, so wait for that."""
        self.page.evaluate("window.isFormer = true")
        self.page.go_back()
        self.page.wait_for_function("!window.isFormer")
        self.settle()

    def press_key(self, value):
        self.press(self.key(value))

    def button(self, name):
        return self.page.get_by_role("button", name=name)

    def link(self, name):
        return self.page.get_by_role("link", name=name)

    # ---- a new match

    def start(self, game, names, dealer=0, options=()):
        """Start a match from the home page."""
        self.go("/")
        first = self.page.locator(f'a.tile[href$="?game={game}"]')
        if first.count():
            self.press(first)
        else:
            self.press(self.link(self.words("New match")))
            others = self.page.locator("#other-games > summary")
            if others.count():
                self.tap(others)
            self.tap(self.find(f"game-{game}"))
            if not self.script:
                self.press(self.button(self.words("This game")))
        expect(self.find(f"game-{game}")).to_be_checked()
        self.sit_down(names)
        self.press(self.find(f"first-dealer-{dealer}"))
        if options:
            self.tap(self.page.locator("#house-rules summary"))
        for name, value in options:
            self.choose_option(name, value)
        self.press(self.page.locator("button[name=start]"))
        self.page.wait_for_url("**/table/*/")

    def sit_down(self, names):
        for number, name in enumerate(names):
            seated = self.page.get_by_role("group", name=self.words("Known players"))
            known = seated.get_by_role("button", name=name, exact=True)
            if known.count():
                self.press(known)
            else:
                self.write(self.find("new-player"), name)
                self.press(self.page.get_by_role("button", name=self.words("Add"), exact=True))
            expect(self.page.locator(".seats > li")).to_have_count(number + 1)

    def choose_option(self, name, value):
        if isinstance(value, dict):
            for first, second in value.items():
                self.tap(self.find(f"option-{name}-{first}-{second}"))
            return
        usual = self.find(f"option-{name}-{str(value).lower() if isinstance(value, bool) else value}")
        if usual.count():
            self.tap(usual)
        else:
            self.write(self.find(f"option-{name}-other"), str(value))
            self.tap(self.find(f"option-{name}-is-other"))

    # ---- a round

    def play(self, answers):
        """Answer these questions in their order."""
        for question, value in answers.items():
            if not self.has_question(question) and not self.script:
                self.press(self.page.locator("#round > noscript > button"))  # it shows further keys
            if not self.has_question(question) and not self.is_sent:
                self.save()  # without a script, the next part appears after saving
            self.answer(question, value)

    def fields(self, question):
        """Return the fields and keys of a question."""
        keys = "".join(f', [value^="{key}:{question}-"]' for key in ("add", "more", "open"))
        fields = f'[name="{question}"], [name^="{question}-"], [value="open:{question}"]{keys}'
        return self.page.locator(f"#round :is({fields}):not([type=hidden])")

    def has_question(self, question):
        return self.fields(question).count() > 0

    def answer(self, question, value):
        if question == "laid":
            self.unfold(question)
            self.lay(value)
        elif isinstance(value, dict):
            self.unfold(question)
            self.fill_record(question, value)
        elif isinstance(value, list) and isinstance(value[0], list):
            self.unfold(question)
            self.enter_declarations(question, value)
        elif isinstance(value, list) and self.ticks(question).count():
            said = [f"{seat}-true" for seat, is_said in enumerate(value) if is_said is True]
            for place in said if any(type(is_said) is bool for is_said in value) else value:
                self.tap(self.find(f"{question}-{place}"))
        elif (
            isinstance(value, list)
            and self.page.locator(f':is([value^="more:{question}-"], [value^="open:{question}-"])').count()
        ):
            self.add_numbers(question, value)
        elif isinstance(value, list):
            self.unfold(question)
            self.enter_numbers(question, value)
        else:
            self.unfold(question)
            self.pick(question, value)

    def ticks(self, question):
        """Return the boxes to tick of a list of players, which may be folded to a tile."""
        if not self.has_question(question):
            return self.page.locator("#nothing")
        self.unfold(question)
        return self.page.locator(f'[id^="{question}-"][type=checkbox]')

    def fill_record(self, question, value):
        """Answer the parts of a question. One part may come before the others, in place of a tile."""
        parts = sorted(value, key=lambda name: not self.has_question(f"{question}-{name}"))
        for name in parts:
            if not self.script and not self.has_question(f"{question}-{name}"):
                self.press(self.button(self.words("Calculate")))
            self.pick(f"{question}-{name}", value[name])

    def unfold(self, question):
        """Open the tile of a question if it is folded, and the part that hides the tile. Close laid votes, which hide all else."""
        if question != "laid" and self.key("fold:laid").count():
            self.press_key("fold:laid")
        self.settle()  # the answer to a digit may still close the row
        row = self.page.locator('.opened [value^="fold:"]')
        if row.count() and row.get_attribute("value") != f"fold:{question}":
            self.press(row)
        if not self.has_question(question) and question in TRUMPS and self.key("open:trumps").count():
            self.press_key("open:trumps")
        if self.script:  # entry.js asks again a moment after a tap, if an answer came while the finger was down
            expect(self.fields(question).first).to_be_attached()
        if self.key(f"open:{question}").count() and not self.page.locator(f'[id="ask-{question}"]').count():
            self.press_key(f"open:{question}")

    def pick(self, name, value):
        """Choose a chip. Rare values are behind the last chip, and others are typed."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if type(value) is int and self.page.locator(f'[id="{name}"]').count():
            self.type(name, value)
            return
        if not self.find(f"{name}-{text}").count():
            self.press_key(f"open:{name}")
        if self.key(f"type:{name}").count() and not self.find(f"{name}-{text}").count():
            self.press_key(f"type:{name}")
            self.type(name, value)
        else:
            self.turn_to(self.find(f"{name}-{text}"), name)
            self.tap(self.find(f"{name}-{text}"))

    def turn_to(self, key, name):
        """Turn a row of numbers until the key is visible. A narrow screen shows a part of the row."""
        further = self.page.locator(f'.further[value^="from:{name}:"]')
        while not key.is_visible() and further.count():
            self.press(further)

    def enter_numbers(self, question, numbers):
        """Enter a number for every side; None leaves out a number that follows from the others."""
        nobody = self.key(f"nobody:{question}")
        if 0 in numbers and nobody.count() > 0:
            self.press(nobody)
        for side, number in enumerate(numbers):
            name = f"{question}-{side}"
            if number is None:
                continue
            if self.key(f"add:{name}").count():
                while self.find(f"{name}-add").inner_text() != str(number):
                    self.press_key(f"add:{name}")
            elif self.page.locator(f'[id="{name}"]').count():
                self.type(name, number)
            else:
                self.pick(name, number)

    def add_numbers(self, question, numbers):
        """Add the bonus of every side that has one, by the largest keys first. Before, add 10 by mistake and subtract them."""
        for side, number in enumerate(numbers):
            opening = self.key(f"open:{question}-{side}")
            if number and opening.count():
                self.press(opening)
            if number:
                self.press_key(f"more:{question}-{side}:10")
                self.press_key(f"less:{question}-{side}")
            for more in (40, 30, 20, 10):
                for _time in range(number // more):
                    self.press_key(f"more:{question}-{side}:{more}")
                number %= more

    def type(self, name, number):
        """Type a number by the keypad of the page."""
        self.choose(name)
        for digit in str(number):
            key = "sign" if digit == "-" else digit
            if self.script:
                self.touch(self.key(key))
            else:
                self.press_key(key)
        if self.script:
            try:
                expect(self.page.locator(f'#round [name="{name}"]')).to_have_value(str(number))
            except AssertionError as error:
                raise AssertionError("\n".join([str(error), *self.page.evaluate("lately")])) from None

    def choose(self, name):
        """Choose the field of the keypad. Without a script another opened tile, which puts the keys away, is closed first."""
        if self.script:
            return self.tap(self.find(name))
        own = name.split("-")[0]
        opened = f'[aria-expanded="true"]:not([value="fold:{own}"])'
        tile = self.page.locator(f"#round:not(:has(.keypad)) :is(.answers, .opened) {opened}")
        if tile.count():
            self.press(tile)
        while self.page.locator("input[name=now]").input_value() != name:
            self.press_key("now")
        return None

    def clear(self, name):
        self.choose(name)
        for _digit in self.find(name).input_value():
            self.press_key("back")
        expect(self.find(name)).to_have_value("")

    def lay(self, laid):
        """Lay the votes card by card, in the order of the page. Return that order."""
        order = []
        for vote in laid[0]:
            self.press(self.page.locator(f'button[value^="at:laid-"][value$="-{vote}"]'))
            places = self.page.locator(".at label:first-child input").evaluate_all("all => all.map(one => one.name)")
            for place in places:
                name = place.removesuffix("-card")
                seat = int(name.split("-")[1])
                order.append((vote, seat))
                self.tap(self.find(f"{place}-{laid[seat][vote]['card']}"))
                for number, value in enumerate(laid[seat][vote]["values"]):
                    is_again = value in laid[seat][vote]["values"][:number]
                    self.press_key(f"again:{name}-values:{value}" if is_again else f"lay:{name}-values:{value}")
                    key = self.key(f"lay:{name}-values:{value}")
                    expect(key).to_have_attribute("aria-pressed", "true")
        self.press_key("fold:laid")
        return order

    def enter_declarations(self, question, declared):
        """Enter declarations, each with one tap, and close them: they hide the tiles beside them."""
        for side, declarations in enumerate(declared):
            for declaration in declarations:
                key = "length" if declaration["kind"] == "sequence" else "rank"
                self.press_key(f"put:{question}-{side}:{declaration['kind']}:{key}:{declaration[key]}")
        self.press_key(f"fold:{question}")

    def save(self):
        """Save the round."""
        self.press(self.page.locator(".save .button.go"))

    # ---- what the page says

    def visible(self, text):
        """Return the visible elements with this text, without the announcements for screen readers."""
        return self.page.locator("body > :not(#said)").get_by_text(text)

    def expect_worth(self, row):
        """Expect the points and the new totals of every side in the preview."""
        sides = self.page.locator("#preview .worth > li")
        expect(sides.locator("> b")).to_have_text([str(points) for points in row["points"]])
        expect(sides.locator("> .total")).to_have_text([f"→ {total}" for total in row["totals"]])

    @property
    def totals(self):
        totals = self.page.locator("#totals .scores > li > b, #totals .combed > b").all_inner_texts()
        return [int(total) for total in totals]

    @property
    def rounds(self):
        """Return the totals after every round, from the sheet."""
        rows = self.page.locator("#sheet tbody tr:not(.why, :has(.changed))").evaluate_all(ROWS)
        return [totals for _number, totals in sorted(rows)]
