"""The table of imports, which has no exceptions. Code that runs on the phone imports only such code."""

import pytest

from games.bundle import contents
from tools import imports
from tools.steps import ROOT


def test_every_import_is_allowed():
    assert imports.wrong() == []


def test_every_folder_is_in_the_table():
    folders = {path.parent.name for path in (ROOT / "games").glob("*/__init__.py")}
    assert folders - {"migrations"} == set(imports.ALLOWED)


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
def test_rules_import_only_rules_and_the_phones_modules(tmp_path, source, allowed):
    (tmp_path / "games" / "rules").mkdir(parents=True)
    (tmp_path / "games" / "rules" / "pisti.py").write_text(source)
    assert (imports.wrong(tmp_path) == []) is allowed


@pytest.mark.parametrize(("source", "allowed"), [("import gc", True), ("import django", False)])
def test_a_module_of_the_server_alone_has_the_standard_library(tmp_path, source, allowed):
    (tmp_path / "games" / "match").mkdir(parents=True)
    (tmp_path / "games" / "match" / "json_input.py").write_text(source)
    assert (imports.wrong(tmp_path) == []) is allowed


def test_modules_of_the_server_alone_are_not_in_the_bundle():
    assert {f"match/{name}.py" for name in contents.SERVER} == set(imports.SERVER_ONLY)


@pytest.mark.parametrize(
    ("folder", "source", "allowed"),
    [
        ("store", "from games import models", True),
        ("store", "from games.services.log import push", False),
        ("store", "if TYPE_CHECKING:\n    from games.services.log import PushResult", False),
        ("services", "from games.store import rebuild", True),
        ("services", "from games.web import page_host", False),
        ("models", "from games import store", False),
        ("web", "from games.api import device", False),
        ("api", "from games.web import urls", False),
        ("export", "from games.pages import request", False),
        ("bundle", "from games.pages.request import ADDRESSES", True),
        ("bundle", "from games.pages import router", False),
    ],
)
def test_a_folder_imports_only_from_folders_below_it(tmp_path, folder, source, allowed):
    (tmp_path / "games" / folder).mkdir(parents=True)
    (tmp_path / "games" / folder / "some.py").write_text(source)
    assert (imports.wrong(tmp_path) == []) is allowed
