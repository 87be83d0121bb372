"""Looking back at many matches: does a page cost the same with 100 of them, 10,000 and 100,000?

    .venv/bin/python benchmarks/history.py             milliseconds of the processor a page, in the middle of 31, SQLite
    .venv/bin/python benchmarks/history.py 300 1000    with so many matches

Eight matches an evening, an evening a day, ten players. Three matches alone, on three of the first evenings, are of a rare
player, and three of a rare game: however long the history, those are what is looked for. Somebody else comes once in a
thousand matches, so what is found of them grows, from one evening to a full page; that stands below the line. The rows are those
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
from uuid import UUID, uuid4

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
FOLDER = tempfile.TemporaryDirectory()
os.environ["DATABASE_URL"] = f"sqlite:///{FOLDER.name}/scores.sqlite3"

import django

django.setup()

from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.test import Client

from games import models, services
from games.match.log import fold_events
from games.services import actions
from games.statistics.periods import month
from games.store import readmodels
from games.store.figures import months
from games.store.readmodels import TABLES
from tools.pictures import Match

COUNTS = (100, 10_000, 100_000)
TIMES = 31
EVENING = 8  # matches
FIRST = date(1990, 1, 1)
NAMES = ("Eleni", "Deniz", "Andreas", "Zeynep", "Maria", "Rosa", "Ada", "Grace", "Noor", "Rui")
PLAYERS = [{"id": str(uuid4()), "name": name} for name in NAMES]
EVERY, THOUSANDTH, RARE = range(1, 8), 8, 9  # who sits down with Eleni
USUAL, RARE_GAME, UNPLAYED = "bisca_tres", "bisca_nove", "pisa"
RARELY = (7, 39, 71)  # the numbers of matches
ROUNDS = [{"points": [first, 120 - first]} for first in (71, 48, 84)]


def other(number: int) -> int:
    if number in RARELY:
        return RARE
    return THOUSANDTH if number % 1000 == 20 else EVERY[number % len(EVERY)]


def game(number: int) -> str:
    return RARE_GAME if number - 1 in RARELY else USUAL


@cache
def rows_of(other: int, game: str) -> list[Any]:
    """Those that a match of Eleni and this one makes in every table."""
    events = events_of(other, game, began(0, 0), str(uuid4()))
    return readmodels.model_rows(fold_events([{**one, "seq": 1, "received": one["at"]} for one in events]))


def events_of(other: int, game: str, at: datetime, match: str) -> list[dict[str, Any]]:
    made = Match(game, at.isoformat())
    made.id = match
    made.begin([PLAYERS[0], PLAYERS[other]]).play(*ROUNDS).write("finish")
    return made.events


def began(day: int, place: int) -> datetime:
    """The match in this place of an evening."""
    return datetime.fromisoformat(f"{FIRST + timedelta(days=day)}T18:00:00+00:00") + timedelta(minutes=20 * place)


class Circle:
    def __init__(self) -> None:
        self.person, self.circle = services.make_person("Eleni", "Fridays")
        self.count, self.days, self.evening, self.last = 0, 0, uuid4(), uuid4()
        for player in PLAYERS:
            actions.put_player(by=self.person, circle=self.circle.pk, player=player["id"], name=player["name"])

    def grow(self, count: int) -> None:
        """To so many matches, the last evening of them pushed as phones push it."""
        while (left := count - EVENING - self.count) > 0:
            self.store([min(EVENING, left - first) for first in range(0, min(left, 1000), EVENING)])
        ids = [str(uuid4()) for _ in range(EVENING)]
        numbered = enumerate(ids, self.count)
        matches = [events_of(other(n), USUAL, began(self.days, n - self.count), id) for n, id in numbered]
        pushed = services.push(
            by=self.person, circle=self.circle.pk, events=[event for one in matches for event in one]
        )
        assert not pushed.refused, pushed.refused
        self.last = UUID(ids[-1])
        found = models.Match.objects.get(circle=self.circle, id=self.last).evening
        assert found is not None
        self.evening, self.count, self.days = found, count, self.days + 1

    def store(self, evenings: list[int]) -> None:
        """Evenings of so many matches each."""
        rows: dict[Any, list[Any]] = {models.Evening: []}
        first = self.days
        for matches in evenings:
            evening, at = uuid4(), began(self.days, 0)
            rows[models.Evening].append(models.Evening(circle=self.circle, id=evening, date=at.date(), begins=at))
            for place in range(matches):
                made = self.rows_of_one(self.count, began(self.days, place), evening)
                for model, found in made.items():
                    rows.setdefault(model, []).extend(found)
                self.count += 1
            self.days += 1
        for model, found in rows.items():
            model._default_manager.bulk_create(found)
        months.drop_tallies(self.circle.pk, sorted({month(began(day, 0).date()) for day in range(first, self.days)}))

    def rows_of_one(self, number: int, at: datetime, evening: UUID) -> dict[Any, list[Any]]:
        """All matches are alike but for who played them, what, and when."""
        match, made = uuid4(), {}
        for table, found in zip(TABLES, rows_of(other(number), game(number)), strict=True):
            names = {"circle": self.circle, table.match: match}
            made[table.model] = [table.model(**names, **row) for row in found.values()]
        [one] = made[models.Match]
        one.evening, one.started, one.last, one.date = evening, at, at, at.date()
        one.summary = one.summary | {"match": str(match), "started": at.isoformat(), "day": str(at.date())}
        return made

    def pages(self) -> dict[str, str]:
        last = began(self.days - 1, 0).year
        return {
            "list": "/evenings/",
            "by game": f"/evenings/?game={USUAL}",
            "by a rare game": f"/evenings/?game={RARE_GAME}",
            "by a game not played": f"/evenings/?game={UNPLAYED}",
            "by player": f"/evenings/?player={PLAYERS[1]['id']}",
            "by a rare player": f"/evenings/?player={PLAYERS[RARE]['id']}",
            "by year": f"/evenings/?year={last}",
            "by words": "/evenings/?words=name",
            "evening": f"/evenings/{self.evening}/",
            "statistics": "/statistics/",
            "of a game and a year": f"/statistics/?game={USUAL}&period={last}",
            "players": "/players/",
            "player": f"/players/{PLAYERS[0]['id']}/",
            "player, a game": f"/players/{PLAYERS[0]['id']}/?game={USUAL}",
        }

    def end_one(self) -> None:
        """The last match goes on, and is over once more."""
        actions.reopen(by=self.person, circle=self.circle.pk, match=self.last)
        actions.finish(by=self.person, circle=self.circle.pk, match=self.last)

    def change_the_first(self) -> None:
        with transaction.atomic():
            months.refresh_months(self.circle.pk, [FIRST])

    def merge(self) -> None:
        """Two players become one, then two again."""
        same_as = PLAYERS[0]["id"]
        actions.put_player(by=self.person, circle=self.circle.pk, player=PLAYERS[1]["id"], same_as=same_as)
        actions.set_apart(by=self.person, circle=self.circle.pk, player=PLAYERS[1]["id"])


def main(counts: list[int]) -> None:
    # Files have their plain names, so that none has to be collected first.
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    call_command("migrate", verbosity=0)
    circle, found = Circle(), dict[str, list[float]]()
    client = Client(SERVER_NAME="localhost")
    client.force_login(circle.person)
    apart: dict[str, list[float]] = {}
    for count in counts:
        circle.grow(count)
        apart.setdefault("statistics, no month stored", []).append(timed(lambda: client.get("/statistics/")))
        apart.setdefault("all months stored", []).append(timed(lambda: months.fill_months(circle.circle.pk)))
        found.setdefault("a match reopened and ended", []).append(median(circle.end_one))
        found.setdefault("the first match corrected", []).append(median(circle.change_the_first))
        apart.setdefault("two players merged and split", []).append(timed(circle.merge))
        apart.setdefault("statistics after that", []).append(timed(lambda: client.get("/statistics/")))
        months.fill_months(circle.circle.pk)
        for name, path in circle.pages().items():
            found.setdefault(name, []).append(measure(client, path))
        seldom = measure(client, f"/evenings/?player={PLAYERS[THOUSANDTH]['id']}")
        apart.setdefault("one match in a thousand", []).append(seldom)
    print(f"{'ms a page, matches:':32}" + "".join(f"{count:>10,}" for count in counts) + "   largest : smallest")
    for name, times in found.items():
        print(f"{name:32}" + "".join(f"{one:10.1f}" for one in times) + f"{times[-1] / times[0]:13.2f}")
    print()
    for name, times in apart.items():
        print(f"{name:32}" + "".join(f"{one:10.1f}" for one in times))


def measure(client: Any, path: str) -> float:
    """Return the time of a page."""

    def get() -> None:
        assert client.get(path).status_code == 200, path

    return median(get)


def median(work: Callable[[], Any]) -> float:
    return statistics.median(timed(work) for _ in range(TIMES))


def timed(work: Callable[[], Any]) -> float:
    """Return milliseconds of the processor: other work on this machine counts little."""
    begun = time.process_time()
    work()
    return 1000 * (time.process_time() - begun)


if __name__ == "__main__":
    main([int(count) for count in sys.argv[1:]] or list(COUNTS))
