"""The worker starts Python from a snapshot of its memory, and gets the same answers as from its files.

Python caches the log of the last request, and gets only its new events. The answers must be those to the complete log.
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
from games.phone.host import Host
from scorekeeper import jinja
from tests.match.histories import History
from tests.phone import requests
from tests.phone.test_answers import all_logs
from tools import micropython

pytestmark = pytest.mark.tenth

HERE = Path(__file__).parent
ADDED = ("seq", "by", "received")  # the fields that the server adds to an event
# What the browser's worker starts with, and its loader; the rest is the worker's own.
SOURCES = {
    "start.js": "import { askPython, ready } from './python.js';\nself.worker = { askPython, ready };\n",
    worker.MICROPYTHON: "export const loadMicroPython = self.loadMicroPython;\n",
}


def run(node: str, folder: Path, questions: list[dict[str, Any]]) -> dict[str, Any]:
    """Run two workers, one after the other. Return the answers of the second."""
    loader = (micropython.PACKAGE / micropython.LOADER).read_text("utf-8")
    for edit in micropython.MEMORY_EDITS:
        loader = loader.replace(*edit)
    (folder / "loader.mjs").write_text(loader, "utf-8")
    (_name, bundle), games = contents.bundles("en")
    (folder / "bundle.txt").write_bytes(bundle)
    for name, text in games:
        (folder / name).write_bytes(text)
    lines = [requests.as_text(["answer", requests.as_text(question)]) + "\n" for question in questions]
    (folder / "input").write_text("".join(lines), "utf-8")
    script = join_modules("start.js", lambda name: SOURCES.get(name) or worker.source(name))
    (folder / "worker.js").write_text(script, "utf-8")
    files = [folder / "loader.mjs", folder / "worker.js", folder / "bundle.txt", folder / "input", folder / "output"]
    process = subprocess.run(
        [node, HERE / "worker_python.mjs", *files], capture_output=True, text=True, timeout=600, check=False
    )
    assert process.returncode == 0, process.stdout + process.stderr[-2000:]
    result: dict[str, Any] = json.loads((folder / "output").read_text("utf-8"))
    return result


def growing_logs(seed: int) -> list[list[dict[str, Any]]]:
    """Return logs of two phones and their server, which grow, get and lose numbers, and lose their end."""
    history, logs = History(seed), []
    for _turn in range(6):
        history.play(6)
        for events in (history.server.events, *(phone.events() for phone in history.phones)):
            unnumbered = [{name: event[name] for name in event if name not in ADDED} for event in events]
            logs += [log for log in (events, unnumbered, events[:-1], events) if log]
    return logs


@pytest.fixture(scope="module")
def questions() -> list[dict[str, Any]]:
    pages = [request for events in all_logs(1) for request in requests.for_all_pages(events, "owner", "")]
    growing = [events for seed in range(3) for events in growing_logs(seed)]
    tables = [request for events in growing for request in requests.for_all_pages(events, "owner", "")[2:4]]
    return pages + json.loads(json.dumps(tables))


@pytest.fixture(scope="module")
def outcome(node: str, tmp_path_factory: pytest.TempPathFactory, questions: list[dict[str, Any]]) -> dict[str, Any]:
    if not micropython.PACKAGE.is_dir():
        pytest.skip("The npm packages are missing. Start the tests with: python3 go.py test")
    return run(node, tmp_path_factory.mktemp("memory"), questions)


@pytest.mark.slow
def test_with_restored_memory_every_page_is_the_same(outcome: dict[str, Any], questions: list[dict[str, Any]]) -> None:
    environment = jinja.environment(loader=FileSystemLoader(templates.FOLDER))
    with translation.override("en"):
        ours = [Host(router.handle, environment).answer(question) for question in questions]
    requests.assert_same(questions, ours, outcome["answers"])


def test_the_files_are_requested_once(outcome: dict[str, Any]) -> None:
    assert outcome["asked"] == 1


def test_the_file_of_a_game_is_requested_once(outcome: dict[str, Any]) -> None:
    assert outcome["games"] == len(contents.bundles("en")[1])


def test_the_snapshot_covers_all_memory_of_a_new_interpreter(outcome: dict[str, Any]) -> None:
    assert outcome["fresh"] <= outcome["length"] < 2_000_000


def test_memory_is_freed_when_no_request_waits(outcome: dict[str, Any]) -> None:
    assert outcome["atOnce"] - outcome["inTheEnd"] > 100_000  # bytes


def test_after_an_error_python_starts_from_its_files(outcome: dict[str, Any]) -> None:
    assert "KeyError" in outcome["error"]
    assert (outcome["left"], outcome["again"], outcome["kept"]) == (0, 2, 1)
