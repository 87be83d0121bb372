"""Logs that grow in one way only, which is rare in practice. Their cost must be linear in their events."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.match.logs import Event, event, id_of

WRITERS = 3


def start(**data: Any) -> Event:
    return event("start", "start", [], **{"game": "points", "players": ["Eleni", "Deniz"], **data})


def deal(number: int, after: Any, points: int = 1, **data: Any) -> Event:
    return event(f"d{number}", "deal", after, deal=id_of(f"d{number}"), answers={"points": [points, 5]}, **data)


def idle(number: int, after: Any) -> Event:
    return deal(number, after) | {"data": {"deal": id_of(f"d{number}"), "answers": {"points": [0, 0]}}}


def amend(number: int, of: int, after: Any, points: int) -> Event:
    return event(f"a{number}", "amend", after, deal=id_of(f"d{of}"), answers={"points": [points, 5]})


def about(number: int, kind: str, of: int, after: Any) -> Event:
    return event(f"s{number}", kind, after, deal=id_of(f"d{of}"))


def settle(number: int, after: Any, keep: list[int]) -> Event:
    return event(f"s{number}", "settle", after, keep=[id_of(f"d{deal}") for deal in keep], strike=[])


def before(number: int, back: int = 1) -> str:
    return f"d{number - back}" if number >= back else "start"


def shuffled(events: list[Event]) -> list[Event]:
    return Random(1).sample(events, len(events))


def short(number: int) -> dict[str, Any]:
    """Return data that insert a round before the first one."""
    return {"before": id_of("d0")} if number else {}


def sooner(number: int) -> dict[str, Any]:
    """Return data that insert a round before the last recorded one."""
    return {"before": id_of(f"d{number - 1}")} if number else {}


def in_turn(count: int, *factories: Callable[[int], Event]) -> list[Event]:
    return [factory(number) for number in range(count // len(factories)) for factory in factories]


def amended(number: int) -> str:
    return f"a{number - 1}" if number else "d0"


KINDS = ("strike", "restore")
SHAPES: dict[str, Callable[[int], list[Event]]] = {
    "one after the other": lambda n: [deal(i, before(i), i) for i in range(n)],
    "unknown to each other": lambda n: [deal(i, "start", i) for i in range(n)],
    "the same, unknown to each other": lambda n: [deal(i, "start") for i in range(n)],
    "two phones": lambda n: [deal(i, before(i, 2), i % 7) for i in range(n)],
    "amended, unknown to each other": lambda n: [deal(0, "start"), *(amend(i, 0, "d0", i) for i in range(n))],
    "amended in turn": lambda n: [deal(0, "start"), *(amend(i, 0, amended(i), i) for i in range(n))],
    "amended on two phones": lambda n: [
        deal(0, "start"),
        *(amend(i, 0, f"a{i - 2}" if i > 1 else "d0", i % 5) for i in range(n)),
    ],
    "each names the next": lambda n: [deal(i, [f"d{i + 1}"], i) for i in range(n)],
    "amendments that name the next": lambda n: [
        deal(0, "start"),
        *(amend(i, 0, ["d0", f"a{i + 1}"], i) for i in range(n)),
    ],
    "amendments of their own rounds that name the next": lambda n: [
        *(deal(i, "start", i) for i in range(n // 2)),
        *(amend(i, 0, [f"d{i}", f"a{i + 1}"], i) for i in range(n // 2)),
    ],
    "others, and a chain that does not know the first": lambda n: [
        deal(0, "start", 1_000),
        *(idle(i, before(i) if i > 1 else "start") for i in range(1, n // 2)),
        *(idle(i, f"d{n // 2 - 1}") for i in range(n // 2, n)),
    ],
    "in any order": lambda n: [deal(0, "start"), *shuffled([deal(i, before(i), i) for i in range(1, n)])],
    "struck and restored": lambda n: [deal(0, "start"), *(about(i, KINDS[i % 2], 0, None) for i in range(n))],
    "struck and restored apart": lambda n: [
        *(deal(i, "start") for i in range(n // 3)),
        *(about(i, KINDS[i % 2], i // 2, "start") for i in range(n // 3 * 2)),
    ],
    "settled one by one": lambda n: [
        *(deal(i, "start", i) for i in range(n // 2)),
        *(settle(i, "start", [i]) for i in range(n // 2)),
    ],
    "settled, and others beside them": lambda n: [
        *(deal(i, "start", i) for i in range(n // 2)),
        settle(0, None, list(range(n // 2))),
        *(deal(n + i, "start", n + i) for i in range(n // 2)),
    ],
    "amended beside others": lambda n: [
        *(deal(i, "start", i) for i in range(n // 2)),
        *(amend(i, 0, "d0", n + i) for i in range(n // 2)),
    ],
    "each recorded late": lambda n: [deal(i, None, i, **short(i)) for i in range(n)],
    "each recorded before the last": lambda n: [deal(i, None, i, **sooner(i)) for i in range(n)],
    "finished again and again": lambda n: [
        deal(0, "start"),
        *(event(f"f{i}", ("finish", "reopen")[i % 2], None) for i in range(n)),
    ],
    "amended after each": lambda n: in_turn(n, lambda i: deal(i, None), lambda i: amend(i, i, None, 2)),
    "seats after each": lambda n: in_turn(
        n, lambda i: deal(i, None), lambda i: event(f"s{i}", "seats", None, players=["Eleni", "Deniz"])
    ),
    "house rules after each": lambda n: in_turn(
        n, lambda i: deal(i, None), lambda i: event(f"o{i}", "options", None, options={"target": 10**6 + i})
    ),
    "many names": lambda n: [deal(i, ["start", *(f"d{j}" for j in range(max(0, i - 20), i))], i) for i in range(n)],
    "many names, and events that were named before they came": lambda n: [
        idle(0, ["start", *(f"d{n + i}" for i in range(5))]),
        *(deal(i, [f"d{j}" for j in range(max(0, i - 8), i)], i) for i in range(1, n - 5)),
        *(deal(n + i, f"d{n + i - 1}" if i else f"d{n - 6}", i) for i in range(5)),
    ],
    "amended, and the old answers again": lambda n: [
        *(deal(i, before(i)) for i in range(n // 3)),
        *(amend(i, i, None, 2) for i in range(n // 3)),
        *(deal(n + i, "start") for i in range(n // 3)),
    ],
    "names that never come": lambda n: [deal(i, [f"x{i} {j}" for j in range(20)], i) for i in range(n)],
}


def log_of(shape: str, size: int, **data: Any) -> list[Event]:
    """Return a log of this shape, with numbers from the server, by several people."""
    events = [start(**data), *SHAPES[shape](size)]
    for number, numbered in enumerate(events):
        numbered |= {"seq": number + 1, "by": {"id": id_of(f"p{number % WRITERS}"), "name": "Eleni"}}
        numbered["received"] = "2026-11-20T19:42:10Z"
    return events
