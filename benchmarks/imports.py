"""Measures time and memory of previewing and importing a file, each in its own process.

.venv/bin/python benchmarks/imports.py            # 100, 1,000 and 5,000 matches of ten rounds
.venv/bin/python benchmarks/imports.py 100000     # this number of matches
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

import django

COUNTS, ROUNDS = (100, 1_000, 5_000), 10
DOCUMENT = {"format": "scorekeeper.match/1", "game": "bisca_tres", "players": ["Eleni", "Deniz"]}
ANSWERS = {"points": [60, 60]}


def main(counts: list[int]) -> None:
    print(f"{'matches':>9}  {'file':<9} {'step':<8} {'seconds':>8} {'a match':>9} {'memory':>9}")
    for count in counts:
        with TemporaryDirectory() as folder:
            os.environ["DATABASE_URL"] = f"sqlite:///{folder}/scorekeeper.sqlite3"
            documents, log = f"{folder}/documents.jsonl", f"{folder}/log.jsonl"
            run("write", documents, str(count))
            for step in ("none", "preview", "import"):
                report(count, "documents", step, run(step, documents))
            run("save", log)
            os.environ["DATABASE_URL"] = f"sqlite:///{folder}/other.sqlite3"
            for step in ("preview", "import"):
                report(count, "log", step, run(step, log))


def report(count: int, file: str, step: str, result: str) -> None:
    seconds, memory = result.split()
    each = float(seconds) / count * 1000
    print(f"{count:9,}  {file:<9} {step:<8} {float(seconds):8.2f} {each:6.2f} ms {memory:>6} MB", flush=True)


def run(*arguments: str) -> str:
    result = subprocess.run([sys.executable, __file__, "-", *arguments], check=True, capture_output=True, text=True)
    return result.stdout.strip()


def write(path: str, count: int) -> None:
    """Write matches of ten rounds, one every nine hours, so that each is an evening."""
    with open(path, "w") as file:
        for number in range(count):
            started = datetime(1990, 1, 1, tzinfo=UTC) + timedelta(hours=9 * number)
            deals = [{"answers": ANSWERS}] * ROUNDS
            file.write(json.dumps({**DOCUMENT, "started": started.isoformat(), "deals": deals}) + "\n")


def save(path: str) -> None:
    from games import models
    from games.export import circle_log

    with open(path, "wb") as file:
        file.writelines(circle_log.lines(models.Circle.objects.get(name="Fridays")))


def measure(step: str, path: str) -> None:
    """Print the processor's seconds and the peak memory of a step."""
    from django.core.management import call_command

    from games import models, services
    from games.imports import target
    from games.imports.preview import preview
    from games.imports.source import Source

    call_command("migrate", verbosity=0)
    person = models.Person.objects.first() or services.make_person("Eleni", "Fridays")[0]
    with open(path, "rb") as file:
        source = Source(file)
        goal = target.choose_target(person, source, models.Circle.objects.get(name="Fridays"))
        began = process_time()
        if step == "preview":
            assert preview(person, source, goal).refused_count == 0
        elif step == "import":
            services.import_file(by=person, source=source, target=goal)
    print(process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)


if __name__ == "__main__":
    if sys.argv[1:2] == ["-"]:
        django.setup()
        step, *rest = sys.argv[2:]
        if step == "write":
            write(rest[0], int(rest[1]))
        elif step == "save":
            save(rest[0])
        else:
            measure(step, rest[0])
    else:
        main([int(count) for count in sys.argv[1:]] or list(COUNTS))
