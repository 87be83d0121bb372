"""docs/load.md agrees with the settings and the tests."""

import re
from pathlib import Path

from scorekeeper import away, database
from tests.docs import markdown
from tests.upgrade.test_migrations import GIVE_UP
from tools.steps import ROOT

PAGE = markdown.page("load.md")


def test_the_page_has_the_answers_and_times_of_an_unreachable_database() -> None:
    assert f"`Retry-After: {away.RETRY_AFTER}`" in PAGE
    assert f"the API's code is `{away.CODE}`" in PAGE
    soon, late = database.POSTGRES["connect_timeout"], database.POSTGRES["tcp_user_timeout"] // 1000
    assert f"given up after {soon} to {late} seconds" in PAGE
    assert f"locked for {database.SQLITE['timeout']} seconds" in PAGE


def test_the_commands_of_an_update_are_the_tested_ones() -> None:
    [commands] = [text for _kind, text in markdown.blocks(PAGE) if "PGOPTIONS" in text]
    assert f'PGOPTIONS="{GIVE_UP}" .venv/bin/python manage.py migrate' in commands
    assert commands.count("manage.py migrate") == 2  # before the update, and after it for events of the old version


def test_every_named_file_exists() -> None:
    paths = re.findall(r"`?((?:tests|benchmarks)/[\w/.]+)", PAGE)
    assert len(paths) >= 4
    assert [path for path in paths if not Path(ROOT / path.rstrip(".")).exists()] == []
