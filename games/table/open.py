"""What every page of a match begins with: its log folded, its sheet, who may write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.conflicts import is_undecided
from games.match.scoring import make_sheet
from games.rules import catalogue
from games.table.asked import FOLLOWER, READER, Answer
from games.table.standing import Standing

if TYPE_CHECKING:
    from games.match.log import Log
    from games.match.sheet import Sheet
    from games.rules.words import Words
    from games.table.asked import Asked, Stored


class Notice:
    """Something that has just happened, as it is shown and as it is said, and what takes it back."""

    def __init__(self, words: Words, aloud: list[Words], undo: str = "") -> None:
        self.words = words
        self.aloud = aloud
        self.undo = undo


class Open:
    """A match that is open on the page."""

    def __init__(self, log: Log, sheet: Sheet, asked: Asked) -> None:
        self.log = log
        self.sheet = sheet
        self.match = asked.args["match"]
        self.game = sheet.match.game
        self.can_write = asked.role not in (READER, FOLLOWER)
        self.is_followed = asked.role == FOLLOWER
        self.is_deleted = log.is_deleted
        self.needs_newer = log.needs_newer
        self.standing = Standing(sheet, open_round(sheet))
        self.ends = log.knowledge.ends()
        self.notice: Notice | None = None
        self.undecided = len([deal for deal in log.deals if is_undecided(log, deal)])

    def number_of(self, deal: str) -> int:
        """As people count; 0 where it counts in no total."""
        known = self.log.by_id.get(deal)
        return 0 if known is None or not known.counts else self.log.number_before(known) + 1


def open_round(sheet: Sheet) -> int | None:
    """The number of the last round, where some of its answers are still to come; of any, where no further one can be."""
    most = sheet.match.game.end.most_deals(sheet.match)
    open_rows = [row.deal.number for row in sheet.rows if not row.complete and not row.problems]
    if sheet.finished or not open_rows:
        return None
    if most is not None and len(sheet.rows) >= most:
        return open_rows[0]
    return open_rows[-1] if open_rows[-1] == len(sheet.rows) - 1 else None


def nothing(stored: Stored) -> Answer:
    """Where no match can be opened: there is none, or it needs a newer version than this one."""
    log = stored.log
    if log is None or log.start is None or log.is_emptied:
        return Answer(status=404)
    return Answer("table/newer.html")


def opened(stored: Stored, asked: Asked) -> Open | None:
    """The match of this address; None where there is none that this version can show."""
    log = stored.log
    if log is None or log.start is None or log.is_emptied or catalogue.find(log.game) is None:
        return None
    sheet = make_sheet(log)
    return None if sheet is None else Open(log, sheet, asked)
