"""Prints the functions of `games/` that save a round through Django, file by file.

    .venv/bin/python benchmarks/calls.py

It fails above the limits of `benchmarks/called.py`.
"""

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
FOLDER = tempfile.TemporaryDirectory()
os.environ["DEBUG"] = "1"  # static files need no hashed names
os.environ["DATABASE_URL"] = f"sqlite:///{FOLDER.name}/scores.sqlite3"

import django

django.setup()

from django.core.management import call_command

from benchmarks.called import MOST_FILES, MOST_FUNCTIONS, save_round


def main() -> None:
    call_command("migrate", verbosity=0)
    called = save_round()
    for file, names in sorted(called.items()):
        print(f"{file:32} {len(names):3}  {', '.join(sorted(names))}")
    functions, files = sum(map(len, called.values())), len(called)
    print(f"{functions} functions in {files} files; at most {MOST_FUNCTIONS} in {MOST_FILES}")
    if functions > MOST_FUNCTIONS or files > MOST_FILES:
        sys.exit("More functions save a round than the limit allows.")


if __name__ == "__main__":
    main()
