"""The log of a match: events, and the state that they fold to.

Events are the only truth that is stored and exchanged. They are applied in the order of the server's numbers;
events without a number come last, as recorded. A round that two people recorded concurrently counts once: the first
record counts, the other is a duplicate until someone settles it. If two concurrent amendments differ, the last one
counts, and people can choose between both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match import limits
from games.match.causality import Causality, bits, parse_after
from games.match.closure import causality_of
from games.match.effects import EFFECTS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.match.changes import RecordedChange
    from games.match.deals import RecordedDeal
    from games.match.sheet import Sheet

    Event = dict[str, Any]  # as the public format has it


# The kinds that mean nothing without their data.
NEEDS_DATA = ("start", "deal", "amend", "seats", "people", "strike", "restore", "options")


MOST_RENUMBERED = 300_000  # rounds in a push; the rest of its events must wait for the next push
FOLD = 20  # to apply an event again takes as long as to number as many rounds


class Effort:
    """The number of events that may still be folded or scored again to judge rounds. All logs of a push share one."""

    left = 10_000
    renumbered = 0  # rounds whose numbers were computed again, because one was inserted or the log was folded again

    def spend(self, log: Log) -> None:
        self.left -= len(log.events)


class Log:
    """The state of a match after the events that were applied so far."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.causality = Causality()
        self.effort = Effort()
        self.clear()

    def clear(self) -> None:
        self.start: Event | None = None
        self.game: Any = None
        self.custom_game: dict[str, Any] | None = None  # what the match has of the group's game that it plays
        self.options: dict[str, Any] = {}
        self.players: list[Any] = []
        self.first_dealer = 0
        self.changes: list[RecordedChange] = []  # of the people, in the order of the log
        self.unanchored: dict[int, RecordedChange] = {}  # those that no round begins with yet, by their places
        self.unanchored_bits = 0  # the events of these
        self.reseated: dict[int, dict[str, Any]] = {}  # the corrections of `seats` events, by their places
        self.corrections_left = limits.MOST_CORRECTED
        self.comparisons_left = limits.MOST_COMPARED
        self.settled_left = limits.MOST_SETTLED
        # All deals in playing order, including struck ones and duplicates, but without those in `late`.
        self.in_order: list[RecordedDeal] = []
        # Deals that `insert_late` still has to insert, by the id of the deal that they come before.
        self.late: dict[str, list[RecordedDeal]] = {}
        self.recorded: dict[str, RecordedDeal] = {}  # all deals by their ids
        # An event's place is its index in `events`. A set of events is a whole number with a bit at the place of each.
        self.at_place: dict[int, RecordedDeal] = {}  # all deals by the places of their events
        self.deal_bits = 0  # the events of all deals
        self.counted_bits = 0  # the events of the deals that count
        self.is_closed = False
        self.entered_totals: list[int] | None = None  # of a finished match without rounds
        self.has_no_result = False  # the last `finish` said so; it holds while the match is closed
        self.is_deleted = False
        self.is_emptied = False
        self.needs_newer = False  # the match has something that this version does not know
        self.is_uncountable = False  # its game raises an error before the first round
        self.sheet: Sheet | None = None  # the last score, which only needs the deals that were appended since
        self.is_stale = False  # a later event showed that writers of earlier events had seen more than was known
        # The events that set the options, set the players, closed the match, or opened it again. The last of them that a
        # writer had seen gives the match as that writer saw it, without a second fold.
        self.options_bits = self.seats_bits = self.closing_bits = self.opening_bits = 0
        self.changes_bits = 0  # the events of `changes`
        self.has_doubles = False  # two events recorded a deal with the same id
        self.reserve_used: dict[Any, int] = {}  # the number of events beyond MOST_EVENTS, by the id of their writer
        self.named_beyond: dict[Any, int] = {}  # ids in `after` beyond MOST_NAMED, by the id of the writer
        # The rest are caches, which a change clears.
        self.counted_list: list[RecordedDeal] | None = None  # the deals that count, in playing order
        self.numbers: dict[str, tuple[int, int]] = {}  # what `position` returns, by the id of the deal
        self.conflicts: dict[str, tuple[list[Any], int]] = {}
        self.with_keys: dict[str, int] | None = None  # what `with_key` returns, by the key
        self.seated: Any = None  # games/match/columns.py
        self.reaches: list[Any] = []  # games/match/reach.py
        self.was_over: tuple[int, bool] | None = None  # a set of events, and whether the match was over with them

    def replace(self, events: list[Event]) -> None:
        """Replace the events by the same ones, with the fields that the server has added."""
        self.events = events
        self.conflicts = {}

    def fold_again(self) -> None:
        """Apply all events again, as writers had seen more than was known: once, however many events reveal it."""
        self.effort.renumbered += FOLD * len(self.events)
        self.clear()
        if self.causality.pending:
            self.causality = causality_of(self.events)
        for place, event in enumerate(self.events):
            apply_effect(self, event, place)

    @property
    def deals(self) -> list[RecordedDeal]:
        if self.is_stale:
            self.fold_again()
        if self.late:
            self.insert_late()
        return self.in_order

    def insert_late(self) -> None:
        """Insert all late deals in one pass: a search for each would cost as much as the complete list."""
        rest, self.in_order = list(reversed(self.in_order)), []
        while rest:
            deal = rest[-1]
            if deal.id in self.late:
                rest.extend(reversed(self.late.pop(deal.id)))
            else:
                self.in_order.append(rest.pop())

    @property
    def by_id(self) -> dict[str, RecordedDeal]:
        if self.is_stale:
            self.fold_again()
        return self.recorded

    def counted_deals(self) -> list[RecordedDeal]:
        deals = self.deals
        if self.counted_list is None:
            self.counted_list = [deal for deal in deals if deal.counts]
        return self.counted_list

    def number_before(self, deal: RecordedDeal) -> int:
        """Return how many deals that count are played before this one."""
        return self.position(deal)[0]

    def position(self, deal: RecordedDeal) -> tuple[int, int]:
        """Return how many deals that count are played before this one, and how many in all."""
        deals = self.deals
        if not self.numbers:
            number = 0
            for position, earlier in enumerate(deals):
                self.numbers[earlier.id] = (number, position)
                number += earlier.counts
            self.effort.renumbered += len(deals)
        return self.numbers[deal.id]

    def number_next(self, deal: RecordedDeal) -> None:
        """Number a deal that is played after all others."""
        last = self.in_order[-1]
        number, position = self.numbers[last.id]
        self.numbers[deal.id] = (number + last.counts, position + 1)

    def count(self, deal: RecordedDeal) -> None:
        """Note whether the deal counts now."""
        if deal.counts != bool(self.counted_bits >> deal.place & 1):
            self.counted_bits ^= 1 << deal.place
            self.counted_list, self.numbers = None, {}

    def with_key(self, key: str) -> int:
        """Return the bits of the deals that have, or have had, the answers with this key."""
        if self.with_keys is None:
            self.with_keys = {}
            for deal in self.deals:
                for known in deal.version_keys():
                    self.with_keys[known] = self.with_keys.get(known, 0) | 1 << deal.place
        return self.with_keys.get(key, 0)

    def rivals(self, deal: RecordedDeal, place: int) -> int:
        """Return the bits of the deals that count, are concurrent with this one, and are new to the event's writer.

        All calls together look at a limited number of deals, the newest first. The others count as concurrent.
        """
        causality = self.causality
        seen = causality.seen_by_writer(deal.place) | causality.seen_by_writer(place)
        rivals = self.counted_bits & ~seen & ~(1 << deal.place)
        places = bits(rivals, self.comparisons_left)
        self.comparisons_left -= len(places)
        for later in [rival for rival in places if causality.seen_by_writer(rival) >> deal.place & 1]:
            rivals &= ~(1 << later)
        return rivals


def fold_events(events: Sequence[Event]) -> Log:
    """Return the state after all events, which may come in any order."""
    log = unfolded_log(events)
    for place, event in enumerate(log.events):
        apply_effect(log, event, place)
    return log


def unfolded_log(events: Sequence[Event]) -> Log:
    """Return a log that has the causality of all events, and has applied none of them."""
    log = Log()
    log.events = sorted_events(events)
    for event in log.events:
        if log.causality.add(event["id"], event.get("after")) or log.causality.pending:
            log.causality = causality_of(log.events)  # many events may be named before they come
            break
    return log


def unapplied_log(log: Log) -> Log:
    """Return a log with the same events and the same causality, which takes most memory, that has applied none of them."""
    if log.is_stale:
        log.fold_again()
    other = Log()
    other.events, other.causality = log.events, log.causality
    return other


def sorted_events(events: Sequence[Event]) -> list[Event]:
    """Return the events by the server's numbers; those without one come last, as recorded."""
    numbered = [(event["seq"], place) for place, event in enumerate(events) if event.get("seq")]
    rest = [event for event in events if not event.get("seq")]
    return [events[place] for _seq, place in sorted(numbered)] + rest


def apply_event(log: Log, event: Event) -> Log:
    """Append the next event and apply it."""
    log.events.append(event)
    has_grown = log.causality.add(event["id"], event.get("after"))
    apply_effect(log, event, len(log.events) - 1)
    if has_grown:
        # The event was named before it came, so some events are not concurrent as assumed.
        log.is_stale = True
        log.sheet = None
    return log


def apply_effect(log: Log, event: Event, place: int) -> None:
    log.conflicts, log.with_keys = {}, None
    writer = (event.get("by") or {}).get("id")
    first, names = log.causality.first_beyond, parse_after(event.get("after")) or []
    if len(names) > 1 and first is not None and place >= first:
        log.named_beyond[writer] = log.named_beyond.get(writer, 0) + len(names)
    if place >= limits.MOST_EVENTS:
        log.reserve_used[writer] = log.reserve_used.get(writer, 0) + 1
    if event["kind"] != "deal":
        log.sheet = None
    if event["kind"] in NEEDS_DATA and not event.get("data"):
        log.is_emptied = True  # deleted permanently: only the numbers are left
        return
    for kind, effect in EFFECTS:
        if kind == event["kind"]:
            effect(log, event, place, event.get("data") or {})
            return
    log.needs_newer = True
