"""The document and the sheet of a log, with its duplicates and its conflicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match import document, sheet
from games.match.conflicts import conflicting_answers, is_undecided_duplicate
from games.match.errors import Refused
from games.rules.judge import judge

if TYPE_CHECKING:
    from typing import Any

    from games.match.deals import RecordedDeal
    from games.match.log import Log
    from games.match.sheet import Gettext, Sheet


def document_from_log(log: Log) -> dict[str, Any]:
    """Return the match document: the deals that count, in playing order."""
    start = log.start or {}
    result = {
        "format": document.FORMAT,
        "id": start.get("match"),
        "game": log.game,
        "options": log.options,
        "players": log.players,
        "first_dealer": log.first_dealer,
        "started": start.get("at"),
        "deals": [{"id": deal.id, "answers": deal.answers} for deal in log.counted_deals()],
    }
    return result | {"closed": True} if log.is_closed else result


def sheet_from_log(log: Log) -> Sheet | None:
    """Return the sheet, or None before the start or where this version does not know the game or an option."""
    if log.start is None:
        return None
    if log.sheet is None:
        try:
            log.sheet = sheet.Sheet(document.read(document_from_log(log)))
        except Refused:
            log.needs_newer = True
            return None
    for deal in log.counted_deals()[len(log.sheet.rows) :]:
        log.sheet.add({"id": deal.id, "answers": deal.answers})
    return log.sheet


def sheet_json(log: Log, gettext: Gettext) -> dict[str, Any] | None:
    """Return the sheet in the public format, with undecided duplicates and conflicts, or None without a sheet."""
    scored = sheet_from_log(log)
    if scored is None:
        return None
    return sheet.as_json(scored, gettext) | {
        "aside": [
            {"deal": deal.id, "answers": deal.answers, "points": points_for(log, scored, deal, deal.answers)}
            for deal in log.deals
            if is_undecided_duplicate(log, deal)
        ],
        "differs": [
            {"deal": deal.id, "answers": conflicting_answers(log, deal)}
            for deal in log.deals
            if conflicting_answers(log, deal)
        ],
    }


def points_for(log: Log, scored: Sheet, recorded: RecordedDeal, answers: dict[str, Any]) -> list[int]:
    """Return the points that these answers have, or would have, in the place of a deal."""
    number = log.number_before(recorded)
    before = scored.rows[number - 1].totals if number else [0] * scored.setup.sides
    deal, problems = judge(scored.setup, number, before, answers)
    return sheet.SheetRow(recorded.id, deal, problems, before).points
