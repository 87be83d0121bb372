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
        self.by = str((event.get("by") or {}).get("name") or "")
        self.points: list[int] | None = None


def match_history(opened: OpenMatch) -> list[HistoryLine]:
    """Return all events of the match, the last one first."""
    return [HistoryLine(event) for event in reversed(opened.log.events)]


def round_history(opened: OpenMatch, deal: RecordedDeal) -> list[HistoryLine]:
    """Return the events of one round. The points of each version follow from the rest of the sheet as it is now."""
    lines: list[HistoryLine] = []
    for event in opened.log.events:
        data: dict[str, Any] = event.get("data") or {}
        if deal.id in [data.get("deal")] + list(data.get("keep") or []) + list(data.get("strike") or []):
            line = HistoryLine(event)
            if data.get("answers") is not None:
                line.points = points_for(opened.log, opened.sheet, deal, data["answers"])
            lines.append(line)
    return lines
