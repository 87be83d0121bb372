"""How a whole run of the tests goes, by the calls of pytest it makes."""

import pytest

from tools import environment, suite

PASSED, FAILED, BROKEN = 0, 1, 2
POSTGRES = "--db=postgres"


@pytest.fixture
def runs(monkeypatch):
    """Runs that end like this, one after the other; what they were called with."""

    def answer(*ends):
        calls, left = [], list(ends)

        def python(*arguments, **surroundings):
            calls.append(arguments)
            return left.pop(0)

        monkeypatch.setattr(environment, "python", python)
        return calls

    return answer


def test_everything_is_once_on_each_database(runs):
    calls = runs(PASSED, PASSED)
    assert suite.run(["--all"], {}) == PASSED
    assert [POSTGRES in call for call in calls] == [False, True]
    assert all("-n" in call and "--all" in call for call in calls)


def test_what_failed_is_tried_alone_on_the_same_database(runs):
    calls = runs(FAILED, PASSED, FAILED, PASSED)
    assert suite.run(["--all"], {}) == PASSED
    assert ["--last-failed" in call for call in calls] == [False, True, False, True]
    assert ["-n" in call for call in calls] == [True, False, True, False]
    assert [POSTGRES in call for call in calls] == [False, False, True, True]


@pytest.mark.parametrize("ends", [[FAILED, FAILED], [BROKEN], [PASSED, FAILED, FAILED], [PASSED, BROKEN]])
def test_what_fails_alone_too_has_failed(runs, ends):
    runs(*ends)
    assert suite.run(["--all"], {}) == ends[-1]


def test_a_single_test_is_run_once_and_by_itself(runs):
    calls = runs(FAILED)
    assert suite.run(["tests/rules", "-k", "pisti"], {}) == FAILED
    assert calls == [("-m", "pytest", "tests/rules", "-k", "pisti")]


def test_where_none_is_about_the_database_all_is_well(runs):
    runs(PASSED, suite.NONE_CHOSEN)
    assert suite.run(["tests/rules", "--all"], {}) == PASSED
