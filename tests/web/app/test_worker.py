"""The worker's script and its bundle, as browsers receive them: without personal data, and nothing is stored."""

import json
import re

import brotli
import pytest

from games.bundle import contents, worker
from games.pages.request import ROUTES, reverse
from scorekeeper.headers import CONTENT

pytestmark = pytest.mark.fifth

ID = "0b7e4f52-9a2e-4f0a-8a55-7f3f9d0f6f10"
PAGES = ["/sw.js", "/healthz", "/games/no_such_game/", "/api/v1/games/"]
PATHS = [
    "/games/",
    "/games/pisti/",
    "/evenings/",
    f"/evenings/{ID}/",
    "/players/",
    f"/players/{ID}/",
    "/statistics/",
    "/seasons/",
    f"/seasons/{ID}/",
]  # one for each of cached_pages.CACHED_PAGES
NEVER = [
    "/phone/",
    "/phone/session/",
    "/phone/trust/",
    "/healthz",
    "/health/",
    "/api/",
    "/api/v1/games/",
    "/sw.js",
    "/games/a/b/",
]


@pytest.fixture(autouse=True)
def worker_enabled(settings, interpreter):
    settings.WORKER = True


def preamble(response):
    """Return the data at the beginning of the script."""
    return json.loads(re.match(r"self.configuration = (.+);\n", response.text)[1])


@pytest.mark.slow
def test_script_is_revalidated_every_time(client):
    first = client.get("/sw.js")
    assert first["Content-Type"] == "text/javascript; charset=utf-8"
    assert first["Cache-Control"] == "no-cache"
    assert "Accept-Language" in first["Vary"]
    assert "Cookie" not in first["Vary"]
    assert client.get("/sw.js", headers={"if-none-match": first["ETag"]}).status_code == 304


@pytest.mark.parametrize("address", PAGES)
def test_only_the_worker_may_compile_webassembly(client, address):
    policy = client.get(address)["Content-Security-Policy"]
    assert policy.startswith(CONTENT)
    assert policy.removeprefix(CONTENT) == ("; script-src 'self' 'wasm-unsafe-eval'" if address == "/sw.js" else "")


def test_not_modified_response_keeps_the_policy(client):
    """Browsers replace the stored headers by those of a 304."""
    first = client.get("/sw.js")
    again = client.get("/sw.js", headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert again["Content-Security-Policy"] == first["Content-Security-Policy"]


def test_every_file_of_the_script_exists(client):
    text = client.get("/sw.js").text
    [scripts] = re.findall(r'importScripts\("([^"]+)"\)', text)
    answer = client.get(scripts)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/javascript; charset=utf-8")
    assert answer.text == worker.script(worker.WORKER)
    files = preamble(client.get("/sw.js"))["files"]
    assert not [file for file in files if file.endswith(".png")]  # for home screens
    assert "/static/phone/micropython.wasm" in files
    for address in [file for file in files if not file.startswith("/static/")]:
        assert client.get(address).status_code == 200


def test_script_has_the_routes_of_games_pages(client):
    patterns = preamble(client.get("/sw.js"))["addresses"]
    for address, pattern in zip(ROUTES, patterns, strict=True):
        ids = {part[1:-1]: ID for part in address.segments if part[:1] == "<"}
        path = reverse(address.name, ids)
        match = re.fullmatch(pattern.replace("?<", "?P<"), path)
        assert match, path
        assert match.groupdict().get("match") == ids.get("match")
        assert [other for other in patterns if re.fullmatch(other.replace("?<", "?P<"), path)] == [pattern]


def test_cached_pages_are_those_of_the_list_without_games_pages(client):
    patterns = preamble(client.get("/sw.js"))["pages"]
    assert all(re.fullmatch(pattern, path) for pattern, path in zip(patterns, PATHS, strict=True))
    for path in [*NEVER, *(reverse(address.name, dict.fromkeys(("match", "deal"), ID)) for address in ROUTES)]:
        assert not [pattern for pattern in patterns if re.search(pattern, path)], path


def test_pages_of_the_phone_have_the_same_policy(client):
    page, worn = client.get("/healthz").headers, preamble(client.get("/sw.js"))["headers"]
    of_itself = {"Content-Type", "Cache-Control", "Content-Length", "Content-Language", "Expires", "Vary"}
    assert {name: page[name] for name in set(page) - of_itself} == {name: worn[name] for name in set(worn) - of_itself}


def test_bundle_is_named_by_its_content_and_cached_permanently(client):
    address = preamble(client.get("/sw.js"))["bundle"]
    plain = client.get(address)
    assert "immutable" in plain["Cache-Control"]
    assert "games/phone/bridge.py" in contents.unpack(plain.content)
    small = client.get(address, headers={"accept-encoding": "gzip, br;q=1.0"})
    assert small["Content-Encoding"] == "br"
    assert brotli.decompress(small.content) == plain.content


@pytest.mark.parametrize(
    "name",
    [
        "phone.en.000000000000.txt",
        "phone.xx.000000000000.txt",
        "phone.en.000000000000.json",
        "worker.en.000000000000.js",
        "bridge.py",
        "sw.js",
    ],
)
def test_other_names_are_not_found(client, name):
    assert client.get(f"/phone/{name}").status_code == 404


@pytest.mark.slow
def test_each_language_has_its_own_worker(client, pseudo):
    english, other = (
        preamble(client.get("/sw.js", headers={"accept-language": language})) for language in ("en", pseudo)
    )
    assert (english["language"], other["language"]) == ("en-GB", pseudo)
    assert english["cache"] != other["cache"]
    assert all("⟦" in page for page in other["unreachable"].values())
    assert "⟦" in other["as_of"]


@pytest.mark.slow
def test_every_change_makes_another_worker(client, monkeypatch):
    before = preamble(client.get("/sw.js"))["cache"]
    source = worker.source
    worker.cached_build.cache_clear()
    assert preamble(client.get("/sw.js"))["cache"] == before
    monkeypatch.setattr(worker, "source", lambda name: source(name) + ";" * (name == "sync.js"))
    worker.cached_build.cache_clear()
    try:
        assert preamble(client.get("/sw.js"))["cache"] != before
    finally:
        worker.cached_build.cache_clear()


def test_disabled_worker_only_unregisters(client, settings):
    settings.WORKER = False
    assert client.head("/sw.js").status_code == 404  # browsers without a worker get none
    text = client.get("/sw.js").text
    assert text.endswith(worker.script(worker.LEAVING))
    assert "loadMicroPython" not in text
    assert "importScripts" not in text
