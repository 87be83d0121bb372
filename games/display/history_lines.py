"""The history of a match, or of one of its rounds, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.sheet import points_for
from games.rules.words import Words, _

if TYPE_CHECKING:
    from typing import Any

    from games.display.open_match import OpenMatch
    from games.match.deals import RecordedDeal
    from games.match.log import Event

MOST_LINES = 100  # of a history; the newest events
WORDS = (
    ("start", _("The match began")),
    ("deal", _("A round was written down")),
    ("amend", _("A round was put right")),
    ("strike", _("A round was struck")),
    ("restore", _("A round was to count again")),
    ("settle", _("What was written twice was settled")),
    ("options", _("House rules were changed")),
    ("seats", _("Seats were put right")),
    ("finish", _("The match was finished by hand")),
    ("reopen", _("The match was taken up again")),
    ("delete", _("The match was deleted")),
    ("undelete", _("The match was brought back")),
)


class HistoryLine:
    """One event: what it did, who wrote it and when. `points` are the points of its answers, if it has some."""

    def __init__(self, event: Event) -> None:
        known = [text for kind, text in WORDS if kind == event["kind"]]
        self.what = Words(known[0] if known else str(event["kind"]))
        self.at = str(event.get("at") or "")
        writer = event.get("by") or {}
        self.by = str(writer.get("name") or "")
        self.is_imported = bool(writer.get("imported"))  # a file stated the writer
        self.points: list[int] | None = None


def match_history(opened: OpenMatch) -> tuple[list[HistoryLine], int]:
    """Return the newest events of the match, the last one first, and how many earlier ones there are."""
    newest = opened.log.events[-MOST_LINES:]
    return [HistoryLine(event) for event in reversed(newest)], len(opened.log.events) - len(newest)


def round_history(opened: OpenMatch, deal: RecordedDeal) -> tuple[list[HistoryLine], int]:
    """Return the newest events of one round, and how many earlier ones there are.

    The points of each version follow from the rest of the sheet as it is now.
    """
    events = [event for event in opened.log.events if deal.id in deals_of(event.get("data") or {})]
    lines: list[HistoryLine] = []
    for event in events[-MOST_LINES:]:
        line = HistoryLine(event)
        answers = (event.get("data") or {}).get("answers")
        if answers is not None:
            line.points = points_for(opened.log, opened.sheet, deal, answers)
        lines.append(line)
    return lines, len(events) - len(lines)


def deals_of(data: dict[str, Any]) -> list[Any]:
    """Return the ids of the rounds that an event is about."""
    return [data.get("deal")] + list(data.get("keep") or []) + list(data.get("strike") or [])
