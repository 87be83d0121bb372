"""A disk that loses everything that was not synced, as after a power cut."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import missing
from tests.load.conftest import prepared

__all__ = ["prepared"]

SOURCE = Path(__file__).with_name("disk.c")


class Disk:
    """A folder whose files lose what was not synced, if the power is cut. Programs need `environment`."""

    def __init__(self, library: Path, live: Path) -> None:
        self.live = live
        self.durable = live.with_name(f"{live.name}-durable")
        self.environment = {
            "LD_PRELOAD": str(library),
            "POWER_LIVE": str(live),
            "POWER_DURABLE": str(self.durable),
        }
        copy_folder(live, self.durable)  # what is there already has been synced

    def cut_power(self) -> None:
        """Replace all files by what is durable. Nobody may write meanwhile."""
        shutil.rmtree(self.live)
        copy_folder(self.durable, self.live)


def copy_folder(source: Path, target: Path) -> None:
    """Copy a folder with the owners of its files."""
    subprocess.run(["cp", "-a", source, target], check=True)


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the library that records what programs sync."""
    if sys.platform != "linux":
        pytest.skip("The library needs Linux.")
    compiler = shutil.which("cc")
    if compiler is None:
        missing("A C compiler", "Debian and Ubuntu: apt install gcc libc6-dev")
    path = tmp_path_factory.mktemp("power") / "disk.so"
    subprocess.run(
        [compiler, "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", path, SOURCE, "-ldl"], check=True
    )
    return path


@pytest.fixture
def disk(library: Path, tmp_path: Path) -> Disk:
    live = tmp_path / "live"
    live.mkdir()
    return Disk(library, live)
