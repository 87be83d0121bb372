"""The output of an installer that fails becomes a sentence."""

import pytest

from tools import boot


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("/usr/bin/python3: No module named pip", "This Python has no pip."),
        ("error sending request\n  dns error: Temporary failure in name resolution", "Is there a network?"),
        ("NewConnectionError: Connection refused", "Is there a network?"),
        ("THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE", "not the one the lock file names"),
        ("OSError: [Errno 28] No space left on device", "The disk is full."),
        ("something new", "last words:\nsomething new"),
    ],
)
def test_a_failure_is_explained(output, sentence):
    assert sentence in boot.explain(output)


def test_only_a_failed_command_returns_its_output():
    assert boot.call(boot.PYTHON, "-c", "print('words')") is None
    assert boot.call(boot.PYTHON, "-c", "raise SystemExit('words')") == "words"
