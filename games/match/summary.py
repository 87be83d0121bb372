"""A match in a line: what home and lists show, worked out once and kept by both hosts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.clock import day, event_time
from games.match.conflicts import is_undecided
from games.match.scoring import sheet_from_log
from games.match.sheet import side_name

if TYPE_CHECKING:
    from typing import Any

    from games.match.log import Log


PLAY = ("start", "deal")  # what makes a match last: an amendment weeks later does not


def summary(log: Log) -> dict[str, Any]:
    """Who plays what, who has how much, who deals next, and what people have still to decide."""
    made = sheet_from_log(log)
    found: dict[str, Any] = {
        "match": None if log.start is None else log.start["match"],
        "started": None if log.start is None else log.start["at"],
        "start_seq": None if log.start is None else log.start.get("seq"),
        "begins": 0 if log.start is None else event_time(log.start),
        "day": None if log.start is None else day(log.start),
        "ends": max([event_time(event) for event in log.events if event["kind"] in PLAY] + [0]),
        "game": log.game,
        "options": log.options,
        "players": log.players,
        "first_dealer": log.first_dealer,
        "names": [name_of(player) for player in log.players],
        "deals": len(log.counting()),
        "complete": 0,  # of these deals
        "finished": False,
        "deleted": log.is_deleted,
        "needs_newer": log.needs_newer,
        "undecided": len([deal for deal in log.deals if is_undecided(log, deal)]),
    }
    if made is None:
        return found
    coming = made.next_deal()
    return found | {
        "sides": [side_name(made.match, made.names, side) for side in range(made.match.sides)],
        "totals": made.totals,
        "places": made.match.places(made.totals),
        "complete": made.complete,
        "finished": made.finished,
        "winners": made.winners,
        "next_dealer": None if coming is None else coming.dealer,
        "problems": len([row for row in made.rows if row.problems]),
    }


def name_of(player: Any) -> str:
    return str(player["name"]) if isinstance(player, dict) else str(player)


def winners_of(told: dict[str, Any]) -> list[int]:
    """The sides that have won, by the summary of a match; without a complete round nobody has won."""
    return (told.get("winners") or []) if complete_rounds(told) else []


def complete_rounds(told: dict[str, Any]) -> int:
    """How many there are, by the summary of a match. One that an older version has written tells of all rounds alone."""
    found: int = told.get("complete", told["deals"])
    return found
