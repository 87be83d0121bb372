"""Behind https Django finds nothing to warn of."""

import os
import subprocess
import sys

from tools.steps import ROOT


def test_deployed_behind_https_nothing_is_left_open():
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    environ = {
        **os.environ,
        "HTTPS": "1",
        "SECRET_KEY": "a long and quite random key, for this test and for nothing else 0123456789",
    }
    environ.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)  # the browser tests need it, no server does
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
