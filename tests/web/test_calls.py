"""The functions that save a round, from the form to the database, stay few enough to read."""

import pytest

from benchmarks.called import MOST_FILES, MOST_FUNCTIONS, save_round


@pytest.mark.django_db
def test_few_functions_in_few_files_save_a_round() -> None:
    called = save_round()
    assert "push" in called["services/log.py"]
    assert sum(map(len, called.values())) <= MOST_FUNCTIONS, called
    assert len(called) <= MOST_FILES, sorted(called)
