"""The summary of a match, for the home page and lists. Both hosts calculate it once and store it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.deals import conflicting_answers
from games.match.event_fields import NO_RESULT
from games.match.lineups import name_of
from games.match.sheet import sheet_from_log
from games.match.times import day, event_time
from games.match.undecided import undecided_places

if TYPE_CHECKING:
    from typing import Any

    from games.match.deals import RecordedDeal
    from games.match.log import Log

# The kinds that make an evening last: an amendment weeks later does not. A round that was crossed out does: people were there.
PLAY = ("start", "deal")


def summary(log: Log) -> dict[str, Any]:
    """Return the summary: game, players, totals, the next dealer, and how many deals are undecided."""
    sheet = sheet_from_log(log)
    rounds = log.counted_deals()
    complete = [row.id for row in sheet.rows if row.complete] if sheet is not None else []
    result: dict[str, Any] = {
        "match": None if log.start is None else log.start["match"],
        "started": None if log.start is None else log.start["at"],
        "start_seq": None if log.start is None else log.start.get("seq"),
        "begins": 0 if log.start is None else event_time(log.start),
        "day": None if log.start is None else day(log.start),
        "ends": max([event_time(event) for event in log.events if event["kind"] in PLAY] or [0]),
        # Of the complete rounds without a problem.
        "last_round": max([0] + [event_time(log.events[log.by_id[id].place]) for id in complete]),
        "game": log.game,
        "options": log.options,
        "players": log.players,
        "first_dealer": log.first_dealer,
        "names": [name_of(player) for player in log.players],
        "deals": len(rounds),
        "complete": 0,  # of these deals; none if the match ended without result
        "finished": False,
        "deleted": log.is_deleted,
        "needs_newer": log.needs_newer,
        "undecided": len(undecided_deals(log)),
    }
    if log.custom_game is not None:
        result["custom_game"] = log.custom_game
    if sheet is None:
        return result
    if sheet.is_changed:
        result |= {"seated": sheet.lineup.seated, "left": sheet.lineup.left}  # who sits where, and who left
    if sheet.has_no_result:
        result["result"] = NO_RESULT
    lineup = sheet.lineup
    return result | {
        "players": lineup.players,
        "first_dealer": lineup.setup.first_dealer,
        "names": lineup.names,
        "sides": sheet.side_names,
        "totals": sheet.totals,
        "places": sheet.lineup.places(sheet.totals),
        "complete": 0 if sheet.has_no_result else sheet.complete,
        "finished": sheet.finished,
        "winners": sheet.winners,
        "next_dealer": None if sheet.finished else sheet.next_dealer,
        "problems": len([row for row in sheet.rows if row.problems]),
    }


def winners_of(summary: dict[str, Any]) -> list[int]:
    """Return the sides that have won, by the summary of a match. Nobody wins without a complete round."""
    return (summary.get("winners") or []) if complete_rounds(summary) else []


def complete_rounds(summary: dict[str, Any]) -> int:
    """Return how many rounds are complete, by the summary of a match. Older summaries have the number of all rounds."""
    count: int = summary.get("complete", summary["deals"])
    return count


def undecided_deals(log: Log) -> list[RecordedDeal]:
    """Return the deals about which people must decide. A deal without duplicates and with one head needs no closer look."""
    duplicates = [deal for deal in log.deals if deal.is_duplicate]
    places = undecided_places(log, duplicates) if duplicates else set()
    return [
        deal
        for deal in log.deals
        if deal.place in places or (deal.heads & (deal.heads - 1) and conflicting_answers(log, deal))
    ]
