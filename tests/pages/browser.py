"""A browser without scripts, and the host that it asks. It parses pages, fills in their forms and sends them.

Only events are stored between two requests, as on the server.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from html.parser import HTMLParser
from itertools import count
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from jinja2 import FileSystemLoader

from games.bundle import templates
from games.match.log import Log, fold_events
from games.match.sheet import sheet_from_log
from games.match.summary import summary
from games.match.validation import validate_for_log
from games.pages import router
from games.phone.host import Host
from scorekeeper import jinja
from tests.match.logs import MATCH, id_of

Event = dict[str, Any]
Pairs = list[tuple[str, str]]

NOW = "2026-11-20T19:42:10+02:00"
VOID = ("meta", "link", "input", "br", "img", "hr", "source", "wbr", "col")
NUMBERS = count()
STATUSES = (200, 303, 403, 404, 405, 422)


@cache
def host() -> Host:
    return Host(router.handle, jinja.environment(loader=FileSystemLoader(templates.FOLDER)))


class Element:
    def __init__(self, name: str, attributes: dict[str, str], parent: Element | None) -> None:
        self.name = name
        self.attributes = attributes
        self.parent = parent
        self.children: list[Element] = []
        self.texts: list[str] = []

    def get(self, name: str) -> str:
        return self.attributes.get(name, "")

    def all(self, *names: str) -> list[Element]:
        """Return all descendants with one of these names, or all, in the order of the page."""
        descendants = []
        for element in self.children:
            descendants += [element, *element.all()]
        return [element for element in descendants if not names or element.name in names]

    @property
    def text(self) -> str:
        """The text of the element, in single spaces: its own, and then that of its children."""
        return " ".join(" ".join([*self.texts, *(element.text for element in self.children)]).split())


class Html(HTMLParser):
    """A strict parser: elements are closed in order, and no attribute comes twice."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {}, None)
        self.current = self.root
        self.feed(text)
        self.close()
        assert self.current is self.root, f"not closed: {self.current.name}"

    def repeated_ids(self) -> list[str]:
        """Return the ids that several elements have."""
        ids = [element.get("id") for element in self.root.all() if "id" in element.attributes]
        return sorted({id for id in ids if ids.count(id) > 1})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _value in attrs]
        assert len(names) == len(set(names)), f"{tag} has an attribute twice: {names}"
        assert all(re.fullmatch(r"[\w-]+", name) or name == "viewBox" for name in names), f"{tag} has {names}"
        element = Element(tag, {name: value or "" for name, value in attrs}, self.current)
        self.current.children.append(element)
        if tag not in VOID:
            self.current = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.current.name == tag, f"<{self.current.name}> is closed by </{tag}>"
        assert self.current.parent is not None
        self.current = self.current.parent

    def handle_data(self, data: str) -> None:
        self.current.texts.append(data)

    def find(self, id: str) -> Element:
        [element] = [element for element in self.root.all() if element.get("id") == id]
        return element

    def has(self, id: str) -> bool:
        return any(element.get("id") == id for element in self.root.all())

    def forms(self) -> list[Element]:
        """Return the forms that games/pages answers: all but the choice of the language."""
        return [form for form in self.root.all("form") if form.get("action") != "/language/"]

    def texts_of(self, style: str) -> list[str]:
        """Return the texts of all elements of this class."""
        return [element.text for element in self.root.all() if style in element.get("class").split()]


def fields(form: Element) -> Pairs:
    """Return the fields that a browser sends of a form, without its buttons."""
    pairs = []
    for element in form.all("input", "select", "textarea"):
        name, kind = element.get("name"), element.get("type")
        if not name or "disabled" in element.attributes:
            continue
        if element.name == "select":
            chosen = [option for option in element.all("option") if "selected" in option.attributes]
            pairs += [(name, option.get("value")) for option in (chosen or element.all("option"))[-1:]]
        elif kind not in ("radio", "checkbox") or "checked" in element.attributes:
            pairs.append((name, element.get("value")))
    return pairs


def buttons(form: Element) -> Pairs:
    """Return the field that each button adds. The button that Enter presses is the first."""
    return [
        (element.get("name"), element.get("value"))
        for element in form.all("button")
        if "disabled" not in element.attributes and element.get("type") != "button"
    ]


def choices(form: Element) -> Pairs:
    """Return all values of radio buttons, boxes and lists."""
    picked = [element for element in form.all("input") if element.get("type") in ("radio", "checkbox")]
    listed = [
        (element.get("name"), option.get("value")) for element in form.all("select") for option in element.all("option")
    ]
    return [(element.get("name"), element.get("value")) for element in picked] + listed


def with_values(pairs: Iterable[tuple[str, str]], *news: tuple[str, str]) -> Pairs:
    """Return the fields with new values for some names. An empty value removes the field."""
    names = [name for name, _value in news]
    return [pair for pair in pairs if pair[0] not in names] + [pair for pair in news if pair[1]]


class Reply:
    def __init__(self, answer: dict[str, Any]) -> None:
        self.status: int = answer["status"]
        self.text: str = answer["html"]
        self.events: list[Event] = answer["events"]
        self.redirect_to: str = answer["go"]

    @property
    def html(self) -> Html:
        return Html(self.text)

    @property
    def form(self) -> Element:
        return self.html.find("round")


class Table:
    """The stored data, and the person who asks. Events of an answer are validated and stored, as on the server."""

    def __init__(self, events: Sequence[Event] = (), match: str = MATCH) -> None:
        self.logs: dict[str, list[Event]] = {match: list(events)} if events else {}
        self.match = match
        self.players: list[dict[str, Any]] = []
        self.evening_events: list[Event] = []
        self.game_events: list[Event] = []
        self.role = "owner"
        self.last: Reply | None = None

    @property
    def events(self) -> list[Event]:
        return self.logs[self.match]

    @property
    def log(self) -> Log:
        return fold_events(self.events)

    @property
    def sheet(self) -> Any:
        sheet = sheet_from_log(self.log)
        assert sheet is not None
        return sheet

    def state(self) -> Any:
        """Return everything that counts of a match, whatever its events are."""
        log = self.log
        sheet = self.sheet
        return (
            [(deal.id, deal.answers, deal.is_struck, deal.is_duplicate) for deal in log.deals],
            (log.options, log.players, log.first_dealer, log.is_closed, log.is_deleted),
            ([row.points for row in sheet.rows], sheet.totals, sheet.winners, sheet.names),
        )

    def new_ids(self) -> list[str]:
        return [id_of(f"fresh {next(NUMBERS)}") for _ in range(20)]

    def request_json(self, path: str, form: Sequence[tuple[str, str]] | None = None, part: str = "") -> dict[str, Any]:
        """Return the request as the worker sends it to the bridge."""
        url = urlsplit(path)
        match = url.path.split("/")[2] if url.path.startswith("/table/") else ""
        return {
            "path": url.path,
            "query": [list(pair) for pair in parse_qsl(url.query, keep_blank_values=True)],
            "form": None if form is None else [list(pair) for pair in form],
            "now": NOW,
            "ids": self.new_ids(),
            "role": self.role,
            "part": part,
        } | (
            {"events": self.logs.get(match, [])}
            if match
            else {
                "matches": [self.summary(match) for match in reversed(self.logs)],
                "players": self.players,
                "evenings": self.evening_events,
                "custom_games": self.game_events,
            }
        )

    def summary(self, match: str) -> dict[str, Any]:
        return summary(fold_events(self.logs[match]))

    def get(self, path: str, part: str = "") -> Reply:
        return self.send(path, None, part)

    def post(self, path: str, form: Sequence[tuple[str, str]], part: str = "") -> Reply:
        return self.send(path, form, part)

    def send(self, path: str, form: Sequence[tuple[str, str]] | None, part: str) -> Reply:
        answer = host().answer(json.loads(json.dumps(self.request_json(path, form, part))))
        reply = Reply(json.loads(json.dumps(answer)))
        assert reply.status in STATUSES
        assert bool(reply.redirect_to) == (reply.status == 303)
        assert not reply.events or reply.redirect_to, "events, but nowhere to go"
        for event in reply.events:
            self.store(event)
        self.last = reply
        return reply

    def store(self, event: Event) -> None:
        """Store an event as the server does: validate it, and refuse an id that is stored."""
        if event["match"] is None:
            validate_for_log(Log(), event)
            if event["kind"] == "evening":
                self.evening_events.append(event)
                return
            if event["kind"] == "custom_game":
                self.game_events.append(event)
                return
            player = event["data"]
            self.players.append({"id": player["player"], "name": player["name"], "hidden": False, "same_as": None})
            return
        log = self.logs.setdefault(event["match"], [])
        assert event["id"] not in [stored["id"] for stored in log], "an id that is stored already"
        validate_for_log(fold_events(log), event)
        log.append({**event, "seq": len(log) + 1, "by": {"id": id_of("by"), "name": "Rosa"}})

    def follow(self, reply: Reply) -> Reply:
        assert reply.redirect_to
        return self.get(reply.redirect_to)

    # ---- at the table

    @property
    def path(self) -> str:
        return f"/table/{self.match}/"

    def round(self, deal: str | None = None) -> str:
        return self.path if deal is None else f"{self.path}{deal}/"

    def form(self, path: str | None = None) -> Pairs:
        """Return the fields of a round's form."""
        return fields(self.get(path or self.path).form)

    def save(self, *typed: tuple[str, str], path: str | None = None) -> Reply:
        url = path or self.path
        return self.post(url, with_values(self.form(url), *typed))

    def press(self, what: str, form: Sequence[tuple[str, str]], path: str | None = None) -> Reply:
        return self.post(path or self.path, [*form, ("press", what)])

    def undo(self, reply: Reply) -> Reply:
        """Press the undo button of the page that the reply leads to."""
        page = self.follow(reply).html
        [notice] = [
            form for form in page.forms() if any(element.get("name") == "undo" for element in form.all("button"))
        ]
        [undo] = buttons(notice)
        return self.post(notice.get("action"), [*fields(notice), undo])


def start_match(game: str, players: Sequence[Any] = ("Eleni", "Deniz", "Andreas", "Zeynep"), **data: Any) -> Table:
    """Start a match. Each has ids of its own, because a host goes on from the log that it has folded last."""
    table = Table()
    table.store(
        {
            "id": table.new_ids()[0],
            "match": MATCH,
            "kind": "start",
            "data": {"game": game, "players": list(players), **data},
            "after": [],
            "at": NOW,
        }
    )
    return table
