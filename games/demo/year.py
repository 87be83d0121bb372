"""Who meets when in a year, what they play, and what they write down: the events, evening by evening."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, time, timedelta
from itertools import count
from random import Random
from statistics import fmean
from typing import Any
from uuid import UUID, uuid5

from games.demo.answers import setting
from games.demo.match import Played
from games.rules import catalogue, option
from games.rules.game import Game, Setup
from games.rules.words import _

Event = dict[str, Any]

# How well they play, and how often they come.
PEOPLE = (
    ("Eleni", 1.2, 9), ("Deniz", 1.05, 8), ("Andreas", 1.0, 7), ("Zeynep", 1.15, 6), ("Rosa", 0.9, 5), ("Duarte", 1.0, 5),
    ("Maria", 0.95, 4), ("Rui", 1.1, 3), ("Ayşe", 0.85, 2), ("Nikos", 1.0, 2),
)  # fmt: skip
WORDS = (
    {"name": _("Name day of Andreas"), "place": _("at Andreas'"), "note": _("Cake first, cards later.")},
    {"place": _("at the harbour"), "note": _("The wind took two tricks.")},
    {"name": _("The long night"), "note": _("Nobody wanted to go home.")},
    {"place": _("at Rosa's"), "note": ""},
    {"name": _("Housewarming"), "place": _("at Duarte's")},
    {"note": _("Rui learns it fast.")},
    {"name": _("Power cut"), "place": _("by candlelight")},
    {"place": _("on the train")},
)
YEAR, WEEKEND = 365, (4, 5)  # days; Friday and Saturday
OFTEN, SELDOM = 0.45, 0.06  # they meet on such a day, and on any other
PAUSE = timedelta(minutes=10)
SINCE = timedelta(minutes=50)  # what is under way began so long ago
UNDER_WAY = 3  # rounds of it
EARLY = 30  # every so many matches one is finished early


class Year:
    """The same seed gives the same year; `now` is its end."""

    def __init__(self, seed: int, circle: UUID, now: datetime) -> None:
        self.chance = Random(seed)
        self.now = now.replace(microsecond=0)
        self.ids = (str(uuid5(circle, str(number))) for number in count())
        self.players = [{"id": next(self.ids), "name": name} for name, _skill, _often in PEOPLE]
        self.skills = {name: skill for name, skill, _often in PEOPLE}
        self.liked = {game.key: self.chance.uniform(1, 2) for game in catalogue.GAMES}
        self.played = dict.fromkeys(catalogue.keys(), 0)
        self.words = self.chance.sample(WORDS, len(WORDS))
        self.evenings = 0

    @property
    def matches(self) -> int:
        return sum(self.played.values())

    def events(self) -> Iterator[list[Event]]:
        """All that is written down at once: first who plays here, then evening by evening, the last one not over."""
        first = self.now - timedelta(days=YEAR)
        yield [self.event("player", first, player=one["id"], name=one["name"]) for one in self.players]
        for day in range(YEAR, 1, -1):
            date = self.now - timedelta(days=day)
            if self.chance.random() < (OFTEN if date.weekday() in WEEKEND else SELDOM):
                yield self.evening(datetime.combine(date, time(19, self.chance.randrange(60)), self.now.tzinfo))
        yield self.under_way().events

    def event(self, kind: str, at: datetime, **data: Any) -> Event:
        return {"id": next(self.ids), "match": None, "kind": kind, "data": data, "at": at.isoformat()}

    def evening(self, at: datetime) -> list[Event]:
        company, found, matches = self.company(), list[Event](), []
        for _number in range(self.chance.randint(2, 4)):
            match = self.match(company, at)
            matches.append(match.id)
            found += match.events
            at = match.at + PAUSE
        self.evenings += 1
        if self.evenings % 5 == 0 and self.words:
            found.append(self.event("evening", at, evening=matches[0], matches=matches, **self.words.pop()))
        return found

    def company(self) -> list[dict[str, str]]:
        """Who has come."""
        often = {name: often for name, _skill, often in PEOPLE}
        drawn = sorted(self.players, key=lambda one: -(self.chance.random() ** (1 / often[one["name"]])))
        return drawn[: self.chance.choice((3, 4, 4, 5, 6, 6, 7, 8))]

    def match(self, company: Sequence[dict[str, str]], at: datetime) -> Played:
        match = self.seated(company, at)
        self.played[match.table.game.key] += 1
        match.play(most=2 if self.matches % EARLY == EARLY // 2 else None)
        return match

    def under_way(self) -> Played:
        """A match that is not over yet, and not nearly so."""
        while True:
            match = self.seated(self.company(), self.now - SINCE)
            match.begin(UNDER_WAY)
            if match.rounds == UNDER_WAY:
                return match

    def seated(self, company: Sequence[dict[str, str]], at: datetime) -> Played:
        game, players = self.choose(len(company))
        seats, options = self.chance.sample(company, players), self.house_rules(game, players)
        table = Setup(game, options, players, self.chance.randrange(players))
        skills = [self.skills[one["name"]] for one in seats]
        match = Played(self.chance, self.ids, table, options, at)
        match.sit_down(seats, [fmean(skills[side :: table.sides]) for side in range(table.sides)])
        return match

    def choose(self, present: int) -> tuple[Game, int]:
        """A game that many of them can play, rather a liked one, and rather one that was not played for long."""
        ways = [(game, players) for game in catalogue.GAMES for players in game.players if players <= present]
        weights = [
            self.liked[game.key] * (players / present) ** 2 / len(game.players) / (1 + self.played[game.key])
            for game, players in ways
        ]
        return self.chance.choices(ways, weights)[0]

    def house_rules(self, game: Game, players: int) -> dict[str, Any]:
        """The usual ones, as a rule; where a match need not end by itself, it is mostly agreed when it does."""
        found = {}
        for one in game.options:
            if isinstance(one, option.Pairing):
                continue  # nobody agrees on one drawn by lot
            often = 0.6 if isinstance(one, option.Target) and one.none else 0.12
            value = setting(self.chance, one)
            if self.chance.random() < often and one.refused(value, players) is None and value != one.default:
                found[one.name] = value
        return found
