"""Behind https Django has no warnings."""

import os
import subprocess
import sys

import pytest

from tools.steps import ROOT

SECRET = "a long and quite random key, for this test and for nothing else 0123456789"


def run(*command: str, **more: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "SECRET_KEY": SECRET, **more}
    environ.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)  # only browser tests need it
    return subprocess.run([sys.executable, *command], cwd=ROOT, env=environ, capture_output=True, text=True)


@pytest.mark.slow
def test_deployed_behind_https_django_has_no_warnings():
    result = run("manage.py", "check", "--deploy", "--fail-level", "WARNING", HTTPS="1")
    assert result.returncode == 0, result.stderr


COOKIES = (
    "from scorekeeper import settings as s; print(s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.SESSION_COOKIE_SECURE)"
)


@pytest.mark.parametrize("how", [{"HTTPS": "1"}, {"CERTIFICATE": "here.pem"}], ids=str)
def test_over_https_another_subdomain_cannot_set_our_cookies(how):
    assert run("-c", COOKIES, **how).stdout.split() == ["__Host-sessionid", "__Host-csrftoken", "True"]
