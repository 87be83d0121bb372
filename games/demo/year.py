"""A year of evenings: the people who meet, the matches that they play, and the events of each evening."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, time, timedelta
from itertools import count
from random import Random
from statistics import fmean
from typing import Any
from uuid import UUID, uuid5

from games.demo.answers import random_option_value
from games.demo.match import DemoMatch
from games.rules import catalogue, option
from games.rules.game import Game, Setup
from games.rules.words import _

Event = dict[str, Any]

# Names, how well they play, and how often they come.
PEOPLE = (
    ("Eleni", 1.2, 9), ("Deniz", 1.05, 8), ("Andreas", 1.0, 7), ("Zeynep", 1.15, 6), ("Rosa", 0.9, 5), ("Duarte", 1.0, 5),
    ("Maria", 0.95, 4), ("Rui", 1.1, 3), ("Ayşe", 0.85, 2), ("Nikos", 1.0, 2),
)  # fmt: skip
WORDS = (
    {"name": _("Andreas's name day"), "place": _("at Andreas's"), "note": _("Cake first, cards later.")},
    {"place": _("at the harbour"), "note": _("The wind took two tricks.")},
    {"name": _("The long night"), "note": _("Nobody wanted to go home.")},
    {"place": _("at Rosa's"), "note": ""},
    {"name": _("Housewarming"), "place": _("at Duarte's")},
    {"note": _("Rui learns it fast.")},
    {"name": _("Power cut"), "place": _("by candlelight")},
    {"place": _("on the train")},
)
YEAR, WEEKEND = 365, (4, 5)  # days; Friday and Saturday
ON_WEEKENDS, ON_OTHER_DAYS = 0.45, 0.06  # how often they meet on such a day
PAUSE = timedelta(minutes=10)
SINCE = timedelta(minutes=50)  # the age of the match in progress
UNDER_WAY = 3  # its rounds
EARLY = 30  # one of this many matches is finished early


class Year:
    """The events of a year that ends at `now`. The same seed gives the same year."""

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
        """Yield lists of events that are pushed together: the players, then each evening, then a match in progress."""
        first = self.now - timedelta(days=YEAR)
        yield [self.event("player", first, player=player["id"], name=player["name"]) for player in self.players]
        for day in range(YEAR, 1, -1):
            date = self.now - timedelta(days=day)
            if self.chance.random() < (ON_WEEKENDS if date.weekday() in WEEKEND else ON_OTHER_DAYS):
                yield self.evening(datetime.combine(date, time(19, self.chance.randrange(60)), self.now.tzinfo))
        yield self.under_way().events

    def event(self, kind: str, at: datetime, **data: Any) -> Event:
        return {"id": next(self.ids), "match": None, "kind": kind, "data": data, "at": at.isoformat()}

    def evening(self, at: datetime) -> list[Event]:
        company, events, matches = self.company(), list[Event](), []
        for _number in range(self.chance.randint(2, 4)):
            match = self.match(company, at)
            matches.append(match.id)
            events += match.events
            at = match.at + PAUSE
        self.evenings += 1
        if self.evenings % 5 == 0 and self.words:
            events.append(self.event("evening", at, evening=matches[0], matches=matches, **self.words.pop()))
        return events

    def company(self) -> list[dict[str, str]]:
        """Return the players of one evening."""
        frequency = {name: frequency for name, _skill, frequency in PEOPLE}
        drawn = sorted(self.players, key=lambda player: -(self.chance.random() ** (1 / frequency[player["name"]])))
        return drawn[: self.chance.choice((3, 4, 4, 5, 6, 6, 7, 8))]

    def match(self, company: Sequence[dict[str, str]], at: datetime) -> DemoMatch:
        match = self.new_match(company, at)
        self.played[match.table.game.key] += 1
        match.play(most=2 if self.matches % EARLY == EARLY // 2 else None)
        return match

    def under_way(self) -> DemoMatch:
        """Return a match in progress that is far from its end."""
        while True:
            match = self.new_match(self.company(), self.now - SINCE)
            match.begin(UNDER_WAY)
            if match.rounds == UNDER_WAY:
                return match

    def new_match(self, company: Sequence[dict[str, str]], at: datetime) -> DemoMatch:
        game, players = self.choose(len(company))
        seats, options = self.chance.sample(company, players), self.house_rules(game, players)
        table = Setup(game, options, players, self.chance.randrange(players))
        skills = [self.skills[player["name"]] for player in seats]
        match = DemoMatch(self.chance, self.ids, table, options, at)
        match.sit_down(seats, [fmean(skills[side :: table.sides]) for side in range(table.sides)])
        return match

    def choose(self, present: int) -> tuple[Game, int]:
        """Choose a game that many of them can play. Liked games and rarely played games are more likely."""
        ways = [(game, players) for game in catalogue.GAMES for players in game.players if players <= present]
        weights = [
            self.liked[game.key] * (players / present) ** 2 / len(game.players) / (1 + self.played[game.key])
            for game, players in ways
        ]
        return self.chance.choices(ways, weights)[0]

    def house_rules(self, game: Game, players: int) -> dict[str, Any]:
        """Return the house rules of a match: mostly the defaults, but usually a target if the game has none."""
        options = {}
        for rule in game.options:
            if isinstance(rule, option.Pairing):
                continue  # a random pairing would look odd
            frequency = 0.6 if isinstance(rule, option.Target) and rule.none else 0.12
            value = random_option_value(self.chance, rule)
            if self.chance.random() < frequency and rule.refusal(value, players) is None and value != rule.default:
                options[rule.name] = value
        return options
