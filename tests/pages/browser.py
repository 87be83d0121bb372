"""A browser without scripts, and a table that it asks: pages are parsed, forms are filled in and sent as they stand.

Nothing is kept but events, so a test that goes on from an answer goes on from what is stored.
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
from games.match.scoring import sheet_from_log
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
    def __init__(self, name: str, attributes: dict[str, str], inside: Element | None) -> None:
        self.name = name
        self.attributes = attributes
        self.inside = inside
        self.held: list[Element] = []
        self.texts: list[str] = []

    def get(self, name: str) -> str:
        return self.attributes.get(name, "")

    def all(self, *names: str) -> list[Element]:
        """Everything within, in the order of the page."""
        found = []
        for one in self.held:
            found += [one, *one.all()]
        return [one for one in found if not names or one.name in names]

    @property
    def text(self) -> str:
        """What it says, in single spaces."""
        return " ".join(" ".join([*self.texts, *(one.text for one in self.held)]).split())


class Html(HTMLParser):
    """Strict: what is opened is closed in order, no attribute comes twice."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {}, None)
        self.now = self.root
        self.feed(text)
        self.close()
        assert self.now is self.root, f"not closed: {self.now.name}"

    def doubled(self) -> list[str]:
        """The ids that are there more than once."""
        ids = [one.get("id") for one in self.root.all() if "id" in one.attributes]
        return sorted({id for id in ids if ids.count(id) > 1})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _value in attrs]
        assert len(names) == len(set(names)), f"{tag} has an attribute twice: {names}"
        assert all(re.fullmatch(r"[\w-]+", name) or name == "viewBox" for name in names), f"{tag} has {names}"
        one = Element(tag, {name: value or "" for name, value in attrs}, self.now)
        self.now.held.append(one)
        if tag not in VOID:
            self.now = one

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.now.name == tag, f"<{self.now.name}> is closed by </{tag}>"
        assert self.now.inside is not None
        self.now = self.now.inside

    def handle_data(self, data: str) -> None:
        self.now.texts.append(data)

    def find(self, id: str) -> Element:
        [found] = [one for one in self.root.all() if one.get("id") == id]
        return found

    def has(self, id: str) -> bool:
        return any(one.get("id") == id for one in self.root.all())

    def forms(self) -> list[Element]:
        """Those that the table answers: the language is Django's to change."""
        return [form for form in self.root.all("form") if form.get("action") != "/language/"]

    def told(self, style: str) -> list[str]:
        """What the elements of this class say."""
        return [one.text for one in self.root.all() if style in one.get("class").split()]


def fields(form: Element) -> Pairs:
    """What a browser sends of a form, its buttons left aside."""
    found = []
    for one in form.all("input", "select", "textarea"):
        name, kind = one.get("name"), one.get("type")
        if not name or "disabled" in one.attributes:
            continue
        if one.name == "select":
            chosen = [option for option in one.all("option") if "selected" in option.attributes]
            found += [(name, option.get("value")) for option in (chosen or one.all("option"))[-1:]]
        elif kind not in ("radio", "checkbox") or "checked" in one.attributes:
            found.append((name, one.get("value")))
    return found


def buttons(form: Element) -> Pairs:
    """What each of its buttons adds; the one that Enter presses stands first."""
    return [
        (one.get("name"), one.get("value"))
        for one in form.all("button")
        if "disabled" not in one.attributes and one.get("type") != "button"
    ]


def choices(form: Element) -> Pairs:
    """What could be chosen: the radio buttons, boxes and lists."""
    picked = [one for one in form.all("input") if one.get("type") in ("radio", "checkbox")]
    listed = [(one.get("name"), option.get("value")) for one in form.all("select") for option in one.all("option")]
    return [(one.get("name"), one.get("value")) for one in picked] + listed


def put(pairs: Iterable[tuple[str, str]], *news: tuple[str, str]) -> Pairs:
    """Instead of what stood there of these names."""
    names = [name for name, _value in news]
    return [pair for pair in pairs if pair[0] not in names] + [pair for pair in news if pair[1]]


class Reply:
    def __init__(self, told: dict[str, Any]) -> None:
        self.status: int = told["status"]
        self.text: str = told["html"]
        self.events: list[Event] = told["events"]
        self.go: str = told["go"]

    @property
    def html(self) -> Html:
        return Html(self.text)

    @property
    def form(self) -> Element:
        return self.html.find("round")


class Table:
    """What is stored, and whoever asks. What an answer wants stored is judged as the server will, and stored."""

    def __init__(self, events: Sequence[Event] = (), match: str = MATCH) -> None:
        self.logs: dict[str, list[Event]] = {match: list(events)} if events else {}
        self.match = match
        self.players: list[dict[str, Any]] = []
        self.said: list[Event] = []  # of evenings
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
        found = sheet_from_log(self.log)
        assert found is not None
        return found

    def state(self) -> Any:
        """All that counts of a match, however it came about."""
        log = self.log
        sheet = self.sheet
        return (
            [(deal.id, deal.answers, deal.is_struck, deal.is_duplicate) for deal in log.deals],
            (log.options, log.players, log.first_dealer, log.is_closed, log.is_deleted),
            ([row.points for row in sheet.rows], sheet.totals, sheet.winners),
        )

    def fresh(self) -> list[str]:
        return [id_of(f"fresh {next(NUMBERS)}") for _ in range(20)]

    def asked(self, path: str, form: Sequence[tuple[str, str]] | None = None, part: str = "") -> dict[str, Any]:
        """As the worker writes it down."""
        where = urlsplit(path)
        match = where.path.split("/")[2] if where.path.startswith("/table/") else ""
        return {
            "path": where.path,
            "query": [list(pair) for pair in parse_qsl(where.query, keep_blank_values=True)],
            "form": None if form is None else [list(pair) for pair in form],
            "now": NOW,
            "ids": self.fresh(),
            "role": self.role,
            "part": part,
        } | (
            {"events": self.logs.get(match, [])}
            if match
            else {
                "matches": [self.summary(one) for one in reversed(self.logs)],
                "players": self.players,
                "evenings": self.said,
            }
        )

    def summary(self, match: str) -> dict[str, Any]:
        return summary(fold_events(self.logs[match]))

    def get(self, path: str, part: str = "") -> Reply:
        return self.send(path, None, part)

    def post(self, path: str, form: Sequence[tuple[str, str]], part: str = "") -> Reply:
        return self.send(path, form, part)

    def send(self, path: str, form: Sequence[tuple[str, str]] | None, part: str) -> Reply:
        told = host().answer(json.loads(json.dumps(self.asked(path, form, part))))
        reply = Reply(json.loads(json.dumps(told)))
        assert reply.status in STATUSES
        assert bool(reply.go) == (reply.status == 303)
        assert not reply.events or reply.go, "events, but nowhere to go"
        for event in reply.events:
            self.store(event)
        self.last = reply
        return reply

    def store(self, event: Event) -> None:
        """As the server does: it judges, and takes one id once."""
        if event["match"] is None:
            validate_for_log(Log(), event)
            if event["kind"] == "evening":
                self.said.append(event)
                return
            player = event["data"]
            self.players.append({"id": player["player"], "name": player["name"], "hidden": False, "same_as": None})
            return
        log = self.logs.setdefault(event["match"], [])
        assert event["id"] not in [one["id"] for one in log], "an id that is there already"
        validate_for_log(fold_events(log), event)
        log.append({**event, "seq": len(log) + 1, "by": {"id": id_of("by"), "name": "Rosa"}})

    def follow(self, reply: Reply) -> Reply:
        assert reply.go
        return self.get(reply.go)

    # ---- at the table

    @property
    def here(self) -> str:
        return f"/table/{self.match}/"

    def round(self, deal: str | None = None) -> str:
        return self.here if deal is None else f"{self.here}{deal}/"

    def form(self, path: str | None = None) -> Pairs:
        """The entry of a round as it comes."""
        return fields(self.get(path or self.here).form)

    def save(self, *typed: tuple[str, str], path: str | None = None) -> Reply:
        where = path or self.here
        return self.post(where, put(self.form(where), *typed))

    def press(self, what: str, form: Sequence[tuple[str, str]], path: str | None = None) -> Reply:
        return self.post(path or self.here, [*form, ("press", what)])

    def undo(self, reply: Reply) -> Reply:
        """By the button that the next page has."""
        shown = self.follow(reply).html
        [notice] = [form for form in shown.forms() if any(one.get("name") == "undo" for one in form.all("button"))]
        [undo] = buttons(notice)
        return self.post(notice.get("action"), [*fields(notice), undo])


def started(game: str, players: Sequence[Any] = ("Eleni", "Deniz", "Andreas", "Zeynep"), **data: Any) -> Table:
    """A match that has just begun. No two have the same ids: a host goes on from the log that it has folded last."""
    table = Table()
    table.store(
        {
            "id": table.fresh()[0],
            "match": MATCH,
            "kind": "start",
            "data": {"game": game, "players": list(players), **data},
            "after": [],
            "at": NOW,
        }
    )
    return table
