"""What the page about load promises is what is done and tested."""

import re
from pathlib import Path

from scorekeeper import away, database
from tests.docs import markdown
from tests.upgrade.test_migrations import GIVE_UP
from tools.steps import ROOT

PAGE = markdown.page("load.md")


def test_what_is_told_while_the_database_is_away() -> None:
    assert f"`Retry-After: {away.AGAIN}`" in PAGE
    assert f"the API's code is `{away.CODE}`" in PAGE
    soon, late = database.POSTGRES["connect_timeout"], database.POSTGRES["tcp_user_timeout"] // 1000
    assert f"given up after {soon} to {late} seconds" in PAGE
    assert f"locked for {database.SQLITE['timeout']} seconds" in PAGE


def test_the_order_of_an_update_is_the_one_that_is_tested() -> None:
    [commands] = [text for _kind, text in markdown.blocks(PAGE) if "PGOPTIONS" in text]
    assert f'PGOPTIONS="{GIVE_UP}" .venv/bin/python manage.py migrate' in commands
    assert commands.count("manage.py migrate") == 2  # before, and for what the old version has written meanwhile


def test_every_file_that_is_named_is_there() -> None:
    named = re.findall(r"`?((?:tests|benchmarks)/[\w/.]+)", PAGE)
    assert len(named) >= 4
    assert [name for name in named if not Path(ROOT / name.rstrip(".")).exists()] == []
