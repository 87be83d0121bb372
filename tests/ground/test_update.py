"""deploy/update, with a small program in place of Scorekeeper, and scripts in place of systemctl and runuser."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

from tools.steps import ROOT

pytestmark = pytest.mark.fifth

GO = """
import os, pathlib, sys
if pathlib.Path("BROKEN_BUILD").exists():
    sys.exit(1)
pathlib.Path(".venv/bin").mkdir(parents=True)
os.symlink(sys.executable, ".venv/bin/python")
"""
# The database is a file: its form, and a score. A program can read the forms up to its own.
MANAGE = """
import os, pathlib, shutil, sys
data = pathlib.Path(os.environ["DATA"])
form, command, known = data.read_text().split()[0], sys.argv[1], pathlib.Path("form").read_text().strip()
if command == "backup":
    copy = data.with_name(f"copy-{len(list(data.parent.glob('copy-*')))}")
    shutil.copy(data, copy)
    print(copy)
elif command == "restore":
    shutil.copy(sys.argv[-1], data)
elif command == "check":
    sys.exit(pathlib.Path("BROKEN_SETTINGS").exists())
elif command == "migrate" and "--check" in sys.argv:
    sys.exit(form != known)
elif command == "migrate":
    if int(form) > int(known) or pathlib.Path("BROKEN_MIGRATION").exists():
        sys.exit("unknown form")
    data.write_text(data.read_text().replace(form, known, 1))
"""
SERVE = """
import http.server, os, pathlib, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        is_known = self.headers["Host"] == "cards.example.org" and not pathlib.Path("BROKEN_SERVER").exists()
        self.send_response(200 if is_known else 503)
        self.end_headers()
        self.wfile.write(pathlib.Path("version").read_bytes())
    def log_message(self, *arguments):
        pass
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""
SYSTEMCTL = """#!{python}
import os, pathlib, signal, subprocess, sys, time
folder, units = pathlib.Path({folder!r}), pathlib.Path({units!r})
pid = units / "pid"
def is_running():
    return pid.exists() and pathlib.Path("/proc", pid.read_text(), "cwd").exists()
with open(units / "log", "a") as log:
    print(*sys.argv[1:], file=log)
if sys.argv[1] == "start":
    if subprocess.run([folder / "deploy/manage", "migrate"]).returncode:
        sys.exit(1)
    port = (units / "scorekeeper.service").read_text().split()[-1]
    server = subprocess.Popen([sys.executable, "serve.py", port], cwd=folder, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    pid.write_text(str(server.pid))
elif sys.argv[1] == "stop" and is_running():
    os.kill(int(pid.read_text()), signal.SIGKILL)
    pid.unlink()
elif sys.argv[1] == "is-active":
    print("active" if is_running() else "failed")
"""
RUNUSER = """#!/bin/sh
while [ "$1" != -- ]; do shift; done
shift
exec "$@"
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class InstalledServer:
    """A machine with version 1.0.0 installed, and the repository that it came from."""

    def __init__(self, folder: Path) -> None:
        self.sources, self.installed, self.units = folder / "sources", folder / "opt" / "scorekeeper", folder / "units"
        self.programs, self.settings, self.data = folder / "bin", folder / "scorekeeper.env", folder / "data"
        self.port = free_port()
        for path in (self.sources / "deploy", self.units, self.programs, self.installed.parent):
            path.mkdir(parents=True)
        self.data.write_text("1 score\n")
        self.settings.write_text(f"# settings\nALLOWED_HOSTS=cards.example.org\nDATA={self.data}\n")
        self.program(
            "systemctl", SYSTEMCTL.format(python=sys.executable, folder=str(self.installed), units=str(self.units))
        )
        self.program("runuser", RUNUSER)
        self.environment = {
            **os.environ,
            "PATH": f"{self.programs}:{os.environ['PATH']}",
            "SCOREKEEPER_SETTINGS": str(self.settings),
            "SCOREKEEPER_UNITS": str(self.units),
            "SCOREKEEPER_PATIENCE": "2",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        for name, text in (("go.py", GO), ("manage.py", MANAGE), ("serve.py", SERVE), (".gitignore", ".venv\ndata\n")):
            (self.sources / name).write_text(text)
        for name in ("manage", "update"):
            shutil.copy(ROOT / "deploy" / name, self.sources / "deploy" / name)
        self.git("init", "--quiet", "--initial-branch=main")
        self.release("1.0.0")
        subprocess.run(["git", "clone", "--quiet", self.sources, self.installed], check=True, env=self.environment)
        shutil.copy(self.installed / "deploy" / "scorekeeper.service", self.units)
        subprocess.run([sys.executable, "go.py", "build"], cwd=self.installed, check=True)
        subprocess.run([self.programs / "systemctl", "start"], check=True, env=self.environment)

    def program(self, name: str, text: str) -> None:
        path = self.programs / name
        path.write_text(text)
        path.chmod(0o755)

    def git(self, *arguments: str) -> None:
        author = ("-c", "user.name=Host", "-c", "user.email=host@example.org")
        subprocess.run(["git", *author, *arguments], cwd=self.sources, check=True, env=self.environment)

    def release(self, version: str, *, form: int = 1, note: str = "", **files: str) -> None:
        (self.sources / "version").write_text(version)
        (self.sources / "form").write_text(str(form))
        (self.sources / "deploy" / "scorekeeper.service").write_text(f"# {note}\nExecStart=serve {self.port}\n")
        for name, text in files.items():
            (self.sources / name).write_text(text)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", version)
        self.git("tag", f"v{version}")

    def update(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [self.installed / "deploy" / "update", *arguments]
        return subprocess.run(command, capture_output=True, text=True, env=self.environment, cwd=self.installed)

    def version(self) -> str:
        """Return the version that answers."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as connection:
            connection.sendall(b"GET / HTTP/1.0\r\nHost: cards.example.org\r\n\r\n")
            connection.settimeout(10)
            answer = b""
            while part := connection.recv(1000):
                answer += part
        return answer.decode().split()[-1]

    def form(self) -> str:
        return self.data.read_text()

    def log(self) -> list[str]:
        return (self.units / "log").read_text().splitlines()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[InstalledServer]:
    host = InstalledServer(tmp_path)
    yield host
    subprocess.run([host.programs / "systemctl", "stop"], env=host.environment)


def test_an_update_goes_to_the_newest_release(host: InstalledServer) -> None:
    (host.installed / "data" / "games").mkdir(parents=True)
    host.release("1.2.0", form=2)
    host.release("1.10.0", form=2)
    host.release("1.11.0-rc1", form=2)
    done = host.update()
    assert done.returncode == 0, done.stderr
    assert (host.version(), host.form()) == ("1.10.0", "2 score\n")
    assert (host.installed / "data" / "games").is_dir()
    assert host.update().stdout.endswith("This is v1.10.0 already.\n")
    host.release("2.0.0", form=3)
    assert host.update().returncode == 0
    assert (host.version(), host.form()) == ("2.0.0", "3 score\n")


def test_an_update_goes_to_a_release_that_is_named(host: InstalledServer) -> None:
    host.release("1.1.0")
    host.release("1.2.0")
    assert host.update("v1.1.0").returncode == 0
    assert host.version() == "1.1.0"
    assert "There is no version v9" in host.update("v9").stderr
    assert host.version() == "1.1.0"


@pytest.mark.parametrize("name", ["BROKEN_BUILD", "BROKEN_SETTINGS"])
def test_a_version_that_cannot_be_built_or_refuses_the_settings_stops_nothing(host: InstalledServer, name: str) -> None:
    host.release("1.1.0", **{name: ""})
    done = host.update()
    assert done.returncode == 1
    assert "The new version" in done.stderr
    assert host.version() == "1.0.0"
    assert "stop scorekeeper.service" not in host.log()


@pytest.mark.parametrize("name", ["BROKEN_MIGRATION", "BROKEN_SERVER"])
def test_a_version_that_does_not_start_leaves_the_place_to_the_one_before(host: InstalledServer, name: str) -> None:
    before = {path.name for path in host.installed.iterdir()}
    host.release("1.1.0", form=2, note="other", **{name: ""})
    unit = (host.units / "scorekeeper.service").read_text()
    done = host.update()
    assert done.returncode == 1
    assert "The version from before is in place again" in done.stderr
    assert (host.version(), host.form()) == ("1.0.0", "1 score\n")
    assert (host.units / "scorekeeper.service").read_text() == unit
    assert {path.name for path in host.installed.iterdir()} == before
    host.release("1.1.1", form=2)
    (host.sources / name).unlink()
    host.release("1.1.2", form=2)
    assert host.update().returncode == 0
    assert (host.version(), host.form()) == ("1.1.2", "2 score\n")


def test_a_reader_that_stops_reading_does_not_stop_the_update(host: InstalledServer) -> None:
    """`deploy/update | head -n 5` closes the output after the stop of the service."""
    for lines, version in (("5", "1.1.0"), ("6", "1.2.0")):
        host.release(version)
        pipe = f"'{host.installed}/deploy/update' | head -n {lines}"
        subprocess.run(pipe, shell=True, capture_output=True, env=host.environment, cwd=host.installed, check=True)
        assert host.version() == version
    host.release("1.3.0", form=2, BROKEN_MIGRATION="")
    subprocess.run(pipe, shell=True, capture_output=True, env=host.environment, cwd=host.installed, check=True)
    assert (host.version(), host.form()) == ("1.2.0", "1 score\n")


@pytest.mark.fifth
@pytest.mark.parametrize("moment", ["backup", "migrate"])
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_an_update_that_is_interrupted_ends_or_goes_back(
    host: InstalledServer, moment: str, number: signal.Signals
) -> None:
    """A terminal that closes sends SIGHUP to all processes of the update, Ctrl-C sends SIGINT, and `kill` SIGTERM to one."""
    here = host.units / "here"
    wait = f"case \"$*\" in *'{moment}') touch '{here}'; sleep 1;; esac"
    host.program("runuser", RUNUSER.replace("exec", f"{wait}\nexec"))
    host.release("1.1.0", form=2)
    command = [host.installed / "deploy" / "update"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    update = subprocess.Popen(command, env=host.environment, cwd=host.installed, start_new_session=True, **pipes)
    while not here.exists():
        assert update.poll() is None
        time.sleep(0.02)
    if number == signal.SIGTERM:
        update.terminate()
    else:
        os.killpg(update.pid, number)
    errors = update.communicate()[1]
    if number == signal.SIGHUP:
        assert (update.returncode, host.version(), host.form()) == (0, "1.1.0", "2 score\n")
    else:
        assert (update.returncode, host.version(), host.form()) == (1, "1.0.0", "1 score\n")
        assert errors.endswith("The version from before is in place again, with all scores.\n")
        assert "Traceback" not in errors


def test_an_update_starts_a_service_that_an_earlier_one_left_stopped(host: InstalledServer) -> None:
    subprocess.run([host.programs / "systemctl", "stop"], env=host.environment, check=True)
    done = host.update()
    assert done.returncode == 0
    assert "Starting it" in done.stdout
    assert host.version() == "1.0.0"


def test_files_of_the_host_stay_in_the_folder(host: InstalledServer) -> None:
    for name in ("backups/2026/scores.sqlite3", ".env", "note.txt"):
        path = host.installed / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("mine")
    for version in ("1.1.0", "1.2.0"):
        host.release(version)
        assert host.update().returncode == 0
        assert (host.version(), (host.installed / "backups/2026/scores.sqlite3").read_text()) == (version, "mine")
        assert {(host.installed / name).read_text() for name in (".env", "note.txt")} == {"mine"}
    host.release("1.3.0", form=2, BROKEN_SERVER="")
    assert host.update().returncode == 1
    assert (host.version(), (host.installed / "note.txt").read_text()) == ("1.2.0", "mine")


def test_files_of_the_host_among_ours_are_refused(host: InstalledServer) -> None:
    host.release("1.1.0")
    (host.installed / "deploy" / "mine.conf").write_text("")
    assert "deploy/mine.conf" in host.update().stderr
    (host.installed / "deploy" / "mine.conf").unlink()
    (host.installed / "notes").write_text("mine")
    host.release("1.2.0", notes="ours")
    assert host.update().stderr.endswith("notes\n")
    assert (host.version(), (host.installed / "notes").read_text()) == ("1.0.0", "mine")
    assert "stop scorekeeper.service" not in host.log()


def test_an_update_replaces_files_of_systemd_unless_the_host_has_changed_them(host: InstalledServer) -> None:
    host.release("1.1.0", note="stricter")
    assert host.update().returncode == 0
    assert (host.units / "scorekeeper.service").read_text().startswith("# stricter\n")
    assert "daemon-reload" in host.log()
    own = f"# own\nExecStart=serve {host.port}\n"
    (host.units / "scorekeeper.service").write_text(own)
    host.release("1.2.0", note="other")
    done = host.update()
    assert "scorekeeper.service is your own" in done.stdout
    assert (host.version(), (host.units / "scorekeeper.service").read_text()) == ("1.2.0", own)


def test_an_update_refuses_changed_files_and_missing_settings(host: InstalledServer) -> None:
    host.release("1.1.0")
    (host.installed / "manage.py").write_text("")
    assert "manage.py" in host.update().stderr
    host.settings.unlink()
    assert str(host.settings) in host.update().stderr
    assert host.version() == "1.0.0"


@pytest.mark.parametrize(
    ("unit", "setting", "port"),
    [
        ("ExecStart=serve 8000", "PORT=8100", 8000),
        ("Environment=PORT=8000 MORE=1\nExecStart=serve ${PORT}", "", 8000),
        ("Environment=PORT=8000\nExecStart=serve ${PORT}", "PORT='8100'", 8100),
    ],
)
def test_the_port_is_that_of_the_unit_or_of_the_settings(tmp_path: Path, unit: str, setting: str, port: int) -> None:
    loader = SourceFileLoader("deploy_update", str(ROOT / "deploy" / "update"))
    update = module_from_spec(spec_from_loader(loader.name, loader))
    loader.exec_module(update)
    update.UNITS, update.SETTINGS = tmp_path, tmp_path / "settings"
    (tmp_path / update.SERVICE).write_text(unit)
    update.SETTINGS.write_text(setting)
    assert update.port() == port


def test_a_host_that_allows_every_name_is_asked_by_a_usual_one(host: InstalledServer) -> None:
    for path in (host.installed, host.sources):
        (path / "serve.py").write_text(SERVE.replace("cards.example.org", "localhost"))
    host.settings.write_text(f"ALLOWED_HOSTS=*\nDATA={host.data}\n")
    subprocess.run(["git", "checkout", "--quiet", "."], cwd=host.installed, check=True)
    host.release("1.1.0")
    done = host.update()
    assert done.returncode == 0, done.stderr
    host.settings.write_text(f"ALLOWED_HOSTS='*\nDATA={host.data}\n")
    host.release("1.2.0")
    assert "has no end" in host.update().stderr


def test_a_command_without_settings_or_a_build_says_so(host: InstalledServer) -> None:
    def manage() -> str:
        command = [host.installed / "deploy" / "manage", "check"]
        return subprocess.run(command, capture_output=True, text=True, env=host.environment).stderr

    shutil.rmtree(host.installed / ".venv")
    assert "python3 go.py build" in manage()
    host.settings.unlink()
    assert f"{host.settings} is missing" in manage()
