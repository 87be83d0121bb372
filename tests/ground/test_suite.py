"""How a whole run of the tests goes, by the calls of pytest it makes."""

import pytest

from tools import environment, suite

PASSED, FAILED = 0, 1
POSTGRES = "--db=postgres"


@pytest.fixture
def runs(monkeypatch):
    """Runs that end like this, one after the other; what they were called with."""

    def answer(*ends):
        calls, left = [], list(ends)

        def python(*arguments, **surroundings):
            calls.append(arguments)
            return left.pop(0) if left else PASSED

        monkeypatch.setattr(environment, "python", python)
        return calls

    return answer


@pytest.mark.parametrize("length", ["--all", "--long"])
def test_a_whole_run_has_every_part_once_with_one_seed(runs, length):
    calls = runs()
    assert suite.run([length], {}) == PASSED
    assert len(calls) == len(suite.PARTS)
    assert all("-n" in call and length in call for call in calls)
    [seed] = {argument for call in calls for argument in call if argument.startswith("--seed=")}
    assert seed.removeprefix("--seed=").isdecimal()


def test_what_uses_the_database_runs_on_both(runs):
    calls = runs()
    suite.run(["--all"], {})
    assert [POSTGRES in call for call in calls] == [False, True, False, True, False, True]


def test_a_run_is_repeated_by_its_seed(runs):
    calls = runs()
    suite.run(["--all", "--seed=7"], {})
    assert all([argument for argument in call if "seed" in argument] == ["--seed=7"] for call in calls)


@pytest.mark.parametrize("broken", range(len(suite.PARTS)))
def test_a_part_that_fails_stops_no_other_and_fails_the_run(runs, broken, capsys):
    calls = runs(*[FAILED if part == broken else PASSED for part in range(len(suite.PARTS))])
    assert suite.run(["--all"], {}) == FAILED
    assert len(calls) == len(suite.PARTS)
    assert f"To mend: {suite.PARTS[broken].name}." in capsys.readouterr().out


def test_nothing_is_tried_a_second_time(runs):
    calls = runs(FAILED)
    suite.run([], {})
    assert len(calls) == 1


def test_the_times_of_all_parts_are_printed(runs, capsys):
    runs()
    suite.run(["--all"], {})
    printed = capsys.readouterr().out
    assert all(f"of {part.budget} min  {part.name}\n" in printed for part in suite.PARTS)


def test_a_single_test_is_run_once_and_by_itself(runs):
    calls = runs(FAILED)
    assert suite.run(["tests/rules", "-k", "pisti"], {}) == FAILED
    assert calls == [("-m", "pytest", "tests/rules", "-k", "pisti")]


def test_a_part_without_tests_is_well(runs):
    runs(suite.NONE_CHOSEN)
    assert suite.run(["--all"], {}) == PASSED
