"""The games and the table run on the phone too: they import nothing but themselves."""

import pytest

from tools import imports


def test_everybody_imports_what_they_may():
    assert imports.wrong() == []


@pytest.mark.parametrize(
    ("source", "allowed"),
    [
        ("from games.rules import ask", True),
        ("from games import rules", True),
        ("import games.rules.ask", True),
        ("from typing import TYPE_CHECKING", True),
        ("if TYPE_CHECKING:\n    from collections.abc import Callable", True),
        ("from collections.abc import Callable", False),
        ("if TYPE_CHECKING:\n    from django.http import HttpRequest", False),
        ("import random", False),
        ("from django.utils import timezone", False),
        ("from games import models", False),
        ("from . import ask", False),
        ("def f():\n    import time", False),
    ],
)
def test_what_a_game_may_import(tmp_path, source, allowed):
    (tmp_path / "games" / "rules").mkdir(parents=True)
    (tmp_path / "games" / "rules" / "pisti.py").write_text(source)
    assert (imports.wrong(tmp_path) == []) is allowed


@pytest.mark.parametrize(
    ("folder", "source", "allowed"),
    [
        ("store", "from games import models", True),
        ("store", "from games.services.log import push", False),
        ("store", "if TYPE_CHECKING:\n    from games.services.log import Pushed", True),
        ("services", "from games.store import rebuild", True),
        ("services", "from games.web import device", False),
        ("models", "from games import store", False),
    ],
)
def test_nothing_knows_what_is_above_it(tmp_path, folder, source, allowed):
    (tmp_path / "games" / folder).mkdir(parents=True)
    (tmp_path / "games" / folder / "some.py").write_text(source)
    assert (imports.wrong(tmp_path) == []) is allowed
