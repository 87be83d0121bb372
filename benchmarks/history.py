"""Looking back at many matches: does a page cost the same with 300 of them, 10,000 and 100,000?

    .venv/bin/python benchmarks/history.py             milliseconds a page, in the middle of 15, one core, SQLite
    .venv/bin/python benchmarks/history.py 300 1000    with so many matches

Eight matches an evening, an evening a day, ten players; one of them came once in a thousand matches. The rows are those
that real rounds make, put in at once; only the last evening has its events as well, which its page reads.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
FOLDER = tempfile.TemporaryDirectory()
os.environ["DATABASE_URL"] = f"sqlite:///{FOLDER.name}/scores.sqlite3"

import django

django.setup()

from django.conf import settings
from django.core.management import call_command
from django.test import Client

from games import acts, models, services
from games.store import cells, readmodels
from games.store.readmodels import TABLES
from games.table.log import fold
from tools.pictures import Match

COUNTS = (300, 10_000, 100_000)  # 300 fill a page of the list
TIMES = 15
EVENING = 8  # matches
FIRST = date(1990, 1, 1)
NAMES = ("Eleni", "Deniz", "Andreas", "Zeynep", "Maria", "Rosa", "Ada", "Grace", "Noor", "Rui")
SELDOM = 1000
PLAYERS = [{"id": str(uuid4()), "name": name} for name in NAMES]
ROUNDS = [{"points": [first, 120 - first]} for first in (71, 48, 84)]


def began(number: int) -> datetime:
    day = FIRST + timedelta(days=number // EVENING)
    return datetime.fromisoformat(f"{day}T18:00:00+00:00") + timedelta(minutes=20 * (number % EVENING))


def seated(number: int) -> list[dict[str, str]]:
    other = 9 if number % SELDOM == 7 else 1 + number % 8
    return [PLAYERS[0], PLAYERS[other]]


@cache
def rows_of(other: str) -> list[Any]:
    """Those that a match of Eleni and this one makes in every table."""
    number = next(number for number in range(SELDOM) if seated(number)[1]["name"] == other)
    events = events_of(number, str(uuid4()))
    return readmodels.rows(fold([{**one, "seq": 1, "received": one["at"]} for one in events]))


def events_of(number: int, match: str) -> list[dict[str, Any]]:
    made = Match("bisca_tres", began(number).isoformat())
    made.id = match
    made.begin(seated(number)).play(*ROUNDS).write("finish")
    return made.events


class Circle:
    def __init__(self) -> None:
        self.person, self.circle = services.make_person("Eleni", "Fridays")
        self.count, self.evening = 0, uuid4()
        for player in PLAYERS:
            acts.put_player(by=self.person, circle=self.circle.pk, player=player["id"], name=player["name"])

    def grow(self, count: int) -> None:
        """To so many matches, the last evening of them pushed as phones push it."""
        last = count - EVENING
        while self.count < last:
            self.store(range(self.count, min(self.count + 1000, last)))
        ids = [str(uuid4()) for _ in range(EVENING)]
        events = [event for place, id in enumerate(ids) for event in events_of(last + place, id)]
        pushed = services.push(by=self.person, circle=self.circle.pk, events=events)
        assert not pushed.refused, pushed.refused
        found = models.Match.objects.get(circle=self.circle, id=ids[-1]).evening
        assert found is not None
        self.evening, self.count = found, count

    def store(self, numbers: range) -> None:
        rows: dict[Any, list[Any]] = {models.Evening: []}
        for number in numbers:
            if number % EVENING == 0 or not self.count:
                self.evening = uuid4()
                rows[models.Evening].append(self.evening_row(number))
            self.count = number + 1
            match = uuid4()
            for table, found in zip(TABLES, rows_of(seated(number)[1]["name"]), strict=True):
                names = {"circle": self.circle, table.match: match}
                rows.setdefault(table.model, []).extend(table.model(**names, **row) for row in found.values())
            self.put(rows[models.Match][-1], began(number))
        for model, made in rows.items():
            model._default_manager.bulk_create(made)
        cells.drop(self.circle.pk, {began(number).date() for number in numbers})

    def put(self, match: Any, at: datetime) -> None:
        """Where it belongs: all matches are alike but for who played them."""
        match.evening, match.started, match.last, match.date = self.evening, at, at, at.date()
        told = {"match": str(match.id), "started": at.isoformat(), "day": str(at.date())}
        match.summary = match.summary | told

    def evening_row(self, number: int) -> Any:
        at = began(number)
        return models.Evening(circle=self.circle, id=self.evening, date=at.date(), begins=at)

    def pages(self) -> dict[str, str]:
        last = began(self.count - 1).year
        return {
            "list": "/evenings/",
            "by game": "/evenings/?game=bisca_tres",
            "by a game not played": "/evenings/?game=pisa",
            "by player": f"/evenings/?player={PLAYERS[1]['id']}",
            "by a rare player": f"/evenings/?player={PLAYERS[9]['id']}",
            "by year": f"/evenings/?year={last}",
            "by words": "/evenings/?words=name",
            "evening": f"/evenings/{self.evening}/",
            "statistics": "/statistics/",
            "of a game and a year": f"/statistics/?game=bisca_tres&period={last}",
            "players": "/players/",
            "player": f"/players/{PLAYERS[0]['id']}/",
            "player, a game": f"/players/{PLAYERS[0]['id']}/?game=bisca_tres",
        }

    def end_one(self) -> None:
        """The last evening goes on: its figures are to be made anew."""
        cells.drop(self.circle.pk, [began(self.count - 1).date()])


def main(counts: list[int]) -> None:
    # Files have their plain names, so that none has to be collected first.
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    call_command("migrate", verbosity=0)
    circle, found = Circle(), dict[str, list[float]]()
    client = Client(SERVER_NAME="localhost")
    client.force_login(circle.person)
    for count in counts:
        circle.grow(count)
        found.setdefault("statistics, the first time", []).append(measure(client, "/statistics/", times=1))
        anew = measure(client, "/statistics/", before=circle.end_one)
        found.setdefault("statistics, after a match", []).append(anew)
        for name, path in circle.pages().items():
            found.setdefault(name, []).append(measure(client, path))
    print(f"{'ms a page, matches:':26}" + "".join(f"{count:>10,}" for count in counts) + "   largest : smallest")
    for name, times in found.items():
        print(f"{name:26}" + "".join(f"{one:10.1f}" for one in times) + f"{times[-1] / times[0]:13.2f}")


def measure(client: Any, path: str, times: int = TIMES, before: Callable[[], None] = lambda: None) -> float:
    """In the middle of so many, in milliseconds."""
    found = []
    for _ in range(times):
        before()
        begun = time.perf_counter()
        assert client.get(path).status_code == 200, path
        found.append(1000 * (time.perf_counter() - begun))
    return statistics.median(found)


if __name__ == "__main__":
    main([int(count) for count in sys.argv[1:]] or list(COUNTS))
