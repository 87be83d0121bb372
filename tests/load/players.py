"""Events that the clients of these tests write: rounds of a match without a practical end."""

from random import Random
from typing import Any
from uuid import uuid4

from tests.load.client import Client

MANY = {"target": 100_000_000}


def start(client: Client) -> str:
    match = str(uuid4())
    client.write(match, "start", game="pilotta", players=["Eleni", "Deniz", "Andreas", "Zeynep"], options=MANY)
    return match


def answers(trick_points: int = 97) -> dict[str, Any]:
    return {"bidder": 0, "bid": 90, "trump": "hearts", "trick_points": [trick_points, 162 - trick_points]}


def deal(client: Client, match: str, trick_points: int = 97) -> str:
    id = str(uuid4())
    client.write(match, "deal", deal=id, answers=answers(trick_points))
    return id


def write_something(client: Client, match: str, random: Random) -> None:
    """Write a round, or amend one of the last rounds."""
    deals = [event["data"]["deal"] for event in client.events.values() if is_deal(event, match)]
    if deals and random.random() < 0.3:
        client.write(match, "amend", deal=random.choice(deals[-3:]), answers=answers(random.randrange(60, 100)))
    else:
        deal(client, match, random.randrange(60, 100))


def is_deal(event: dict[str, Any], match: str) -> bool:
    return event["kind"] == "deal" and event["match"] == match
