"""The seed of this run, and its number of random cases.

Every run has a fresh seed, which its header prints. `--seed` repeats a run; `--long` tries more cases. `.ci/run` takes the seed
from the files of the commit.
"""

import os
from random import Random

from hypothesis import settings

SEED = int(os.environ["TEST_SEED"])
IS_LONG = os.environ["TEST_LENGTH"] == "long"


def amount(usual: int, long: int) -> int:
    """Return how many cases this run tries."""
    return long if IS_LONG else usual


def seed_of(name: object) -> int:
    """Return a seed for this purpose, which differs in each run."""
    return Random(f"{SEED} {name}").randrange(2**32)


def random_for(name: object) -> Random:
    return Random(seed_of(name))


def examples(usual: int, long: int) -> settings:
    """Return Hypothesis's settings for this number of examples. Its seed is that of the run."""
    return settings(max_examples=amount(usual, long), deadline=None, derandomize=False)
