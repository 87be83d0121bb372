"""The server serves its own static files, and no folder, hidden file or file beside them."""

import pytest
from django.conf import settings

PATHS = [
    "/static/",
    "/static/page/",
    "/static/../manage.py",
    "/static/%2e%2e/manage.py",
    "/static/..%2fdata/secret_key",
    "/static//etc/passwd",
    "/.git/config",
    "/.env",
    "/data/scorekeeper.sqlite3",
    "/data/secret_key",
    "/manage.py",
    "/static/.DS_Store",
    "/static/page/table.js.bak",
]


@pytest.mark.parametrize("path", PATHS)
def test_no_folder_and_no_hidden_file_is_served(client, db, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert settings.SECRET_KEY not in answer.text
