"""Long JSON answers of the API are compressed."""

import gzip
from typing import Any

import pytest

from games import services
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db
GZIP = {"accept-encoding": "gzip, deflate, br"}


@pytest.fixture
def owner(settings: Any) -> Caller:
    settings.THROTTLE = 0
    return Caller(*services.make_person("Eleni", "Fridays"))


def test_a_long_answer_is_compressed_if_the_client_accepts_it(owner: Caller) -> None:
    match = owner.started(options={"lines": 10})
    for points in (50, 70) * 5:
        owner.dealt(match, points)
    for path in ("games/", "schema/", f"matches/{match}/sheet/", "events/"):
        plain, packed = owner.get(path), owner.get(path, headers=GZIP)
        assert packed["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.content) == plain.content
        assert int(packed["Content-Length"]) == len(packed.content) < len(plain.content) / 2
        assert not plain.has_header("Content-Encoding")
        assert "Accept-Encoding" in plain["Vary"]
        assert "Accept-Encoding" in packed["Vary"]
        assert packed["ETag"] == f"W/{plain['ETag']}"
        again = owner.get(path, headers={**GZIP, "if-none-match": packed["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert "Accept-Encoding" in again["Vary"]


@pytest.mark.parametrize(
    ("accepted", "is_packed"),
    [
        ("gzip;q=0", False),
        ("identity, gzip; q=0.000", False),
        ("GZIP;Q=0, br", False),
        ("br", False),
        ("gzip;q=0.5", True),
        ("gzip;q=0.01, br", True),
    ],
)
def test_a_client_may_refuse_compression(owner: Caller, accepted: str, is_packed: bool) -> None:
    answer = owner.get("games/", headers={"accept-encoding": accepted})
    assert answer.has_header("Content-Encoding") == is_packed
    assert "Accept-Encoding" in answer["Vary"]


def test_short_answers_and_those_with_secrets_are_not(owner: Caller) -> None:
    for _invitation in range(4):
        answer = owner.post("invitations/", {"purpose": "circle"}, headers=GZIP)
    listed = owner.get("invitations/", headers=GZIP)
    assert len(listed.content) > 1_000
    for short in (answer, listed, owner.get("circles/", headers=GZIP), owner.get("matches/x/", headers=GZIP)):
        assert not short.has_header("Content-Encoding")


def test_files_and_pages_of_a_person_are_not(owner: Caller) -> None:
    match = owner.started()
    owner.dealt(match)
    assert owner.circle
    for path in (f"matches/{match}/export/txt/", f"circles/{owner.circle.pk}/export/csv/", "/circle/"):
        assert not owner.get(path, headers=GZIP).has_header("Content-Encoding")


def test_each_answer_has_another_length(owner: Caller) -> None:
    """So the length says little about the content."""
    lengths = {len(owner.get("games/", headers=GZIP).content) for _time in range(30)}
    assert len(lengths) > 5
