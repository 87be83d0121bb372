"""Behind https Django finds nothing to warn of."""

import os
import subprocess
import sys

import pytest

from tools.steps import ROOT

KEY = "a long and quite random key, for this test and for nothing else 0123456789"


def run(*command: str, **more: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "SECRET_KEY": KEY, **more}
    environ.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)  # the browser tests need it, no server does
    return subprocess.run([sys.executable, *command], cwd=ROOT, env=environ, capture_output=True, text=True)


@pytest.mark.slow
def test_deployed_behind_https_nothing_is_left_open():
    done = run("manage.py", "check", "--deploy", "--fail-level", "WARNING", HTTPS="1")
    assert done.returncode == 0, done.stderr


COOKIES = (
    "from scorekeeper import settings as s; print(s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.SESSION_COOKIE_SECURE)"
)


@pytest.mark.parametrize("how", [{"HTTPS": "1"}, {"CERTIFICATE": "here.pem"}], ids=str)
def test_over_https_no_neighbour_plants_a_cookie(how):
    assert run("-c", COOKIES, **how).stdout.split() == ["__Host-sessionid", "__Host-csrftoken", "True"]
