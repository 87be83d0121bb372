"""The position of a round on the sheet, and the event that saves it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match import limits
from games.match.event_fields import is_id
from games.pages.request import Form

if TYPE_CHECKING:
    from games.display.open_match import OpenMatch
    from games.match.log import Log
    from games.match.sheet_row import SheetRow
    from games.pages.request import PageRequest
    from games.rules.words import Problem


class Position:
    """The position of a round on the sheet, and the event that saves it.

    The ids of the event come from the page, so that a form that is sent twice is saved once.
    """

    def __init__(self, opened: OpenMatch, request: PageRequest, number: int, deal: str, kind: str) -> None:
        form = request.form or Form(())
        self.event = form.get("event") if is_id(form.get("event")) else request.new_ids.pop()
        # The heads of the log that the page showed. An answer to a key shows all of it, unless others have recorded the round.
        # A phone that was full may lack events that the page showed.
        named = [id for id in form.all("after") if is_id(id)]
        lacks_any = bool([id for id in named if id not in opened.log.causality.places])
        shows_all = kind == "deal" and form.has("press") and number == len(opened.sheet.rows) and not lacks_any
        self.after = (not shows_all and named) or heads(opened.log)
        self.number = number
        self.is_late = kind == "late"  # inserted before another one
        self.sheet = opened.sheet
        # An inserted round belongs to those who played before it.
        self.lineup = self.sheet.lineup_of(number - 1 if self.is_late else number)
        self.before = self.sheet.before(number, self.lineup)
        self.deal = deal  # its id
        self.kind = "deal" if self.is_late else kind  # of the event: "deal" or "amend"
        self.is_last = number >= len(self.sheet.rows) - (1 if kind == "amend" else 0)
        self.follows = ""  # the id of the round after an inserted one

    @property
    def stored_row(self) -> SheetRow | None:
        """The row on the sheet of a round that is corrected."""
        rows = self.sheet.rows[self.number : self.number + 1]
        return rows[0] if rows and rows[0].id == self.deal else None

    @property
    def after_the_end(self) -> list[Problem]:
        """The problem that the match was over before this round, whatever its answers are."""
        row = self.stored_row
        return [] if row is None else [problem for problem in row.problems if problem.code == "over"]


def heads(log: Log) -> list[str] | None:
    """Return the heads of the log. If there are more than an event can name, return None, which means the whole log."""
    ids = log.causality.heads()
    return None if len(ids) > limits.MOST_IDS else ids
