"""python play.py, within the tree of the first release: play some evenings by its API, and print its answers.

They include every game, and matches with every kind of event. There are two people with a circle each, a phone, two
players who are the same person, and an evening with a name.
"""

import json
import os
import sys
from itertools import count
from pathlib import Path
from uuid import UUID

sys.path.insert(0, os.getcwd())
os.environ.update(DJANGO_SETTINGS_MODULE="scorekeeper.settings", THROTTLE="0")

import django

django.setup()

from django.test import Client  # noqa: E402

from games import keys, models, services  # noqa: E402

NAMES = ("Eleni", "Deniz", "Andreas", "Zeynep", "Rosa", "Duarte", "Maria", "Rui")
IDS = (str(UUID(int=0x5C0E << 64 | number)) for number in count(1))
KINDS = ("sheet", "document")
PROGRAM = "first-release-program-0123456789-abcdefghijklmno"
PHONE = "first-release-phone-0123456789-abcdefghijklmnop"


class KeyCaller:
    def __init__(self, key: str) -> None:
        self.key = key
        self.client = Client(headers={"host": "localhost", "authorization": f"Token {key}"})
        self.minute = 0

    def get(self, path: str):
        answer = self.client.get(f"/api/v1/{path}")
        assert answer.status_code == 200, (path, answer.content)
        return answer.json()

    def write(self, method: str, path: str, **body):
        self.minute += 1
        day, minutes = divmod(self.minute, 240)
        at = f"2026-{1 + day // 28:02}-{1 + day % 28:02}T{19 + minutes // 60}:{minutes % 60:02}:00+02:00"
        body = {"event": next(IDS), "at": at, **body}
        answer = self.client.generic(method, f"/api/v1/{path}", json.dumps(body), content_type="application/json")
        assert answer.status_code in (200, 201), (path, body, answer.content)
        return answer.json()

    def play(self, case: dict, game: str, names: list) -> tuple[str, list[str]]:
        match, deals = next(IDS), []
        more = {name: case[name] for name in ("options", "first_dealer") if name in case}
        self.write("POST", "matches/", match=match, game=game, players=names[: case["players"]], **more)
        for answers in case["deals"]:
            deals.append(next(IDS))
            self.write("POST", f"matches/{match}/deals/", deal=deals[-1], answers=answers)
        return match, deals

    def answers(self) -> dict:
        matches = [match["id"] for match in self.get("matches/?limit=200")["matches"]]
        paths = [f"matches/{id}/{kind}/" for id in matches for kind in KINDS]
        return {path: self.get(path) for path in [*paths, "matches/?limit=200", "players/", "evenings/"]}


def cases(game: Path) -> list[dict]:
    """Return a golden match that ends and one that does not, both as near to two rounds as possible."""
    every = json.loads(game.read_text("utf-8"))
    valid = [case for case in every if not case.get("problems") and "closed" not in case]
    short = sorted(valid, key=lambda case: abs(len(case["deals"]) - 2))
    return [next(case for case in short if case.get("finished", False) is ends) for ends in (True, False)]


def evening(caller: KeyCaller) -> None:
    people = [{"id": next(IDS), "name": name} for name in NAMES]
    for player in people:
        caller.write("POST", "players/", player=player["id"], name=player["name"])
    double = next(IDS)
    caller.write("POST", "players/", player=double, name="Ελένη")
    caller.write("PATCH", f"players/{double}/", same_as=people[0]["id"])
    caller.write("PATCH", f"players/{people[7]['id']}/", hidden=True)
    for place, game in enumerate(sorted(Path("tests/rules/deals").glob("*.json"))):
        over, open_ = cases(game)
        caller.play(over, game.stem, people)
        if place % 3 == 2:
            continue  # two thirds of the games are enough
        match, deals = caller.play(open_, game.stem, list(NAMES))
        path = f"matches/{match}/deals/"
        if len(deals) > 1:
            caller.write("PUT", f"{path}{deals[0]}/", answers=open_["deals"][1])
            caller.write("DELETE", f"{path}{deals[1]}/")
            caller.write("POST", f"{path}{deals[1]}/restore/")
    apart(caller, people)
    caller.write(
        "PUT", f"evenings/{caller.get('evenings/')['evenings'][0]['id']}/", name="At Deniz’s", place="Λευκωσία"
    )


def apart(caller: KeyCaller, people: list) -> None:
    """Play a match with every kind of event, a deleted one, an undeleted one, and one with open duplicates."""
    case = {"players": 2, "deals": [{"points": [71, 49]}]}
    match, _deals = caller.play(case, "bisca_tres", people)
    known = caller.get(f"matches/{match}/document/")["deals"][0]["id"]
    both = [next(IDS), next(IDS)]
    begun = caller.get(f"events/?since={caller.get('circles/')['circles'][0]['seq'] - 1}")["events"][0]["id"]
    for deal, points in zip(both, ([30, 90], [32, 88]), strict=True):
        caller.write("POST", f"matches/{match}/deals/", deal=deal, answers={"points": points}, after=begun)
    caller.write("POST", f"matches/{match}/settle/", keep=[both[1]], strike=[both[0]])
    caller.write("PUT", f"matches/{match}/deals/{known}/", answers={"points": [76, 44]})
    caller.write("POST", f"matches/{match}/finish/")
    caller.write("POST", f"matches/{match}/reopen/")
    caller.write("POST", f"matches/{match}/finish/")
    gone, _deals = caller.play(case, "bisca_tres", people)
    caller.write("DELETE", f"matches/{gone}/")
    back, _deals = caller.play(case, "bisca_tres", people)
    caller.write("DELETE", f"matches/{back}/")
    caller.write("POST", f"matches/{back}/undelete/")
    left, _deals = caller.play(case, "bisca_tres", people)
    since = caller.get("circles/")["circles"][0]["seq"]
    after = caller.get(f"events/?since={since - 1}")["events"][0]["id"]
    for points in ([30, 90], [40, 80]):
        caller.write("POST", f"matches/{left}/deals/", deal=next(IDS), answers={"points": points}, after=after)


def main() -> None:
    services.make_token(name="Eleni")
    models.Device.objects.update(hash=keys.digest(PROGRAM))  # a key that the tests know
    eleni = KeyCaller(PROGRAM)
    evening(eleni)
    phone = KeyCaller(PHONE)
    ids = {name: next(IDS) for name in ("device", "person", "circle")}
    answer = phone.client.post("/api/v1/devices/", {**ids, "name": "Rui"}, content_type="application/json")
    assert answer.status_code == 201, answer.content
    phone.play({"players": 2, "deals": [{"points": [60, 60]}, {"points": [71, 49]}]}, "bisca_tres", ["Rui", "Maria"])
    people = [
        {"name": name, "key": caller.key, "told": caller.answers()}
        for name, caller in (("Eleni", eleni), ("Rui", phone))
    ]
    print(json.dumps(people, ensure_ascii=False, separators=(",", ":"), sort_keys=True))


if __name__ == "__main__":
    main()
