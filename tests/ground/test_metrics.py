"""The metrics: off by default, only for those who have the key, and without ids, paths and names."""

import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.core.mail import EmailMessage
from django.db import DatabaseError
from prometheus_client.parser import text_string_to_metric_families

from games.services import notices_to_owner
from scorekeeper import admission, away, lanes, metrics, worker_slots
from scorekeeper.admission import Admission
from scorekeeper.answered import REFUSAL, Answered
from tests.docs import markdown
from tests.ground.wsgi_client import SlowApplication, ask
from tools.steps import ROOT

KEY = "a-key-of-the-monitor-of-this-host"
WITH_KEY = {"HTTP_AUTHORIZATION": f"Bearer {KEY}"}


@pytest.fixture
def counting(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that counts."""
    settings.METRICS_KEY = KEY
    monkeypatch.delenv(metrics.FOLDER, raising=False)
    monkeypatch.setattr(metrics, "SIZES", metrics.Sizes())
    monkeypatch.setattr(metrics.CountsOfWorker, "counts", None)
    metrics.begin()


def echo(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    start_response("200 OK", [])
    return [b"ok"]


def numbers(application: Admission | None = None) -> dict[str, float]:
    """Return the value of each series by its name and its labels."""
    status, _headers, body = ask(application or Admission(echo), metrics.PATH, **WITH_KEY)
    assert status == "200 OK"
    families = text_string_to_metric_families(body.decode())
    samples = [sample for family in families for sample in family.samples if not sample.name.endswith("_created")]
    return {" ".join([sample.name, *sample.labels.values()]): sample.value for sample in samples}


def answered(path: str, status: int = 200, method: str = "GET", **environ: Any) -> None:
    metrics.count_request(Answered({"PATH_INFO": path, **environ}, method, status, 10, 0.02))


def test_without_the_setting_the_path_is_like_any_other() -> None:
    assert metrics.CountsOfWorker.counts is None
    assert admission.pool_of(metrics.PATH) == "request"
    assert ask(Admission(echo), metrics.PATH, **WITH_KEY)[2] == b"ok"
    assert metrics.respond(SimpleNamespace(method="GET")).status_code == 404  # type: ignore[arg-type]
    answered("/")
    metrics.count_wait("lane", 1)


def test_without_the_setting_the_package_is_not_imported() -> None:
    program = "import sys, scorekeeper.asgi; sys.exit('prometheus_client' in sys.modules or 'scorekeeper.access_log' not in sys.modules)"
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings", "METRICS_KEY": ""}
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment).returncode == 0


@pytest.mark.parametrize("sent", ["", KEY, f"Token {KEY}", "Bearer wrong", "Bearer ", f"Bearer {KEY}x", "Bearer é"])
def test_a_wrong_key_is_refused(counting: None, caplog: pytest.LogCaptureFixture, sent: str) -> None:
    status, headers, body = ask(Admission(echo), metrics.PATH, HTTP_AUTHORIZATION=sent, REMOTE_ADDR="203.0.113.7")
    assert (status, headers["WWW-Authenticate"], body) == ("401 Unauthorized", "Bearer", b"")
    assert caplog.messages == ["refused 401 GET /metrics person=- client=203.0.113.7"]


def test_the_answer_is_not_cached_and_needs_get(counting: None) -> None:
    _status, headers, body = ask(Admission(echo), metrics.PATH, **WITH_KEY)
    assert headers["Cache-Control"] == "no-store"
    assert headers["Content-Type"].startswith("text/plain; version=")
    assert b"# HELP scorekeeper_requests_total Answered requests." in body
    assert ask(Admission(echo), metrics.PATH, REQUEST_METHOD="POST", **WITH_KEY)[0] == "405 Method Not Allowed"


def test_a_monitor_is_answered_while_all_places_are_occupied(counting: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_slots, "PATIENCE", 0.1)
    slow = SlowApplication(lambda environ: environ["PATH_INFO"] == "/slow")
    application = Admission(slow, places=1, waiting=1)
    with slow.at_work(application, "/slow"):
        assert ask(application, "/")[0] == "503 Service Unavailable"
        assert "scorekeeper_database_bytes" in numbers(application)
    assert admission.pool_of(metrics.PATH) == "metrics"


def test_requests_are_counted_by_route_method_and_status(counting: None) -> None:
    for _ in range(2):
        answered(f"/table/{uuid4()}/sheet/")
        answered("/i/secret-link/", 404, "POST")
    answered("/nowhere/secret/", 404)
    answered("/static/secret.js")
    answered("/api/v1/events/", method="POST")
    answered("/metrics")
    counted = {name: value for name, value in numbers().items() if name.startswith("scorekeeper_requests_total")}
    assert counted == {
        "scorekeeper_requests_total GET 200 sheet": 2,
        "scorekeeper_requests_total POST 404 way": 2,
        "scorekeeper_requests_total GET 404 unknown": 1,
        "scorekeeper_requests_total GET 200 static": 1,
        "scorekeeper_requests_total POST 200 api:events": 1,
        "scorekeeper_requests_total GET 200 metrics": 1,
    }
    kinds = {name.split()[1] for name in numbers() if name.startswith("scorekeeper_request_seconds_count")}
    assert kinds == {"page", "static", "push", "check"}
    assert numbers()["scorekeeper_request_seconds_sum page"] == pytest.approx(0.1)


def test_labels_have_no_ids(counting: None) -> None:
    from tests.ground.test_access_log import PATHS

    for path in PATHS:
        answered(path)
    text = "\n".join(numbers())
    assert not re.search(r"[0-9a-f]{8}-|secret", text)
    assert len(PATHS) > 100


def test_waits_are_counted_by_the_kind_of_place(counting: None) -> None:
    application = Admission(echo)
    ask(application, "/")
    ask(application, "/api/v1/events/", REQUEST_METHOD="POST", CONTENT_LENGTH="2")
    ask(application, "/api/v1/statistics/")
    ask(application, "/health/")
    waits = {name: value for name, value in numbers().items() if name.startswith("scorekeeper_wait_seconds_count")}
    assert waits == {f"scorekeeper_wait_seconds_count {place}": 1 for place in ("request", "push", "lane")}


def test_refusals_have_their_reason(counting: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environ has it, from wherever a request was refused."""

    def fail(error: type[BaseException]) -> Any:
        def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
            raise error

        return application

    def refusal(application: Any, path: str = "/") -> None:
        environ: dict[str, Any] = {"PATH_INFO": path}
        kept: list[dict[str, Any]] = []

        def keep(environ: dict[str, Any], start: Any) -> Any:
            kept.append(environ)
            return application(environ, start)

        status = ask(keep, path)[0]
        environ = kept[0]
        metrics.count_request(Answered(environ, "GET", int(status.split()[0]), 0, 0.1))

    refusal(Admission(fail(lanes.TooMany)))
    refusal(Admission(fail(lanes.Busy)))
    refusal(admission.refuse_slow)
    refusal(admission.refuse_full)
    refusal(admission.refuse_full, "/api/v1/events/")
    answered("/you/sign-in/", 429)
    answered("/", 503, **{REFUSAL: away.CODE})
    answered("/", 404)
    refused = {name.split()[1]: value for name, value in numbers().items() if "refusals_total" in name}
    assert refused == {"client": 1, "busy": 1, "slow": 1, "disk": 2, "other": 1, "away": 1}


def test_a_throttled_key_is_counted_with_the_code_of_the_api(
    counting: None, db: None, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.api import throttles

    monkeypatch.setattr(throttles.PerKey, "allow_request", lambda *_: False)
    monkeypatch.setattr(throttles.PerKey, "wait", lambda *_: 1)
    answer = client.get("/api/v1/games/")
    assert answer.status_code == 429
    assert answer.wsgi_request.META[REFUSAL] == answer.json()["code"] == "throttled"


def test_events_and_mails_are_counted(counting: None, monkeypatch: pytest.MonkeyPatch) -> None:
    metrics.count_events(3, 1)
    notices_to_owner.send(EmailMessage("Hello", "", to=["eleni@example.org"]))

    def fail(self: EmailMessage) -> None:
        raise OSError("No route to the mail server")

    monkeypatch.setattr(EmailMessage, "send", fail)
    notices_to_owner.send(EmailMessage("Hello", "", to=["eleni@example.org"]))
    counted = numbers()
    assert [counted[f"scorekeeper_events_total {result}"] for result in ("accepted", "refused")] == [3, 1]
    assert [counted[f"scorekeeper_mails_total {result}"] for result in ("sent", "failed")] == [1, 1]


def test_sizes_are_read_every_quarter_of_a_minute(counting: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server reads the size of a real database in tests/load/test_metrics.py."""
    monkeypatch.setattr(metrics, "database_size", lambda: 5)
    first = numbers()
    assert first["scorekeeper_database_bytes"] == 5
    assert first["scorekeeper_disk_free_bytes data"] > 0
    assert first["scorekeeper_disk_free_bytes temporary"] > 0
    monkeypatch.setattr(metrics, "database_size", lambda: 7)
    assert numbers()["scorekeeper_database_bytes"] == first["scorekeeper_database_bytes"]
    metrics.SIZES.at -= metrics.VALID
    assert numbers()["scorekeeper_database_bytes"] == 7


def test_a_database_that_does_not_answer_leaves_out_only_its_size(
    counting: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Gone:
        vendor = "postgresql"

        def close_if_unusable_or_obsolete(self) -> None: ...

        def cursor(self) -> None:
            raise DatabaseError

    monkeypatch.setattr(metrics, "connection", Gone())
    counted = numbers()
    assert "scorekeeper_database_bytes" not in counted
    assert "scorekeeper_disk_free_bytes data" in counted


def test_the_page_for_hosts_lists_every_metric(counting: None) -> None:
    metrics.count_request(Answered({"PATH_INFO": "/"}, "GET", 503, 0, 0.1))
    metrics.count_mail(is_sent=True)
    text = ask(Admission(echo), metrics.PATH, **WITH_KEY)[2].decode()
    names = set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))
    rows = markdown.rows(markdown.page("hosting.md"), "metric")
    assert {name for name in names if not name.endswith("_created")} == {row[0].strip("`") for row in rows}


# ---- The files of the processes


def test_the_folder_is_private_empty_and_removed(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = {"ENGINE": "scorekeeper.sqlite3", "NAME": str(tmp_path / "scorekeeper.sqlite3")}
    monkeypatch.delenv(metrics.FOLDER, raising=False)
    with metrics.shared_folder(config, 8000):
        assert metrics.FOLDER not in os.environ
    settings.METRICS_KEY = KEY
    folder = tmp_path / "metrics-8000"
    folder.mkdir()
    (folder / "counter_1.db").write_text("of a server that was killed")
    with metrics.shared_folder(config, 8000):
        assert os.environ[metrics.FOLDER] == str(folder)
        assert list(folder.iterdir()) == []
        assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder.exists(), metrics.FOLDER in os.environ) == (False, False)
    with metrics.shared_folder({"ENGINE": "django.db.backends.postgresql", "NAME": "scores"}, 8000):
        assert Path(os.environ[metrics.FOLDER]).is_dir()


def test_processes_count_together_and_have_room_for_it(tmp_path: Path) -> None:
    program = """
import django, sys
django.setup()
from scorekeeper import metrics
metrics.begin()
metrics.count_events(2, 1)
print(metrics.CountsOfWorker.counts.text()[0].decode())
"""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path}/scorekeeper.sqlite3",
        metrics.FOLDER: str(tmp_path),
    }
    for number in (1, 2):
        text = subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, env=environment, check=True, capture_output=True, text=True
        ).stdout
        assert f'scorekeeper_events_total{{result="accepted"}} {2 * number}.0' in text
    files = list(tmp_path.glob("*.db"))
    assert len(files) == 4
    assert all(file.stat().st_blocks * 512 >= metrics.ROOM for file in files)
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in files)


def test_without_room_the_worker_serves_without_metrics(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_arguments: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setenv(metrics.FOLDER, str(tmp_path))
    monkeypatch.setattr(os, "posix_fallocate", fail)
    monkeypatch.setattr(metrics.CountsOfWorker, "counts", None)
    metrics.begin()
    assert metrics.CountsOfWorker.counts is None
    assert "No space left" in caplog.text
