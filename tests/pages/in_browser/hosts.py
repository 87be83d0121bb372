"""Marks that run a test with several hosts and without scripts. test_games.py chooses for its own matches."""

import pytest

BOTH = ("django", "worker")
HOSTS_AND_SCRIPTS = {"script": ("django", True), "no script": ("django", False), "worker": ("worker", True)}

by_both = pytest.mark.parametrize("host", BOTH, indirect=True)
in_every_way = pytest.mark.parametrize(
    ("host", "script"), HOSTS_AND_SCRIPTS.values(), ids=HOSTS_AND_SCRIPTS, indirect=["host"]
)
