"""Who knew what: an event names the ends of the log as its writer saw it.

A writer knew what its `after` names, and whatever those knew. Two events are apart when the
writer of neither knew the other. What each one knew is kept as the bits of a whole number,
one for each event of the log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


def named(after: Any) -> list[str] | None:
    """The ids in an `after`; None where the writer knew all that there was."""
    if after is None:
        return None
    return [after] if isinstance(after, str) else list(after)


class Knowledge:
    """What the writers of a log's events knew of each other."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}  # the number of each event, by its id
        self.knew: list[int] = []  # for each event the bits of those its writer knew
        self.missing: dict[str, int] = {}  # ids named before they came, and the bits of who named them

    def add(self, id: str, after: Any) -> bool:
        """Add an event. True where it was named before it came: then what others knew has grown."""
        place = len(self.knew)
        self.places[id] = place
        names = named(after)
        knew = (1 << place) - 1 if names is None else 0
        for name in names or []:
            known = self.places.get(name)
            if known is None:
                self.missing[name] = self.missing.get(name, 0) | 1 << place
            elif known != place:
                knew |= self.knew[known] | 1 << known
        self.knew.append(knew)
        namers = self.missing.pop(id, 0)
        if namers:
            self.tell(place, namers)
        return namers != 0

    def tell(self, place: int, namers: int) -> None:
        """Those who named this event, and whoever knew one of them, knew it and what it knew."""
        for other in range(len(self.knew)):
            if other != place and (namers >> other & 1 or self.knew[other] & namers):
                self.knew[other] |= (self.knew[place] | 1 << place) & ~(1 << other)

    def has_known(self, later: str, earlier: str) -> bool:
        """Whether the writer of one event knew the other."""
        return bool(self.knew[self.places[later]] >> self.places[earlier] & 1)

    def has_known_all(self, id: str) -> bool:
        """Whether the writer knew everything before it in the log: then it is apart from nothing there."""
        before = (1 << self.places[id]) - 1
        return self.knew[self.places[id]] & before == before

    def known_by(self, after: Any) -> set[str] | None:
        """The ids of what the writer of a new event knew; None where that is all there is."""
        names = named(after)
        known = 0
        for name in names or []:
            if name in self.places:
                known |= self.knew[self.places[name]] | 1 << self.places[name]
        if names is None or known == (1 << len(self.knew)) - 1:
            return None
        return {id for id, place in self.places.items() if known >> place & 1}

    def are_apart(self, one: str, other: str) -> bool:
        return one != other and not self.has_known(one, other) and not self.has_known(other, one)

    def ends(self) -> list[str]:
        """The events that no other one knew, in the order of the log: what the next event comes after."""
        known = 0
        for knew in self.knew:
            known |= knew
        found = [(place, id) for id, place in self.places.items() if not known >> place & 1]
        return [id for _place, id in sorted(found)]
