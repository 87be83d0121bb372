"""Measures time and memory of exporting a circle, each format in its own process.

.venv/bin/python benchmarks/exports.py            # 100, 10,000 and 100,000 matches of ten rounds, eight an evening
.venv/bin/python benchmarks/exports.py 1000       # this number of matches
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

import django

COUNTS, ROUNDS, EVENING, BATCH = (100, 10_000, 100_000), 10, 8, 400
ANSWERS = {"points": [60, 60]}


def main(counts: list[int]) -> None:
    print(f"{'matches':>9}  {'format':<8} {'seconds':>8} {'a match':>9} {'file':>10} {'memory':>9}")
    for count in counts:
        with TemporaryDirectory() as folder:
            os.environ["DATABASE_URL"] = f"sqlite:///{folder}/scorekeeper.sqlite3"
            run("fill", str(count))
            for key in ("none", "csv", "rounds", "jsonl", "xlsx"):
                seconds, size, memory = run("measure", key).split()
                each = float(seconds) / count * 1000
                print(
                    f"{count:9,}  {key:<8} {float(seconds):8.2f} {each:6.2f} ms {int(size) / 1e6:7.2f} MB {memory:>6} MB"
                )


def run(*arguments: str) -> str:
    result = subprocess.run([sys.executable, __file__, *arguments], check=True, capture_output=True, text=True)
    return result.stdout.strip()


def fill(count: int) -> None:
    from django.core.management import call_command

    from games import models, services

    call_command("migrate", verbosity=0)
    person, circle = services.make_person("Eleni", "Fridays")
    for first in range(0, count, BATCH):
        store(person, circle, range(first, min(first + BATCH, count)))
    models.Circle.objects.filter(pk=circle.pk).update(seq=count * (ROUNDS + 1))


def store(person, circle, numbers) -> None:
    """Store matches of ten rounds, one per hour."""
    from games import models
    from games.match.log import fold_events
    from games.store import readmodels
    from games.store.logs import event_json

    events, rows = [], {model: [] for model in (models.Evening, *(table.model for table in readmodels.TABLES))}
    for number in numbers:
        match, moment = uuid4(), datetime(2010, 1, 1, tzinfo=UTC) + timedelta(hours=number)
        contents = [("start", {"game": "bisca_tres", "players": ["Eleni", "Deniz"]})]
        contents += [("deal", {"deal": str(uuid4()), "answers": ANSWERS}) for _ in range(ROUNDS)]
        own = [
            models.Event(
                circle=circle, seq=number * (ROUNDS + 1) + place, id=uuid4(), match=match, kind=kind, data=data,
                at=moment.isoformat(), by=person, by_name="Eleni", received=moment,
            )
            for place, (kind, data) in enumerate(contents, 1)
        ]  # fmt: skip
        events += own
        model_rows = readmodels.model_rows(fold_events([event_json(event) for event in own]))
        for table, new in zip(readmodels.TABLES, model_rows, strict=True):
            names = {"circle": circle, table.match: match}
            rows[table.model] += [table.model(**names, **row) for row in new.values()]
        if number % EVENING == 0:
            rows[models.Evening].append(models.Evening(circle=circle, id=match, date=moment.date(), begins=moment))
        rows[models.Match][-1].evening = rows[models.Evening][-1].id
    models.Event.objects.bulk_create(events)
    for model, instances in rows.items():
        model._default_manager.bulk_create(instances)


def measure(key: str) -> None:
    """Print the processor's seconds, the bytes of the file, and the peak memory. `none` is a process without an export."""
    from games import models
    from games.export import long_workbook, streams
    from games.export.period import Period

    assert long_workbook
    circle = models.Circle.objects.get()
    began, size = process_time(), 0
    if key != "none":
        stream = streams.find(key)
        assert stream is not None
        size = sum(len(chunk) for chunk in stream.iter_chunks(Period(circle)))
    seconds = process_time() - began
    print(seconds, size, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)


if __name__ == "__main__":
    if sys.argv[1:2] == ["fill"]:
        django.setup()
        fill(int(sys.argv[2]))
    elif sys.argv[1:2] == ["measure"]:
        django.setup()
        measure(sys.argv[2])
    else:
        main([int(count) for count in sys.argv[1:]] or list(COUNTS))
