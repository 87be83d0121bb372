"""Libraries of the larger formats are imported on first use, so that the server starts quickly."""

import subprocess
import sys

import pytest

from tools.steps import ROOT

pytestmark = pytest.mark.fifth

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
def test_server_starts_without_export_libraries() -> None:
    process = subprocess.run([sys.executable, "-c", STARTED], cwd=ROOT, capture_output=True, text=True, check=True)
    assert process.stdout.strip() == "['games.export.formats']"
