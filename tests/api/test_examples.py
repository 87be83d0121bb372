"""The examples of the description come from an evening that is played here.

`WRITE_EXAMPLES=1` writes them again, for example after an answer has got a field.
"""

import json
import os
import re
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from jsonschema import Draft202012Validator

from games.api.openapi.examples import FILE, examples
from tests.api.conftest import Caller, Json

MATCH, OTHER = "6f1c9d3a-53a0-4c0e-9d6d-2f4f0b8b1c11", "5f0c2b9e-6c1e-4b43-9a55-3c1d2f0a8b11"
DEAL, SECOND, THIRD = (f"{digit * 8}-{digit * 4}-4111-8111-{digit * 12}" for digit in "123")
ELENI, SEASON, GAME, CIRCLE = (f"{digit * 8}-{digit * 4}-4222-8222-{digit * 12}" for digit in "4567")
PHONE = {name: f"{digit * 8}-{digit * 4}-4333-8333-{digit * 12}" for name, digit in zip(("device", "person", "circle"), "89a", strict=True)}  # fmt: skip
SEATS = [{"id": ELENI, "name": "Eleni"}, "Deniz"]
SCORED = {
    "format": "scorekeeper.match/1",
    "game": "bisca_tres",
    "players": ["Eleni", "Deniz"],
    "deals": [{"answers": {"points": [71, None]}}],
}
EVENING, MATCH_PATH = f"evenings/{MATCH}/", f"matches/{MATCH}/"
DEALS = f"{MATCH_PATH}deals/"
NOW = "2026-01-09T17:42:12Z"
CLOCK = ("received", "created")  # fields with the server's time
Step = tuple[str, str, str, Json]


def event(number: int) -> dict[str, str]:
    """Return what each write may say about its event."""
    return {"event": f"00000000-0000-4000-8000-{number:012d}", "at": f"2026-01-09T19:{number:02d}:00+02:00"}


def deal(id: str, points: int, number: int, **more: Any) -> Json:
    return {"deal": id, "answers": {"points": [points, 120 - points]}, **event(number), **more}


STEPS: list[Step] = [
    ("postPlayers", "POST", "players/", {"player": ELENI, "name": "Elenni", **event(1)}),
    ("patchOnePlayer", "PATCH", f"players/{ELENI}/", {"name": "Eleni", **event(2)}),
    ("putOneCustomGame", "PUT", f"custom-games/{GAME}/", {"name": "Canasta", "target": 5000, **event(3)}),
    ("putOneSeason", "PUT", f"seasons/{SEASON}/", {"name": "Winter", "from": "2026-01-01", **event(4)}),
    ("postMatches", "POST", "matches/", {"match": MATCH, "game": "bisca_tres", "players": SEATS, **event(5)}),
    ("postDeals", "POST", DEALS, deal(DEAL, 71, 6)),
    ("putOneDeal", "PUT", f"{DEALS}{DEAL}/", {"answers": {"points": [76, 44]}, **event(7)}),
    ("deleteOneDeal", "DELETE", f"{DEALS}{DEAL}/", event(8)),
    ("postRestore", "POST", f"{DEALS}{DEAL}/restore/", event(9)),
    ("", "POST", DEALS, deal(SECOND, 30, 10)),
    ("", "POST", DEALS, deal(THIRD, 32, 11, after=event(9)["event"])),
    ("postSettle", "POST", f"{MATCH_PATH}settle/", {"keep": [THIRD], "strike": [SECOND], **event(12)}),
    ("putOptions", "PUT", f"{MATCH_PATH}options/", {"options": {"lines": 10}, **event(13)}),
    ("putSeats", "PUT", f"{MATCH_PATH}seats/", {"players": SEATS, "first_dealer": 1, **event(14)}),
    ("postPeople", "POST", f"{MATCH_PATH}people/", {"players": [SEATS[0], "Andreas"], "points": "take_over", **event(15)}),
    ("postFinish", "POST", f"{MATCH_PATH}finish/", event(16)),
    ("postReopen", "POST", f"{MATCH_PATH}reopen/", event(17)),
    ("", "POST", f"{MATCH_PATH}finish/", event(18)),
    ("deleteOneMatch", "DELETE", MATCH_PATH, event(19)),
    ("postUndelete", "POST", f"{MATCH_PATH}undelete/", event(20)),
    ("putOneEvening", "PUT", EVENING, {"name": "At Deniz’s", "place": "Nicosia", **event(21)}),
    ("", "POST", "matches/", {"match": OTHER, "game": "points", "players": ["A", "B"], **event(22)}),
    ("putMatchGame", "PUT", f"matches/{OTHER}/game/", {"custom_game": {"id": GAME, "name": "Canasta"}, **event(23)}),
    ("", "DELETE", f"matches/{OTHER}/", event(24)),
    ("postEvents", "POST", "events/?since=24", [
        {"id": event(25)["event"], "match": MATCH, "kind": "reopen", "data": {}, "after": [event(20)["event"]], "at": event(25)["at"]},
        {"id": event(26)["event"], "match": None, "kind": "delete", "data": {}, "after": None, "at": event(26)["at"]},
    ]),
    ("getEvents", "GET", "events/?since=23", None),
    ("", "POST", f"{MATCH_PATH}finish/", event(27)),
    ("getNews", "GET", "news/", None),
    ("getPlayers", "GET", "players/", None),
    ("getOnePlayer", "GET", f"players/{ELENI}/", None),
    ("getFigures", "GET", f"players/{ELENI}/figures/", None),
    ("getStatistics", "GET", "statistics/", None),
    ("getRatings", "GET", "ratings/", None),
    ("getPlayerRating", "GET", f"players/{ELENI}/rating/", None),
    ("getEvenings", "GET", "evenings/", None),
    ("getOneEvening", "GET", EVENING, None),
    ("getExportEvening", "GET", f"{EVENING}export/txt/", None),
    ("getSeasons", "GET", "seasons/", None),
    ("getOneSeason", "GET", f"seasons/{SEASON}/", None),
    ("getSeasonTable", "GET", f"seasons/{SEASON}/table/", None),
    ("getExportSeason", "GET", f"seasons/{SEASON}/export/csv/", None),
    ("getCustomGames", "GET", "custom-games/", None),
    ("getOneCustomGame", "GET", f"custom-games/{GAME}/", None),
    ("getMatches", "GET", "matches/?game=bisca_tres&limit=1", None),
    ("getOneMatch", "GET", MATCH_PATH, None),
    ("getDocument", "GET", f"{MATCH_PATH}document/", None),
    ("getSheet", "GET", f"{MATCH_PATH}sheet/", None),
    ("getHistory", "GET", f"{MATCH_PATH}history/", None),
    ("getExportMatch", "GET", f"{MATCH_PATH}export/txt/", None),
    ("getGames", "GET", "games/", None),
    ("getOneGame", "GET", "games/pisti/", None),
    ("getSchema", "GET", "schema/", None),
    ("postScore", "POST", "score/", SCORED),
    ("getCircles", "GET", "circles/", None),
    ("getOneCircle", "GET", "circles/{circle}/", None),
    ("getExportCircle", "GET", "circles/{circle}/export/csv/", None),
    ("getCircleLog", "GET", "circles/{circle}/log/", None),
    ("postImportIntoCircle", "POST", "circles/{circle}/import/?dry=true", {**SCORED, "started": NOW}),
    ("getDevices", "GET", "devices/", None),
    ("postInvitations", "POST", "invitations/", {"purpose": "circle", "role": "reader"}),
    ("getInvitations", "GET", "invitations/", None),
    ("postCircles", "POST", "circles/", {"id": CIRCLE, "name": "Sundays"}),
    ("", "DELETE", f"circles/{CIRCLE}/", None),
    ("postUndeleteCircle", "POST", f"circles/{CIRCLE}/undelete/", None),
]  # fmt: skip
SHORT: dict[str, Callable[[Json], Json]] = {  # all of a catalogue, or of the description, would fill pages
    "getSchema": lambda answer: {name: answer[name] for name in ("openapi", "info")},
    "getGames": lambda answer: {"games": list(map(game_head, answer["games"][:2]))},
    "getOneGame": lambda answer: game_head(answer),
    "getCircleLog": lambda answer: "".join(answer.splitlines(keepends=True)[:2]),
    "getHistory": lambda answer: {"events": answer["events"][:2]},
}
WITHOUT_CONTENT = {"deleteOneCircle", "deleteOneDevice", "deleteOneInvitation"}


def play(owner: Caller, guest: Caller) -> dict[str, Json]:
    """Play the evening, and return body, status and answer of each operation."""
    played: dict[str, Json] = {}
    circle = str(owner.circle and owner.circle.pk)
    for name, method, path, body in STEPS:
        answer = owner.ask(method, path.format(circle=circle), body)
        assert answer.status_code < 300, (path, answer.text)
        if name:
            played[name] = example(body, answer)
        if name in SHORT:
            played[name]["answer"] = SHORT[name](played[name]["answer"])
    headers = {"authorization": f"Token {'k' * 43}"}
    code = {"code": owner.post(f"invitations/?circle={circle}", {"purpose": "circle"}).json()["code"]}
    body = {**PHONE, "name": "Rosa"}
    played["postDevices"] = example(body, Caller().post("devices/", body, headers=headers))
    played["postJoin"] = example({"code": "ABC234"}, guest.post("join/", code))
    return json.loads(without_secrets(json.dumps(played, ensure_ascii=False), owner, circle))


def game_head(game: Json) -> Json:
    return {name: game[name] for name in ("key", "name")}


def example(body: Json, answer: Any) -> Json:
    is_json = answer["Content-Type"] == "application/json"
    data = b"".join(answer.streaming_content) if answer.streaming else answer.content
    content = answer.json() if is_json else data.decode("utf-8-sig")
    return {**({} if body is None else {"body": body}), "status": str(answer.status_code), "answer": content}


def without_secrets(text: str, owner: Caller, circle: str) -> str:
    """Return the text with fixed values for what the server makes up."""
    for made, fixed in ((circle, 1), (str(owner.person and owner.person.pk), 2), (str(owner.device), 3)):
        text = text.replace(made, str(UUID(int=fixed << 96 | 4 << 76 | 8 << 60)))
    text = re.sub(rf'"({"|".join(CLOCK)}|exported|at)": "(?!2026-01-09T19)[^"]+"', rf'"\1": "{NOW}"', text)
    text = re.sub(r'\\"(exported|created|received)\\":\s*\\"[^"]+\\"', rf'\\"\1\\": \\"{NOW}\\"', text)
    text = re.sub(r'"token": "[^"]+"', '"token": "the-part-of-the-link-after-i"', text)
    text = re.sub(r'"link": "[^"]+"', '"link": "https://scores.example/i/the-part-of-the-link-after-i"', text)
    return re.sub(r'"code": "[A-Z0-9]{6}"', '"code": "ABC234"', text)


def shape(value: Json) -> Json:
    """Return the names in a value, without its values."""
    if isinstance(value, dict):
        return {name: shape(inner) for name, inner in value.items()}
    return [shape(inner) for inner in value] if isinstance(value, list) else type(value).__name__


@pytest.fixture
def played(owner: Caller, guest: Caller, lettered: None) -> dict[str, Json]:
    return play(owner, guest)


def test_the_examples_are_what_the_server_answers(played: dict[str, Json]) -> None:
    if os.environ.get("WRITE_EXAMPLES"):
        FILE.write_text(json.dumps(played, ensure_ascii=False, indent=1) + "\n", "utf-8")
        examples.cache_clear()
    for name in played.keys() | examples().keys():
        assert shape(played.get(name)) == shape(examples().get(name)), f"{name}: WRITE_EXAMPLES=1 writes them anew"


def test_every_operation_has_examples_that_fit(owner: Caller) -> None:
    schema = owner.get("schema/").json()
    for path in schema["paths"].values():
        for operation in path.values():
            parts = [part for status, part in operation["responses"].items() if status in ("200", "201")]
            bodies = [operation["requestBody"]] if operation.get("requestBody", {}).get("required") else []
            for described in (bodies, parts):
                contents = [content for part in described for content in part["content"].values()]
                given = [content for content in contents if "example" in content]
                assert len(given) == bool(contents), operation["operationId"]
                for content in given:
                    rule = {**content["schema"], "components": schema["components"]}
                    Draft202012Validator(rule).validate(content["example"])
            if not parts:
                assert operation["operationId"] in WITHOUT_CONTENT


def test_no_example_has_a_key_or_a_token(owner: Caller) -> None:
    text = FILE.read_text("utf-8")
    assert not re.search(r"[A-Za-z0-9_-]{43}", text.replace("the-part-of-the-link-after-i", ""))
