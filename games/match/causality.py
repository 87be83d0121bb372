"""Who knew what: an event names the ends of the log as its writer saw it.

A writer knew what its `after` names, and whatever those knew. Two events are apart when the
writer of neither knew the other. What each one knew is kept as the bits of a whole number,
one for each event of the log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


def parse_after(after: Any) -> list[str] | None:
    """The ids in an `after`; None where the writer knew all that there was."""
    if after is None:
        return None
    return [after] if isinstance(after, str) else list(after)


def bits(mask: int, most: int | None = None) -> list[int]:
    """The places of the bits in a whole number, or of so many of the highest; the lowest first."""
    text = bin(mask)[2:]
    places: list[int] = []
    at = text.find("1")
    while at >= 0 and len(places) != most:
        places.append(len(text) - 1 - at)
        at = text.find("1", at + 1)
    places.reverse()
    return places


def last_bit(mask: int) -> int:
    """The place of the highest bit; below zero where there is none."""
    return len(bin(mask)) - 3 if mask else -1


MOST = 16  # events that are told of another one at once, and not only where somebody asks


class Causality:
    """What the writers of a log's events knew of each other."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}  # the number of each event, by its id
        self.ids: list[str] = []
        self.knew: list[int] = []  # for each event the bits of those its writer knew, but for what is in `late` since
        self.missing: dict[str, list[int]] = {}  # ids named before they came, and who named them
        self.early: dict[int, int] = {}  # the bits of those before an event whose writers knew it all the same
        self.late: list[tuple[int, int]] = []  # what many have learnt since: the bits of these, and of what it is
        self.learners = 0  # the bits of all of these
        self.added: list[int] = []  # for each event how many of `late` its `knew` has in it
        self.namers: dict[int, list[int]] = {}  # for each event those after it that named it
        self.named_later = 0  # the bits of those that have some
        self.knew_all = 0  # the bits of those that did not say what they knew
        self.heads = 0  # the bits of the events that no other one knew

    def add(self, id: str, after: Any) -> bool:
        """Add an event. True where what others knew of each other has grown: it was named before it came."""
        place = len(self.knew)
        self.places[id] = place
        self.ids.append(id)
        names = parse_after(after)
        knew = (1 << place) - 1 if names is None else 0
        for name in names or []:
            known = self.places.get(name)
            if known is None:
                self.missing.setdefault(name, []).append(place)
            elif known != place:
                knew |= self.known_to(known) | 1 << known
                self.namers.setdefault(known, []).append(place)
                self.named_later |= 1 << known
        if names is None:
            self.knew_all |= 1 << place
        self.knew.append(knew)
        self.added.append(len(self.late))
        self.heads &= ~knew
        namers = self.missing.pop(id, None)
        if namers is None:
            self.heads |= 1 << place
            return False
        others = self.knowing(namers) & ~(1 << place)
        has_grown = len([one for one in namers if knew & ~self.known_to(one) & ~(1 << one)]) > 0
        news = 1 << place | (knew if has_grown else 0)
        self.propagate(news, others)
        self.added[place] = len(self.late)
        return has_grown

    def known_to(self, place: int) -> int:
        """The bits of what the writer of an event knew."""
        first = self.added[place] if self.learners >> place & 1 else len(self.late)
        for number in range(first, len(self.late)):
            learners, news = self.late[number]
            if learners >> place & 1:
                self.knew[place] |= news & ~(1 << place)
        self.added[place] = len(self.late)
        return self.knew[place]

    def knowing(self, namers: list[int]) -> int:
        """The bits of those who named an event, and of whoever knew one of them."""
        found, rest = 0, list(namers)
        while rest:
            place = rest.pop()
            if not found >> place & 1:
                sooner = self.early.get(place, 0) & ~found
                found |= sooner & ~self.named_later | 1 << place
                rest.extend(bits(sooner & self.named_later))
                first = last_bit(sooner & ~(sooner - 1)) if sooner else place
                rest.extend(bits(self.knew_all >> first << first & ~found))
                rest.extend(self.namers.get(place, ()))
        return found

    def propagate(self, news: int, others: int) -> None:
        """These have learnt that much: a few of them at once, many when somebody asks."""
        learners = bits(others, MOST + 1)
        first = last_bit(others & ~(others - 1))
        for known in bits(news >> first << first):
            sooner = others & ((1 << known) - 1)
            if sooner:
                self.early[known] = self.early.get(known, 0) | sooner
        if len(learners) > MOST:
            self.late.append((others, news))
            self.learners |= others
        else:
            for other in learners:
                self.knew[other] = self.known_to(other) | news & ~(1 << other)
        self.heads &= ~news

    def has_known(self, later: str, earlier: str) -> bool:
        """Whether the writer of one event knew the other."""
        return bool(self.known_to(self.places[later]) >> self.places[earlier] & 1)

    def apart_from(self, place: int) -> int:
        """The bits of the events before this one of which neither writer knew the other's."""
        return ((1 << place) - 1) & ~self.known_to(place) & ~self.early.get(place, 0)

    def known_by(self, after: Any) -> int | None:
        """The bits of what the writer of a new event knew; None where that is all there is."""
        names = parse_after(after)
        known = 0
        for name in names or []:
            if name in self.places:
                known |= self.known_to(self.places[name]) | 1 << self.places[name]
        if names is None or known == (1 << len(self.knew)) - 1:
            return None
        return known

    def ends(self) -> list[str]:
        """The events that no other one knew, in the order of the log: what the next event comes after."""
        return [self.ids[place] for place in bits(self.heads)]
