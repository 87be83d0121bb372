"""Measures pages about past matches with 100, 10,000 and 100,000 matches: the times should not grow.

    .venv/bin/python benchmarks/history.py             median processor time of 31 requests for each page, on SQLite
    .venv/bin/python benchmarks/history.py 300 1000    with these numbers of matches

There are eight matches per evening, an evening every day, and ten players. Three matches on the first evenings have a rare
player, and the same three a rare game. Searches for them have the same results in every history. Another player is in
every thousandth match, so a search for them has more results in a longer history. Its times are below the line. The rows
are copied from those of real rounds. Only the last evening has events, too, which its page reads.
"""

import gc
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
from games.store.ratings.progress import mark_missing
from games.store.ratings.replay import rate_all
from games.store.readmodels import TABLES
from tools.pictures import ScriptedMatch

COUNTS = (100, 10_000, 100_000)
TIMES = 31
EVENING = 8  # matches
FIRST = date(1990, 1, 1)
NAMES = ("Eleni", "Deniz", "Andreas", "Zeynep", "Maria", "Rosa", "Ada", "Grace", "Noor", "Rui")
PLAYERS = [{"id": str(uuid4()), "name": name} for name in NAMES]
EVERY, THOUSANDTH, RARE = range(1, 8), 8, 9  # the other player, beside Eleni
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
    """Return the rows of a match of Eleni and this player, for every table."""
    events = events_of(other, game, start_of(0, 0), str(uuid4()))
    return readmodels.model_rows(fold_events([{**event, "seq": 1, "received": event["at"]} for event in events]))


def events_of(other: int, game: str, at: datetime, match: str) -> list[dict[str, Any]]:
    scripted = ScriptedMatch(game, at.isoformat())
    scripted.id = match
    scripted.begin([PLAYERS[0], PLAYERS[other]]).play(*ROUNDS).write("finish")
    return scripted.events


def start_of(day: int, place: int) -> datetime:
    """Return when the match in this place of an evening started."""
    return datetime.fromisoformat(f"{FIRST + timedelta(days=day)}T18:00:00+00:00") + timedelta(minutes=20 * place)


class LongHistory:
    """A circle whose history grows to any number of matches."""

    def __init__(self) -> None:
        self.person, self.circle = services.make_person("Eleni", "Fridays")
        self.count, self.days, self.evening, self.last = 0, 0, uuid4(), uuid4()
        for player in PLAYERS:
            actions.put_player(by=self.person, circle=self.circle.pk, player=player["id"], name=player["name"])

    def grow(self, count: int) -> None:
        """Add matches up to this number. The last evening is pushed, as phones do."""
        while (left := count - EVENING - self.count) > 0:
            self.store([min(EVENING, left - first) for first in range(0, min(left, 1000), EVENING)])
        ids = [str(uuid4()) for _ in range(EVENING)]
        numbered = enumerate(ids, self.count)
        matches = [events_of(other(n), USUAL, start_of(self.days, n - self.count), id) for n, id in numbered]
        pushed = services.push(
            by=self.person, circle=self.circle.pk, events=[event for match in matches for event in match]
        )
        assert not pushed.refused, pushed.refused
        self.last = UUID(ids[-1])
        evening = models.Match.objects.get(circle=self.circle, id=self.last).evening
        assert evening is not None
        self.evening, self.count, self.days = evening, count, self.days + 1

    def store(self, evenings: list[int]) -> None:
        """Store evenings with these numbers of matches."""
        rows: dict[Any, list[Any]] = {models.Evening: []}
        first = self.days
        for matches in evenings:
            evening, at = uuid4(), start_of(self.days, 0)
            rows[models.Evening].append(models.Evening(circle=self.circle, id=evening, date=at.date(), begins=at))
            for place in range(matches):
                instances = self.instances(self.count, start_of(self.days, place), evening)
                for model, new in instances.items():
                    rows.setdefault(model, []).extend(new)
                self.count += 1
            self.days += 1
        for model, new in rows.items():
            model._default_manager.bulk_create(new)
        months.drop_tallies(self.circle.pk, sorted({month(start_of(day, 0).date()) for day in range(first, self.days)}))

    def instances(self, number: int, at: datetime, evening: UUID) -> dict[Any, list[Any]]:
        """Return the rows of a match. Matches differ only in their players, game and time."""
        match, instances = uuid4(), {}
        for table, rows in zip(TABLES, rows_of(other(number), game(number)), strict=True):
            names = {"circle": self.circle, table.match: match}
            instances[table.model] = [table.model(**names, **row) for row in rows.values()]
        [instance] = instances[models.Match]
        instance.evening, instance.started, instance.last, instance.date = evening, at, at, at.date()
        instance.summary = instance.summary | {"match": str(match), "started": at.isoformat(), "day": str(at.date())}
        return instances

    def pages(self) -> dict[str, str]:
        last = start_of(self.days - 1, 0).year
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

    def finish_again(self) -> None:
        """Reopen the last match, and finish it."""
        actions.reopen(by=self.person, circle=self.circle.pk, match=self.last)
        actions.finish(by=self.person, circle=self.circle.pk, match=self.last)

    def change_first_month(self) -> None:
        with transaction.atomic():
            months.refresh_months(self.circle.pk, [FIRST])

    def merge(self) -> None:
        """Two players become one, then two again."""
        same_as = PLAYERS[0]["id"]
        actions.put_player(by=self.person, circle=self.circle.pk, player=PLAYERS[1]["id"], same_as=same_as)
        actions.set_apart(by=self.person, circle=self.circle.pk, player=PLAYERS[1]["id"])


def main(counts: list[int]) -> None:
    # Pages link static files by their plain names, so that no file has to be collected.
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    call_command("migrate", verbosity=0)
    history = LongHistory()
    pages: dict[str, list[float]] = {}
    client = Client(SERVER_NAME="localhost")
    client.force_login(history.person)
    others: dict[str, list[float]] = {}
    for count in counts:
        history.grow(count)
        others.setdefault("statistics, no month stored", []).append(timed(lambda: client.get("/statistics/")))
        others.setdefault("all months stored", []).append(timed(lambda: months.fill_months(history.circle.pk)))
        mark_missing()
        others.setdefault("all matches rated", []).append(timed(lambda: rate_all(history.circle.pk, pause=0)))
        pages.setdefault("a match reopened and ended", []).append(median(history.finish_again))
        pages.setdefault("the first match corrected", []).append(median(history.change_first_month))
        others.setdefault("two players merged and split", []).append(timed(history.merge))
        others.setdefault("statistics after that", []).append(timed(lambda: client.get("/statistics/")))
        months.fill_months(history.circle.pk)
        rate_all(history.circle.pk, pause=0)
        gc.collect()
        gc.freeze()  # as the server does: scorekeeper/wsgi.py
        for name, path in history.pages().items():
            pages.setdefault(name, []).append(measure(client, path))
        seldom = measure(client, f"/evenings/?player={PLAYERS[THOUSANDTH]['id']}")
        others.setdefault("one match in a thousand", []).append(seldom)
    print(f"{'ms a page, matches:':32}" + "".join(f"{count:>10,}" for count in counts) + "   largest : smallest")
    for name, times in pages.items():
        print(f"{name:32}" + "".join(f"{time:10.1f}" for time in times) + f"{times[-1] / times[0]:13.2f}")
    print()
    for name, times in others.items():
        print(f"{name:32}" + "".join(f"{time:10.1f}" for time in times))


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
