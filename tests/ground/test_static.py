"""The real static files, named by their content as the server sends them."""

import re

import pytest
from django.core.management import call_command

HASHED = {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}


@pytest.mark.slow
def test_pages_name_their_files_by_content(client, settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": HASHED}
    call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=["rest_framework"])
    sheet = re.search(r'href="/static/(look\.[0-9a-f]{12}\.css)"', client.get("/").text)
    assert sheet
    assert (tmp_path / sheet[1]).is_file()
    assert (tmp_path / f"{sheet[1]}.br").is_file()
