"""Evenings: the matches of one sitting, by the rule or as a hand has put them together.

A match belongs to the evening of the one before it when it starts less than six hours after that one's
last round; else it begins a new one, which is named by its id. What is written of a match half a day after its start
was put in later, from paper, or played another time: it makes no evening longer. The phone works them out here, from
the lines of its matches; the server keeps them in rows (`games/store/evenings.py`), and a test holds both together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.clock import HOUR

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.match.log import Event

PAUSE, LONGEST, USUAL = 6, 12, 4  # hours: between two evenings; that a match lasts at most, and where nobody can tell


def same_evening(begins: Any, began: Any, ended: Any, hour: Any) -> bool:
    """Whether a match that begins then belongs to the evening of the one before it. Times of any kind, and their hour."""
    over = ended if ended - began < LONGEST * hour else began + USUAL * hour
    return bool(begins - over < PAUSE * hour)


class ManualEvenings:
    """What hands have said of evenings, in the order of the log."""

    def __init__(self, matches: Sequence[dict[str, Any]], said: Sequence[Event]) -> None:
        self.began = {match["match"]: match["start_seq"] for match in matches}
        self.into: dict[str, str] = {}  # the evening that a match was put into
        self.names: dict[str, str] = {}
        self.places: dict[str, str] = {}
        for event in said:
            self.take(event, event.get("data") or {})

    def take(self, event: Event, data: dict[str, Any]) -> None:
        evening, listed = data["evening"], data.get("matches")
        for name, words in (("name", self.names), ("place", self.places)):
            if name in data:
                words[evening] = data[name] or ""
        if listed is None:
            listed = [evening]  # one that only the rule has made is held together by its first match
        else:
            self.into = {match: into for match, into in self.into.items() if into != evening}
        for match in listed:
            if self.was_there(match, event):
                self.into[match] = evening

    def was_there(self, match: str, event: Event) -> bool:
        """A hand can only have meant what had begun; what the server has not numbered yet comes last."""
        if match not in self.began:
            return False
        began, said = self.began[match], event.get("seq")
        return not said or bool(began and began < said)


def group_matches(matches: Sequence[dict[str, Any]], said: Sequence[Event]) -> list[dict[str, Any]]:
    """Of the lines of matches that are there, and the `evening` events; the last evening first."""
    hands = ManualEvenings(matches, said)
    found: dict[str, dict[str, Any]] = {}
    before, into = None, ""
    for match in sorted(matches, key=in_time):
        if match["match"] in hands.into:
            into = hands.into[match["match"]]
        elif before is None or not same_evening(match["begins"], before["begins"], before["ends"], HOUR):
            into = match["match"]
        if into not in found:
            found[into] = new_evening(into, match, hands)
        found[into]["matches"].append(match["match"])
        before = match
    return sorted(found.values(), key=last_first)


def new_evening(evening: str, first: dict[str, Any], hands: ManualEvenings) -> dict[str, Any]:
    """Its date is that of the first start, where that was written."""
    return {
        "id": evening,
        "date": first["day"],
        "begins": first["begins"],
        "name": hands.names.get(evening, ""),
        "place": hands.places.get(evening, ""),
        "matches": [],
    }


def in_time(match: dict[str, Any]) -> tuple[int, str]:
    return match["begins"], match["match"]


def last_first(evening: dict[str, Any]) -> tuple[int, str]:
    return -evening["begins"], evening["id"]
