"""A visitor who follows random links, and fills in and sends random forms. Every request is recorded."""

from html.parser import HTMLParser
from random import Random
from typing import Any

from games.match.log import fold_events
from games.match.summary import summary
from games.pages.play import LIVE, ROUND
from games.pages.request import MATCH, resolve
from games.phone.host import Host
from tests.match.logs import id_of

NAMES = ("Eleni", "<b>Deniz</b>", "Ανδρέας & Co", "שרה", "Zeynep 🂡", "ş" * 90, "100% %s", "")
NUMBERS = (
    "0",
    "1",
    "2",
    "4",
    "7",
    "13",
    "24",
    "60",
    "62",
    "71",
    "80",
    "90",
    "100",
    "120",
    "162",
    "-1",
    "1e3",
    "٣",
    "x",
)

PARTS = (LIVE, ROUND, "nowhere")


class ParsedForm:
    def __init__(self, attributes: dict[str, str | None], path: str) -> None:
        self.path = attributes.get("action") or path
        self.is_post = (attributes.get("method") or "get").lower() == "post"
        # By name and kind: the values, and whether each is chosen.
        self.fields: dict[tuple[str, str], list[tuple[str, bool]]] = {}
        self.buttons: list[tuple[str, str]] = []

    def fill(self, random: Random) -> list[list[str]]:
        """Return the fields with some random changes, and a random button."""
        pairs: list[list[str]] = []
        for (name, kind), values in self.fields.items():
            chosen = [value for value, is_chosen in values if is_chosen]
            if kind in ("radio", "checkbox", "select") and random.random() < 0.6:
                chosen = [random.choice(values)[0]] if random.random() < 0.9 else []
            elif kind not in ("hidden", "radio", "checkbox", "select") and random.random() < 0.6:
                chosen = [random.choice(NAMES if random.random() < 0.2 else NUMBERS) for _value in values]
            pairs += [[name, value] for value in chosen]
        return pairs + [list(button) for button in random.sample(self.buttons, min(1, len(self.buttons)))]


class ParsedPage(HTMLParser):
    """The links and forms of a page."""

    def __init__(self, html: str, path: str) -> None:
        super().__init__()
        self.path = path
        self.links: list[str] = []
        self.forms: list[ParsedForm] = []
        self.is_inside = False
        self.select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value = given.get("name") or "", given.get("value") or ""
        if tag == "a" and (given.get("href") or "").startswith("/"):
            self.links.append(given["href"] or "")
        elif tag == "form":
            self.is_inside = given.get("action") != "/language/"  # which only Django answers
            if self.is_inside:
                self.forms.append(ParsedForm(given, self.path))
        elif tag == "select":
            self.select = name
        elif self.is_inside and tag == "button" and name:
            self.forms[-1].buttons.append((name, value))
        elif self.is_inside and tag == "option":
            self.forms[-1].fields.setdefault((self.select, "select"), []).append((value, "selected" in given))
        elif self.is_inside and tag in ("input", "textarea") and name:
            kind = given.get("type") or "text"
            chosen = "checked" in given if kind in ("radio", "checkbox") else True
            self.forms[-1].fields.setdefault((name, kind), []).append(
                (value or "on" if kind == "checkbox" else value, chosen)
            )

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.is_inside = False


class RandomVisitor:
    def __init__(self, seed: int, host: Host) -> None:
        self.random = Random(seed)
        self.seed = seed
        self.host = host
        self.logs: dict[str, list[dict[str, Any]]] = {}
        self.questions: list[dict[str, Any]] = []
        self.answers: list[dict[str, Any]] = []

    def visit(self, steps: int) -> None:
        page = self.ask("/")
        for _step in range(steps):
            doors: list[ParsedForm | str] = [link for link in page.links if resolve(link.split("?")[0].split("#")[0])]
            doors += page.forms * 3
            door = self.random.choice(doors or ["/"])
            page = self.ask(door) if isinstance(door, str) else self.send(door)

    def send(self, form: ParsedForm) -> ParsedPage:
        pairs = form.fill(self.random)
        if form.is_post:
            return self.ask(form.path, form=pairs)
        return self.ask(form.path, query=pairs)

    def ask(
        self, address: str, form: list[list[str]] | None = None, query: list[list[str]] | None = None
    ) -> ParsedPage:
        path, _, search = address.split("#")[0].partition("?")
        pairs = query or [part.partition("=")[::2] for part in search.split("&") if part]
        question = self.question(path, form, [list(pair) for pair in pairs])
        answer = self.host.answer(question)
        self.questions.append(question)
        self.answers.append(answer)
        for event in answer["events"]:
            self.logs.setdefault(event["match"], []).append(event)
        return self.ask(answer["go"]) if answer["go"] else ParsedPage(answer["html"], path)

    def question(self, path: str, form: list[list[str]] | None, query: list[list[str]]) -> dict[str, Any]:
        resolved = resolve(path)
        assert resolved is not None, path
        route, args = resolved
        number = len(self.questions)
        question: dict[str, Any] = {
            "path": path,
            "query": query,
            "form": form,
            "now": f"2026-11-20T{19 + number // 60 % 5}:{number % 60:02}:00+02:00",
            "ids": [id_of(f"{self.seed} {number} {place}"[-16:]) for place in range(20)],
            "role": "owner" if self.random.random() < 0.95 else "reader",
            "part": self.random.choice(PARTS) if self.random.random() < 0.2 else "",
        }
        if route.scope == MATCH:
            return question | {"events": list(self.logs.get(args["match"], []))}
        matches = [
            (summary(fold_events(events)) or {})
            | {"match": match, "id": match, "started": events[0]["at"], "last": events[-1]["at"]}
            for match, events in self.logs.items()
            if match
        ]
        return question | {"matches": matches, "players": [], "evenings": [], "custom_games": []}
