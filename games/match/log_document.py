"""The match document of a log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match import document
from games.match.changes import changes_of
from games.match.event_fields import NO_RESULT
from games.rules import catalogue
from games.rules.game import Setup

if TYPE_CHECKING:
    from typing import Any

    from games.match.deals import RecordedDeal
    from games.match.lineups import PeopleChange
    from games.match.log import Log


def document_from_log(log: Log) -> dict[str, Any]:
    """Return the match document: the deals that count, in playing order."""
    start, deals = log.start or {}, log.counted_deals()
    result = {"format": document.FORMAT, "id": start.get("match")} | document.game_fields(log)
    result |= {
        "options": log.options,
        "players": log.players,
        "first_dealer": log.first_dealer,
        "started": start.get("at"),
        "deals": [{"id": deal.id, "answers": deal.answers} for deal in deals],
    }
    changes = changes_of(log)
    if changes and changes[0].number == 0:  # before the first round: nobody has played otherwise
        first = changes.pop(0)
        dealer = log.first_dealer if first.first_dealer is None else first.first_dealer
        result |= {"players": first.players, "first_dealer": dealer % len(first.players)}
    if changes:
        result |= {"format": document.FORMAT_OF_CHANGES, "changes": [change_json(change, deals) for change in changes]}
    if not log.is_closed:
        return result
    if log.has_no_result:
        result["result"] = NO_RESULT
    elif has_totals(log) and not deals and not changes:
        result |= {"format": document.FORMAT_OF_CHANGES, "totals": log.entered_totals}
    return result | {"closed": True}


def with_times(document: dict[str, Any], log: Log) -> dict[str, Any]:
    """Return the document of this log with the time of each deal, so that a file can be imported into the same evening."""
    times = [log.events[deal.place].get("at") for deal in log.counted_deals()]
    deals = [deal | {"at": at} if at else deal for deal, at in zip(document["deals"], times)]
    return document | {"deals": deals}


def has_totals(log: Log) -> bool:
    """Return whether the match was entered by its totals, one for each side by the rules as they are now."""
    game = catalogue.find(log.game)
    if log.entered_totals is None or game is None or len(log.players) not in game.players:
        return False
    return len(log.entered_totals) == Setup(game, log.options, len(log.players)).sides


def change_json(change: PeopleChange, deals: list[RecordedDeal]) -> dict[str, Any]:
    return {
        "before": deals[change.number].id if change.number < len(deals) else None,
        "players": change.players,
        "first_dealer": change.first_dealer,
        "points": change.points,
    }
