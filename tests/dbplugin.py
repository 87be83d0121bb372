"""Sets the environment of the tests before Django reads its settings: pytest --db, --all, --long and --seed."""

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator

import pytest

from tests import postgres

# Settings of a person's own server, which tests ignore.
FOREIGN = ("ALLOWED_HOSTS", "DATABASE_URL", "DEBUG", "PORT", "SCOREKEEPER_WORKER")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--db", choices=["sqlite", "postgres"], default="sqlite", help="the database to test on")
    parser.addoption("--all", action="store_true", help="the slow tests too")
    parser.addoption("--long", action="store_true", help="the long tests too, and more of everything random")
    parser.addoption("--seed", type=int, help="repeat the run that had this seed")


# A wrapper, because pytest-django reads the settings in the same hook and would come first.
@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    if "PYTEST_XDIST_WORKER" not in os.environ:  # workers inherit the environment
        for name in FOREIGN:
            os.environ.pop(name, None)
        os.environ["SECRET_KEY"] = "only for tests, where nothing is secret and nothing is kept"
        options = early_config.known_args_namespace
        os.environ["TEST_SEED"] = str(secrets.randbelow(2**32) if options.seed is None else options.seed)
        os.environ["TEST_LENGTH"] = "long" if options.long else "usual"
        os.environ["SHARED"] = tempfile.mkdtemp(prefix="scorekeeper-")
        early_config.add_cleanup(lambda: shutil.rmtree(os.environ.pop("SHARED")))
        os.environ["GAMES_FOLDER"] = os.path.join(os.environ["SHARED"], "games")  # not the games of this machine's host
        if options.db == "postgres" and (server := postgres.start()):
            os.environ["DATABASE_URL"], stop = server
            early_config.add_cleanup(stop)
    return (yield)


def pytest_report_header(config: pytest.Config) -> str:
    return f"database: {config.getoption('db')}; seed: {os.environ['TEST_SEED']}, repeat with --seed={os.environ['TEST_SEED']}"
