"""Builds the image and plays a match in it, on Debian and as root, without an engine for containers.

The base is a minimal Debian. In a copy of it buildah builds the Dockerfile. The image then runs as in an engine: with its
user and its environment, and with only /data and /tmp writable.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError

from tools.steps import ROOT, Trouble, step

RELEASE, NAME = "bookworm", "docker.io/library/debian:bookworm-slim"
AUTHORITIES = Path("usr/local/share/ca-certificates")  # of networks that inspect https
HERE = "127.0.0.1"

# buildah needs a root that is a mount. The sources are read-only.
INSIDE = """
mount --bind "$1" "$1"; cd "$1"; mkdir -p old src
mount -t proc proc proc; mount --rbind /sys sys; mount --rbind /dev dev; mount --bind -o ro "$2" src
pivot_root . old; cd /; umount -l old; export DEBIAN_FRONTEND=noninteractive; eval "$3"
"""
BASE = f"""
c=$(buildah from scratch); buildah add --quiet $c /base.tar /; buildah commit --quiet $c {NAME}; buildah rm $c
"""
BUILD = """
cd /src; buildah bud --quiet --format=docker --pull-never --isolation=chroot --network=host --tag=scorekeeper .
"""
UNPACK = """
cp --archive "$(buildah mount "$(buildah from --pull-never scorekeeper)")" /image
buildah inspect --type=image scorekeeper
"""

# Like an engine, but with the network of this machine.
RUN = """
mount --bind "$1" "$1"; cd "$1"; mount --bind "$2" data; mount -t tmpfs tmpfs tmp
mount --rbind /proc proc; mount --rbind /dev dev; mount -o remount,bind,ro "$1"; shift 2
exec setpriv --no-new-privs "$@"
"""


def check() -> list[str]:
    """Build and try the image. Return "the image" if it fails."""
    lacking = [name for name in ("debootstrap", "unshare", "setpriv", "pivot_root") if not shutil.which(name)]
    if lacking or os.getuid() != 0:
        print(
            f"The image: NOT BUILT, which needs Debian, root, and {', '.join(lacking) or 'nothing else'}.", flush=True
        )
        return []
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-image-", dir="/var/tmp"))
    try:
        image = build(folder)
        with step("Playing a match in it"):
            wrong = broken_sentences(image, folder)
    finally:
        # The mounts ended with their processes.
        subprocess.run(["rm", "-rf", "--one-file-system", folder], check=True)
    print(f"The image: {'; '.join(wrong) or 'well'}", flush=True)
    return ["the image"] * bool(wrong)


# ---- Building


def build(folder: Path) -> "Image":
    root = folder / "root"
    with step("Making a Debian"):
        call("debootstrap", "--variant=minbase", RELEASE, str(root))
        for name in sorted((Path("/") / AUTHORITIES).glob("*.crt")):
            (root / AUTHORITIES).mkdir(parents=True, exist_ok=True)
            shutil.copy(name, root / AUTHORITIES)
        call("tar", "--directory", str(root), "--create", "--file", str(folder / "base.tar"), ".")
        (folder / "base.tar").rename(root / "base.tar")
        shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
        inside(root, "apt-get update --quiet=2; apt-get install --quiet=2 --no-install-recommends buildah crun", BASE)
    with step("Building the image"):
        inside(root, BUILD)
        description = json.loads(inside(root, UNPACK))
    return Image(root / "image", folder / "data", description["Docker"]["config"])


def inside(root: Path, *scripts: str) -> str:
    return call("unshare", "--mount", "sh", "-ec", INSIDE, "-", str(root), str(ROOT), "set -e;" + "\n".join(scripts))


def call(*command: str) -> str:
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        raise Trouble(f"{command[0]} failed:\n" + "\n".join((result.stdout + result.stderr).splitlines()[-15:]))
    return result.stdout


# ---- Running


class Image:
    def __init__(self, root: Path, volume: Path, config: dict[str, Any]) -> None:
        self.root, self.volume, self.config = root, volume, config
        volume.mkdir()  # with the owner that the folder has in the image, as in an engine
        like = (root / "data").stat()
        os.chown(volume, like.st_uid, like.st_gid)

    def command(self, *command: str) -> list[str]:
        enter = ["chroot", f"--userspec={self.config['User']}", str(self.root), "/usr/bin/env", "--ignore-environment"]
        where = [f"--chdir={self.config['WorkingDir']}", *self.config["Env"]]
        return ["unshare", "--mount", "sh", "-ec", RUN, "-", str(self.root), str(self.volume), *enter, *where, *command]

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(self.command(*command), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def check_health(self, port: int) -> subprocess.CompletedProcess[str]:
        _, *check, _port = self.config["Healthcheck"]["Test"]
        return self.run(*check, str(port))

    @contextmanager
    def serving(self, port: int, output: Path) -> Iterator[None]:
        *command, _port = self.config["Cmd"]
        with output.open("a") as file:
            server = subprocess.Popen(
                self.command(*command, str(port)), stdout=file, stderr=file, start_new_session=True
            )
        try:
            for _ in range(100):
                if self.check_health(port).returncode == 0:
                    break
                time.sleep(0.1)
            yield
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(30)


def broken_sentences(image: Image, folder: Path) -> list[str]:
    """Play a match in the image. Return the sentences about it that are not true."""
    output = folder / "output"
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        port = probe.getsockname()[1]
    rights = image.run(
        "sh", "-c", "id -u; grep CapEff /proc/self/status; touch /data/file && echo volume"
    ).stdout.split()
    writes = image.run("sh", "-c", "for at in / /app /etc /var/tmp; do touch $at/x 2>&1; done").stdout
    migrated = image.run("python", "manage.py", "migrate", "--no-input", "--verbosity=0")
    token = image.run("python", "manage.py", "token", "Eleni").stdout.split()[-1]
    with image.serving(port, output):
        health = image.check_health(port)
        page = ask(port, "/")
        match = play(port, token)
    stopped = image.check_health(port)
    with image.serving(port, output):
        again = ask(port, f"/api/v1/matches/{match['match']}/sheet/", token)
    sentences = {
        "its user is not root": rights[0] == image.config["User"].partition(":")[0] != "0",
        "its user has no rights beyond that": int(rights[2], 16) == 0,
        "it may write to /data": rights[3:] == ["volume"],
        "it may write nowhere else": writes.count("Read-only file system") == 4,
        f"the database is made {migrated.stdout}": migrated.returncode == 0,
        f"a page is served {output.read_text()}": "<h1>Scorekeeper</h1>" in page,
        "phones keep scores by themselves": "micropython." in ask_built(image),
        f"it is healthy {health.stdout}": health.returncode == 0,
        "a server that has gone is not": stopped.returncode == 1,
        "a match is played to its end": match["sheet"]["finished"] is True,
        "and is stored after a restart": json.loads(again) == match["sheet"],
        f"it says nothing {output.read_text()}": "Traceback" not in output.read_text(),
    }
    return [f"this does not hold: {sentence}" for sentence, holds in sentences.items() if not holds]


def ask_built(image: Image) -> str:
    """Return the list of static files in the image."""
    return (image.root / "app/build/static/staticfiles.json").read_text()


def play(port: int, token: str) -> dict[str, Any]:
    """Play a match from its start to its end by the API. Return the last answer."""
    started = {"game": "bisca_tres", "players": ["Eleni", "Deniz"]}
    answer: dict[str, Any] = json.loads(ask(port, "/api/v1/matches/", token, started))
    for _ in range(20):
        if answer["sheet"]["finished"]:
            break
        deal = {"answers": {"points": [71, 49]}}
        answer = json.loads(ask(port, f"/api/v1/matches/{answer['match']}/deals/", token, deal))
    return answer


def ask(port: int, path: str, token: str = "", body: Any = None) -> str:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Token {token}"} if token else {})}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://{HERE}:{port}{path}", data, headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return str(answer.read().decode())
    except URLError as error:
        raise Trouble(f"{path} could not be had of the image: {error}") from None
