"""The sheet of a match: every deal judged, scored and added up.

Nothing here is stored: a sheet is worked out from a document, anew each time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.game import Deal, Line, Match
from games.rules.judge import is_complete, judge, open_questions
from games.rules.words import Problem, _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from games.match.document import Document

    Gettext = Callable[[str], str]


class SheetRow:
    """A deal on the sheet. With problems it scores nothing."""

    def __init__(self, id: Any, deal: Deal, problems: list[Problem], totals: Sequence[int]) -> None:
        self.id = id
        self.deal = deal
        self.problems = problems
        self.complete = not problems and is_complete(deal)
        self.lines = [] if problems else lines(deal)
        self.facts = {} if problems else deal.match.game.facts(deal)
        self.points = [sum(column) for column in columns(self.lines, deal.match.sides)]
        self.totals = [total + points for total, points in zip(totals, self.points)]


class Sheet:
    """All rows, who is where, and who has won."""

    def __init__(self, document: Document) -> None:
        self.match = document.match
        self.names = document.names
        self.rows: list[SheetRow] = []
        self.shown: list[Any] = []  # the same rows as they lie on the table, kept by whoever shows them
        self.totals = [0] * self.match.sides
        self.complete = 0  # deals
        self.winners: list[int] = []
        for deal in document.deals:
            self.add(deal)
        if document.closed and not self.winners:
            self.winners = self.match.leaders(self.totals)

    @property
    def finished(self) -> bool:
        return len(self.winners) > 0

    @property
    def is_nobodys(self) -> bool:
        """Whether it is over without a complete deal. `winners` names the leaders all the same: the public format says so."""
        return self.finished and self.complete == 0

    def add(self, written: dict[str, Any]) -> None:
        """Judge the next deal, add it up, and see whether it ends the match."""
        number, answers = len(self.rows), written.get("answers")
        wrong = self.wrong_in_all(number, answers)
        deal, problems = judge(self.match, number, self.totals, {} if wrong or answers is None else answers)
        row = SheetRow(written.get("id"), deal, wrong or problems, self.totals)
        self.rows.append(row)
        self.totals = row.totals
        if row.complete:
            self.complete += 1
            self.winners = self.match.game.end.winners(self.match, self.totals, self.complete)

    def wrong_in_all(self, number: int, answers: Any) -> list[Problem]:
        most = self.match.game.end.most_deals(self.match)
        if self.finished:
            return [Problem(None, "over", _("The match was over before this round."))]
        if most is not None and number >= most:
            return [Problem(None, "over", _("This match has %(most)s rounds."), most=most)]
        if answers is not None and not isinstance(answers, dict):
            return [Problem(None, "answers", _("The answers of a round are an object."))]
        return []

    def next_deal(self) -> Deal | None:
        """The deal to come, or None once the match is finished."""
        return None if self.finished else Deal(self.match, len(self.rows), self.totals)


def lines(deal: Deal) -> list[Line]:
    """The lines known so far in which anybody has points."""
    return [line for line in deal.match.game.score(deal) if line.points is not None and any(line.points)]


def columns(found: Sequence[Line], sides: int) -> list[list[int]]:
    return [[line.points[side] for line in found if line.points is not None] for side in range(sides)]


def side_name(match: Match, names: Sequence[str], side: int) -> str:
    return " & ".join([names[seat] for seat in match.seats_of(side)])


def as_json(sheet: Sheet, gettext: Gettext) -> dict[str, Any]:
    """The sheet as the public format has it, its words in the language that `gettext` speaks."""
    match, coming = sheet.match, sheet.next_deal()
    return {
        "sides": [
            {"name": side_name(match, sheet.names, side), "seats": match.seats_of(side)} for side in range(match.sides)
        ],
        "deals": [row_as_json(row, gettext) for row in sheet.rows],
        "totals": sheet.totals,
        "places": match.places(sheet.totals),
        "finished": sheet.finished,
        "winners": sheet.winners,
        "next_dealer": None if coming is None else coming.dealer,
        "next_leader": None if coming is None else coming.leader,
        "facts": match.game.match_facts(match, sheet.totals),
        "problems": [problem_as_json(row, problem, gettext) for row in sheet.rows for problem in row.problems],
    }


def row_as_json(row: SheetRow, gettext: Gettext) -> dict[str, Any]:
    return {
        "id": row.id,
        "dealer": row.deal.dealer,
        "leader": row.deal.leader,
        "complete": row.complete,
        "asked": open_questions(row.deal),
        "points": row.points,
        "totals": row.totals,
        "lines": [[gettext(line.label), line.points] for line in row.lines],
        "facts": row.facts,
    }


def problem_as_json(row: SheetRow, problem: Problem, gettext: Gettext) -> dict[str, Any]:
    return {
        "deal": row.deal.number,
        "question": problem.question,
        "code": problem.code,
        "message": problem.words.say(gettext),
    }
