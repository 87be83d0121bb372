"""Random requests, as the worker sends them to the bridge. They are plain JSON, so both interpreters can answer them.

Their logs are valid, or contain what the server cannot refuse: events and games of a newer version, purged matches.
All other fields are arbitrary.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from games.match.errors import Refused
from games.match.lineups import may_change_count
from games.match.log import Log, fold_events
from games.match.sheet import sheet_from_log
from games.match.summary import summary
from games.match.times import HOUR
from games.match.validation import validate_for_log
from games.pages.entry.form_answers import answers_to_fields
from games.pages.request import CIRCLE, ROUTES, resolve, reverse
from games.pages.start.rematch import start_fields
from games.rules import catalogue, option
from games.rules.custom_game import BASE, custom_key
from games.rules.game import Setup
from tests.match.histories import History
from tests.match.logs import id_of
from tests.rules.documents import random_answers, random_options, spoil
from tests.rules.matches import mend

Event = dict[str, Any]
RequestJson = dict[str, Any]
Pairs = list[list[str]]

MATCH_ID = id_of("match")
CUSTOM_GAMES = (id_of("rummy"), id_of("canasta"))
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
    *"0123456789", "back", "now", "add", "less", "nobody", "put", "lay", "take", "at", "open", "fold", "", "10", "name", "sit", "stand",
    "turn", "draw", "drop", "kept",
)  # fmt: skip
DAYS = ("2025-05-03", "2024-02-29", "2025-02-29", "1899-12-31", "2999-01-01", "2025-5-3", "")
ODD_NAMES = (
    "deal", "event", "after", "now", "press", "open", "pile", "pile-side", "undo", "strike", "restore", "keep", "version", "act", "save", "saved",
    "next", "game", "seated", "new_player", "first_dealer", "seat-0", "seat-1", "seat-5", "seat-9", "at-laid", "csrfmiddlewaretoken", "", "-",
    "laid-0-trump-values-99", "laid-0-trump-values-100", "laid-9-trump-card", "declarations-0-0", "declarations-0-0-kind", "heley-trick",
    "option-target", "option-target-other", "option-subtrumps-red", "option-", "x", "<name>", "ş", "constructor",
)  # fmt: skip

FREQUENT_ROUTES = [route for route in ROUTES if route.name in ("new", "table", "more", "round", "late")]


class RandomLog:
    """A random log of a match, by people who have not always seen each other's events."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.own = f"{chance.randrange(1 << 24):x}"  # no id may repeat, because a host goes on from the log that it has folded last
        self.events_tried = 0
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
        """Append an event as the server would. Return whether it was accepted."""
        self.events_tried += 1
        event = {
            "id": id_of(f"{self.own} e{self.events_tried}"),
            "match": MATCH_ID,
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

    def add_random_events(self, steps: int) -> None:
        for _step in range(steps):
            kind = self.chance.choices(*zip(*KINDS, strict=True))[0]
            log = fold_events(self.events)
            deals = [deal.id for deal in log.deals]
            if kind in ("amend", "strike", "restore", "settle") and not deals:
                kind = "deal"
            ends = log.causality.heads()
            seen = self.chance.choice((None, ends, ends, [self.chance.choice(self.events)["id"]], [id_of("gone")]))
            self.add(kind, self.data(kind, deals), seen)

    def data(self, kind: str, deals: list[str]) -> Any:
        chance, log = self.chance, fold_events(self.events)
        if kind in ("deal", "amend"):
            answers = valid_answers(chance, match_of(self.events))
            data = {
                "deal": id_of(f"{self.own} d{self.events_tried}") if kind == "deal" else chance.choice(deals),
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
        if kind == "people":
            return random_change(chance, log, deals)
        return {}


KINDS = (
    ("deal", 12), ("amend", 4), ("strike", 2), ("restore", 1), ("settle", 1), ("options", 1), ("seats", 1), ("people", 2), ("finish", 0.5), ("reopen", 0.5),
    ("delete", 0.2), ("undelete", 0.2),
)  # fmt: skip


def random_change(chance: Random, log: Log, deals: list[str]) -> dict[str, Any]:
    """Return the data of a change of the people that the match allows."""
    sheet = sheet_from_log(log)
    assert sheet is not None
    players, setup = list(sheet.lineup.players), sheet.setup
    act = chance.choice(("swap", "replace", "leave", "join"))
    if act == "leave" and may_change_count(setup.game, setup.options, len(players), len(players) - 1):
        players.pop(chance.randrange(len(players)))
    elif act == "join" and may_change_count(setup.game, setup.options, len(players), len(players) + 1):
        players.insert(chance.randrange(len(players) + 1), f"Guest {chance.randrange(10_000)}")
    elif act == "replace":
        players[chance.randrange(len(players))] = f"Guest {chance.randrange(10_000)}"
    else:
        chance.shuffle(players)
    return {
        "players": players,
        "before": chance.choice([None, None, *deals[-1:]]),
        "first_dealer": chance.choice((None, chance.randrange(len(players)))),
        "points": chance.choice(("take_over", "from_zero")),
    }


def match_of(events: Sequence[Event]) -> Setup:
    sheet = sheet_from_log(fold_events(events))
    assert sheet is not None
    return sheet.setup


def valid_answers(chance: Random, match: Setup) -> dict[str, Any]:
    """Return answers that are each valid."""
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
        return with_own_ids(chance, chance.choice([history.server.events, history.phones[0].events()]))
    writing = RandomLog(chance)
    writing.add_random_events(chance.choice((0, 1, 2, 5, 10, 25)))
    events = writing.events
    odd = chance.random()
    if odd < 0.03:
        events = [{**event, "data": {}} for event in events if event["kind"] in ("start", "deal", "amend")]  # purged
    elif odd < 0.06:
        unknown = {**events[0]["data"], "game": chance.choice(("cribbage", "<b>", ""))}
        events = [{**events[0], "data": unknown}, *events[1:]]
    elif odd < 0.1:
        newer = {**events[0], "id": id_of("newer"), "kind": "applaud", "data": {"deal": 7}, "seq": len(events) + 1}
        events = [*events, newer]
    elif odd < 0.12:
        events = [{**events[0], "data": {**events[0]["data"], "options": {"newer": 1}}}, *events[1:]]
    return events


def with_own_ids(chance: Random, events: list[Event]) -> list[Event]:
    """Return the events with new ids."""
    text = json.dumps(events).replace('"00000000-0000-', f'"{chance.randrange(1 << 32):08x}-0000-')
    return [{**event, "match": MATCH_ID} for event in json.loads(text)]


def request(chance: Random, events: list[Event]) -> RequestJson:
    route = chance.choice(FREQUENT_ROUTES if chance.random() < 0.7 else ROUTES)
    deals = [event["data"]["deal"] for event in events if event["kind"] == "deal" and event["data"]]
    ids = deals or [id_of("gone")]
    path = reverse(
        route.name, {"match": MATCH_ID, "deal": chance.choice(ids) if chance.random() < 0.95 else id_of("gone")}
    )
    if chance.random() < 0.01:
        path = chance.choice(("/", "", "//", "/table/", path[:-1], path.upper(), path + "/", "/table/<b>/", "/ş"))
    request_json: RequestJson = {
        "path": path,
        "query": random_query(chance, events),
        "form": None,
        "now": NOW,
        "ids": [id_of(f"fresh {number}") for number in range(20)],
        "role": chance.choice(("owner", "owner", "owner", "owner", "scorer", "reader")),
        "part": chance.choice(("", "", "round", "live", "new-match", "sheet", "<b>")),
    }
    if chance.random() < 0.65:
        request_json["form"] = random_new(chance) if route.scope == CIRCLE else random_form(chance, events, ids)
    matches = random_summaries(chance, events)
    circle_data = {
        "matches": matches,
        "players": random_players(chance),
        "evenings": random_evenings(chance, matches),
        "custom_games": random_custom_games(chance),
    }
    resolved = resolve(path)
    needs = CIRCLE if resolved is None else resolved[0].scope
    return request_json | (circle_data if needs == CIRCLE else {"events": events})


def random_query(chance: Random, events: Sequence[Event]) -> Pairs:
    pairs = []
    if chance.random() < 0.5 and events:
        pairs.append(["saved", events[-1]["id"] if chance.random() < 0.8 else chance.choice(JUNK)])
    if chance.random() < 0.2:
        pairs.append(["next", chance.choice(JUNK)])
    if chance.random() < 0.2:
        pairs.append(["game", chance.choice([*catalogue.keys(), *JUNK])])
    return pairs


def random_form(chance: Random, events: Sequence[Event], deals: Sequence[str]) -> Pairs:
    """Return fields of a round, of other forms, and fields that no page would send."""
    known = [event["id"] for event in events]
    sheet = sheet_from_log(fold_events(events)) if events and known_game(events) else None
    pairs: Pairs = []
    if sheet is not None and chance.random() < 0.85:
        answers = random_answers(chance, sheet.setup)
        if chance.random() < 0.3:
            mend(sheet.setup, answers)
        elif answers and chance.random() < 0.5:
            spoil(chance, answers)
        pairs = [list(pair) for pair in answers_to_fields(sheet.setup, answers)]
    names = [name for name, _value in pairs]
    event = chance.choice([id_of(f"new {chance.randrange(9)}"), *known[-1:]])
    pairs += [["deal", chance.choice([*deals, id_of("new"), id_of("new")])], ["event", event]]
    pairs += [["after", id] for id in chance.sample(known, min(len(known), chance.randrange(3)))]
    if chance.random() < 0.4:
        pairs.append(["now", chance.choice([*names, *ODD_NAMES])])
    if chance.random() < 0.4:
        pairs.append(["press", random_press(chance, names)])
    if chance.random() < 0.4:
        button = chance.choice(
            (["undo", chance.choice([*known, "x"])], ["strike", " ".join(chance.sample(deals, 1))],
             ["restore", "1"], ["keep", chance.choice(deals)], ["version", chance.choice("0123x")],
             ["act", chance.choice(("finish", "reopen", "delete", "undelete", "swap", "chairs", "replace", "dealer",
                                    "leave", "join", "options", "options", "x"))])
        )  # fmt: skip
        pairs.append(button)
        if button[0] == "act" and sheet is not None:
            pairs += random_house_rules(chance, sheet.setup)
            order = [str(number) for number in range(sheet.setup.players)]
            chance.shuffle(order)
            pairs += [["swap", value] for value in chance.sample(order, chance.choice((1, 2, 2, 2)))]
            pairs += [[name, chance.choice([*order, "x"])] for name in ("who", "before", "dealer", "from")]
            pairs += [
                ["new_player", chance.choice(("", "Max", "Max", "Rosa "))],
                ["points", chance.choice(("from_zero", "take_over", "x"))],
            ]
    if chance.random() < 0.3:
        pairs += [["open", name] for name in chance.sample(names, min(len(names), 2))] + [["open", "pile"]]
        cards = sheet.setup.game.pack.cards() if sheet is not None and sheet.setup.game.pack else []
        pairs += [["pile", " ".join(card)] for card in chance.sample(cards, min(len(cards), chance.randrange(9)))]
        pairs.append(["pile-side", chance.choice(("0", "1", "2", "9", "x"))])
    return with_junk(chance, pairs)


def known_game(events: Sequence[Event]) -> bool:
    return sheet_from_log(fold_events(events)) is not None


def random_press(chance: Random, names: Sequence[str]) -> str:
    what = chance.choice(PRESSES)
    args = [chance.choice([*names, *ODD_NAMES, *JUNK]) for _ in range(chance.randrange(6))]
    return ":".join([what, *args])


def random_house_rules(chance: Random, match: Setup) -> Pairs:
    pairs: Pairs = []
    fields = start_fields(match.game.key, [], random_options(chance, match.game, match.players), 0)
    pairs += [list(pair) for pair in fields if pair[0][:7] == "option-"]
    for rule in match.game.options:
        if isinstance(rule, option.Target) and chance.random() < 0.3:
            pairs += [[f"option-{rule.name}", "other"], [f"option-{rule.name}-other", chance.choice(JUNK)]]
    return pairs


def random_new(chance: Random) -> Pairs:
    """Return a half-filled form of a new match."""
    game = chance.choice(catalogue.GAMES)
    if game.key == BASE and chance.random() < 0.7:
        game = catalogue.find(custom_key(chance.choice(CUSTOM_GAMES))) or game
    count = chance.choice((*game.players, *game.players, chance.randrange(7)))
    seats = [f"name:{name}" if chance.random() < 0.4 else id_of(f"p{number}") for number, name in enumerate(NAMES)]
    pairs = [["game", game.key], ["first_dealer", str(chance.randrange(count + 1))]]
    pairs += [[f"seat-{number}", value] for number, value in enumerate(chance.sample(seats, count))]
    pairs += random_house_rules(chance, Setup(game, {}, chance.choice(game.players)))
    if chance.random() < 0.3:
        pairs.append(["game-name", chance.choice((*NAMES, *JUNK))])
    if chance.random() < 0.5:
        pairs.append(["seated", chance.choice(("", "by hand", game.key, *catalogue.keys()))])
    if chance.random() < 0.5:
        pairs.append(["new_player", chance.choice((*NAMES, *JUNK))])
    if chance.random() < 0.2:
        pairs += [["day", chance.choice(DAYS)], ["time", chance.choice(("20:00", "00:00", "24:00", ""))]]
    if chance.random() < 0.6:
        pairs.append(["press", chance.choice(("", "name", "turn", "draw", "stand:0", "sit:" + chance.choice(seats)))])
    return with_junk(chance, pairs)


def with_junk(chance: Random, form: Pairs) -> Pairs:
    """Return the form with some fields that no page sends."""
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
    """Return the players of the circle, some of them players of the matches."""
    players = []
    for number, name in enumerate(NAMES):
        if chance.random() < 0.6:
            same_as = id_of("p0") if chance.random() < 0.05 else None
            players.append(
                {"id": id_of(f"p{number}"), "name": name, "hidden": chance.random() < 0.1, "same_as": same_as}
            )
    return players


def random_summaries(chance: Random, events: list[Event]) -> list[dict[str, Any]]:
    logs = [events, *[RandomLog(chance).events for _ in range(chance.randrange(3))]]
    summaries = [summary(fold_events(log)) for log in logs if log and log[0]["data"]]
    for number, match_summary in enumerate(summaries[1:]):  # all logs have the same match id and time
        began = match_summary["begins"] - chance.randrange(20) * HOUR
        match_summary |= {
            "match": id_of(f"match {number}"),
            "begins": began,
            "ends": began + chance.randrange(5) * HOUR,
        }
        match_summary["start_seq"] = chance.choice((None, 1, 9))
        if match_summary["game"] == BASE and chance.random() < 0.5:
            game = chance.choice(CUSTOM_GAMES)
            copied = {"id": game, "name": chance.choice(NAMES), "icon": "dice", "keys": [5]}
            match_summary |= {"game": custom_key(game), "custom_game": copied}
    return summaries


def random_evenings(chance: Random, matches: Sequence[dict[str, Any]]) -> list[Event]:
    """Return events that change evenings."""
    ids = [match_summary["match"] for match_summary in matches] + [id_of("party"), id_of("gone")]
    events = []
    for number in range(chance.choice((0, 0, 1, 3))):
        data: dict[str, Any] = {"evening": chance.choice(ids)}
        if chance.random() < 0.7:
            data[chance.choice(("name", "place"))] = chance.choice((*NAMES, "", None))
        if chance.random() < 0.7:
            data["matches"] = chance.choice((None, chance.sample(ids, chance.randrange(len(ids)))))
        seq = chance.choice((None, number + 2))
        events.append({"id": id_of(f"said {number}"), "match": None, "kind": "evening", "data": data, "seq": seq})
    return events


def random_custom_games(chance: Random) -> list[Event]:
    """Return events about games that the group has named itself."""
    events = []
    for number in range(chance.choice((0, 0, 1, 3))):
        data: dict[str, Any] = {"custom_game": chance.choice(CUSTOM_GAMES), "name": chance.choice(NAMES)}
        if chance.random() < 0.5:
            data |= {"icon": chance.choice(("dice", "moon", "<b>")), "wins": chance.choice(("most", "fewest"))}
        if chance.random() < 0.5:
            data |= {"target": chance.choice((None, 100)), "sum": chance.choice((None, 26)), "teams": True}
        if chance.random() < 0.3:
            data |= {"keys": chance.choice(([], [5, -25])), "deleted": chance.random() < 0.5}
        events.append(
            {"id": id_of(f"game {number}"), "match": None, "kind": "custom_game", "data": data, "seq": number}
        )
    return events


def requests(seed: int, count: int) -> Iterator[RequestJson]:
    """Yield several requests per log, because hosts cache the last log."""
    chance = Random(seed)
    yielded = 0
    while yielded < count:
        events = random_log(chance)
        for _ in range(min(8, count - yielded)):
            yielded += 1
            yield json.loads(json.dumps(request(chance, events)))
