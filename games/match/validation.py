"""What the server refuses: events that are wrong in themselves. Phones ask the same before they write.

Never refused is what others did meanwhile. So an event is judged by the match as its writer knew
it, and whatever an amendment or a new house rule does to other deals shows as their problems.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match import document
from games.match.causality import last_bit
from games.match.errors import Refused
from games.match.events import validate_event
from games.match.log import fold_events
from games.match.reach import cannot_be_over
from games.match.scoring import sheet_from_log
from games.rules import catalogue
from games.rules.judge import judge
from games.rules.words import _

if TYPE_CHECKING:
    from typing import Any

    from games.match.log import Event, Log
    from games.rules.game import Match


MOST = 2_000  # events of a match
ENDING = ("finish", "delete")  # what may be said of a match that has as many


def validate_for_log(log: Log, event: Event) -> None:
    """Raises `Refused` with a code and a sentence where the event cannot be taken into this log."""
    validate_event(event)
    is_ended = log.is_deleted or (event["kind"] == "finish" and log.is_closed)
    if len(log.events) >= MOST and (is_ended or event["kind"] not in ENDING):
        raise Refused("long", _("This match has %(most)s entries, as many as a match can have."), most=MOST)
    for kind, judged in KINDS:
        if kind == event["kind"]:
            judged(log, event, event.get("data") or {})


def check_start(log: Log, event: Event, data: dict[str, Any]) -> None:
    if log.start is not None:
        raise Refused("doubled", _("This match has been started already."))
    game = document.find_game(data["game"])
    names = document.read_names(game, data["players"])
    document.read_options(game, data.get("options") or {}, len(names))
    check_dealer(data, len(names))


def check_seats(log: Log, event: Event, data: dict[str, Any]) -> None:
    known = known_setup(log, event)
    names = document.read_names(catalogue_game(log), data["players"])
    document.read_options(catalogue_game(log), known.options, len(names))
    check_dealer(data, len(names))


def check_options(log: Log, event: Event, data: dict[str, Any]) -> None:
    known = known_setup(log, event)
    document.read_options(catalogue_game(log), data["options"], len(known.players))


def check_deal(log: Log, event: Event, data: dict[str, Any]) -> None:
    require_started(log)
    if data["deal"] in log.recorded:
        raise Refused("doubled", _("This round is there already."))
    if data.get("before") is not None:
        require_deal(log, data["before"])
    known = known_setup(log, event)
    match = check_answers(known, data["answers"])
    if known.is_closed or is_over(log, event, match):
        raise Refused("over", _("The match was over before this round."))


def check_amend(log: Log, event: Event, data: dict[str, Any]) -> None:
    require_deal(log, data["deal"])
    check_answers(known_setup(log, event), data["answers"])


def check_of_deal(log: Log, event: Event, data: dict[str, Any]) -> None:
    require_deal(log, data["deal"])


def check_settle(log: Log, event: Event, data: dict[str, Any]) -> None:
    require_started(log)
    for id in (data.get("keep") or []) + (data.get("strike") or []):
        require_deal(log, id)


def check_started(log: Log, event: Event, data: dict[str, Any]) -> None:
    require_started(log)


KINDS = (
    ("start", check_start),
    ("seats", check_seats),
    ("options", check_options),
    ("deal", check_deal),
    ("amend", check_amend),
    ("strike", check_of_deal),
    ("restore", check_of_deal),
    ("settle", check_settle),
    ("finish", check_started),
    ("reopen", check_started),
    ("delete", check_started),
    ("undelete", check_started),
)


def require_started(log: Log) -> None:
    if log.start is None:
        raise Refused("no_match", _("There is no such match."))


def require_deal(log: Log, id: str) -> None:
    require_started(log)
    if id not in log.recorded:
        raise Refused("no_deal", _("There is no such round in this match."))


def check_dealer(data: dict[str, Any], players: int) -> None:
    dealer = data.get("first_dealer")
    if dealer is not None and (type(dealer) is not int or not 0 <= dealer < players):
        raise Refused("document", _("The first dealer is a seat: 0 to %(last)s."), last=players - 1)


def check_answers(known: Log | KnownSetup, answers: dict[str, Any]) -> Match:
    """Wrong in themselves, whatever stands on the rest of the sheet."""
    match = setup_of_log(known)
    _deal, problems = judge(match, 0, [0] * match.sides, answers)
    if problems:
        words = problems[0].words
        raise Refused("problem", words.text, **words.values)
    return match


def setup_of_log(log: Log | KnownSetup) -> Match:
    return document.read(
        {"format": document.FORMAT, "game": log.game, "players": log.players, "options": log.options}
    ).match


def catalogue_game(log: Log) -> Any:
    require_started(log)
    return catalogue.find(log.game)


class KnownSetup:
    """What the writer of an event knew of the match, but for its rounds."""

    def __init__(self, log: Log, known: int) -> None:
        assert log.start is not None
        first = 1 << log.knowledge.places[log.start["id"]]
        setting = log.events[last_bit(log.setting & (known | first))]["data"]
        seating = log.events[last_bit(log.seating & (known | first))]["data"]
        self.game = log.game
        self.options = setting.get("options") or {}
        self.players = seating["players"]
        self.is_closed = (log.closing & known) > (log.opening & known)  # by the last of them


def known_setup(log: Log, event: Event) -> Log | KnownSetup:
    require_started(log)
    known = log.knowledge.known_by(event.get("after"))
    if known is None:
        return log
    return log_as_seen(log, event) if log.has_doubles else KnownSetup(log, known)


def is_over(log: Log, event: Event, match: Match) -> bool:
    """Whether the sheet was finished, as the writer of the event knew it.

    Where a push has folded matches again too often for this, its rounds are taken: nothing is lost by a round too much.
    """
    known = log.knowledge.known_by(event.get("after"))
    if known is None and log.sheet is not None:
        return is_finished(log)
    if known is not None and log.was_over is not None and log.was_over[0] == known:
        return log.was_over[1]
    if log.effort.left <= 0 or cannot_be_over(log, match):
        return False
    log.effort.spend(log)
    found = is_finished(log_as_seen(log, event))
    if known is not None:
        log.was_over = (known, found)
    return found


def is_finished(log: Log) -> bool:
    sheet = sheet_from_log(log)
    return sheet is not None and sheet.finished


def log_as_seen(log: Log, event: Event) -> Log:
    """The match as the writer of the event knew it; the log itself where the writer knew it all."""
    require_started(log)
    known = log.knowledge.known_by(event.get("after"))
    if known is None:
        return log
    return fold_events([one for place, one in enumerate(log.events) if one["kind"] == "start" or known >> place & 1])
