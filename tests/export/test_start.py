"""What makes the larger files is imported when the first one is asked for: a server starts as fast without."""

import subprocess
import sys

import pytest

from tools.steps import ROOT

STARTED = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
import django
django.setup()
from django.urls import get_resolver
assert get_resolver().url_patterns
from games.web import urls
from games.api import urls
print(sorted({"reportlab", "xlsxwriter", "games.export.formats"} & set(sys.modules)))
"""


@pytest.mark.slow
def test_a_server_that_starts_knows_the_formats_and_none_of_their_libraries() -> None:
    done = subprocess.run([sys.executable, "-c", STARTED], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['games.export.formats']"
