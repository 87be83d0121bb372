"""The document and the sheet of a log: what counts, what stands aside, and what was said in two ways."""

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
    """The match document: the deals that count, in playing order."""
    start = log.start or {}
    found = {
        "format": document.FORMAT,
        "id": start.get("match"),
        "game": log.game,
        "options": log.options,
        "players": log.players,
        "first_dealer": log.first_dealer,
        "started": start.get("at"),
        "deals": [{"id": deal.id, "answers": deal.answers} for deal in log.counting()],
    }
    return found | {"closed": True} if log.is_closed else found


def sheet_from_log(log: Log) -> Sheet | None:
    """The sheet, or None where this version does not know the game or an option: then it needs a newer one."""
    if log.start is None:
        return None
    if log.sheet is None:
        try:
            log.sheet = sheet.Sheet(document.read(document_from_log(log)))
        except Refused:
            log.needs_newer = True
            return None
    for deal in log.counting()[len(log.sheet.rows) :]:
        log.sheet.add({"id": deal.id, "answers": deal.answers})
    return log.sheet


def sheet_json(log: Log, gettext: Gettext) -> dict[str, Any] | None:
    """The sheet as the public format has it, with what people have still to decide."""
    made = sheet_from_log(log)
    if made is None:
        return None
    return sheet.as_json(made, gettext) | {
        "aside": [
            {"deal": deal.id, "answers": deal.answers, "points": points_for(log, made, deal, deal.answers)}
            for deal in log.deals
            if is_undecided_duplicate(log, deal)
        ],
        "differs": [
            {"deal": deal.id, "answers": conflicting_answers(log, deal)}
            for deal in log.deals
            if conflicting_answers(log, deal)
        ],
    }


def points_for(log: Log, made: Sheet, recorded: RecordedDeal, answers: dict[str, Any]) -> list[int]:
    """What such answers are worth, or would be, in the place of a deal."""
    number = log.number_before(recorded)
    before = made.rows[number - 1].totals if number else [0] * made.match.sides
    deal, problems = judge(made.match, number, before, answers)
    return sheet.SheetRow(recorded.id, deal, problems, before).points
