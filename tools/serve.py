"""From an installed environment to a running server: database, static files, granian."""

import os
import re
import socket
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from urllib.parse import unquote

from tools import environment, micropython
from tools.steps import BUILD, LOCKS, ROOT, Stamp, Trouble, step

HOST = "127.0.0.1"
EVERYWHERE = "0.0.0.0"


def port(host: str = HOST) -> int:
    """The port to serve on, once we know that nobody else does."""
    text = os.environ.get("PORT") or "8000"
    most = 65535 if host == HOST else 65534
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= most):
        raise Trouble(f"PORT must be a number from 1 to {most}, not {text!r}.")
    _try(host, int(text))
    if host != HOST:
        _try(host, int(text) + 1)  # where phones are shown how to trust us
    return int(text)


def _try(host: str, port: int) -> None:
    with socket.socket() as probe:
        if os.name != "nt":  # a server that has just stopped is not in the way
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError:
            raise Trouble(f"Port {port} needs rights you do not have here. Try PORT=8000.") from None
        except OSError:
            raise Trouble(f"Port {port} is taken. Choose another one: PORT={port + 1}") from None


def level() -> str:
    return "postgres" if _url().startswith("postgres") else "app"


def migrate() -> None:
    """Bring the database up to date, unless it is the one we left and nothing has changed since."""
    stamp = _migrated()
    if stamp and stamp.holds():
        return
    with step("Preparing the database"):
        manage("migrate", "--verbosity=0", "--no-input")
    if stamp := _migrated():
        stamp.press()


def collect() -> None:
    """Put the static files together, compressed and named by their content; then what phones run, which holds their names."""
    folder = BUILD / "static"
    files = [ROOT / "static", ROOT / "docs" / "pictures", micropython.FOLDER]
    programs = [
        ROOT / "scorekeeper" / "settings.py",
        *(ROOT / "games" / "bundle" / name for name in ("static_files.py", "strip.py")),
    ]
    stamp = Stamp(BUILD / "static.stamp", LOCKS / "app.lock", *programs, *files)
    if not (stamp.holds() and folder.is_dir()):
        with step("Collecting the static files"):
            manage("collectstatic", "--verbosity=0", "--no-input", "--clear")
            stamp.press()
    sources = [ROOT / name for name in ("games", "scorekeeper", "templates")]
    packed = Stamp(
        BUILD / "worker.stamp", stamp.digest, str(os.environ.get("SCOREKEEPER_WORKER")), *sources, BUILD / "locale"
    )
    if not (packed.holds() and (folder / "worker").is_dir()):
        with step("Packing what phones run"):
            manage("pack")
            packed.press()


def serve(port: int, words: str = "") -> int:
    print(words or f"Scorekeeper is at http://{HOST}:{port} (Ctrl+C stops it)", flush=True)
    server = command(port, str(environment.PYTHON))
    if os.name == "nt":  # there exec would leave this process and its console behind
        return subprocess.run(server).returncode
    os.execv(server[0], server)


def command(port: int, python: str) -> list[str]:
    return [python, "-m", "scorekeeper.serve", str(port)]


def data() -> Path:
    """The folder that holds what must not be lost: that of the database, where it is a file."""
    scheme, _, path = _url().partition(":///")
    return Path(unquote(path)).parent if scheme == "sqlite" else ROOT / "data"


def _url() -> str:
    return os.environ.get("DATABASE_URL") or "sqlite:///data/scorekeeper.sqlite3"


def _migrated() -> Stamp | None:
    """A stamp over the migrations and rows that we have, and the migrations that the database says it had. None where we cannot look."""
    scheme, _, path = _url().partition(":///")
    if scheme != "sqlite":
        return None
    applied = _applied(Path(unquote(path)))
    migrations = sorted(ROOT.glob("games/**/migrations"))
    rows = ROOT / "games" / "store" / "readmodels.py"  # those of before are made anew with the migrations
    return Stamp(BUILD / "database.stamp", _url(), str(applied), LOCKS / "app.lock", rows, *migrations)


def _applied(database: Path) -> list[tuple[str, str]] | None:
    """What the database holds, so that one restored from a backup is brought up to date too."""
    if not database.is_file():
        return None
    try:
        with closing(sqlite3.connect(database)) as connection:
            return connection.execute("SELECT app, name FROM django_migrations ORDER BY id").fetchall()
    except sqlite3.Error:
        return None


def manage(*arguments: str) -> str:
    """What Django's command says."""
    command = [str(environment.PYTHON), "manage.py", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        reasons = re.findall(r"^[\w.]+: (.+)", done.stdout, re.MULTILINE) or ["Django could not do this."]
        raise Trouble(f"{reasons[-1]}\nThe whole story: python3 go.py manage {arguments[0]}")
    return done.stdout
