"""The tests, in one run or in all of them."""

from tools import environment

# Whole runs use the machine's cores; one test that somebody looks at runs alone.
SEVERAL = ("-n", "auto", "--maxprocesses", "4", "--dist", "worksteal")
AGAIN = ("--last-failed", "--last-failed-no-failures=none", "--maxfail=5", "--verbose")
FAILED, NONE_CHOSEN = 1, 5  # how pytest ends


def run(arguments: list[str], surroundings: dict[str, str]) -> int:
    """What the arguments ask for; of `--all`, what is about the database on PostgreSQL as well."""
    several = SEVERAL if arguments in ([], ["--all"]) else ()

    def pytest(*more: str) -> int:
        return environment.python("-m", "pytest", *arguments, *more, **surroundings)

    def twice(*more: str) -> int:
        """A browser among busy ones may be too slow for a test: what has failed is tried alone, and named."""
        status = pytest(*several, *more)
        if several and status == FAILED:
            print("\nWhat has failed, once more and one by one:", flush=True)
            status = pytest(*AGAIN, *more)
        return status

    if "--all" not in arguments:
        return pytest(*several)
    status = twice()
    if status == 0:
        print("\nOnce more on PostgreSQL:", flush=True)
        status = twice("--db=postgres", "-m", "database")
    return 0 if status == NONE_CHOSEN else status
