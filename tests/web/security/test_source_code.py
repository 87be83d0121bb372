"""The source code has no calls that run text, start a shell or open addresses, except those listed."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.steps import ROOT

pytestmark = pytest.mark.fifth

FILES = sorted(path for folder in ("games", "scorekeeper") for path in (ROOT / folder).rglob("*.py"))
# They run templates and plural rules of the project itself, which the build compiles, and import the games that it names.
# The trial imports the plug-in that it tries, in the phone's Python.
COMPILED = {
    "games/phone/jinja/template.py",
    "games/phone/language.py",
    "games/phone/apart.py",
    "games/phone/catalogue.py",
    "games/phone/trial.py",
}
# They connect to this machine: PostgreSQL's programs, the health check, and the server itself.
LOCAL = {"games/store/postgres.py", "scorekeeper/health.py", "scorekeeper/plain.py"}
NETWORK = {"urllib.request", "http.client", "requests", "httpx", "aiohttp", "socket", "socketserver", "ftplib"}
PROCESSES = {"subprocess", "pty", "commands"}
OBJECTS = {"pickle", "marshal", "shelve", "yaml", "dill"}


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in FILES:
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text("utf-8"))


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def files_that_import(*modules: set[str]) -> set[str]:
    unwanted = set().union(*modules)
    return {path for path, tree in trees() if unwanted & set(imported(tree))}


def calls(tree: ast.Module) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def name_of(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def test_no_code_is_built_from_text() -> None:
    found = {path for path, tree in trees() for call in calls(tree) if name_of(call) in ("eval", "exec", "__import__")}
    assert found == COMPILED
    assert files_that_import(OBJECTS) == set()


def test_the_server_opens_no_addresses() -> None:
    assert files_that_import(NETWORK) - LOCAL == set()


def test_no_command_goes_through_a_shell() -> None:
    assert files_that_import(PROCESSES) == {"games/store/postgres.py", "games/bundle/phone_python.py"}
    for path, tree in trees():
        for call in calls(tree):
            assert not any(keyword.arg == "shell" for keyword in call.keywords), path
            assert name_of(call) not in ("system", "popen"), path


def test_no_weak_hash_is_used() -> None:
    for path in FILES:
        assert not re.search(r"\b(md5|sha1|DES|ECB)\b", path.read_text("utf-8")), path
    for path, tree in trees():
        for call in calls(tree):
            if name_of(call) == "salted_hmac":  # its default is SHA-1
                assert [keyword.value.value for keyword in call.keywords if keyword.arg == "algorithm"] == ["sha256"], (
                    path
                )  # type: ignore[attr-defined]


def test_only_invented_rounds_use_the_simple_generator() -> None:
    """The demo and the trial of plug-ins use it. Keys and links need the one for secrets."""
    users = [path for path in files_that_import({"random"}) if not path.startswith("games/demo/")]
    assert users == ["games/plugins/trial.py"]


def test_scripts_never_evaluate_text() -> None:
    for path in sorted(Path(ROOT / "static").rglob("*.js")):
        text = path.read_text("utf-8")
        assert not re.search(r"\beval\(|new Function\(|\.innerHTML\s*=|document\.write\(", text), path
