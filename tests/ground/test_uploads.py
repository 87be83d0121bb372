"""On every path a body that is too long is refused with a sentence, before any of it is parsed."""

import io
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import translation

from games.imports.source import MOST_BYTES_SENT
from games.match.json_input import LONGEST
from scorekeeper import uploads

PAGES = ("/", "/code/", "/import/", "/import/in/", "/table/x/", "/admin/login/", "/you/password/", "/nowhere/", "/code")
API = ("events/", "score/", "matches/", "circles/00000000-0000-4000-8000-000000000000/import/", "nowhere/")
IMPORT = API[3]
FORM = "multipart/form-data; boundary=x"


class CountingBody(io.BytesIO):
    """A body that counts the bytes that were read, and the largest read."""

    def __init__(self, size: int) -> None:
        self.size, self.at, self.largest = size, 0, 0

    def read(self, size: int | None = -1) -> bytes:
        assert size is not None
        assert size >= 0, "It was read at once."
        self.largest = max(self.largest, size)
        size = min(size, self.size - self.at)
        self.at += size
        return b"x" * size

    def __len__(self) -> int:
        return self.size


def send(path: str, size: int, kind: str = FORM, method: str = "POST", **more: Any) -> tuple[Any, CountingBody]:
    """Send a body to the application without a CSRF token. The limit comes before the CSRF check."""
    body = CountingBody(size)
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    environ = {"CONTENT_LENGTH": str(size), "CONTENT_TYPE": kind, "wsgi.input": body, **more}
    return client.generic(method, path, **{name: value for name, value in environ.items() if value != ""}), body


@pytest.mark.django_db
@pytest.mark.parametrize("path", PAGES)
def test_a_page_does_not_read_a_long_body(path: str) -> None:
    answer, body = send(path, 200_000_000)
    assert (answer.status_code, body.at) == (413, 0)
    assert answer["Content-Type"].startswith("text/html")
    assert (" MB." if "import" in path else "This page accepts at most 200 kB.") in answer.text
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.django_db
@pytest.mark.parametrize("path", API)
def test_the_api_refuses_a_long_body_in_json(path: str) -> None:
    answer, body = send(f"/api/v1/{path}", 200_000_000)
    assert (answer.status_code, body.at) == (413, 0)
    most = MOST_BYTES_SENT if path == IMPORT else LONGEST
    assert answer.json() == {"error": f"This is larger than {most} bytes.", "code": "long"}


@pytest.mark.django_db
def test_a_body_slightly_too_long_is_read_in_chunks() -> None:
    """A client that is still sending when the connection ends would not receive the answer."""
    answer, body = send("/code/", uploads.MOST_DISCARDED)
    assert (answer.status_code, body.at) == (413, uploads.MOST_DISCARDED)
    assert body.largest <= uploads.CHUNK


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_every_method_is_limited(method: str) -> None:
    for path in ("/code/", "/api/v1/events/"):
        assert send(path, 200_000_000, method=method)[0].status_code == 413


@pytest.mark.django_db
def test_each_path_accepts_its_limit_and_not_a_byte_more() -> None:
    limits = {"/code/": 200_000, "/import/": 8_200_000, "/api/v1/score/": 1_000_000, f"/api/v1/{IMPORT}": 8_000_000}
    for path, most in limits.items():
        kind = "application/json" if "api" in path else "text/plain"
        assert send(path, most, kind)[0].status_code in (400, 401, 403)
        assert send(path, most + 1, kind)[0].status_code == 413


@pytest.mark.django_db
@pytest.mark.parametrize("encoding", ["", "chunked", "gzip, chunked"])
def test_a_body_without_a_length_is_not_read(encoding: str) -> None:
    for path in ("/code/", "/import/"):
        answer, body = send(path, 500, CONTENT_LENGTH="", HTTP_TRANSFER_ENCODING=encoding)
        assert (answer.status_code, body.at) == (411 if encoding else 403, 0)
        assert not encoding or "did not send the length" in answer.text
    answer, body = send("/api/v1/score/", 500, "application/json", CONTENT_LENGTH="", HTTP_TRANSFER_ENCODING=encoding)
    assert (answer.status_code, body.at) == (411 if encoding else 400, 0)
    assert not encoding or answer.json()["code"] == "length"


@pytest.mark.django_db
@pytest.mark.parametrize("length", ["many", "-5", "0x10"])
def test_an_invalid_length_means_no_body(length: str) -> None:
    answer, body = send("/code/", 500, CONTENT_LENGTH=length)
    assert (answer.status_code, body.at) == (403, 0)


def test_a_refusal_is_in_the_language_of_the_sender() -> None:
    request = RequestFactory().post("/import/", CONTENT_LENGTH="200000000")
    with translation.override("de"):
        answer = uploads.middleware(lambda request: pytest.fail("The request was accepted."))(request)
    assert "Diese Datei ist für diese Seite zu groß" in answer.content.decode()


def test_only_imports_have_a_larger_limit() -> None:
    def views(patterns: Any) -> Any:
        for pattern in patterns:
            if isinstance(pattern, URLResolver):
                yield from views(pattern.url_patterns)
            elif isinstance(pattern, URLPattern) and hasattr(pattern.callback, "view_class"):
                yield pattern.callback.view_class

    larger = {
        view.__name__: view.most_sent for view in views(get_resolver().url_patterns) if hasattr(view, "most_sent")
    }
    assert larger == {
        "ImportView": MOST_BYTES_SENT,
        "ConfirmImportView": 2_500_000,
        "ImportIntoCircleView": MOST_BYTES_SENT,
    }
