"""pytest --db=postgres: settle the environment of the tests before Django's settings are read."""

import os
from collections.abc import Iterator

import pytest

from tests import postgres

# What a person has set for their own server is no business of the tests.
FOREIGN = ("ALLOWED_HOSTS", "DATABASE_URL", "DEBUG", "PORT", "SCOREKEEPER_WORKER")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--db", choices=["sqlite", "postgres"], default="sqlite", help="the database to test on")
    parser.addoption("--all", action="store_true", help="the slow tests too")


# A wrapper, because pytest-django reads the settings in the same hook and would come first.
@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    if "PYTEST_XDIST_WORKER" not in os.environ:  # workers inherit what was settled
        for name in FOREIGN:
            os.environ.pop(name, None)
        os.environ["SECRET_KEY"] = "only for tests, where nothing is secret and nothing is kept"
        if early_config.known_args_namespace.db == "postgres" and (server := postgres.start()):
            os.environ["DATABASE_URL"], stop = server
            early_config.add_cleanup(stop)
    return (yield)


def pytest_report_header(config: pytest.Config) -> str:
    return f"database: {config.getoption('db')}"
