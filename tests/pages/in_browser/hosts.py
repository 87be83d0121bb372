"""Who answers a phone, and whether the script of the pages runs. Whole matches have their ways in test_plays.py."""

import pytest

BOTH = ("django", "worker")
EVERY_WAY = {"script": ("django", True), "no script": ("django", False), "worker": ("worker", True)}

by_both = pytest.mark.parametrize("host", BOTH, indirect=True)
in_every_way = pytest.mark.parametrize(("host", "script"), EVERY_WAY.values(), ids=EVERY_WAY, indirect=["host"])
