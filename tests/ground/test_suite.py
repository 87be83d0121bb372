"""The calls of pytest in a run of all tests."""

import pytest

from tools import environment, suite

PASSED, FAILED = 0, 1
POSTGRES = "--db=postgres"


@pytest.fixture
def runs(monkeypatch):
    """Replace pytest by runs with these exit statuses. Return the list of calls."""

    def replace(*statuses):
        calls, left = [], list(statuses)

        def python(*arguments, **surroundings):
            calls.append(arguments)
            return left.pop(0) if left else PASSED

        monkeypatch.setattr(environment, "python", python)
        return calls

    return replace


@pytest.mark.parametrize("length", ["--all", "--long"])
def test_a_complete_run_has_every_part_once_with_one_seed(runs, length):
    calls = runs()
    assert suite.run([length], {}) == PASSED
    assert len(calls) == len(suite.PARTS)
    assert all("-n" in call and length in call for call in calls)
    [seed] = {argument for call in calls for argument in call if argument.startswith("--seed=")}
    assert seed.removeprefix("--seed=").isdecimal()


def test_database_tests_run_on_sqlite_and_postgresql(runs):
    calls = runs()
    suite.run(["--all"], {})
    assert [POSTGRES in call for call in calls] == [False, True, False, True, False, True]


def test_a_given_seed_goes_to_every_part(runs):
    calls = runs()
    suite.run(["--all", "--seed=7"], {})
    assert all([argument for argument in call if "seed" in argument] == ["--seed=7"] for call in calls)


@pytest.mark.parametrize("broken", range(len(suite.PARTS)))
def test_a_failed_part_fails_the_run_without_stopping_it(runs, broken, capsys):
    calls = runs(*[FAILED if part == broken else PASSED for part in range(len(suite.PARTS))])
    assert suite.run(["--all"], {}) == FAILED
    assert len(calls) == len(suite.PARTS)
    assert f"To mend: {suite.PARTS[broken].name}." in capsys.readouterr().out


def test_a_failed_run_is_not_repeated(runs):
    calls = runs(FAILED)
    suite.run([], {})
    assert len(calls) == 1


def test_the_times_of_all_parts_are_printed(runs, capsys):
    runs()
    suite.run(["--all"], {})
    printed = capsys.readouterr().out
    assert all(f"of {part.budget} min  {part.name}\n" in printed for part in suite.PARTS)


def test_other_arguments_go_to_one_call_of_pytest(runs):
    calls = runs(FAILED)
    assert suite.run(["tests/rules", "-k", "pisti"], {}) == FAILED
    assert calls == [("-m", "pytest", "tests/rules", "-k", "pisti")]


def test_a_part_without_tests_passes(runs):
    runs(suite.NONE_CHOSEN)
    assert suite.run(["--all"], {}) == PASSED
