"""The log of a match: events, and the state that they fold to.

Events are the only truth that is stored and sent around. They are taken in the order of the
server's numbers, those without one last, as written. What two people wrote apart counts once:
the first record of a round counts, another stands aside until somebody settles it; of two
amendments that are apart and differ the last one holds and both are shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.causality import Causality, bits
from games.match.closure import causality_of
from games.match.effects import ACTS
from games.match.effort import Effort

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.match.deals import RecordedDeal
    from games.match.sheet import Sheet

    Event = dict[str, Any]  # as the public format has it


# What says nothing without its data.
TOLD = ("start", "deal", "amend", "seats", "strike", "restore", "options")


class Log:
    """A match as its events tell it, up to the last one taken."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.knowledge = Causality()
        self.effort = Effort()
        self.clear()

    def clear(self) -> None:
        self.start: Event | None = None
        self.game: Any = None
        self.options: dict[str, Any] = {}
        self.players: list[Any] = []
        self.first_dealer = 0
        self.in_order: list[RecordedDeal] = []  # the deals in playing order, those struck and aside too
        self.late: dict[
            str, list[RecordedDeal]
        ] = {}  # deals that are not in it yet, by the id of the deal they come before
        self.recorded: dict[str, RecordedDeal] = {}  # the same by their ids
        self.at_place: dict[int, RecordedDeal] = {}  # and by the places of their events
        self.counted = 0  # the bits of those that count
        self.is_closed = False
        self.is_deleted = False
        self.is_emptied = False
        self.needs_newer = False  # something here is not known to this version
        self.sheet: Sheet | None = None  # as it was last made, while nothing but further deals has come
        self.is_stale = False  # what events knew of each other has grown since they were taken
        # The bits of the events that say these things: what somebody knew of them is found without another fold.
        self.setting = self.seating = self.closing = self.opening = 0
        self.has_doubles = False  # a deal that was recorded twice under one id
        # Worked out when somebody asks, and anew after a change:
        self.counting_deals: list[RecordedDeal] | None = None
        self.numbers: dict[str, tuple[int, int]] | None = None
        self.conflicts: dict[str, list[Any]] = {}
        self.with_keys: dict[str, int] | None = None
        self.reaches: list[Any] = []  # games/match/reach.py
        self.was_over: tuple[int, bool] | None = None  # whether it was, to who knew the events with these bits

    def replace(self, events: list[Event]) -> None:
        """The same events, with what the server has added to them since."""
        self.events = events
        self.conflicts = {}

    def catch_up(self) -> None:
        """Take all events anew where more is known of what their writers knew: once, however many events brought it."""
        if self.is_stale:
            self.clear()
            if self.knowledge.late:
                self.knowledge = causality_of(self.events)
            for place, event in enumerate(self.events):
                apply_effect(self, event, place)

    @property
    def deals(self) -> list[RecordedDeal]:
        self.catch_up()
        if self.late:
            self.insert_late()
        return self.in_order

    def insert_late(self) -> None:
        """Insert all late deals in one pass: a search for each would cost as much as the whole list."""
        rest, self.in_order = list(reversed(self.in_order)), []
        while rest:
            deal = rest[-1]
            if deal.id in self.late:
                rest.extend(reversed(self.late.pop(deal.id)))
            else:
                self.in_order.append(rest.pop())

    @property
    def by_id(self) -> dict[str, RecordedDeal]:
        self.catch_up()
        return self.recorded

    def counting(self) -> list[RecordedDeal]:
        deals = self.deals
        if self.counting_deals is None:
            self.counting_deals = [deal for deal in deals if deal.counts]
        return self.counting_deals

    def number_before(self, deal: RecordedDeal) -> int:
        """How many deals that count are played before this one."""
        return self.position(deal)[0]

    def position(self, deal: RecordedDeal) -> tuple[int, int]:
        """How many deals that count are played before this one, and how many in all."""
        deals = self.deals
        if self.numbers is None:
            self.numbers, number = {}, 0
            for position, one in enumerate(deals):
                self.numbers[one.id] = (number, position)
                number += one.counts
        return self.numbers[deal.id]

    def count(self, deal: RecordedDeal) -> None:
        """Note whether it counts now."""
        if deal.counts != bool(self.counted >> deal.place & 1):
            self.counted ^= 1 << deal.place
            self.counting_deals = self.numbers = None

    def with_key(self, key: str) -> int:
        """The bits of the deals that have, or have had, the answers with this key."""
        if self.with_keys is None:
            self.with_keys = {}
            for deal in self.deals:
                for one in deal.version_keys():
                    self.with_keys[one] = self.with_keys.get(one, 0) | 1 << deal.place
        return self.with_keys.get(key, 0)

    def rivals(self, deal: RecordedDeal, place: int) -> int:
        """The deals that count, were written apart from this one, and were not known to the writer of this event."""
        rivals = (
            self.counted & ~self.knowledge.known_to(deal.place) & ~self.knowledge.known_to(place) & ~(1 << deal.place)
        )
        known = [one for one in bits(rivals) if self.knowledge.known_to(one) >> deal.place & 1]
        for one in known:
            rivals &= ~(1 << one)
        return rivals


def fold_events(events: Sequence[Event]) -> Log:
    """The state after all events; they may come in any order."""
    log = unfolded_log(events)
    for place, event in enumerate(log.events):
        apply_effect(log, event, place)
    return log


def unfolded_log(events: Sequence[Event]) -> Log:
    """A log that knows what all writers knew, and has taken none of the events yet."""
    log = Log()
    log.events = sorted_events(events)
    for event in log.events:
        if log.knowledge.add(event["id"], event.get("after")) or log.knowledge.late:
            log.knowledge = causality_of(log.events)  # many may have been named before they came
            break
    return log


def sorted_events(events: Sequence[Event]) -> list[Event]:
    """By the server's numbers; those without one last, as written."""
    numbered = [(event["seq"], place) for place, event in enumerate(events) if event.get("seq")]
    rest = [event for event in events if not event.get("seq")]
    return [events[place] for _seq, place in sorted(numbered)] + rest


def apply_event(log: Log, event: Event) -> Log:
    """Take the next event."""
    log.events.append(event)
    has_grown = log.knowledge.add(event["id"], event.get("after"))
    apply_effect(log, event, len(log.events) - 1)
    if has_grown:
        # Named before it came: what was thought to be written apart may not have been.
        log.is_stale = True
        log.sheet = None
    return log


def apply_effect(log: Log, event: Event, place: int) -> None:
    log.conflicts, log.with_keys = {}, None
    if event["kind"] != "deal":
        log.sheet = None
    if event["kind"] in TOLD and not event.get("data"):
        log.is_emptied = True  # deleted for good: only the numbers are left
        return
    for kind, act in ACTS:
        if kind == event["kind"]:
            act(log, event, place, event.get("data") or {})
            return
    log.needs_newer = True
