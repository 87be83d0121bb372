"""An open match: its log folded, its sheet, how it stands, and whether this person may write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.standing import Standing
from games.match.conflicts import is_undecided
from games.match.scoring import sheet_from_log
from games.rules import catalogue

if TYPE_CHECKING:
    from games.match.log import Log
    from games.match.sheet import Sheet
    from games.rules.words import Words

READER = "reader"
FOLLOWER = "follower"  # of one match, by its link: nothing leads from there into the circle


class Notice:
    """Something that has just happened, as it is shown and as it is said, and what takes it back."""

    def __init__(self, words: Words, aloud: list[Words], undo: str = "") -> None:
        self.words = words
        self.aloud = aloud
        self.undo = undo


class OpenMatch:
    """A match with its sheet, as a person with this role sees it."""

    def __init__(self, log: Log, sheet: Sheet, match: str, role: str) -> None:
        self.log = log
        self.sheet = sheet
        self.match = match
        self.game = sheet.setup.game
        self.can_write = role not in (READER, FOLLOWER)
        self.is_followed = role == FOLLOWER
        self.is_deleted = log.is_deleted
        self.needs_newer = log.needs_newer
        self.standing = Standing(sheet, open_round(sheet))
        self.ends = log.causality.heads()
        self.notice: Notice | None = None
        self.undecided = len([deal for deal in log.deals if is_undecided(log, deal)])

    def number_of(self, deal: str) -> int:
        """As people count; 0 where it counts in no total."""
        known = self.log.by_id.get(deal)
        return 0 if known is None or not known.counts else self.log.number_before(known) + 1


def open_round(sheet: Sheet) -> int | None:
    """The number of the last round, where some of its answers are still to come; of any, where no further one can be."""
    most = sheet.setup.game.end.most_deals(sheet.setup)
    open_rows = [row.deal.number for row in sheet.rows if not row.complete and not row.problems]
    if sheet.finished or not open_rows:
        return None
    if most is not None and len(sheet.rows) >= most:
        return open_rows[0]
    return open_rows[-1] if open_rows[-1] == len(sheet.rows) - 1 else None


def open_match(log: Log | None, match: str, role: str) -> OpenMatch | None:
    """Return the match of this log, or None where there is none that this version can show."""
    if log is None or log.start is None or log.is_emptied or catalogue.find(log.game) is None:
        return None
    sheet = sheet_from_log(log)
    return None if sheet is None else OpenMatch(log, sheet, match, role)
