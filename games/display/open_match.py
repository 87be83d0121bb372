"""An open match: its folded log, its sheet, its standing, and whether this person may write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.standing import Standing
from games.match.changes import has_crossed_changes
from games.match.sheet import sheet_from_log
from games.match.summary import undecided_deals

if TYPE_CHECKING:
    from games.display.changed_rounds import ChangedRounds
    from games.match.log import Log
    from games.match.sheet import Sheet
    from games.match.sheet_row import SheetRow
    from games.rules.words import Words

READER = "reader"
FOLLOWER = "follower"  # sees one match by its link, and nothing else of the circle


class Notice:
    """The notice about the last event: as text, as sentences to read aloud, and the event that an undo reverses."""

    def __init__(self, words: Words, spoken: list[Words], undo: str = "") -> None:
        self.words = words
        self.spoken = spoken
        self.undo = undo
        self.is_undo = False  # the last event undid the one before it, so its own undo is called Redo
        self.next_dealer: Words | None = None  # who deals now
        self.drafts = ""  # the names of the drafts that the event ends, or "" for all of the match
        self.changed_rounds: ChangedRounds | None = None
        self.seen = ""  # the ids of the events that the writer named as seen
        self.moved_draft = ""  # the name of a draft and its new name: the round after an undone one waits for that one


class OpenMatch:
    """A match with its sheet, as people with this role see it."""

    def __init__(self, log: Log, sheet: Sheet, match: str, role: str) -> None:
        self.log = log
        self.sheet = sheet
        self.match = match
        self.game = sheet.setup.game
        self.can_write = role not in (READER, FOLLOWER)
        self.is_followed = role == FOLLOWER
        self.is_deleted = log.is_deleted
        self.needs_newer = log.needs_newer
        self.notice: Notice | None = None
        self.entered: int | None = None  # the index of the round that the page's form enters, from 0
        self.calculated_standing: Standing | None = None

    @property
    def standing(self) -> Standing:
        """The standing, calculated when a page shows it: a save that redirects does not."""
        if self.calculated_standing is None:
            index = open_round(self.sheet) if self.entered is None else self.entered
            self.calculated_standing = Standing(self.sheet, index)
        return self.calculated_standing

    @property
    def undecided(self) -> int:
        """The number of deals that are undecided."""
        return len(undecided_deals(self.log))

    @property
    def crossed_people(self) -> str:
        """The names of those who play now if two phones changed the people without knowing of each other, or ""."""
        is_crossed = not self.sheet.finished and has_crossed_changes(self.log)
        return ", ".join(self.sheet.lineup.names) if is_crossed else ""

    @property
    def has_room(self) -> bool:
        """Whether a further round can be entered."""
        most = self.sheet.setup.most_rounds
        return most is None or len(self.sheet.rows) < most

    @property
    def can_wait(self) -> bool:
        """Whether the round of the page's form is recorded, and the next one can be entered before its rest."""
        return self.entered is not None and self.entered < len(self.sheet.rows) and self.has_room

    @property
    def incomplete(self) -> list[SheetRow]:
        """The rounds that lack answers, without the round of the page's form. Nobody misses those of the last round after the end."""
        left_out = len(self.sheet.rows) - 1 if self.sheet.finished else self.entered
        return [row for row in incomplete_rows(self.sheet) if row.deal.number != left_out]

    @property
    def unfit(self) -> list[SheetRow]:
        """The rounds that do not fit, and so score nothing. Rounds after the end are none of them."""
        return [row for row in self.sheet.rows if row.problems and row.problems[0].code != "over"]

    def round_number(self, deal: str) -> int:
        """Return the number of a round, from 1. Return 0 if the round counts in no total."""
        known = self.log.by_id.get(deal)
        return 0 if known is None or not known.counts else self.log.number_before(known) + 1


def incomplete_rows(sheet: Sheet) -> list[SheetRow]:
    return [row for row in sheet.rows if not row.complete and not row.problems]


def open_round(sheet: Sheet) -> int | None:
    """Return the index, from 0, of the round that lacks answers, or None.

    This is the last round. Once the sheet has all its rounds, it is the first one that lacks answers or does not fit:
    a further round could not count.
    """
    most = sheet.setup.most_rounds
    if sheet.finished:
        return None
    if most is not None and len(sheet.rows) >= most:
        return next((row.deal.number for row in sheet.rows if not row.complete), None)
    open_rows = [row.deal.number for row in incomplete_rows(sheet)]
    if not open_rows:
        return None
    return open_rows[-1] if open_rows[-1] == len(sheet.rows) - 1 else None


def open_match(log: Log | None, role: str) -> OpenMatch | None:
    """Return the match of this log, or None if there is none that this version can show."""
    if log is None or log.start is None or log.is_emptied:
        return None
    sheet = sheet_from_log(log)
    return None if sheet is None else OpenMatch(log, sheet, log.start["match"], role)
