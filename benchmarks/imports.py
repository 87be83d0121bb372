"""How long a file takes to be looked at and brought in, and how much memory: each in a process of its own.

.venv/bin/python benchmarks/imports.py            # 100, 1,000 and 5,000 matches of ten rounds
.venv/bin/python benchmarks/imports.py 100000     # as many as wanted
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
    print(f"{'matches':>9}  {'file':<9} {'deed':<8} {'seconds':>8} {'a match':>9} {'memory':>9}")
    for count in counts:
        with TemporaryDirectory() as folder:
            os.environ["DATABASE_URL"] = f"sqlite:///{folder}/scorekeeper.sqlite3"
            documents, log = f"{folder}/documents.jsonl", f"{folder}/log.jsonl"
            run("write", documents, str(count))
            for deed in ("none", "look", "bring"):
                tell(count, "documents", deed, run(deed, documents))
            run("save", log)
            os.environ["DATABASE_URL"] = f"sqlite:///{folder}/other.sqlite3"
            for deed in ("look", "bring"):
                tell(count, "log", deed, run(deed, log))


def tell(count: int, what: str, deed: str, found: str) -> None:
    seconds, memory = found.split()
    each = float(seconds) / count * 1000
    print(f"{count:9,}  {what:<9} {deed:<8} {float(seconds):8.2f} {each:6.2f} ms {memory:>6} MB", flush=True)


def run(*arguments: str) -> str:
    done = subprocess.run([sys.executable, __file__, "-", *arguments], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def write(path: str, count: int) -> None:
    """Matches of ten rounds, one every nine hours, each an evening."""
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


def measure(deed: str, path: str) -> None:
    """Seconds of the processor, and the most memory that the process ever had."""
    from django.core.management import call_command

    from games import models, services
    from games.imports import target
    from games.imports.preview import preview as look
    from games.imports.source import Source

    call_command("migrate", verbosity=0)
    person = models.Person.objects.first() or services.make_person("Eleni", "Fridays")[0]
    with open(path, "rb") as file:
        source = Source(file)
        goal = target.choose_target(person, source, models.Circle.objects.get(name="Fridays"))
        began = process_time()
        if deed == "look":
            assert look(person, source, goal).refused_count == 0
        elif deed == "bring":
            services.import_file(by=person, source=source, target=goal)
    print(process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)


if __name__ == "__main__":
    if sys.argv[1:2] == ["-"]:
        django.setup()
        deed, *rest = sys.argv[2:]
        if deed == "write":
            write(rest[0], int(rest[1]))
        elif deed == "save":
            save(rest[0])
        else:
            measure(deed, rest[0])
    else:
        main([int(count) for count in sys.argv[1:]] or list(COUNTS))
