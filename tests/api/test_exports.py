"""Exported files, for programs. Their content is tested in tests/export."""

from io import BytesIO
from typing import Any
from uuid import UUID

import pytest
from openpyxl import load_workbook

from games import models
from games.api.views import circles, exports
from games.export.formats import FORMATS
from games.export.streams import STREAMS
from tests.api.conftest import NOBODY, Caller

pytestmark = [pytest.mark.fifth, pytest.mark.usefixtures("lettered")]


def paths(owner: Caller) -> list[str]:
    """Return the addresses of a match, its evening, and the circle."""
    match = owner.started()
    owner.dealt(match)
    evening = models.Match.objects.get(id=UUID(match)).evening
    assert owner.circle
    return [f"matches/{match}/export/", f"evenings/{evening}/export/", f"circles/{owner.circle.pk}/export/"]


def content(answer: Any) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


@pytest.mark.slow
def test_every_format_is_what_it_says_whatever_is_accepted(owner: Caller) -> None:
    for path, forms in zip(paths(owner), (FORMATS, FORMATS, STREAMS), strict=True):
        for form in forms:
            for accepted in ("application/json", form.mime_type, "*/*", "image/webp"):
                answer = owner.get(f"{path}{form.key}/", headers={"accept": accepted})
                assert (answer.status_code, answer["Content-Type"]) == (200, form.mime_type)
                assert answer["Cache-Control"] == "no-store"
                assert f".{form.ending}" in answer["Content-Disposition"]
                assert content(answer)


def test_they_are_those_of_the_pages(owner: Caller) -> None:
    owner_page = Caller().client
    owner_page.force_login(owner.person)  # type: ignore[arg-type]
    match, evening, _circle = paths(owner)
    for path, page in ((match, match.replace("matches", "match")), (evening, evening.replace("evenings", "evening"))):
        kind, id, _export, _end = page.split("/")
        for key in ("csv", "json", "txt"):
            assert owner.get(f"{path}{key}/").content == owner_page.get(f"/export/{kind}/{id}/{key}/").content


def test_a_period(owner: Caller) -> None:
    *_paths, path = paths(owner)
    owner.started(at="2026-01-09T19:30:00+02:00")
    for days, count in (("", 2), ("?to=2026-01-09", 1), ("?from=2026-01-09&to=2026-01-09", 1), ("?to=2026-01-08", 0)):
        book = load_workbook(BytesIO(content(owner.get(f"{path}xlsx/{days}"))))
        assert book["Matches"].max_row == 1 + count
        assert len(content(owner.get(f"{path}jsonl/{days}")).splitlines()) == count


def test_what_is_no_day_is_said(owner: Caller) -> None:
    answer = owner.get(f"{paths(owner)[2]}csv/?from=yesterday")
    assert (answer.status_code, answer.json()["code"]) == (400, "date")


def test_what_there_is_not_is_nowhere(owner: Caller) -> None:
    for path in paths(owner):
        kind, _id, rest = path.split("/", 2)
        for missing in (f"{path}doc/", f"{kind}/{NOBODY}/{rest}csv/"):
            answer = owner.get(missing)
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_server_without_fonts_says_so(owner: Caller, settings: Any, tmp_path: Any) -> None:
    settings.FONTS = tmp_path
    for path in paths(owner)[:2]:
        for key in ("pdf", "png", "portrait"):
            answer = owner.get(f"{path}{key}/")
            assert (answer.status_code, answer.json()["code"]) == (409, "no_fonts")


def test_a_file_that_the_client_has_is_not_built_again(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    assert owner.circle
    season = "seasons/00000000-0000-4000-8000-000000000007/"
    owner.put(season, {"name": "Winter", "from": "2026-01-01"})
    match, evening, circle = paths(owner)
    files = [f"{path}csv/" for path in (match, evening, circle, f"{season}export/")]
    files += [f"{match}json/", f"{circle}csv/?from=2026-01-01", f"circles/{owner.circle.pk}/log/"]
    tags = {path: owner.get(path)["ETag"] for path in files}
    assert tags[f"{circle}csv/"] != tags[f"{circle}csv/?from=2026-01-01"]
    with monkeypatch.context() as unbuilt:
        for module, name in (
            (exports, "attachment"),
            (exports, "season_file"),
            (exports, "period_file"),
            (circles, "circle_log_file"),
        ):
            unbuilt.delattr(module, name)
        for path, tag in tags.items():
            assert tag.startswith("W/")
            for known in (tag, tag.removeprefix("W/"), "*"):
                answer = owner.get(path, headers={"if-none-match": known})
                assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", tag)
    models.Circle.objects.update(name="Another name")
    again = [owner.get(path, headers={"if-none-match": tag}) for path, tag in tags.items()]
    assert {answer.status_code for answer in again} == {200}
    owner.put(season, {"name": "Spring"})
    for path, answer in zip(files, again, strict=True):
        assert owner.get(path, headers={"if-none-match": answer["ETag"]}).status_code == 200


def test_a_file_in_another_language_is_another_one(owner: Caller, pseudo: str) -> None:
    match, *_others = paths(owner)
    tag = owner.get(f"{match}csv/")["ETag"]
    assert owner.get(f"{match}csv/", headers={"if-none-match": tag, "accept-language": pseudo}).status_code == 200
