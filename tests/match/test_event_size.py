"""The limit of an event's data bounds its memory, and no honest event comes near it."""

import json
import sqlite3
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.match import limits
from games.match.errors import Refused
from games.match.events import SIZE_OF_CONTAINER, SIZE_OF_ITEM, content_size, validate_event, validate_size
from games.match.json_input import read_json
from games.rules import catalogue
from tests.chance import random_for
from tests.match.logs import id_of
from tests.rules.documents import random_document
from tests.rules.golden import CASES
from tools.steps import ROOT

MOST_MEMORY = 300_000  # bytes of an event's data
MATCH, LONG_NAME = id_of("match"), "ş" * 200


def letter(number: int) -> str:
    return chr(0x4E00 + number)  # Python shares no strings beyond Latin letters


SHAPES: dict[str, Callable[[int], Any]] = {
    "lists": lambda count: [[] for _ in range(count)],
    "objects": lambda count: [{"": {}} for _ in range(count)],
    "letters": lambda count: [letter(number) for number in range(count)],
    "keys": lambda count: {letter(number): letter(number + 9_000) for number in range(count)},
    "objects by key": lambda count: {letter(number): {} for number in range(count)},
    "fractions": lambda count: [number + 0.5 for number in range(count)],
    "wide text": lambda count: "\U0001f600" * count,
}


def is_accepted(event: dict[str, Any]) -> bool:
    validate_event(event)
    try:
        validate_size(event)
    except Refused:
        return False
    return True


def evening_with(unread: Any, matches: list[str]) -> dict[str, Any]:
    return {"id": MATCH, "kind": "evening", "data": {"evening": MATCH, "matches": matches, "unread": unread}}


def largest(shape: Callable[[int], Any]) -> Any:
    """Return the largest value of this shape that an event accepts."""
    low, high = 0, limits.MOST_DATA
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if is_accepted(evening_with(shape(middle), [])) else (low, middle - 1)
    assert low > 100
    return shape(low)


@pytest.mark.parametrize("name", SHAPES)
def test_the_largest_event_takes_little_memory(name: str) -> None:
    """The ids of an evening's matches do not count as data, so the largest event is an evening."""
    event = evening_with(largest(SHAPES[name]), [id_of(f"m{number}") for number in range(limits.MOST_MATCHES)])
    assert is_accepted(event)
    text = json.dumps(event, ensure_ascii=False).encode()
    tracemalloc.start()
    try:
        value = read_json(text)
        memory = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert value == event
    assert memory < MOST_MEMORY


def test_only_the_ids_that_a_kind_lists_are_left_out() -> None:
    unread = ["x" * (limits.MOST_DATA // limits.MOST_IDS)] * limits.MOST_IDS
    for name in ("keep", "strike", "matches"):
        assert not is_accepted({"id": MATCH, "match": MATCH, "kind": "reopen", "data": {name: unread}})
    ids = [id_of(f"d{number}") for number in range(limits.MOST_IDS)]
    assert is_accepted({"id": MATCH, "match": MATCH, "kind": "settle", "data": {"keep": ids, "strike": ids}})


@pytest.mark.parametrize(
    ("value", "size"),
    [
        ([], SIZE_OF_CONTAINER),
        ({"é": [None, 1]}, 2 * SIZE_OF_CONTAINER + 3 * SIZE_OF_ITEM + 1 + 2 * 4),
        ([True, 2.5, "\U0001f600"], SIZE_OF_CONTAINER + 3 * SIZE_OF_ITEM + 2 * 4 + 1),
    ],
)
def test_the_size_counts_lists_objects_and_items(value: Any, size: int) -> None:
    assert content_size(value) == size


def test_no_honest_event_comes_near_the_limit() -> None:
    assert max(map(content_size, honest_data())) < limits.MOST_DATA / 2


def honest_data() -> Iterator[Any]:
    """Yield the largest data of clients: random rounds of all games, golden ones, the first release, and long texts."""
    chance = random_for("honest data")
    for game in catalogue.GAMES:
        for _ in range(5):
            document = random_document(chance, game)
            people = [{"id": id_of(name), "name": LONG_NAME} for name in document["players"]]
            yield {"game": game.key, "options": document["options"], "players": people, "first_dealer": 0}
            yield from ({"deal": MATCH, "before": MATCH, "answers": deal["answers"]} for deal in document["deals"])
    for case in CASES:
        yield from ({"deal": MATCH, "before": MATCH, "answers": answers} for answers in case["deals"])
    with sqlite3.connect(":memory:") as first_release:
        first_release.executescript((ROOT / "tests/upgrade/sqlite.sql").read_text("utf-8"))
        for kind, data in first_release.execute("SELECT kind, data FROM games_event"):
            yield {name: value for name, value in json.loads(data).items() if (kind, name) != ("evening", "matches")}
    yield {"evening": MATCH, "name": "ş" * 2_000, "place": "ş" * 2_000, "note": "ş" * 2_000}
