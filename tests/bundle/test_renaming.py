"""The worker gives players today's names by the same rules as the server: static/worker/names.js and games/statistics/people.py."""

import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings

from games.statistics.people import PlayerIndex, renamed_event, renamed_summary

NAMES_JS = Path(settings.BASE_DIR) / "static" / "worker" / "names.js"
RUN = """
const source = require('node:fs').readFileSync(process.argv[1], 'utf8').replaceAll('export ', '');
const { renamedEvents, renamedSummaries } = new Function(source + '; return { renamedEvents, renamedSummaries };')();
const cases = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
console.log(JSON.stringify(cases.map(({ known, events, summaries }) => [renamedEvents(events, known), renamedSummaries(summaries, known)])));
"""
IDS = "abcdef"


def random_case(chance: Random) -> dict[str, Any]:
    """Return players who may be merged in circles or into unknown ones, and matches with and without their ids."""
    known = [
        {
            "id": id,
            "name": chance.choice(["Ann", "Ben", ""]) or "Cleo",
            "same_as": chance.choice([None, None, *IDS, "x"]),
        }
        for id in chance.sample(IDS, chance.randint(0, len(IDS)))
    ]

    def seat() -> Any:
        id, name = chance.choice(IDS), chance.choice(["Old", "Older"])
        return chance.choice([name, {"id": id, "name": name}])

    players = [seat() for _ in range(4)]
    events = [
        {"kind": "start", "data": {"players": players, "game": "points"}},
        {"kind": "people", "data": {"players": [seat(), seat()]}},
        {"kind": "seats", "data": {"first_dealer": 1}},
        {"kind": "deal", "data": {"players": players}},
        {"kind": "finish", "data": {}},
    ]
    teams = {"players": players, "sides": ["one", "other"], "names": []}
    changing = teams | {"seated": [[seat(), seat()], [seat()], [seat()]]}
    summaries = [teams, changing, {"players": players, "sides": ["a", "b", "c", "d"], "names": []}, {"names": ["Ann"]}]
    return {"known": known, "events": events, "summaries": summaries}


@pytest.mark.slow
def test_phone_and_server_rename_alike(node: str) -> None:
    chance = Random(7)
    cases = [random_case(chance) for _ in range(300)]
    done = subprocess.run(
        [node, "-e", RUN, str(NAMES_JS)],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    for case, renamed in zip(cases, json.loads(done.stdout), strict=True):
        people = PlayerIndex((player["id"], player["name"], player["same_as"]) for player in case["known"])
        events = [renamed_event(event, people) for event in case["events"]]
        assert renamed == [events, [renamed_summary(summary, people) for summary in case["summaries"]]], case


@pytest.mark.slow
def test_a_long_chain_of_merged_players_takes_no_time(node: str) -> None:
    """A group may have 5,000 players, and a scorer may merge each into the next."""
    ids = [f"{number:05}" for number in range(5_000)]
    known = [{"id": id, "name": id, "same_as": following} for id, following in zip(ids, [*ids[1:], None], strict=True)]
    players = [{"id": ids[0], "name": "Old"}, {"id": ids[2_500], "name": "Old"}]
    summaries = [{"players": players, "sides": ["one", "other"], "names": []}] * 100
    case = {"known": known, "events": [{"kind": "seats", "data": {"players": players}}] * 100, "summaries": summaries}
    done = subprocess.run(
        [node, "-e", RUN, str(NAMES_JS)],
        input=json.dumps([case]),
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    )
    [[events, renamed]] = json.loads(done.stdout)
    assert [player["name"] for player in events[0]["data"]["players"]] == [ids[-1]] * 2
    assert renamed[99]["names"] == [ids[-1]] * 2
