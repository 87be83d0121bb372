"""The sheet of a match: every deal judged, scored and added up. The summary of a match, for the home page and lists.

Sheets are not stored. `sheet_from_log` holds the last sheet on the log, and adds new deals. A summary is calculated
once and stored by both hosts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match import document
from games.match.deals import conflicting_answers, undecided_deals, undecided_duplicates, unlisted_answers
from games.match.errors import Refused
from games.match.events import day, event_time
from games.rules.game import AnsweredDeal
from games.rules.judge import is_complete, judge, open_questions
from games.rules.words import Note, Problem, _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from games.match.deals import RecordedDeal
    from games.match.document import Document
    from games.match.log import Log

    Gettext = Callable[[str], str]


class SheetRow:
    """A deal on the sheet. A deal with problems scores nothing; one with notes keeps its points."""

    def __init__(self, id: Any, deal: AnsweredDeal, problems: list[Problem], totals: Sequence[int]) -> None:
        self.id = id
        self.deal = deal
        self.all_problems = problems
        self.notes = [problem for problem in problems if isinstance(problem, Note)]
        self.problems = [problem for problem in problems if not isinstance(problem, Note)]
        self.complete = not self.problems and is_complete(deal)
        scored = [] if self.problems else deal.setup.game.score(deal)
        self.lines = [line for line in scored if line.points is not None and any(line.points)]
        self.facts = {} if self.problems else deal.setup.game.facts(deal)
        self.points = [
            sum([line.points[side] for line in self.lines if line.points is not None])
            for side in range(deal.setup.sides)
        ]
        self.totals = [total + points for total, points in zip(totals, self.points)]


class TooManyProblems(Exception):
    """A sheet has more problems than its reader accepts."""


class Sheet:
    """All rows of a match, with the names, the totals and the winners."""

    def __init__(self, document: Document, most_problems: int | None = None) -> None:
        """Score the document. Raise `TooManyProblems` as soon as it has more than `most_problems`."""
        self.setup = document.setup
        self.names = document.names
        self.side_names = [
            " & ".join([self.names[seat] for seat in self.setup.seats_of(side)]) for side in range(self.setup.sides)
        ]
        self.rows: list[SheetRow] = []
        self.displayed: list[Any] = []  # a cache of `games/display`: the same rows as drawn
        self.totals = [0] * self.setup.sides
        self.complete = 0  # deals
        self.winners: list[int] = []
        count = 0
        for deal in document.deals:
            self.add(deal)
            count += len(self.rows[-1].all_problems)
            if most_problems is not None and count > most_problems:
                raise TooManyProblems
        if document.closed and not self.winners:
            self.winners = self.setup.leaders(self.totals)

    @property
    def finished(self) -> bool:
        return len(self.winners) > 0

    @property
    def is_nobodys(self) -> bool:
        """Return whether the match is over without a complete deal. `winners` has the leaders, by the public format."""
        return self.finished and self.complete == 0

    def add(self, entry: dict[str, Any]) -> None:
        """Judge the next deal of a document, add it up, and check whether it ends the match."""
        number, answers = len(self.rows), entry.get("answers")
        most = self.setup.most_rounds
        wrong: list[Problem] = []  # with the deal as such, so that its answers are not judged
        if self.finished:
            wrong = [Problem(None, "over", _("The match was over before this round."))]
        elif most is not None and number >= most:
            wrong = [Problem(None, "over", _("This match has %(most)s rounds."), most=most)]
        elif answers is not None and not isinstance(answers, dict):
            wrong = [Problem(None, "answers", _("The answers of a round are an object."))]
        deal, problems = judge(self.setup, number, self.totals, {} if wrong or answers is None else answers)
        row = SheetRow(entry.get("id"), deal, wrong or problems, self.totals)
        self.rows.append(row)
        self.totals = row.totals
        if row.complete:
            self.complete += 1
            self.winners = self.setup.winners(self.totals, self.complete)

    def next_deal(self) -> AnsweredDeal | None:
        """Return the next deal, or None once the match is finished."""
        return None if self.finished else AnsweredDeal(self.setup, len(self.rows), self.totals)


def document_from_log(log: Log) -> dict[str, Any]:
    """Return the match document: the deals that count, in playing order."""
    start = log.start or {}
    result = {
        "format": document.FORMAT,
        "id": start.get("match"),
        "game": log.game,
        "options": log.options,
        "players": log.players,
        "first_dealer": log.first_dealer,
        "started": start.get("at"),
        "deals": [{"id": deal.id, "answers": deal.answers} for deal in log.counted_deals()],
    }
    return result | {"closed": True} if log.is_closed else result


def sheet_from_log(log: Log) -> Sheet | None:
    """Return the sheet, or None before the start or where this version does not know the game or an option."""
    if log.start is None:
        return None
    if log.sheet is None:
        try:
            log.sheet = Sheet(document.read(document_from_log(log)))
        except Refused:
            log.needs_newer = True
            return None
    for deal in log.counted_deals()[len(log.sheet.rows) :]:
        log.sheet.add({"id": deal.id, "answers": deal.answers})
    return log.sheet


def as_json(sheet: Sheet, gettext: Gettext) -> dict[str, Any]:
    """Return the sheet in the public format, its words in the language of `gettext`."""
    setup, coming = sheet.setup, sheet.next_deal()
    return {
        "sides": [{"name": name, "seats": setup.seats_of(side)} for side, name in enumerate(sheet.side_names)],
        "deals": [row_as_json(row, gettext) for row in sheet.rows],
        "totals": sheet.totals,
        "places": setup.places(sheet.totals),
        "finished": sheet.finished,
        "winners": sheet.winners,
        "next_dealer": None if coming is None else coming.dealer,
        "next_leader": None if coming is None else coming.leader,
        "facts": setup.game.match_facts(setup, sheet.totals),
        "problems": [
            problem_as_json(row.deal.number, problem, gettext) for row in sheet.rows for problem in row.all_problems
        ],
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
            {"deal": deal.id, "answers": deal.answers, "points": points_for(log, scored, deal, deal.answers)}
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


def points_for(log: Log, scored: Sheet, recorded: RecordedDeal, answers: dict[str, Any]) -> list[int]:
    """Return the points that these answers have, or would have, in the place of a deal."""
    number = log.number_before(recorded)
    before = scored.rows[number - 1].totals if number else [0] * scored.setup.sides
    deal, problems = judge(scored.setup, number, before, answers)
    return SheetRow(recorded.id, deal, problems, before).points


PLAY = ("start", "deal")  # the kinds that make a match last: an amendment weeks later does not


def summary(log: Log) -> dict[str, Any]:
    """Return the summary: game, players, totals, the next dealer, and how many deals are undecided."""
    sheet = sheet_from_log(log)
    result: dict[str, Any] = {
        "match": None if log.start is None else log.start["match"],
        "started": None if log.start is None else log.start["at"],
        "start_seq": None if log.start is None else log.start.get("seq"),
        "begins": 0 if log.start is None else event_time(log.start),
        "day": None if log.start is None else day(log.start),
        "ends": max([event_time(event) for event in log.events if event["kind"] in PLAY] or [0]),
        "game": log.game,
        "options": log.options,
        "players": log.players,
        "first_dealer": log.first_dealer,
        "names": [name_of(player) for player in log.players],
        "deals": len(log.counted_deals()),
        "complete": 0,  # of these deals
        "finished": False,
        "deleted": log.is_deleted,
        "needs_newer": log.needs_newer,
        "undecided": len(undecided_deals(log)),
    }
    if sheet is None:
        return result
    return result | {
        "sides": sheet.side_names,
        "totals": sheet.totals,
        "places": sheet.setup.places(sheet.totals),
        "complete": sheet.complete,
        "finished": sheet.finished,
        "winners": sheet.winners,
        "next_dealer": None if sheet.finished else sheet.setup.dealer_of(len(sheet.rows)),
        "problems": len([row for row in sheet.rows if row.problems]),
    }


def name_of(player: Any) -> str:
    return str(player["name"]) if isinstance(player, dict) else str(player)


def winners_of(summary: dict[str, Any]) -> list[int]:
    """Return the sides that have won, by the summary of a match. Nobody wins without a complete round."""
    return (summary.get("winners") or []) if complete_rounds(summary) else []


def complete_rounds(summary: dict[str, Any]) -> int:
    """Return how many rounds are complete, by the summary of a match. Older summaries have the number of all rounds."""
    count: int = summary.get("complete", summary["deals"])
    return count
