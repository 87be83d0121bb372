"""A run leaves out tests of rare faults; all runs together leave out none."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests import chance, rotation

NAMES = [f"tests/a.py::test_{number}[{variant}]" for number in range(7) for variant in "xy"]
RARE = [f"tests/e.py::test_{number}" for number in range(11)]
OTHERS = ["tests/b.py::test_0", "tests/b.py::test_1"]


class FakeItem:
    own_markers: tuple[Any, ...] = ()

    def __init__(self, nodeid: str) -> None:
        self.nodeid = nodeid

    def get_closest_marker(self, name: str) -> Any:
        marks = {"tests/a.py": ("third", "browser"), "tests/e.py": ("fifth",)}
        return True if name in marks.get(self.nodeid.partition("::")[0], ()) else None


def played(monkeypatch: pytest.MonkeyPatch, seed: int) -> list[str]:
    monkeypatch.setattr(chance, "SEED", seed)
    monkeypatch.setattr(rotation, "subject", lambda item: item.nodeid.partition("[")[0])
    return [item.nodeid for item in rotation.chosen([FakeItem(name) for name in [*NAMES, *RARE, *OTHERS]])]  # type: ignore[misc]


def test_a_run_plays_a_part_of_a_file_and_all_runs_play_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = [played(monkeypatch, seed) for seed in range(60)]
    for names in runs:
        assert len([name for name in names if name in NAMES]) in (2, 3)
        assert len([name for name in names if name in RARE]) in (2, 3)
        assert names[-2:] == OTHERS
    assert set().union(*runs) == {*NAMES, *RARE, *OTHERS}


class FakeGame(FakeItem):
    def __init__(self, game: str) -> None:
        super().__init__(f"tests/c.py::test_match[{game}]")
        self.callspec = SimpleNamespace(params={"game": game})

    def get_closest_marker(self, name: str) -> Any:
        each = SimpleNamespace(args=("game",), kwargs={"among": "a match", "part": 3})
        return {"browser": True, "each": each}.get(name)


def test_a_run_plays_a_third_of_the_values_and_all_runs_play_every_value(monkeypatch: pytest.MonkeyPatch) -> None:
    items = [FakeGame(game) for game in "abcdefgh"]
    runs = []
    for seed in range(60):
        monkeypatch.setattr(chance, "SEED", seed)
        runs.append({item.nodeid for item in rotation.chosen(items)})  # type: ignore[arg-type]
    assert {len(run) for run in runs} == {2, 3}
    assert set().union(*runs) == {item.nodeid for item in items}


class FakeVariant(FakeItem):
    own_markers = (SimpleNamespace(name="third"),)

    def get_closest_marker(self, name: str) -> Any:
        return name == "third"


def test_a_run_plays_a_third_of_the_variants_of_a_test(monkeypatch: pytest.MonkeyPatch) -> None:
    items = [FakeVariant(f"tests/d.py::test_0[{number}]") for number in range(9)]
    runs = []
    for seed in range(60):
        monkeypatch.setattr(chance, "SEED", seed)
        runs.append({item.nodeid for item in rotation.chosen(items)})  # type: ignore[arg-type]
    assert {len(run) for run in runs} == {3}
    assert set().union(*runs) == {item.nodeid for item in items}
