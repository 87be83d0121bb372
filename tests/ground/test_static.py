"""The collected static files, whose names contain a hash of their content."""

import json
import re

import brotli
import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command

from games.bundle import worker

pytestmark = pytest.mark.fifth

HASHED = {"BACKEND": "games.bundle.static_files.StaticFilesStorage"}


@pytest.mark.slow
def test_pages_link_files_by_their_hashed_names(client, settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": HASHED}
    call_command("collectstatic", verbosity=0, interactive=False)
    sheet = re.search(r'href="/static/(look\.[0-9a-f]{12}\.css)"', client.get("/").text)
    assert sheet
    assert (tmp_path / sheet[1]).is_file()
    assert (tmp_path / f"{sheet[1]}.br").is_file()


@pytest.mark.slow
def test_an_address_is_worked_out_once_until_files_are_collected_again(settings, tmp_path, monkeypatch):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": HASHED}
    call_command("collectstatic", verbosity=0, interactive=False)
    storage = staticfiles_storage._wrapped
    address = storage.url("look.css")
    assert re.fullmatch(r"/static/look\.[0-9a-f]{12}\.css", address)
    with monkeypatch.context() as patched:
        patched.setattr(storage, "stored_name", lambda name: pytest.fail(name))
        assert storage.url("look.css") == address
    call_command("collectstatic", verbosity=0, interactive=False)
    assert storage.addresses == {}


@pytest.mark.fifth
@pytest.mark.slow
def test_scripts_import_hashed_names_and_have_no_comments(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": HASHED}
    call_command("collectstatic", verbosity=0, interactive=False)
    names = json.loads((tmp_path / "staticfiles.json").read_text("utf-8"))["paths"]
    text = (tmp_path / names["page/entry.js"]).read_text("utf-8")
    [module] = re.findall(
        r"^import \{ askAboutForm, workerFor \} from '\./(worker-client\.[0-9a-f]{12}\.js)';", text, re.MULTILINE
    )
    assert names["page/worker-client.js"] == f"page/{module}"
    assert not re.search(r"^\s*//", text, re.MULTILINE)
    assert "/*" not in (tmp_path / names["look.css"]).read_text("utf-8")
    assert not (tmp_path / "worker").exists()  # no browser asks for them
    assert not [*tmp_path.glob("phone/*.js")]


@pytest.mark.long
def test_the_worker_is_built_once_and_then_read(client, settings, tmp_path, monkeypatch, interpreter):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": HASHED}
    settings.WORKER = True
    call_command("collectstatic", verbosity=0, interactive=False)
    call_command("pack")
    monkeypatch.setattr(worker, "build", lambda language: pytest.fail("It is there already."))
    worker.cached_build.cache_clear()
    try:
        text = client.get("/sw.js").text
        config = json.loads(re.match(r"self.configuration = (.+);\n", text)[1])
        assert re.fullmatch(r"/static/phone/micropython\.[0-9a-f]{12}\.wasm", config["wasm"])
        [scripts] = re.findall(r'importScripts\("([^"]+)"\)', text)
        for address in (config["bundle"], scripts):
            plain, small = (client.get(address, headers={"accept-encoding": encoding}) for encoding in ("", "br"))
            assert "immutable" in plain["Cache-Control"]
            assert brotli.decompress(small.content) == plain.content
    finally:
        worker.cached_build.cache_clear()
