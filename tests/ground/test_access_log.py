"""The access log has no link, key, cookie, query, id or name, and stops no request."""

import logging
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import get_resolver

from scorekeeper import access_log, routes
from scorekeeper.access_log import AccessLog, LogWarning
from scorekeeper.answered import Answered
from tests.api.test_access import addresses

SECRET = "secret"
VALUES = {"uuid": "5ec2e700-0000-4000-8000-0000005ec2e7", "int": "5327", "str": SECRET, "slug": SECRET, "path": SECRET}
# Addresses that are regular expressions: a path that each of them matches.
EXPRESSIONS = {
    "^api/.": "api/secret",
    "(?P<url>.*)$": "secret",
    "^password/new/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": "password/new/1-secret/",
}
HEADERS = {
    "HTTP_COOKIE": f"sessionid={SECRET}; csrftoken={SECRET}",
    "HTTP_AUTHORIZATION": f"Token {SECRET}",
    "HTTP_REFERER": f"https://cards.example.org/i/{SECRET}/",
    "HTTP_USER_AGENT": SECRET,
    "QUERY_STRING": f"key={SECRET}&q={SECRET}",
    "REMOTE_ADDR": "203.0.113.7",
}
LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (GET|POST) \S+ \d{3} \d+ \d+ (key|session|none)")


def example(address: str) -> str:
    """Return a path of an address, with secrets in place of its parameters."""
    for expression, path in EXPRESSIONS.items():
        address = address.replace(expression, path)
    address = re.sub(r"\^?\(\?P<app_label>(\w+).*?\)", r"\1", address)
    address = re.sub(r"<(?:(\w+):)?\w+>", lambda match: VALUES[match[1] or "str"], address)
    return f"/{address.removeprefix('^').removesuffix('$')}"


PATHS = sorted({example(address) for address, _view in addresses(get_resolver())})


@pytest.fixture
def log(tmp_path: Path) -> Iterator[AccessLog]:
    started = AccessLog(str(tmp_path / "access.log"), has_addresses=False)
    yield started
    started.stop()


@pytest.fixture(autouse=True)
def fresh_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access_log, "WARNING", LogWarning())


def answered(path: str, method: str = "GET", status: int = 200, **environ: str) -> Answered:
    return Answered({"PATH_INFO": path, **environ}, method, status, 1234, 0.0567)


def lines(log: AccessLog, path: Path) -> list[str]:
    """Return what is in the file when all lines are written."""
    log.stop()
    log.start()
    return path.read_text("utf-8").splitlines()


def test_no_secret_of_any_request_is_logged(log: AccessLog, tmp_path: Path) -> None:
    assert len(PATHS) > 100
    assert sum(SECRET in path or VALUES["uuid"] in path for path in PATHS) > 60
    unresolved = [path for path in PATHS if routes.find(path) is None]
    assert unresolved == []
    for path in [*PATHS, f"/{SECRET}", f"/i/{SECRET}", f"/static/{SECRET}.js", f"/admin/games/{SECRET}/"]:
        for method in ("GET", "POST"):
            log.add(answered(path, method, **HEADERS))
    written = lines(log, tmp_path / "access.log")
    assert len(written) == 2 * len(PATHS) + 8
    assert [line for line in written if not LINE.fullmatch(line)] == []
    assert not re.search(f"{SECRET}|{VALUES['uuid']}|{VALUES['int']}|203\\.0", "\n".join(written))


def test_a_line_has_what_a_host_looks_for(log: AccessLog, tmp_path: Path) -> None:
    log.add(answered("/i/a-link/", status=404))
    log.add(answered("/static/page/table.abc.js"))
    log.add(answered("/nowhere/"))
    log.add(answered("/metrics"))
    log.add(answered("/api/v1/events/", "POST", HTTP_AUTHORIZATION="Token a-key", HTTP_COOKIE="sessionid=x"))
    log.add(answered("/", HTTP_COOKIE="sessionid=x", HTTP_AUTHORIZATION="Token ignored-here"))
    written = [line.partition("Z ")[2] for line in lines(log, tmp_path / "access.log")]
    assert written == [
        "GET /i/<str:token>/ 404 1234 57 none",
        "GET /static/… 200 1234 57 none",
        "GET - 200 1234 57 none",
        "GET /metrics 200 1234 57 none",
        "POST /api/v1/events/ 200 1234 57 key",
        "GET / 200 1234 57 session",
    ]
    assert (tmp_path / "access.log").stat().st_mode & 0o777 == 0o600


def test_an_address_is_logged_only_on_request(tmp_path: Path) -> None:
    log = AccessLog(str(tmp_path / "access.log"), has_addresses=True)
    log.add(answered("/", REMOTE_ADDR="203.0.113.7"))
    log.stop()
    assert (tmp_path / "access.log").read_text().endswith(" none 203.0.113.7\n")


def test_standard_output_has_the_lines_for_the_journal(capsys: pytest.CaptureFixture[str]) -> None:
    log = AccessLog("-", has_addresses=False)
    log.add(answered("/"))
    log.stop()
    assert LINE.fullmatch(capsys.readouterr().out.strip())


def test_a_file_that_cannot_be_written_stops_no_request(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """One warning says so, and the log goes on when the file can be written."""
    path = tmp_path / "missing" / "access.log"
    log = AccessLog(str(path), has_addresses=False)
    for _ in range(3):
        log.add(answered("/"))
    log.stop()
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "ACCESS_LOG" in caplog.text
    path.parent.mkdir()
    log.start()
    log.add(answered("/"))
    log.stop()
    assert len(path.read_text().splitlines()) == 1


def test_a_full_disk_stops_no_request(caplog: pytest.LogCaptureFixture) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("This system has no /dev/full.")
    log = AccessLog("/dev/full", has_addresses=False)
    for _ in range(3):
        log.add(answered("/"))
    log.stop()
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


def test_lines_beyond_those_that_may_wait_are_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(access_log, "MOST_WAITING", 2)
    monkeypatch.setattr(AccessLog, "start", lambda self: None)
    log = AccessLog(str(tmp_path / "access.log"), has_addresses=False)
    for _ in range(5):
        log.add(answered("/"))
    assert log.lines.queue.qsize() == 2
    assert len(caplog.records) == 1


def test_a_rotated_file_is_opened_again(log: AccessLog, tmp_path: Path) -> None:
    path = tmp_path / "access.log"
    log.add(answered("/"))
    assert len(lines(log, path)) == 1
    path.rename(tmp_path / "access.log.1")
    log.add(answered("/"))
    assert len(lines(log, path)) == 1
