"""The tests, in one run or in parts. docs/testing.md says what each part is for."""

import os
import secrets
import time
from dataclasses import dataclass

from tools import environment

PARALLEL = ("-n", "auto", "--maxprocesses", "4", "--dist", "worksteal")
WAITING = ("-n", "4", "--dist", "worksteal")  # for tests that mostly wait for a browser or a server
SERVERS = ("tests/load", "tests/power", "tests/upgrade")
# Tests of servers in which much depends on the database.
DATABASES = ("tests/upgrade", *(f"tests/load/test_{name}.py" for name in ("cluster", "kill", "away", "restored")))
OTHERS = tuple(f"--ignore={folder}" for folder in SERVERS)
# The only places of tests with a browser, and of tests with a database but without a server. Each process of a part takes
# twenty seconds to collect everything.
BROWSERS = (
    "tests/pages/in_browser",
    "tests/phone",
    "tests/model",
    *(f"tests/{folder}/test_browser.py" for folder in ("export", "ground", "imports", "web")),
    *(f"tests/web/{folder}/test_browser.py" for folder in ("account", "evenings", "statistics")),
    "tests/export/test_print.py",
    "tests/web/invitations/test_phones.py",
    "tests/web/test_layout.py",
    "tests/web/test_walk.py",
)
WITH_DATABASE = tuple(
    f"tests/{folder}"
    for folder in (
        "api",
        "bundle",
        "demo",
        "docs",
        "export",
        "ground",
        "imports",
        "phone",
        "plugins",
        "statistics",
        "store",
        "web",
    )
)
LENGTHS = ("--all", "--long")
SHORT = ("--show-capture=no",)  # the log of one failed test can hide the names of all others
NONE_CHOSEN = 5  # exit status of pytest


@dataclass(frozen=True)
class SuitePart:
    name: str
    budget: int  # minutes on two cores, of a run with --all
    marks: str  # an expression for pytest -m
    arguments: tuple[str, ...]
    long_marks: str = ""  # with --long, if they differ
    long_arguments: tuple[str, ...] = ()
    workers: tuple[str, ...] = PARALLEL


POSTGRES = "--db=postgres"
PARTS = (
    SuitePart("quick tests", 4, "not browser", OTHERS),
    SuitePart(
        "database: PostgreSQL",
        2,
        "database and not browser and not slow",
        (POSTGRES, *WITH_DATABASE),
        long_marks="database and not browser",
    ),
    SuitePart("phones and browsers", 6, "browser", BROWSERS, workers=WAITING),
    SuitePart("rest: browsers on PostgreSQL", 1, "database and browser", (POSTGRES, *BROWSERS), workers=WAITING),
    SuitePart("rest: servers", 1, "not browser", SERVERS, workers=WAITING),
    SuitePart(
        "rest: servers on PostgreSQL",
        1,
        "database and not browser",
        (POSTGRES, *DATABASES),
        long_arguments=(POSTGRES, "tests/load", "tests/upgrade"),
        workers=WAITING,
    ),
)


def run(arguments: list[str], surroundings: dict[str, str]) -> int:
    """Run the tests: with `--all` or `--long` every part, with one seed, otherwise one call of pytest."""
    # Otherwise each of many processes compiles every module again, which takes longer than its tests.
    surroundings = {**surroundings, "PYTHONDONTWRITEBYTECODE": ""}
    lengths = [argument for argument in arguments if argument in LENGTHS]
    if len(lengths) != 1 or any(
        argument not in LENGTHS and not argument.startswith("--seed=") for argument in arguments
    ):
        parallel = PARALLEL if not arguments else ()
        return environment.python("-m", "pytest", *parallel, *arguments, **surroundings)
    is_long = "--long" in lengths
    seed = [] if len(arguments) > 1 else [f"--seed={secrets.randbelow(2**32)}"]
    failed, lines = [], []
    for part in PARTS:
        print(f"\n{part.name}:", flush=True)
        begin = time.monotonic()
        marks = (is_long and part.long_marks) or part.marks
        more = (is_long and part.long_arguments) or part.arguments
        chosen = (*part.workers, *SHORT, "-m", marks, *more, *arguments, *seed)
        status = environment.python("-m", "pytest", *chosen, **surroundings)
        minutes = (time.monotonic() - begin) / 60
        if status not in (0, NONE_CHOSEN):
            failed.append(part.name)
        late = ", more than its budget" if not is_long and minutes > part.budget else ""
        lines.append(f"{minutes:5.1f} of {part.budget} min  {part.name}{late}")
    print(f"\nTimes, on {os.cpu_count()} cores:", *lines, sep="\n")
    print(f"\nTo mend: {', '.join(failed)}." if failed else "\nAll well.", flush=True)
    return 1 if failed else 0
