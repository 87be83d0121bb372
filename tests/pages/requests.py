"""Requests at random, as the worker hands them to the bridge: plain JSON, so that both interpreters can answer them.

The logs in them are what the server would take, and what it cannot refuse: kinds and games that a newer version
knows, matches that are gone. Whatever else comes from outside is anything at all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from games.match.clock import HOUR
from games.match.errors import Refused
from games.match.log import fold_events
from games.match.scoring import sheet_from_log
from games.match.summary import summary
from games.match.validation import validate_for_log
from games.pages.entry.form_answers import answers_to_fields
from games.pages.routes import CIRCLE, ROUTES, resolve, reverse
from games.pages.start.seating import start_fields
from games.rules import catalogue, option
from games.rules.game import Match
from tests.match.histories import History
from tests.match.logs import id_of
from tests.rules.documents import random_answers, random_options, spoil
from tests.rules.matches import mend

Event = dict[str, Any]
Asked = dict[str, Any]
Pairs = list[list[str]]

HERE = id_of("match")
NOW = "2026-11-20T19:42:10+02:00"
NAMES = (
    "Eleni", "Deniz", "Andreas", "Zeynep", "Rosa", "Duarte", "Ayşe İ.", "<b>Bob</b>", 'a "b" & \'c\'', "שרה", "عمر", "🂡 👩‍👩‍👧",
    "100%", "%(side)s", "{{ x }}", "n" * 200, "ş" * 200, "\u202eevil", "a\u200bb", "</script><script>alert(1)</script>", "  two  words ",
)  # fmt: skip
# Unusual spaces have a test of their own.
JUNK = (
    "", " ", "0", "1", "2", "7", "71", "71 ", " 49", "007", "120", "162", "999999", "1000000", "9" * 40, "-1", "+3", "1.5", "1e3", "٣", "²",
    "true", "false", "null", "hearts", "red", "few", "other", "x" * 300, "<b>", '"><script>', "&amp;", "'", "\u202e", "🂡",
    "a\nb", "a\tb", "a:b:c", ":", "::::", "-", "--", "0-0", "%s", "%(a)s", "{{ 1 }}", "\ud7ff\ue000", "\x7f", "\x01",
)  # fmt: skip
PRESSES = (
    *"0123456789", "back", "clear", "all", "now", "add", "less", "nobody", "put", "lay", "take", "at", "open", "fold", "", "10", "name", "sit", "stand",
    "turn", "draw", "drop", "kept",
)  # fmt: skip
DAYS = ("2025-05-03", "2024-02-29", "2025-02-29", "1899-12-31", "2999-01-01", "2025-5-3", "")
ODD_NAMES = (
    "deal", "event", "after", "now", "press", "open", "pile", "pile-side", "undo", "strike", "restore", "keep", "version", "act", "save", "saved",
    "next", "game", "seated", "new_player", "first_dealer", "seat-0", "seat-1", "seat-5", "seat-9", "at-laid", "csrfmiddlewaretoken", "", "-",
    "laid-0-trump-values-99", "laid-0-trump-values-100", "laid-9-trump-card", "declarations-0-0", "declarations-0-0-kind", "heley-trick",
    "option-target", "option-target-other", "option-subtrumps-red", "option-", "x", "<name>", "ş", "constructor",
)  # fmt: skip

OFTEN = [address for address in ROUTES if address.name in ("new", "table", "more", "round", "late")]


class Writing:
    """A match being written, by people who do not always know of each other."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.own = (
            f"{chance.randrange(1 << 24):x}"  # a host goes on from the log that it has folded last: no id comes again
        )
        self.made = 0
        game = chance.choice(catalogue.GAMES)
        players = chance.choice(game.players)
        data = {
            "game": game.key,
            "players": [self.player(name) for name in chance.sample(NAMES, players)],
            "options": random_options(chance, game, players),
            "first_dealer": chance.randrange(players),
        }
        self.events: list[Event] = []
        self.add("start", data, [])

    def player(self, name: str) -> Any:
        return name if self.chance.random() < 0.3 else {"id": id_of("p" + str(NAMES.index(name))), "name": name}

    def add(self, kind: str, data: Any, after: Any) -> bool:
        """As the server takes it, where it does."""
        self.made += 1
        event = {
            "id": id_of(f"{self.own} e{self.made}"),
            "match": HERE,
            "kind": kind,
            "data": data,
            "after": after,
            "at": NOW,
        }
        try:
            validate_for_log(fold_events(self.events), event)
        except Refused:
            return False
        number = len(self.events) + 1
        self.events.append({**event, "seq": number, "by": {"id": id_of("by"), "name": self.chance.choice(NAMES)}})
        return True

    def go_on(self, steps: int) -> None:
        for _step in range(steps):
            kind = self.chance.choices(*zip(*KINDS, strict=True))[0]
            log = fold_events(self.events)
            deals = [deal.id for deal in log.deals]
            if kind in ("amend", "strike", "restore", "settle") and not deals:
                kind = "deal"
            ends = log.knowledge.ends()
            seen = self.chance.choice((None, ends, ends, [self.chance.choice(self.events)["id"]], [id_of("gone")]))
            self.add(kind, self.data(kind, deals), seen)

    def data(self, kind: str, deals: list[str]) -> Any:
        chance, log = self.chance, fold_events(self.events)
        if kind in ("deal", "amend"):
            answers = acceptable(chance, match_of(self.events))
            data = {
                "deal": id_of(f"{self.own} d{self.made}") if kind == "deal" else chance.choice(deals),
                "answers": answers,
            }
            return data | (
                {"before": chance.choice(deals)} if kind == "deal" and deals and chance.random() < 0.1 else {}
            )
        if kind in ("strike", "restore"):
            return {"deal": chance.choice(deals)}
        if kind == "settle":
            return {"keep": chance.sample(deals, 1), "strike": chance.sample(deals, 1)}
        if kind == "options":
            return {"options": random_options(chance, match_of(self.events).game, len(log.players))}
        if kind == "seats":
            players = list(log.players)
            chance.shuffle(players)
            return {"players": players, "first_dealer": chance.randrange(len(players))}
        return {}


KINDS = (
    ("deal", 12), ("amend", 4), ("strike", 2), ("restore", 1), ("settle", 1), ("options", 1), ("seats", 1), ("finish", 0.5), ("reopen", 0.5),
    ("delete", 0.2), ("undelete", 0.2),
)  # fmt: skip


def match_of(events: Sequence[Event]) -> Match:
    sheet = sheet_from_log(fold_events(events))
    assert sheet is not None
    return sheet.match


def acceptable(chance: Random, match: Match) -> dict[str, Any]:
    """Answers of a deal in which nothing is wrong in itself."""
    answers = random_answers(chance, match)
    mend(match, answers)
    return answers


def random_log(chance: Random) -> list[Event]:
    how = chance.random()
    if how < 0.03:
        return []
    if how < 0.1:
        history = History(chance.randrange(100_000))
        history.play(chance.randrange(40))
        return renamed(chance, chance.choice([history.server.events, history.phones[0].events()]))
    writing = Writing(chance)
    writing.go_on(chance.choice((0, 1, 2, 5, 10, 25)))
    events = writing.events
    odd = chance.random()
    if odd < 0.03:
        events = [
            {**event, "data": {}} for event in events if event["kind"] in ("start", "deal", "amend")
        ]  # gone for good
    elif odd < 0.06:
        unknown = {**events[0]["data"], "game": chance.choice(("cribbage", "<b>", ""))}
        events = [{**events[0], "data": unknown}, *events[1:]]
    elif odd < 0.1:
        newer = {**events[0], "id": id_of("newer"), "kind": "applaud", "data": {"deal": 7}, "seq": len(events) + 1}
        events = [*events, newer]
    elif odd < 0.12:
        events = [{**events[0], "data": {**events[0]["data"], "options": {"newer": 1}}}, *events[1:]]
    return events


def renamed(chance: Random, events: list[Event]) -> list[Event]:
    """With ids of its own."""
    text = json.dumps(events).replace('"00000000-0000-', f'"{chance.randrange(1 << 32):08x}-0000-')
    return [{**event, "match": HERE} for event in json.loads(text)]


def request(chance: Random, events: list[Event]) -> Asked:
    address = chance.choice(OFTEN if chance.random() < 0.7 else ROUTES)
    deals = [event["data"]["deal"] for event in events if event["kind"] == "deal" and event["data"]]
    ids = deals or [id_of("gone")]
    path = reverse(
        address.name, {"match": HERE, "deal": chance.choice(ids) if chance.random() < 0.95 else id_of("gone")}
    )
    if chance.random() < 0.01:
        path = chance.choice(("/", "", "//", "/table/", path[:-1], path.upper(), path + "/", "/table/<b>/", "/ş"))
    asked: Asked = {
        "path": path,
        "query": random_query(chance, events),
        "form": None,
        "now": NOW,
        "ids": [id_of(f"fresh {number}") for number in range(20)],
        "role": chance.choice(("owner", "owner", "owner", "owner", "scorer", "reader")),
        "part": chance.choice(("", "", "round", "live", "new-match", "sheet", "<b>")),
    }
    if chance.random() < 0.65:
        asked["form"] = random_new(chance) if address.needs == CIRCLE else random_form(chance, events, ids)
    matches = random_summaries(chance, events)
    of_circle = {"matches": matches, "players": random_players(chance), "evenings": random_evenings(chance, matches)}
    found = resolve(path)
    needs = CIRCLE if found is None else found[0].needs
    return asked | (of_circle if needs == CIRCLE else {"events": events})


def random_query(chance: Random, events: Sequence[Event]) -> Pairs:
    found = []
    if chance.random() < 0.5 and events:
        found.append(["saved", events[-1]["id"] if chance.random() < 0.8 else chance.choice(JUNK)])
    if chance.random() < 0.2:
        found.append(["next", chance.choice(JUNK)])
    if chance.random() < 0.2:
        found.append(["game", chance.choice([*catalogue.keys(), *JUNK])])
    return found


def random_form(chance: Random, events: Sequence[Event], deals: Sequence[str]) -> Pairs:
    """The entry of a round, the forms of the other pages, and what no page would send."""
    known = [event["id"] for event in events]
    sheet = sheet_from_log(fold_events(events)) if events and known_game(events) else None
    found: Pairs = []
    if sheet is not None and chance.random() < 0.85:
        answers = random_answers(chance, sheet.match)
        if chance.random() < 0.3:
            mend(sheet.match, answers)
        elif answers and chance.random() < 0.5:
            spoil(chance, answers)
        found = [list(pair) for pair in answers_to_fields(sheet.match, answers)]
    names = [name for name, _value in found]
    event = chance.choice([id_of(f"new {chance.randrange(9)}"), *known[-1:]])
    found += [["deal", chance.choice([*deals, id_of("new"), id_of("new")])], ["event", event]]
    found += [["after", id] for id in chance.sample(known, min(len(known), chance.randrange(3)))]
    if chance.random() < 0.4:
        found.append(["now", chance.choice([*names, *ODD_NAMES])])
    if chance.random() < 0.4:
        found.append(["press", random_press(chance, names)])
    if chance.random() < 0.4:
        what = chance.choice(
            (["undo", chance.choice([*known, "x"])], ["strike", " ".join(chance.sample(deals, 1))],
             ["restore", "1"], ["keep", chance.choice(deals)], ["version", chance.choice("0123x")],
             ["act", chance.choice(("finish", "reopen", "delete", "undelete", "seats", "options", "options", "x"))])
        )  # fmt: skip
        found.append(what)
        if what[0] == "act" and sheet is not None:
            found += random_house_rules(chance, sheet.match)
            order = [str(number) for number in range(sheet.match.players)]
            chance.shuffle(order)
            found += [[f"seat-{number}", value] for number, value in enumerate(order)]
            found.append(["first_dealer", chance.choice(order)])
    if chance.random() < 0.3:
        found += [["open", name] for name in chance.sample(names, min(len(names), 2))] + [["open", "pile"]]
        cards = sheet.match.game.pack.cards() if sheet is not None and sheet.match.game.pack else []
        found += [["pile", " ".join(card)] for card in chance.sample(cards, min(len(cards), chance.randrange(9)))]
        found.append(["pile-side", chance.choice(("0", "1", "2", "9", "x"))])
    return spoilt(chance, found)


def known_game(events: Sequence[Event]) -> bool:
    return sheet_from_log(fold_events(events)) is not None


def random_press(chance: Random, names: Sequence[str]) -> str:
    what = chance.choice(PRESSES)
    told = [chance.choice([*names, *ODD_NAMES, *JUNK]) for _ in range(chance.randrange(6))]
    return ":".join([what, *told])


def random_house_rules(chance: Random, match: Match) -> Pairs:
    found: Pairs = []
    fields = start_fields(match.game.key, [], random_options(chance, match.game, match.players), 0)
    found += [list(pair) for pair in fields if pair[0][:7] == "option-"]
    for one in match.game.options:
        if isinstance(one, option.Target) and chance.random() < 0.3:
            found += [[f"option-{one.name}", "other"], [f"option-{one.name}-other", chance.choice(JUNK)]]
    return found


def random_new(chance: Random) -> Pairs:
    """Sitting down, in the middle of it."""
    game = chance.choice(catalogue.GAMES)
    count = chance.choice((*game.players, *game.players, chance.randrange(7)))
    seats = [f"name:{name}" if chance.random() < 0.4 else id_of(f"p{number}") for number, name in enumerate(NAMES)]
    found = [["game", game.key], ["first_dealer", str(chance.randrange(count + 1))]]
    found += [[f"seat-{number}", value] for number, value in enumerate(chance.sample(seats, count))]
    found += random_house_rules(chance, Match(game, {}, chance.choice(game.players)))
    if chance.random() < 0.5:
        found.append(["seated", chance.choice(("", "by hand", game.key, *catalogue.keys()))])
    if chance.random() < 0.5:
        found.append(["new_player", chance.choice((*NAMES, *JUNK))])
    if chance.random() < 0.2:
        found += [["day", chance.choice(DAYS)], ["time", chance.choice(("20:00", "00:00", "24:00", ""))]]
    if chance.random() < 0.6:
        found.append(["press", chance.choice(("", "name", "turn", "draw", "stand:0", "sit:" + chance.choice(seats)))])
    return spoilt(chance, found)


def spoilt(chance: Random, form: Pairs) -> Pairs:
    """With something in it that no page sends."""
    while chance.random() < 0.35:
        how = chance.random()
        if form and how < 0.4:
            form[chance.randrange(len(form))][1] = chance.choice(JUNK)
        elif how < 0.8:
            form.append([chance.choice(ODD_NAMES), chance.choice(JUNK)])
        elif form:
            del form[chance.randrange(len(form))]
    if chance.random() < 0.05:
        chance.shuffle(form)
    return form


def random_players(chance: Random) -> list[dict[str, Any]]:
    """Of the circle: the same ones as in the matches."""
    found = []
    for number, name in enumerate(NAMES):
        if chance.random() < 0.6:
            same_as = id_of("p0") if chance.random() < 0.05 else None
            found.append({"id": id_of(f"p{number}"), "name": name, "hidden": chance.random() < 0.1, "same_as": same_as})
    return found


def random_summaries(chance: Random, events: list[Event]) -> list[dict[str, Any]]:
    logs = [events, *[Writing(chance).events for _ in range(chance.randrange(3))]]
    found = [summary(fold_events(log)) for log in logs if log and log[0]["data"]]
    for number, told in enumerate(found[1:]):  # all logs are of one match, and of one moment
        began = told["begins"] - chance.randrange(20) * HOUR
        told |= {"match": id_of(f"match {number}"), "begins": began, "ends": began + chance.randrange(5) * HOUR}
        told["start_seq"] = chance.choice((None, 1, 9))
    return found


def random_evenings(chance: Random, matches: Sequence[dict[str, Any]]) -> list[Event]:
    """What hands have said of them."""
    ids = [told["match"] for told in matches] + [id_of("party"), id_of("gone")]
    found = []
    for number in range(chance.choice((0, 0, 1, 3))):
        data: dict[str, Any] = {"evening": chance.choice(ids)}
        if chance.random() < 0.7:
            data[chance.choice(("name", "place"))] = chance.choice((*NAMES, "", None))
        if chance.random() < 0.7:
            data["matches"] = chance.choice((None, chance.sample(ids, chance.randrange(len(ids)))))
        seq = chance.choice((None, number + 2))
        found.append({"id": id_of(f"said {number}"), "match": None, "kind": "evening", "data": data, "seq": seq})
    return found


def requests(seed: int, count: int) -> Iterator[Asked]:
    """Several of each log, as they come to a host that keeps the last one."""
    chance = Random(seed)
    made = 0
    while made < count:
        events = random_log(chance)
        for _ in range(min(8, count - made)):
            made += 1
            yield json.loads(json.dumps(request(chance, events)))
