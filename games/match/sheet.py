"""The sheet of a match: every deal judged, scored and added up.

Sheets are not stored. `sheet_from_log` holds the last sheet on the log, and adds new deals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match import document
from games.match.deals import conflicting_answers, unlisted_answers
from games.match.errors import Refused
from games.match.lineups import pass_deal_on
from games.match.log_document import document_from_log
from games.match.sheet_row import SheetRow, dealer_after
from games.match.undecided import undecided_duplicates
from games.rules import catalogue, faults
from games.rules.deal import AnsweredDeal, next_seat
from games.rules.judge import judge_answers, open_questions
from games.rules.words import Note, Problem, _

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from games.match.deals import RecordedDeal
    from games.match.document import Document
    from games.match.lineups import Lineup
    from games.match.log import Log

    Gettext = Callable[[str], str]


class TooManyProblems(Exception):
    """A sheet has more problems than its reader accepts."""


class Sheet:
    """All rows of a match, with the names, the totals and the winners."""

    def __init__(self, document: Document, most_problems: int | None = None) -> None:
        """Score the document. Raise `TooManyProblems` as soon as it has more than `most_problems`."""
        self.lineups = document.lineups
        self.seat(0)
        self.rows: list[SheetRow] = []
        self.displayed: list[Any] = []  # a cache of `games/display`: the same rows as drawn
        self.totals = [0] * len(self.lineups[-1].seated)  # of the columns: games/match/lineups.py
        self.complete = 0  # deals
        self.winners: list[int] = []
        self.finished = False
        count = 0
        for deal in document.deals:
            self.add(deal)
            count += len(self.rows[-1].all_problems)
            if most_problems is not None and count > most_problems:
                raise TooManyProblems
        if document.totals is not None:
            self.totals, self.complete = list(document.totals), 1  # it counts like a match of one round
        self.has_no_result = document.has_no_result
        if self.has_no_result:
            self.winners, self.finished = [], True
        elif document.closed and not self.finished:
            self.winners, self.finished = self.lineup.leaders(self.totals), True
        if self.finished:
            self.leave_out_changes()
        else:
            self.change_people(len(self.rows))
        self.is_changed = len(self.lineups) > 1  # whether other people play now than at the start

    def seat(self, number: int) -> None:
        """Let the people of this lineup play."""
        self.lineup_number = number
        self.lineup = self.lineups[number]
        self.setup, self.names = self.lineup.setup, self.lineup.names
        self.side_names = self.lineup.column_names

    def change_people(self, number: int) -> None:
        """Let those play who begin with this round."""
        later = self.lineups[self.lineup_number + 1 :]
        if later and later[0].number <= number:
            if self.rows and self.setup.game.next_dealer is not next_seat:
                pass_deal_on(self.lineup, later[0], dealer_after(self.rows[-1]))
            self.seat(self.lineup_number + 1)
            self.totals = [0 if side in self.lineup.restarts else total for side, total in enumerate(self.totals)]

    def leave_out_changes(self) -> None:
        """Leave out the changes after the end of the match: nobody has played since."""
        self.lineups = self.lineups[: self.lineup_number + 1]
        width = len(self.lineup.seated)
        if width < len(self.totals):
            self.totals = self.totals[:width]
            for row in self.rows:
                row.cut(width)

    def lineup_of(self, number: int) -> Lineup:
        """Return the people of a round."""
        known = [lineup for lineup in self.lineups if lineup.number <= number]
        return known[-1] if known else self.lineups[0]

    def before(self, number: int, lineup: Lineup) -> list[int]:
        """Return the totals before a round, of the sides of the people who play it."""
        totals = self.rows[number - 1].totals if number else [0] * len(self.totals)
        restarts = lineup.restarts if lineup.number == number else []
        return lineup.of_sides([0 if column in restarts else total for column, total in enumerate(totals)])

    def new_deal(self, number: int, lineup: Lineup) -> AnsweredDeal:
        """Return a round without answers in its place, played by these people. Rounds before it may be changed later."""
        return self.deal_after(number, lineup, self.before(number, lineup))

    def deal_after(self, number: int, lineup: Lineup, before: list[int]) -> AnsweredDeal:
        """Return a round without answers in its place, after these totals."""
        last = self.rows[number - 1] if number else None
        is_same = last is not None and last.deal.setup is lineup.setup
        dealer = dealer_after(last) if is_same and last is not None else None
        # Facts about seats mean nothing to another number of players.
        carries = last is not None and last.deal.setup.players == lineup.setup.players
        carried = last.carried if carries and last is not None else None
        return AnsweredDeal(lineup.setup, number, before, dealer, carried)

    @property
    def is_nobodys(self) -> bool:
        """Return whether the match is over without a result, or without a complete deal.

        In the second case `winners` has the leaders, by the public format.
        """
        return self.finished and (self.has_no_result or self.complete == 0)

    def add(self, entry: dict[str, Any]) -> None:
        """Judge the next deal of a document, add it up, and check whether it ends the match."""
        number, answers = len(self.rows), entry.get("answers")
        if not self.finished:
            self.change_people(number)
        most = self.setup.most_rounds
        wrong: list[Problem] = []  # with the deal as such, so that its answers are not judged
        if self.finished:
            wrong = [Problem(None, "over", _("The match had already ended before this round."))]
        elif most is not None and number >= most:
            wrong = [Problem(None, "over", _("This match is limited to %(most)s rounds."), most=most)]
        elif answers is not None and not isinstance(answers, dict):
            wrong = [Problem(None, "answers", _("The answers of a round must be an object."))]
        deal = self.next_place()
        problems = judge_answers(deal, {} if wrong or answers is None else answers)
        row = SheetRow(entry.get("id"), deal, wrong or problems, self.totals, self.lineup)
        self.rows.append(row)
        self.totals = row.totals
        if row.complete:
            self.complete += 1
            winners = self.setup.winners(self.lineup.of_sides(self.totals), self.complete)
            self.winners = sorted([self.lineup.columns[side] for side in winners])
            self.finished = len(winners) > 0

    def next_deal(self) -> AnsweredDeal | None:
        """Return the next deal, or None once the match is finished."""
        return None if self.finished else self.next_place()

    def next_place(self) -> AnsweredDeal:
        return self.deal_after(len(self.rows), self.lineup, self.lineup.of_sides(self.totals))

    @property
    def next_dealer(self) -> int:
        """The seat that deals the next round, even if the match is over."""
        return self.next_place().dealer_seat


def sheet_from_log(log: Log) -> Sheet | None:
    """Return the sheet, or None before the start or where this version does not know the game or an option.

    It is also None if the game cannot even begin: if it does not know its sides or its end.
    """
    if log.start is None:
        return None
    if log.sheet is None:
        try:
            log.sheet = Sheet(document.read(document_from_log(log)))
        except Refused:
            log.needs_newer = True
            return None
        except Exception as error:
            game = catalogue.find(log.game)
            if game is None:
                raise
            faults.note(game, error)
            log.is_uncountable = True
            return None
    for deal in log.counted_deals()[len(log.sheet.rows) :]:
        log.sheet.add({"id": deal.id, "answers": deal.answers})
    return log.sheet


def as_json(sheet: Sheet, gettext: Gettext) -> dict[str, Any]:
    """Return the sheet in the public format, its words in the language of `gettext`."""
    setup, coming = sheet.setup, sheet.next_deal()
    return {
        "sides": [{"name": name, "seats": sheet.lineup.seats_of(side)} for side, name in enumerate(sheet.side_names)],
        "deals": [row_as_json(row, gettext) for row in sheet.rows],
        "totals": sheet.totals,
        "places": [] if sheet.has_no_result else sheet.lineup.places(sheet.totals),
        "finished": sheet.finished,
        "winners": sheet.winners,
        "next_dealer": None if coming is None else coming.dealer,
        "next_leader": None if coming is None else coming.leader,
        "facts": faults.value_of(setup.game, setup.game.match_facts, setup, sheet.totals, otherwise={}),
        "problems": [
            problem_as_json(row.deal.number, problem, gettext) for row in sheet.rows for problem in row.all_problems
        ],
    } | ({"changes": [lineup_json(lineup) for lineup in sheet.lineups[1:]]} if sheet.is_changed else {})


def lineup_json(lineup: Lineup) -> dict[str, Any]:
    """Return who plays from a round on: the names by seat, the column of each side, and which columns count from zero."""
    return {
        "deal": lineup.number,
        "players": lineup.names,
        "columns": lineup.columns,
        "from_zero": lineup.restarts,
    }


def row_as_json(row: SheetRow, gettext: Gettext) -> dict[str, Any]:
    return {
        "id": row.id,
        "dealer": row.deal.dealer_seat,
        "leader": row.deal.leader,
        "complete": row.complete,
        "asked": open_questions(row.deal),
        "points": row.points,
        "totals": row.totals,
        "lines": [[gettext(line.label), line.points] for line in row.lines],
        "facts": row.facts,
    }


def problem_as_json(number: int, problem: Problem, gettext: Gettext) -> dict[str, Any]:
    result = {
        "deal": number,
        "question": problem.question,
        "code": problem.code,
        "message": problem.words.translated(gettext),
    }
    return result | {"weight": "note"} if isinstance(problem, Note) else result


def sheet_json(log: Log, gettext: Gettext) -> dict[str, Any] | None:
    """Return the sheet in the public format, with undecided duplicates and conflicts, or None without a sheet."""
    scored = sheet_from_log(log)
    if scored is None:
        return None
    duplicates, unlisted = undecided_duplicates(log)
    conflicts = {
        "aside": [
            {"deal": deal.id, "answers": deal.answers, "points": row_for(log, scored, deal, deal.answers).points}
            for deal in duplicates
        ],
        "differs": [conflict_json(log, deal) for deal in log.deals if conflicting_answers(log, deal)],
    }
    more = {"aside_unlisted": unlisted} if unlisted else {}
    return as_json(scored, gettext) | conflicts | more


def conflict_json(log: Log, deal: RecordedDeal) -> dict[str, Any]:
    unlisted = unlisted_answers(log, deal)
    more = {"unlisted": unlisted} if unlisted else {}
    return {"deal": deal.id, "answers": conflicting_answers(log, deal)} | more


def row_for(log: Log, scored: Sheet, recorded: RecordedDeal, answers: dict[str, Any]) -> SheetRow:
    """Return the row that these answers have, or would have, in the place of a deal."""
    number = log.number_before(recorded)
    lineup = scored.lineup_of(number)
    deal = scored.new_deal(number, lineup)
    problems = judge_answers(deal, answers)
    return SheetRow(recorded.id, deal, problems, [0] * len(scored.totals), lineup)
