"""What hands do at a phone: start a match, answer its questions by tapping, save, look at the sheet.

They know kinds of field, as people do, and no game. Every value is given as the answers of a round spell it.
"""

import re
import time

from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import Error, expect

READY = """() => new Promise((resolve, reject) => {
    const look = () => navigator.serviceWorker.controller && localStorage.ready ? resolve() : setTimeout(look, 20);
    setTimeout(() => reject(new Error(navigator.serviceWorker.controller ? "It has not pulled." : "No worker.")), 30_000);
    look();
})"""
LISTEN = """
window.clicks = 0;
window.lately = []; // told where a test fails
const tell = (...what) => { lately.push([Math.round(performance.now()), ...what].join(' ')); lately.splice(0, lately.length - 40); };
addEventListener('click', ({ target }) => { clicks += 1; tell('click', target.closest('button')?.value ?? target.id); }, true);
addEventListener('submit', ({ submitter }) => tell('submit', submitter?.value), true);
addEventListener('input', ({ target }) => tell('input', target.name, target.value, target.isConnected), true);
addEventListener('htmx:beforeRequest', ({ detail }) => tell('asked', JSON.stringify(Object.fromEntries(detail.requestConfig.formData))), true);
addEventListener('htmx:beforeSwap', ({ detail }) => queueMicrotask(() => tell('answered', detail.shouldSwap, detail.target.id)), true);
window.asking = new Set(); // messages to the worker that are on their way, as long as the page waits for their answers
window.MessageChannel = class extends MessageChannel {
  constructor() {
    super();
    asking.add(this);
    this.port1.addEventListener('message', () => setTimeout(() => asking.delete(this))); // once the page has shown it
    setTimeout(() => asking.delete(this), 3000);
  }
};
"""
CLICKS = "() => [performance.timeOrigin, window.clicks ?? 0]"  # of this page
ROWS = """rows => rows.map(row => [
    parseInt(row.querySelector("th").textContent), [...row.querySelectorAll("td b")].map(one => Number(one.textContent))])"""
QUIET = """() => new Promise(resolve => {
    const busy = ".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added, #round[data-owed]"; // a draft is on its way
    const look = () => window.asking?.size || document.querySelector(busy) ? setTimeout(look, 5) : resolve();
    look();
})"""


class Phone:
    """One page, tapped with a thumb."""

    def __init__(self, page, home, script, language="en"):
        self.page = page
        self.language = language
        self.home = home
        self.script = script
        self.heard = []
        page.add_init_script(LISTEN)
        self.is_told = True  # whether the page knows all that was tapped: without a script it learns by keys

    def go(self, path):
        self.page.goto(self.home + path)

    def wait_for_worker(self):
        """Until the phone answers by itself: it has pulled everything of its circle."""
        self.go("/")
        self.page.evaluate(READY)

    def words(self, text, **values):
        """As the page says it."""
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
        """The one that presses this; where a number is filled in, its count says from which it goes on."""
        return self.page.locator(f'button[name=press]:is([value="{value}"], [value^="{value}:"]):not(.sr)')

    def ends(self):
        """What the page has been made from, as an event names it."""
        return self.page.locator("#round input[name=after]").evaluate_all("all => all.map(one => one.value)")

    def slow_down(self, latency):
        """So many milliseconds to the server."""
        limits = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
        self.page.context.new_cdp_session(self.page).send("Network.emulateNetworkConditions", limits)

    def centre(self, where):
        """Where a thumb would aim at."""
        box = where.bounding_box()
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def hold(self, point, milliseconds):
        """A tap as fingers do it: they rest on the glass for a moment."""
        touch = self.page.context.new_cdp_session(self.page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        self.page.wait_for_timeout(milliseconds)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touch.detach()

    # ---- taps

    def touch(self, where):
        """A browser that is busy takes a tap for a long press, which presses nothing: then once more."""
        before = self.page.evaluate(CLICKS) if self.script else None
        where.tap()
        if self.script and not self.has_clicked(before) and where.is_visible():
            where.tap()

    def has_clicked(self, before):
        end = time.monotonic() + 3
        while time.monotonic() < end:
            try:
                if self.page.evaluate(CLICKS) != before:
                    return True
            except Error:  # another page has come
                return True
        return False

    def settle(self):
        """Wait for the answers that are on their way."""
        if self.script:
            try:
                self.page.evaluate(QUIET)
            except Error:  # another page has come meanwhile
                self.page.wait_for_load_state()

    def write(self, where, text):
        """Letters, by the phone's own keyboard."""
        where.fill(text)

    def tap(self, where):
        """A chip, a field: something on the page changes."""
        self.touch(where)
        self.settle()
        self.is_told = self.script

    def press(self, where):
        """A key, a button, a link: an answer comes, without a script as another page."""
        if self.script:
            self.tap(where)
        else:
            with self.page.expect_navigation():
                self.touch(where)
            self.is_told = True

    def press_key(self, value):
        self.press(self.key(value))

    def button(self, name):
        return self.page.get_by_role("button", name=name)

    def link(self, name):
        return self.page.get_by_role("link", name=name)

    # ---- a new match

    def start(self, game, names, dealer=0, options=()):
        """From home to the first round."""
        self.go("/")
        first = self.page.locator(f'a.tile[href$="?game={game}"]')
        if first.count():
            self.press(first)
        else:
            self.press(self.link(self.words("New match")))
            self.tap(self.find(f"game-{game}"))
            if not self.script:
                self.press(self.button(self.words("This game")))
        expect(self.find(f"game-{game}")).to_be_checked()
        self.sit_down(names)
        self.tap(self.find(f"first-dealer-{dealer}"))
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
            for one, other in value.items():
                self.tap(self.find(f"option-{name}-{one}-{other}"))
            return
        usual = self.find(f"option-{name}-{str(value).lower() if isinstance(value, bool) else value}")
        if usual.count():
            self.tap(usual)
        else:
            self.write(self.find(f"option-{name}-other"), str(value))
            self.tap(self.find(f"option-{name}-is-other"))

    # ---- a round

    def play(self, answers):
        """Answer these questions, in their order."""
        for question, value in answers.items():
            if not self.is_asked(question) and not self.is_told:
                self.save()  # without a script a part is noted down before the next one comes
            self.answer(question, value)

    def is_asked(self, question):
        fields = f'[name="{question}"], [name^="{question}-"], [value="open:{question}"], [value^="add:{question}-"]'
        return self.page.locator(f"#round :is({fields}):not([type=hidden])").count() > 0

    def answer(self, question, value):
        if question == "laid":
            self.unfold(question)
            self.lay(value)
        elif isinstance(value, dict):
            self.unfold(question)
            for name, one in value.items():
                self.pick(f"{question}-{name}", one)
        elif isinstance(value, list) and isinstance(value[0], list):
            self.unfold(question)
            self.state(question, value)
        elif isinstance(value, list):
            self.count(question, value)
        else:
            self.unfold(question)
            self.pick(question, value)

    def unfold(self, question):
        """Open its tile, where it is folded."""
        if self.key(f"open:{question}").count() and not self.page.locator(f'[id="ask-{question}"]').count():
            self.press_key(f"open:{question}")

    def pick(self, name, value):
        """One of several chips; some wait behind the last, and what is in no row is typed."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if not self.find(f"{name}-{text}").count():
            self.press_key(f"open:{name}")
        if self.key(f"type:{name}").count() and not self.find(f"{name}-{text}").count():
            self.press_key(f"type:{name}")
            self.type(name, value)
        else:
            self.tap(self.find(f"{name}-{text}"))

    def count(self, question, numbers):
        """A number for every side; None leaves it to what follows from the others."""
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

    def type(self, name, number):
        """By the keypad of the page."""
        if self.script:
            self.tap(self.find(name))
        elif self.page.locator("input[name=now]").input_value() != name:
            self.press_key(f"now:{name}")
        for digit in str(number):
            key = "sign" if digit == "-" else digit
            if self.script:
                self.touch(self.key(key))
            else:
                self.press_key(key)
        if self.script:
            try:
                expect(self.find(name)).to_have_value(str(number))
            except AssertionError as error:
                raise AssertionError("\n".join([str(error), *self.page.evaluate("lately")])) from None

    def clear(self, name):
        if self.script:
            self.tap(self.find(name))
        elif self.page.locator("input[name=now]").input_value() != name:
            self.press_key(f"now:{name}")
        self.press_key("clear")
        expect(self.find(name)).to_have_value("")

    def lay(self, laid):
        """Votes, card by card, in the order in which the page asks for them."""
        order = []
        for _ in range(3 * len(laid)):
            name = self.page.locator(".bids input").first.get_attribute("name").removesuffix("-card")
            seat, vote = name.split("-")[1:]
            order.append((vote, int(seat)))
            self.tap(self.find(f"{name}-card-{laid[int(seat)][vote]['card']}"))
            for number, value in enumerate(laid[int(seat)][vote]["values"]):
                self.press_key(f"lay:{name}-values:{value}")
                expect(self.page.locator(".hand button")).to_have_count(number + 1)
            onward = self.page.get_by_role("button", name=re.compile("^" + self.words("Next: %(player)s", player="")))
            if onward.count():
                self.press(onward)
        self.press_key("fold:laid")
        return order

    def state(self, question, declared):
        """Declarations, each with one tap."""
        for side, shown in enumerate(declared):
            for one in shown:
                key = "length" if one["kind"] == "sequence" else "rank"
                self.press_key(f"put:{question}-{side}:{one['kind']}:{key}:{one[key]}")

    def save(self):
        """Write the round down."""
        self.press(self.page.locator(".save .button.go"))

    # ---- what the page says

    def read(self, text):
        """Where it stands for the eyes; what is only said aloud is elsewhere."""
        return self.page.locator("body > :not(#said)").get_by_text(text)

    def expect_worth(self, row):
        """In the preview the points and the new total of every side."""
        sides = self.page.locator("#preview .worth > li")
        expect(sides.locator("> b")).to_have_text([str(points) for points in row["points"]])
        expect(sides.locator("> .total")).to_have_text([f"→ {total}" for total in row["totals"]])

    @property
    def totals(self):
        found = self.page.locator("#totals .scores > li > b, #totals .combed > b").all_inner_texts()
        return [int(one) for one in found]

    @property
    def rounds(self):
        """The totals after every round, by the sheet."""
        rows = self.page.locator("#sheet tbody tr:not(.why)").evaluate_all(ROWS)
        return [totals for _number, totals in sorted(rows)]
