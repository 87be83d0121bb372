"""deploy/port, with a script in place of systemctl."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.steps import ROOT

DEPLOY = ROOT / "deploy"
SYSTEMCTL = '#!/bin/sh\necho "$@" >> {log}\n'


class Machine:
    """A machine on which the service is installed."""

    def __init__(self, folder: Path) -> None:
        self.etc, self.log = folder / "etc", folder / "log"
        self.units, self.settings = self.etc / "systemd", self.etc / "scorekeeper.env"
        for path in (self.units, self.etc / "caddy", self.etc / "nginx" / "sites-available", folder / "bin"):
            path.mkdir(parents=True)
        shutil.copy(DEPLOY / "scorekeeper.env", self.settings)
        self.settings.chmod(0o640)
        shutil.copy(DEPLOY / "scorekeeper.service", self.units)
        program = folder / "bin" / "systemctl"
        program.write_text(SYSTEMCTL.format(log=self.log))
        program.chmod(0o755)
        self.environment = {
            **os.environ,
            "PATH": f"{folder}/bin:{os.environ['PATH']}",
            "SCOREKEEPER_SETTINGS": str(self.settings),
            "SCOREKEEPER_UNITS": str(self.units),
            "SCOREKEEPER_ETC": str(self.etc),
        }

    @property
    def caddyfile(self) -> Path:
        return self.etc / "caddy" / "Caddyfile"

    @property
    def site(self) -> Path:
        return self.etc / "nginx" / "sites-available" / "scorekeeper"

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(DEPLOY / "port"), *arguments]
        return subprocess.run(command, capture_output=True, text=True, env=self.environment)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_the_port_changes_everywhere_and_back(machine: Machine) -> None:
    shutil.copy(DEPLOY / "Caddyfile", machine.caddyfile)
    shutil.copy(DEPLOY / "nginx.conf", machine.site)
    before = machine.settings.read_text()
    for port, other in ((8100, 8000), (9000, 8100)):
        done = machine.run(str(port))
        assert (done.returncode, done.stderr) == (0, "")
        assert machine.settings.read_text() == f"{before}PORT={port}\n"
        assert (
            f"SocketBindAllow=\nSocketBindAllow=tcp:{port}\n"
            in (machine.units / "scorekeeper.service.d" / "port.conf").read_text()
        )
        for path in (machine.caddyfile, machine.site):
            assert f"127.0.0.1:{port}" in path.read_text()
            assert f"127.0.0.1:{other}" not in path.read_text()
    assert (machine.units / "scorekeeper.service").read_text() == (DEPLOY / "scorekeeper.service").read_text()
    assert machine.settings.stat().st_mode & 0o777 == 0o640
    assert machine.log.read_text().splitlines()[:4] == [
        "daemon-reload",
        "try-restart scorekeeper.service",
        "try-reload-or-restart caddy.service",
        "try-reload-or-restart nginx.service",
    ]


def test_a_file_of_the_host_may_have_bytes_that_are_no_utf_8(machine: Machine) -> None:
    machine.site.write_bytes(b"# caf\xe9\nproxy_pass http://127.0.0.1:8000;\n")
    done = machine.run("8100")
    assert (done.returncode, done.stderr) == (0, "")
    assert machine.site.read_bytes() == b"# caf\xe9\nproxy_pass http://127.0.0.1:8100;\n"


def test_the_same_command_goes_on_after_a_failure(machine: Machine) -> None:
    machine.caddyfile.write_text("reverse_proxy 127.0.0.1:8000\n")
    machine.settings.write_text("PORT=8000\n")
    limit = machine.units / "scorekeeper.service.d" / "port.conf"
    limit.mkdir(parents=True)  # so it cannot be written
    assert machine.run("8100").returncode == 1
    assert machine.settings.read_text() == "PORT=8000\n"
    limit.rmdir()
    machine.caddyfile.write_text("reverse_proxy 127.0.0.1:8100\n")  # a first try has changed it
    done = machine.run("8100")
    assert (done.returncode, machine.settings.read_text()) == (0, "PORT=8100\n")
    assert "try-reload-or-restart caddy.service" in machine.log.read_text()


def test_a_proxy_of_the_host_is_named(machine: Machine) -> None:
    machine.caddyfile.write_text("other.example.org {\n\treverse_proxy 127.0.0.1:80001\n}\n")
    done = machine.run("8100")
    assert "let it ask port 8100" in done.stdout
    assert "127.0.0.1:80001" in machine.caddyfile.read_text()
    assert "caddy" not in machine.log.read_text()


@pytest.mark.parametrize("arguments", [(), ("80",), ("99999",), ("http",), ("8100", "8200"), ("--help",), ("²³⁴⁵",)])
def test_another_number_is_refused(machine: Machine, arguments: tuple[str, ...]) -> None:
    done = machine.run(*arguments)
    assert (done.returncode, done.stderr) == (1, "Use: deploy/port NUMBER, from 1024 to 65535.\n")
    assert not machine.log.exists()


def test_a_machine_without_the_service_is_refused(machine: Machine) -> None:
    unit = machine.units / "scorekeeper.service"
    unit.write_text(unit.read_text().replace("${PORT}", "8000"))
    assert "Copy deploy/scorekeeper.service there first" in machine.run("8100").stderr
    machine.settings.unlink()
    assert "is missing" in machine.run("8100").stderr
