"""Validation of events: which ones the server refuses. Phones run the same checks before they record an event.

An event is judged by the match as its writer had seen it, so it is never refused because of concurrent events. A note,
which is a problem that earlier versions accepted, refuses only a round that is new.
Where an amendment or a new house rule breaks other deals, these have problems on the sheet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match import document, limits
from games.match.causality import last_bit
from games.match.changes import players_of_round
from games.match.columns import require_column
from games.match.deals import answers_key
from games.match.errors import Refused
from games.match.events import OF_CIRCLE, validate_event, validate_size
from games.match.log import fold_events
from games.match.reach import cannot_be_over
from games.match.room import require_room, require_room_for_change, require_room_for_round
from games.match.sheet import sheet_from_log
from games.rules import faults
from games.rules.custom_game import base_key
from games.rules.judge import judge, judge_answers
from games.rules.words import Note, PlaceNote, _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from games.match.log import Event, Log
    from games.rules.game import AnsweredDeal, Setup
    from games.rules.words import Problem


GONE = _("This match has been permanently deleted.")
NEEDS_NO_START = ("start",) + OF_CIRCLE


def validate_for_log(log: Log, event: Event, writer: str | None = None, *, is_new: bool = True) -> None:
    """Raise `Refused` with a code and a sentence if the event cannot be appended to this log.

    `writer` is the id of the event's writer, on the server. `is_new` is false for an event that a file brings, which an
    earlier version may have stored.
    """
    validate_event(event)
    validate_size(event)
    if len(log.events) >= limits.MOST_EVENTS or log.causality.name_count > limits.MOST_NAMED - limits.MOST_IDS:
        require_room(log, event, writer)
    if log.start is None and event["kind"] not in NEEDS_NO_START:
        raise Refused("no_match", GONE if log.events else _("No such match."))
    for kind, check in CHECKS:
        if kind == event["kind"]:
            notes = check(log, event, event.get("data") or {})
            if is_new and notes:
                refuse(notes)


def check_start(log: Log, event: Event, data: dict[str, Any]) -> None:
    if log.start is not None:
        raise Refused("doubled", _("This match has already started."))
    game = document.find_game(data["game"], data.get("custom_game"))
    names = document.read_names(game, data["players"])
    document.read_options(game, data.get("options") or {}, len(names))
    check_dealer(data, len(names))


def check_seats(log: Log, event: Event, data: dict[str, Any]) -> None:
    seen = seen_setup(log, log.causality.seen_by(event.get("after")))
    names = document.read_names(document.game_of(log), data["players"])
    document.read_options(document.game_of(log), seen.options, len(names))
    check_dealer(data, len(names))


def check_people(log: Log, event: Event, data: dict[str, Any]) -> None:
    if data.get("before") is not None:
        require_deal(log, data["before"])
    seen = log.causality.seen_by(event.get("after"))
    match = seen_setup(log, seen)
    require_room_for_change(log, seen)
    document.check_change(setup_of_log(match, match.players), data["players"], data.get("first_dealer"))
    if seen is None or not log.changes_bits & ~seen:
        require_column(log, data["players"])


def check_options(log: Log, event: Event, data: dict[str, Any]) -> None:
    seen = log.causality.seen_by(event.get("after"))
    match, game = seen_setup(log, seen), document.game_of(log)
    counts = {len(match.players): True}
    for change in log.changes:
        if seen is None or seen >> change.place & 1:
            counts[len(change.players)] = True
    for count in sorted(counts):
        document.read_options(game, data["options"], count)


def check_game(log: Log, event: Event, data: dict[str, Any]) -> None:
    document.find_game(base_key(log.game), data.get("custom_game"))


def check_deal(log: Log, event: Event, data: dict[str, Any]) -> list[Note]:
    if data["deal"] in log.recorded:
        raise Refused("doubled", _("This round already exists."))
    if data.get("before") is not None:
        require_deal(log, data["before"])
    seen = log.causality.seen_by(event.get("after"))
    if len(log.recorded) >= limits.MOST_ROUNDS:
        require_room_for_round(log, seen)
    match = seen_setup(log, seen)
    setup, notes = check_answers(log, seen, match, data)
    if match.is_closed or is_over(log, seen, setup):
        raise Refused("over", _("The match had already ended before this round."))
    return notes


def check_amend(log: Log, event: Event, data: dict[str, Any]) -> list[Note]:
    """Return the notes about the answers, or none for answers that the deal has had before."""
    require_deal(log, data["deal"])
    seen = log.causality.seen_by(event.get("after"))
    _setup, notes = check_answers(log, seen, seen_setup(log, seen), data)
    return notes if notes and answers_key(data["answers"]) not in log.recorded[data["deal"]].version_keys() else []


def check_finish(log: Log, event: Event, data: dict[str, Any]) -> None:
    if data.get("totals") is None:
        return
    if data.get("result") is not None:
        raise Refused("totals", _("A match without result has no totals."))
    seen = log.causality.seen_by(event.get("after"))
    match = seen_setup(log, seen)
    known = log.counted_bits if seen is None else log.counted_bits & seen
    if known:
        raise Refused("totals", _("This match has rounds, so its totals follow from them."))
    document.check_totals(setup_of_log(match, players_of_round(log, seen, match.players)), data["totals"])


def check_deal_exists(log: Log, event: Event, data: dict[str, Any]) -> None:
    require_deal(log, data["deal"])


def check_settle(log: Log, event: Event, data: dict[str, Any]) -> None:
    for id in (data.get("keep") or []) + (data.get("strike") or []):
        require_deal(log, id)


CHECKS: tuple[tuple[str, Callable[[Log, Event, dict[str, Any]], list[Note] | None]], ...] = (
    ("start", check_start),
    ("seats", check_seats),
    ("people", check_people),
    ("options", check_options),
    ("game", check_game),
    ("deal", check_deal),
    ("finish", check_finish),
    ("amend", check_amend),
    ("strike", check_deal_exists),
    ("restore", check_deal_exists),
    ("settle", check_settle),
)


def require_deal(log: Log, id: str) -> None:
    if id not in log.recorded:
        raise Refused("no_deal", _("No such round in this match."))


def check_dealer(data: dict[str, Any], players: int) -> None:
    if data.get("first_dealer") is not None:
        document.check_dealer(data["first_dealer"], players)


def check_answers(log: Log, seen: int | None, match: Log | SeenSetup, data: dict[str, Any]) -> tuple[Setup, list[Note]]:
    """Raise `Refused` if the answers are wrong in themselves, whatever the rest of the sheet is.

    Return the setup and the notes.
    """
    setup, problems = answer_problems(log, seen, match, data)
    # A fault refuses nothing, because the sheet has it and the game may be mended.
    problems = [problem for problem in problems if problem.code != faults.CODE]
    notes = [problem for problem in problems if isinstance(problem, Note)]
    if len(notes) < len(problems):
        refuse([problem for problem in problems if not isinstance(problem, Note)])
    return setup, notes


def answer_problems(
    log: Log, seen: int | None, match: Log | SeenSetup, data: dict[str, Any]
) -> tuple[Setup, list[Problem]]:
    """Return the setup of a match, which is the log as a writer had seen it, and the problems of a deal's answers.

    The place of the deal is known only if the writer had seen the whole log. Without it no problem counts that the
    answers might not have in another place: the sheet has those.
    """
    players = match.players
    if log.changes:  # otherwise the position, which costs time in a long log, changes nothing
        players = players_of_round(log, seen, players, deal=data["deal"], before=data.get("before") or "")
    setup = setup_of_log(match, players)
    deal, problems = judge(setup, 0, [0] * setup.sides, data["answers"])
    if deal.depends and match is log:  # otherwise the place, which costs time, changes nothing
        placed = deal_in_place(log, setup, data)
        if placed is not None:
            return setup, judge_answers(placed, data["answers"])
    return setup, [problem for problem in problems if not (problem.is_of_place or isinstance(problem, PlaceNote))]


def deal_in_place(log: Log, setup: Setup, data: dict[str, Any]) -> AnsweredDeal | None:
    """Return a deal without answers in its place on the sheet. Return None once a push has used up its effort."""
    if log.sheet is None:
        if log.effort.left <= 0:
            return None
        log.effort.spend(log)
    sheet = sheet_from_log(log)
    if sheet is None:
        return None
    number = place_in_match(log, data)
    lineup = sheet.lineup_of(number - 1 if data.get("before") in log.recorded else number)
    is_same = (lineup.setup.players, lineup.setup.options) == (setup.players, setup.options)
    return sheet.new_deal(number, lineup) if is_same and number <= len(sheet.rows) else None


def place_in_match(log: Log, data: dict[str, Any]) -> int:
    """Return how many deals that count are played before this deal."""
    for id in (data["deal"], data.get("before")):
        if id in log.recorded:
            return log.number_before(log.recorded[id])
    return len(log.counted_deals())


def refuse(problems: Sequence[Problem]) -> None:
    """Raise `Refused` with the words of the first problem."""
    words = problems[0].words
    raise Refused("problem", words.text, **words.values)


def setup_of_log(log: Log | SeenSetup, players: list[Any]) -> Setup:
    """Return the setup of a round with these players."""
    if log.sheet is not None and log.sheet.setup.players == len(players):
        return log.sheet.setup
    return document.read(
        document.game_fields(log)
        | {
            "format": document.FORMAT,
            "players": players,
            "options": log.options,
            "first_dealer": log.first_dealer if len(players) == len(log.players) else 0,
        }
    ).setup


class SeenSetup:
    """The match as the writer of an event had seen it, without its rounds."""

    sheet = None

    def __init__(self, log: Log, seen: int) -> None:
        assert log.start is not None
        first = 1 << log.causality.places[log.start["id"]]
        setting = log.events[last_bit(log.options_bits & (seen | first))]["data"]
        seating = log.events[last_bit(log.seats_bits & (seen | first))]["data"]
        self.game, self.custom_game = log.game, log.custom_game
        self.options = setting.get("options") or {}
        self.players = seating["players"]
        self.first_dealer = seating.get("first_dealer") or 0
        self.is_closed = (log.closing_bits & seen) > (log.opening_bits & seen)  # by the last of them


def seen_setup(log: Log, seen: int | None) -> Log | SeenSetup:
    """Return the match with these events, given by their bits; None stands for all events."""
    if seen is None:
        return log
    return log_as_seen(log, seen) if log.has_doubles else SeenSetup(log, seen)


def is_over(log: Log, seen: int | None, setup: Setup) -> bool:
    """Return whether the match was over for a writer who had seen these events.

    Return False once a push has used up its effort: a round too many loses nothing.
    """
    if seen is None and log.sheet is not None:
        sheet = sheet_from_log(log)
    elif seen is not None and log.was_over is not None and log.was_over[0] == seen:
        return log.was_over[1]
    elif log.effort.left <= 0 or cannot_be_over(log, setup):
        return False
    else:
        log.effort.spend(log)
        sheet = sheet_from_log(log_as_seen(log, seen))
    was_over = sheet is not None and sheet.finished
    if seen is not None:
        log.was_over = (seen, was_over)
    return was_over


def log_as_seen(log: Log, seen: int | None) -> Log:
    """Return the log with its start and these events, given by their bits: the log itself if they are all."""
    if seen is None:
        return log
    events = [known for place, known in enumerate(log.events) if known["kind"] == "start" or seen >> place & 1]
    return fold_events(events)
