"""Causality: which events the writer of an event had seen.

An event names the heads of the log as its writer saw it. The writer had seen these events, and all that
their writers had seen. Two events are concurrent when neither writer had seen the other event. Sets of events
are the bits of a whole number, one bit for each event of the log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match import limits

if TYPE_CHECKING:
    from typing import Any


def parse_after(after: Any) -> list[str] | None:
    """Return the event ids in `after`, or None if the writer had seen the whole log."""
    if after is None:
        return None
    return [after] if isinstance(after, str) else list(after)


def bits(mask: int, most: int | None = None) -> list[int]:
    """Return the places of the bits in a whole number, or of the `most` highest ones, lowest first."""
    text = bin(mask)[2:]
    places: list[int] = []
    at = text.find("1")
    while at >= 0 and len(places) != most:
        places.append(len(text) - 1 - at)
        at = text.find("1", at + 1)
    places.reverse()
    return places


def last_bit(mask: int) -> int:
    """Return the place of the highest bit, or a negative number if there is none."""
    return len(bin(mask)) - 3 if mask else -1


MOST_UPDATED = 16  # events whose `seen` is updated at once; for more of them it waits until it is read


class Causality:
    """Which events of a log the writer of each event had seen."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}  # the number of each event, by its id
        self.ids: list[str] = []
        self.name_count = 0  # ids in `after`, in all
        self.first_beyond: int | None = None  # the place of the first event with which these are more than MOST_NAMED
        self.seen: list[int] = []  # for each event the bits of those its writer had seen, without `pending`
        self.missing: dict[str, list[int]] = {}  # ids that were named before their event came, and who named them
        self.awaited_left = limits.MOST_AWAITED
        self.traces_left = limits.MOST_TRACED
        self.early: dict[int, int] = {}  # the bits of the events before an event whose writers had seen it
        self.pending: list[tuple[int, int]] = []  # the bits of many events, and of what their writers had seen besides
        self.learners = 0  # the bits of all events in `pending`
        self.applied: list[int] = []  # for each event how many items of `pending` its `seen` includes
        # For each event the bits of later ones that name it, if a search may need them; bit 0 is the next event.
        self.namers: dict[int, int] = {}
        self.with_namers = 0  # the bits of the events in `namers`
        self.saw_all = 0  # the bits of the events without `after`
        self.head_bits = 0  # the bits of the events that no other writer had seen

    def add(self, id: str, after: Any) -> bool:
        """Add an event. Return True if earlier writers turn out to have seen more, as they named this event."""
        place = len(self.seen)
        self.places[id] = place
        self.ids.append(id)
        names = self.counted_names(after, place)
        seen = (1 << place) - 1 if names is None else 0
        for name in names or []:
            known = self.places.get(name)
            if known is None:
                self.missing.setdefault(name, []).append(place)
            elif known != place:
                seen |= self.seen_by_writer(known) | 1 << known
                self.note_namer(known, place)
        if names is None:
            self.saw_all |= 1 << place
        self.seen.append(seen)
        self.applied.append(len(self.pending))
        self.head_bits &= ~seen
        namers = self.missing.pop(id, None)
        if namers is None or not self.can_trace(place):
            self.head_bits |= 1 << place
            return False
        self.traces_left -= place
        others = self.witnesses(namers) & ~(1 << place)
        has_grown = len([other for other in namers if seen & ~self.seen_by_writer(other) & ~(1 << other)]) > 0
        news = 1 << place | (seen if has_grown else 0)
        self.propagate(news, others)
        self.applied[place] = len(self.pending)
        return has_grown

    def counted_names(self, after: Any, place: int) -> list[str] | None:
        """Return the ids in `after` of an event, without those that were named too early, once there are many of these."""
        names = parse_after(after)
        if names is None:
            return None
        self.name_count += len(names)
        if self.first_beyond is None and self.name_count > limits.MOST_NAMED:
            self.first_beyond = place
        counted = []
        for name in names:
            if self.places.get(name, place + 1) > place:
                if self.awaited_left <= 0:
                    continue
                self.awaited_left -= 1
            counted.append(name)
        return counted

    def note_namer(self, known: int, place: int) -> None:
        if place < limits.LAST_TRACED:
            self.namers[known] = self.namers.get(known, 0) | 1 << (place - known - 1)
            self.with_namers |= 1 << known

    def can_trace(self, place: int) -> bool:
        """Return whether to search for those who had seen the event at this place before it came."""
        return place < limits.LAST_TRACED and self.traces_left > 0

    def seen_by_writer(self, place: int) -> int:
        """Return the bits of the events that the writer of this event had seen."""
        first = self.applied[place] if self.learners >> place & 1 else len(self.pending)
        for number in range(first, len(self.pending)):
            learners, news = self.pending[number]
            if learners >> place & 1:
                self.seen[place] |= news & ~(1 << place)
        self.applied[place] = len(self.pending)
        return self.seen[place]

    def witnesses(self, namers: list[int]) -> int:
        """Return the bits of the events that name an event, and of all whose writers had seen one of these.

        Each of them is in `rest` once: many events may name the same event, or have seen it early.
        """
        witnesses, rest = 0, []
        for place in namers:
            if not witnesses >> place & 1:
                witnesses |= 1 << place
                rest.append(place)
        while rest:
            place = rest.pop()
            later = self.namers.get(place, 0) & ~(witnesses >> (place + 1))
            for offset in bits(later):
                rest.append(place + 1 + offset)
            witnesses |= later << (place + 1)
            sooner = self.early.get(place, 0) & ~witnesses
            first = last_bit(sooner & ~(sooner - 1)) if sooner else place
            others = (sooner & self.with_namers) | self.saw_all >> first << first & ~witnesses
            if others:
                rest.extend(bits(others))
            witnesses |= sooner | others
        return witnesses

    def propagate(self, news: int, others: int) -> None:
        """Note that the writers of `others` had seen `news`: at once for a few events, on reading for many."""
        learners = bits(others, MOST_UPDATED + 1)
        first = last_bit(others & ~(others - 1))
        for known in bits(news >> first << first):
            sooner = others & ((1 << known) - 1)
            if sooner:
                self.early[known] = self.early.get(known, 0) | sooner
        if len(learners) > MOST_UPDATED:
            self.pending.append((others, news))
            self.learners |= others
        else:
            for other in learners:
                self.seen[other] = self.seen_by_writer(other) | news & ~(1 << other)
        self.head_bits &= ~news

    def seen_by(self, after: Any) -> int | None:
        """Return the bits of the events that the writer of a new event had seen, or None for the whole log."""
        names = parse_after(after)
        seen = 0
        for name in names or []:
            if name in self.places:
                seen |= self.seen_by_writer(self.places[name]) | 1 << self.places[name]
        if names is None or seen == (1 << len(self.seen)) - 1:
            return None
        return seen

    def are_heads(self, names: list[str]) -> bool:
        """Return whether these are different heads."""
        heads = [name for name in names if name in self.places and self.head_bits >> self.places[name] & 1]
        return len(set(heads)) == len(names)

    def heads(self) -> list[str]:
        """Return the ids of the heads, in the order of the log. The next event names them in its `after`."""
        return [self.ids[place] for place in bits(self.head_bits)]
