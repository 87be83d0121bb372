"""The worker keeps what its Python holds after a first start; every later one is as good as that, and needs nothing else.

Its Python keeps the log that it was asked about last, and is told only what is new: the answer is that to the whole log.
"""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation
from jinja2 import FileSystemLoader

from games.bundle import contents, templates, worker
from games.bundle.modules import join_modules
from games.pages import router
from games.phone.host import ADDED, Host
from scorekeeper import jinja
from tests.match.histories import History
from tests.phone import requests
from tests.phone.test_answers import asked, logs
from tools import micropython

HERE = Path(__file__).parent
# What the browser's worker starts with, and its loader; the rest is the worker's own.
SOURCES = {
    "start.js": "import { askPython, ready } from './python.js';\nself.worker = { askPython, ready };\n",
    worker.MICROPYTHON: "export const loadMicroPython = self.loadMicroPython;\n",
}


def run(node: str, folder: Path, questions: list[dict[str, Any]]) -> dict[str, Any]:
    """Two workers, one after the other; the answers are those of the second."""
    loader = (micropython.PACKAGE / micropython.LOADER).read_text("utf-8")
    for edit in micropython.KEPT:
        loader = loader.replace(*edit)
    (folder / "loader.mjs").write_text(loader, "utf-8")
    (folder / "bundle.json").write_text(contents.as_json(contents.files("en")), "utf-8")
    lines = [requests.as_text(["answer", requests.as_text(one)]) + "\n" for one in questions]
    (folder / "input").write_text("".join(lines), "utf-8")
    script = join_modules("start.js", lambda name: SOURCES.get(name) or worker.source(name))
    (folder / "worker.js").write_text(script, "utf-8")
    files = [folder / "loader.mjs", folder / "worker.js", folder / "bundle.json", folder / "input", folder / "output"]
    done = subprocess.run(
        [node, HERE / "worker_python.mjs", *files], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    found: dict[str, Any] = json.loads((folder / "output").read_text("utf-8"))
    return found


def growing(seed: int) -> list[list[dict[str, Any]]]:
    """Two phones and their server in turn: a log grows, is numbered, begins anew without numbers, and loses its end."""
    history, found = History(seed), []
    for _turn in range(6):
        history.play(6)
        for events in (history.server.events, *(phone.events() for phone in history.phones)):
            bare = [{name: one[name] for name in one if name not in ADDED} for one in events]
            found += [one for one in (events, bare, events[:-1], events) if one]
    return found


@pytest.fixture(scope="module")
def questions() -> list[dict[str, Any]]:
    whole = [one for events in logs(1) for one in asked(events, "owner", "")]
    tables = [one for seed in range(3) for events in growing(seed) for one in asked(events, "owner", "")[2:4]]
    return whole + json.loads(json.dumps(tables))


@pytest.fixture(scope="module")
def found(node: str, tmp_path_factory: pytest.TempPathFactory, questions: list[dict[str, Any]]) -> dict[str, Any]:
    if not micropython.PACKAGE.is_dir():
        pytest.skip("The npm packages are missing. Start the tests with: python3 go.py test")
    return run(node, tmp_path_factory.mktemp("memory"), questions)


@pytest.mark.slow
def test_with_the_memory_put_back_every_page_is_the_same(
    found: dict[str, Any], questions: list[dict[str, Any]]
) -> None:
    environment = jinja.environment(loader=FileSystemLoader(templates.FOLDER))
    with translation.override("en"):
        ours = [Host(router.handle, environment).answer(one) for one in questions]
    requests.assert_same(questions, ours, found["answers"])


def test_the_files_are_asked_for_once(found: dict[str, Any]) -> None:
    assert found["asked"] == 1


def test_what_is_put_back_covers_all_that_a_new_interpreter_has_written(found: dict[str, Any]) -> None:
    assert found["fresh"] <= found["length"] < 2_000_000


def test_what_an_answer_leaves_behind_is_cleared_when_nobody_waits(found: dict[str, Any]) -> None:
    assert found["atOnce"] - found["inTheEnd"] > 100_000  # bytes


def test_after_an_error_it_starts_from_its_files(found: dict[str, Any]) -> None:
    assert "KeyError" in found["error"]
    assert (found["left"], found["again"], found["kept"]) == (0, 2, 1)
