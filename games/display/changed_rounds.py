"""The other rounds that an event changes: those that no longer fit, no longer count, have other points, or count again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.history_lines import deals_of
from games.match.log import fold_events
from games.match.sheet import sheet_from_log

if TYPE_CHECKING:
    from games.match.log import Event, Log
    from games.match.sheet import Sheet
    from games.match.sheet_row import SheetRow

CHANGING = ("amend", "strike", "restore", "settle", "seats", "people")  # and a round that is inserted late


class RoundNumbers:
    """The numbers of some rounds, for a sentence."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    @property
    def count(self) -> int:
        return len(self.numbers)

    @property
    def text(self) -> str:
        """The numbers in order, with a dash for those in a row: “2, 4–6”."""
        parts: list[list[int]] = []
        for number in self.numbers:
            if parts and parts[-1][1] == number - 1:
                parts[-1][1] = number
            else:
                parts.append([number, number])
        return ", ".join([str(first) if first == last else f"{first}–{last}" for first, last in parts])


class ChangedRounds:
    """The other rounds that an event changes, by their present numbers."""

    def __init__(self, earlier: Sheet, sheet: Sheet, own: list[str]) -> None:
        """Compare two sheets of a match. `own` has the rounds that the event is about."""
        self.unfit = RoundNumbers()
        self.over = RoundNumbers()  # after the end of the match
        self.other_points = RoundNumbers()
        self.counting = RoundNumbers()  # again
        rows = {row.id: row for row in earlier.rows}
        for row in sheet.rows:
            if row.id in rows and row.id not in own:
                self.compare(rows[row.id], row)
        has_any = [one for one in (self.unfit, self.over, self.other_points, self.counting) if one.count]
        difference = len(sheet.rows) - len(earlier.rows)
        self.has_moved_up = len(has_any) > 0 > difference
        self.has_moved_down = len(has_any) > 0 and difference > 0

    def compare(self, old: SheetRow, row: SheetRow) -> None:
        number = row.deal.number + 1
        if row.problems and not old.problems:
            (self.over if row.is_after_end else self.unfit).numbers.append(number)
        elif old.problems and not row.problems:
            self.counting.numbers.append(number)
        elif old.complete and row.points != old.points and len(row.points) == len(old.points):
            self.other_points.numbers.append(number)


def changed_rounds(before: Log, sheet: Sheet, event: Event) -> ChangedRounds | None:
    """Return the other rounds of the sheet that its last event has changed, given the log before it."""
    data = event.get("data") or {}
    is_late = event["kind"] == "deal" and data.get("before")
    earlier = sheet_from_log(before) if event["kind"] in CHANGING or is_late else None
    return None if earlier is None else ChangedRounds(earlier, sheet, deals_of(data))


def log_before(log: Log) -> Log:
    """Return the log without its last event."""
    return fold_events(log.events[:-1])
