"""Every error has one shape and a sentence in the language of the caller."""

import re
from typing import Any
from uuid import UUID

import pytest

from games.api import throttles
from games.services import guesses
from tests.api.conftest import NOBODY, Caller

pytestmark = pytest.mark.fifth

HASH = "0123456789abcdef"  # of no log
DOCUMENT = {"format": "scorekeeper.match/1", "game": "bisca_tres", "players": ["Eleni", "Deniz"]}


def unknown(count: int) -> dict[str, int]:
    """Return answers to questions that no game asks."""
    return {f"unknown{number}": 1 for number in range(count)}


CASES: list[tuple[str, str, str, Any, dict[str, Any], int, str]] = [
    ("stranger", "GET", "events/", None, {}, 401, "not_authenticated"),
    ("stranger", "GET", "events/", None, {"headers": {"authorization": "Token x"}}, 401, "authentication_failed"),
    ("stranger", "GET", "events/", None, {"headers": {"authorization": "Token ä"}}, 401, "authentication_failed"),
    ("stranger", "GET", "events/", None, {"headers": {"authorization": "Bearer x"}}, 401, "authentication_failed"),
    ("stranger", "GET", "events/", None, {"headers": {"authorization": "Basic x"}}, 401, "not_authenticated"),
    ("stranger", "GET", "events/", None, {"headers": {"authorization": "Bearer x y"}}, 401, "not_authenticated"),
    ("reader", "POST", "events/", [], {}, 403, "permission_denied"),
    ("owner", "GET", f"matches/{NOBODY}/", None, {}, 404, "not_found"),
    ("owner", "GET", "matches/41/", None, {}, 404, "not_found"),
    ("owner", "GET", "matches/%00/", None, {}, 404, "not_found"),
    ("owner", "GET", "matches", None, {}, 404, "not_found"),
    ("owner", "GET", "games/whist/", None, {}, 404, "not_found"),
    ("owner", "GET", "/api/v2/", None, {}, 404, "not_found"),
    ("owner", "GET", f"events/?circle={NOBODY}", None, {}, 404, "not_found"),
    ("owner", "GET", f"events/?circle={NOBODY}&since=1&hash={HASH}", None, {}, 404, "unknown_circle"),
    ("owner", "POST", f"events/?circle={NOBODY}", [], {}, 404, "not_found"),
    ("owner", "GET", "events/?circle=mine", None, {}, 404, "not_found"),
    ("owner", "GET", "events/?since=x", None, {}, 400, "number"),
    ("owner", "GET", "events/?since=-1", None, {}, 400, "number"),
    ("owner", "GET", "events/?since=", None, {}, 400, "number"),
    ("owner", "GET", "events/?since=1234567890", None, {}, 400, "number"),
    ("owner", "GET", "events/?since=1e3", None, {}, 400, "number"),
    ("owner", "GET", "events/?since=%D9%A1", None, {}, 400, "number"),
    ("owner", "GET", f"events/?since=7&last={NOBODY}", None, {}, 409, "other_log"),
    ("owner", "GET", "matches/?unfinshed=true", None, {}, 400, "unknown_parameter"),
    ("owner", "GET", "circles/?name=Fridays", None, {}, 400, "unknown_parameter"),
    ("stranger", "POST", "score/?dry=true", DOCUMENT, {}, 400, "unknown_parameter"),
    ("owner", "PUT", "events/", [], {}, 405, "method_not_allowed"),
    ("owner", "OPTIONS", "nothing/", None, {}, 404, "not_found"),
    ("stranger", "OPTIONS", "events/", None, {}, 401, "not_authenticated"),
    ("owner", "GET", "events/", None, {"headers": {"accept": "text/html"}}, 406, "not_acceptable"),
    ("owner", "POST", "events/", b"<x/>", {"content_type": "text/xml"}, 415, "unsupported_media_type"),
    ("owner", "POST", "events/", b"a=1", {"content_type": "application/x-www-form-urlencoded"}, 415, "unsupported_media_type"),
    ("owner", "POST", "events/", {}, {}, 400, "list"),
    ("owner", "POST", "events/", [{}] * 501, {}, 400, "long"),
    ("owner", "POST", "events/", b"[", {}, 400, "json"),
    ("owner", "POST", "matches/", {"game": "whist", "players": []}, {}, 400, "document"),
    ("stranger", "POST", "score/", {**DOCUMENT, "game": "whist"}, {}, 400, "document"),
    ("stranger", "POST", "score/", [], {}, 400, "document"),
    ("stranger", "POST", "score/", None, {}, 400, "document"),
    ("stranger", "POST", "score/", {**DOCUMENT, "deals": [{}] * 1001}, {}, 400, "many_deals"),
    ("stranger", "POST", "score/", {**DOCUMENT, "deals": [{"answers": unknown(101)}]}, {}, 400, "many_answers"),
    ("stranger", "POST", "score/", {**DOCUMENT, "deals": [{"answers": unknown(100)}] * 11}, {}, 400, "many_problems"),
]  # fmt: skip


@pytest.mark.parametrize(("who", "method", "path", "body", "more", "status", "code"), CASES)
def test_one_shape_and_one_sentence(
    request: pytest.FixtureRequest, db: None, pseudo: str,
    who: str, method: str, path: str, body: Any, more: dict[str, Any], status: int, code: str,
) -> None:  # fmt: skip
    caller: Caller = request.getfixturevalue(who)
    answer = caller.ask(method, path, body, **more)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/json")
    assert set(answer.json()) == {"error", "code"}
    assert answer.json()["code"] == code
    assert answer.json()["error"][-1] in ".”"
    more = {**more, "headers": {**more.get("headers", {}), "accept-language": pseudo}}
    translated = caller.ask(method, path, body, **more).json()
    assert translated["code"] == code
    assert translated["error"].startswith("⟦")
    assert (answer.has_header("WWW-Authenticate"), answer.has_header("Allow")) == (
        status == 401,
        status == 405 or answer.has_header("Allow"),
    )


KNOWN = "game, player, date, from, to, evening, unfinished, order, cursor, limit, circle"
PARAMETERS = [
    ("matches/?limit=1&unfinshed=true", f"Unknown parameter “unfinshed”. Allowed: {KNOWN}."),
    ("players/?Circle=x", "Unknown parameter “Circle”. Allowed: circle."),
    ("circles/?limit=5", "Unknown parameter “limit”. There are none here."),
    ("games/pisa/?=", "Unknown parameter “”. There are none here."),
]


@pytest.mark.parametrize(("path", "sentence"), PARAMETERS)
def test_an_unknown_parameter_is_named_with_those_that_there_are(owner: Caller, path: str, sentence: str) -> None:
    for method in ("GET", "HEAD"):
        assert owner.ask(method, path).status_code == 400
    assert owner.get(path).json() == {"error": sentence, "code": "unknown_parameter"}


def test_options_lists_the_methods(owner: Caller, stranger: Caller) -> None:
    for caller, path, allowed in (
        (owner, "events/", "GET, POST, HEAD, OPTIONS"),
        (owner, f"matches/{NOBODY}/finish/", "POST, OPTIONS"),
        (stranger, "score/", "POST, OPTIONS"),
    ):
        answer = caller.ask("OPTIONS", path)
        assert (answer.status_code, answer["Allow"], answer.content) == (204, allowed, b"")


def test_head_is_get_without_the_body(owner: Caller) -> None:
    match = owner.started()
    for path in ("matches/", f"matches/{match}/sheet/", "events/?since=1", "circles/", "games/", f"matches/{NOBODY}/"):
        get, head = owner.get(path), owner.ask("HEAD", path)
        assert (head.status_code, dict(head.headers), head.content) == (get.status_code, dict(get.headers), b"")


MISSING = [
    ("GET", f"matches/{NOBODY}/", "No such match."),
    ("DELETE", f"matches/{NOBODY}/", "No such match."),
    ("GET", f"matches/{NOBODY}/export/csv/", "No such match."),
    ("PUT", "matches/{match}/deals/" + NOBODY + "/", "No such round in this match."),
    ("GET", "matches/{match}/export/doc/", "No such kind of file."),
    ("GET", f"players/{NOBODY}/", "No such player in this group."),
    ("GET", f"players/{NOBODY}/figures/", "No such player in this group."),
    ("GET", f"players/{NOBODY}/rating/", "No such player in this group."),
    ("GET", f"evenings/{NOBODY}/", "No such evening in this group."),
    ("GET", f"seasons/{NOBODY}/", "No such season in this group."),
    ("GET", f"custom-games/{NOBODY}/", "No such custom game in this group."),
    ("DELETE", f"devices/{NOBODY}/", "No such phone or program."),
    ("DELETE", f"invitations/{NOBODY}/", "No such invitation."),
    ("GET", f"circles/{NOBODY}/", "No such group."),
    ("POST", f"circles/{NOBODY}/undelete/", "No such group."),
    ("GET", f"events/?circle={NOBODY}", "No such group."),
    ("GET", "events/?circle=mine", "No such group."),
    ("GET", "games/whist/", "No such game."),
    ("GET", "matches/41/", "No such address in this API."),
]


@pytest.mark.parametrize(("method", "path", "sentence"), MISSING)
def test_a_404_says_what_does_not_exist(owner: Caller, method: str, path: str, sentence: str) -> None:
    body = {"answers": {}} if method == "PUT" else None
    answer = owner.ask(method, path.format(match=owner.started()), body)
    assert (answer.status_code, answer.json()) == (404, {"error": sentence, "code": "not_found"})


def test_what_belongs_to_others_gets_the_same_words(owner: Caller, other_owner: Caller) -> None:
    match = owner.started()
    assert other_owner.get(f"matches/{match}/").json() == other_owner.get(f"matches/{NOBODY}/").json()


NUMBERS = [
    ("events/?since=-1", "“since” must be a whole number from 0 to 999999999."),
    ("events/?since=0&recent=1.5", "“recent” must be a whole number from 0 to 999999999."),
    ("matches/?limit=0", "“limit” must be a whole number from 1 to 200."),
    ("matches/?limit=x", "“limit” must be a whole number from 1 to 200."),
]


@pytest.mark.parametrize(("path", "sentence"), NUMBERS)
def test_a_number_is_refused_with_its_limits(owner: Caller, path: str, sentence: str) -> None:
    answer = owner.get(path)
    assert (answer.status_code, answer.json()) == (400, {"error": sentence, "code": "number"})


def test_every_operation_refuses_unknown_parameters(owner: Caller) -> None:
    schema = owner.get("schema/").json()
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            answer = owner.ask(method.upper(), re.sub(r"{\w+}", NOBODY, path) + "?unknown=1")
            if "unknown_parameter" not in answer.text:  # these need a body first, or a form that there is
                assert answer.status_code in (404, 415), (method, path)
            assert "400" in operation["responses"]


def test_the_circle_is_accepted_everywhere(owner: Caller) -> None:
    assert owner.circle
    match, circle = owner.started(), owner.circle.pk
    for path in (
        "circles/",
        f"circles/{circle}/",
        "devices/",
        "games/",
        "events/",
        "matches/",
        f"matches/{match}/sheet/",
    ):
        assert owner.get(f"{path}?circle={circle}").status_code == 200
        assert owner.get(f"{path}?circle={circle}&format=json").status_code == 200  # the framework's own name


FROM_PHONES = (
    "since=0&recent=90",
    "since=1&recent=90&last={last}",
    "since=1&last={last}",
    "since=1&last={last}&hash={hash}",
)


@pytest.mark.parametrize("query", FROM_PHONES)
def test_the_parameters_of_earlier_phones_are_known(owner: Caller, query: str) -> None:
    assert owner.circle
    owner.started()
    [first] = owner.get("events/").json()["events"]
    place = query.format(last=first["id"], hash=first["hash"])
    assert owner.get(f"events/?circle={owner.circle.pk}&{place}").status_code == 200
    if "recent" not in query:
        assert owner.post(f"events/?circle={owner.circle.pk}&{place}", []).status_code == 200


def test_a_refused_event_is_told_in_the_language_of_who_asks(owner: Caller, pseudo: str) -> None:
    event = {
        "id": str(UUID(int=1)),
        "kind": "start",
        "match": str(UUID(int=2)),
        "data": {"game": "whist", "players": []},
    }
    for language, begin in (("en", "Unknown game"), (pseudo, "⟦")):
        [refused] = owner.post("events/", [event], headers={"accept-language": language}).json()["refused"]
        assert refused["reason"].startswith(begin)
        assert refused["code"] == "document"


def test_a_sheet_speaks_the_language_of_who_asks(stranger: Caller, pseudo: str) -> None:
    wrong = {**DOCUMENT, "deals": [{"answers": {"points": [1, 119]}}, {"answers": {"points": [71, 49]}}]}
    english = stranger.post("score/", wrong).json()
    other = stranger.post("score/", wrong, headers={"accept-language": pseudo}).json()
    assert [problem["code"] for problem in english["problems"]] == [problem["code"] for problem in other["problems"]]
    assert other["problems"][0]["message"].startswith("⟦")
    assert other["deals"][1]["lines"][0][0].startswith("⟦")


def test_scoring_again_and_again_is_told_to_wait(
    db: None, stranger: Caller, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.THROTTLE = 500
    moment = guesses.window()
    monkeypatch.setattr(throttles, "window", lambda length: moment)  # no minute ends meanwhile
    assert 429 in [stranger.post("score/", {}).status_code for _ in range(302)]


def test_too_many_requests_are_told_to_wait(owner: Caller, settings: Any) -> None:
    settings.THROTTLE = 3
    answers = [owner.get("circles/") for _ in range(9)]
    late = [answer for answer in answers if answer.status_code == 429]
    assert late
    assert set(late[0].json()) == {"error", "code"}
    assert late[0].json()["code"] == "throttled"
    assert int(late[0]["Retry-After"]) >= 1
