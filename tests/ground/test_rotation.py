"""A run leaves out tests of rare faults; all runs together leave out none."""

from typing import Any

import pytest

from tests import chance, rotation

NAMES = [f"tests/a.py::test_{number}[{variant}]" for number in range(7) for variant in "xy"]
OTHERS = ["tests/b.py::test_0", "tests/b.py::test_1"]


class FakeItem:
    def __init__(self, nodeid: str) -> None:
        self.nodeid = nodeid

    def get_closest_marker(self, name: str) -> Any:
        return True if self.nodeid.startswith("tests/a.py") and name in ("third", "browser") else None


def played(monkeypatch: pytest.MonkeyPatch, seed: int) -> list[str]:
    monkeypatch.setattr(chance, "SEED", seed)
    monkeypatch.setattr(rotation, "subject", lambda item: item.nodeid.partition("[")[0])
    return [item.nodeid for item in rotation.chosen([FakeItem(name) for name in [*NAMES, *OTHERS]])]  # type: ignore[misc]


def test_a_run_plays_a_third_of_a_file_and_all_runs_play_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = [played(monkeypatch, seed) for seed in range(60)]
    for names in runs:
        assert len([name for name in names if name in NAMES]) in (2, 3)
        assert names[-2:] == OTHERS
    assert set().union(*runs) == {*NAMES, *OTHERS}
