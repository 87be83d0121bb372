"""Whether a match has room for one more event. Phones check it before they record the event, as the server does.

What others recorded meanwhile uses up nobody's room: it counts only once the writer of the event has seen it. All writers
together have a higher limit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match import limits
from games.match.causality import parse_after
from games.match.errors import Refused
from games.rules.words import _

if TYPE_CHECKING:
    from games.match.log import Event, Log

MANY_EVENTS = "many_events", _("This match has %(most)s entries. No more are possible.")
MANY_EVENTS_STORED = "many_events", _("This match has %(most)s entries. Its scorers cannot enter more.")
MANY_CHANGES = (
    "many_changes",
    _("The people of this match have already changed %(most)s times. No more changes are possible."),
)
MANY_ROUNDS = "many_rounds", _("This match has %(most)s rounds. Start a new match to go on.")
MANY_NAMED = (
    "many_ids",
    _("The entries of this match name %(most)s entries in “%(field)s”. Name only the latest entry."),
)
ENDING = ("finish", "delete")  # the kinds that a match without room still accepts


def require_room(log: Log, event: Event, writer: str | None) -> None:
    """Raise `Refused` if the match has very many events, or its events name very many others."""
    if log.start is not None and is_ending(log, event):
        return
    require_room_for_names(log, parse_after(event.get("after")) or [], writer)
    if len(log.events) < limits.MOST_EVENTS or log.start is None:
        return
    if len(log.events) >= limits.MOST_EVENTS_STORED:
        raise Refused(*MANY_EVENTS_STORED, most=limits.MOST_EVENTS_STORED)
    seen = log.causality.seen_by(event.get("after"))
    # The reserve limits how many events someone can add without ever looking at the match.
    if seen is None or count_bits(seen) >= limits.MOST_EVENTS or log.reserve_used.get(writer, 0) >= limits.RESERVE:
        raise Refused(*MANY_EVENTS, most=limits.MOST_EVENTS)


def require_room_for_names(log: Log, names: list[str], writer: str | None) -> None:
    """Raise `Refused` if the events name very many others, and this one names more than the heads of the match.

    An event is a head once, so those who name heads cannot name many. A phone that did not know the latest heads uses the
    reserve of its writer.
    """
    causality, used = log.causality, log.named_beyond.get(writer, 0)
    if (
        len(names) > 1
        and causality.name_count + len(names) > limits.MOST_NAMED
        and used + len(names) > limits.NAMED_RESERVE
        and not causality.are_heads(names)
    ):
        raise Refused(*MANY_NAMED, field="after", most=limits.MOST_NAMED)


def is_ending(log: Log, event: Event) -> bool:
    """Return whether the event ends the match, which a match without room accepts once."""
    return event["kind"] in ENDING and not log.is_deleted and not (event["kind"] == "finish" and log.is_closed)


def require_room_for_change(log: Log, seen: int | None) -> None:
    """Raise `Refused` if the people have changed very often, for a writer who had seen these events."""
    known = log.changes_bits if seen is None else log.changes_bits & seen
    for count, most in (
        (count_bits(known), limits.MOST_CHANGES),
        (len(log.changes), limits.MOST_CHANGES_STORED),
    ):
        if count >= most:
            raise Refused(*MANY_CHANGES, most=most)


def require_room_for_round(log: Log, seen: int | None) -> None:
    """Raise `Refused` if the match has very many rounds: each save scores them all while others wait."""
    stored = len(log.recorded)
    known = stored if seen is None else len([deal for deal in log.recorded.values() if seen >> deal.place & 1])
    for count, most in ((known, limits.MOST_ROUNDS), (stored, limits.MOST_ROUNDS_STORED)):
        if count >= most:
            raise Refused(*MANY_ROUNDS, most=most)


def count_bits(mask: int) -> int:
    return bin(mask).count("1")
