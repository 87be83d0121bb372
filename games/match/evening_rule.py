"""Evenings: the matches of one sitting, by a rule or as people have grouped them.

A match belongs to the evening of the match before it if it starts less than six hours after that match's last
round. Otherwise it begins a new evening, whose id is the id of the match. Rounds entered half a day after the start
were copied from paper or played another time, so they do not make the evening longer. The phone groups matches with
this module, from their summaries. The server stores evenings as rows (`games/store/evenings.py`). A test compares both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.times import HOUR

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.match.log import Event

PAUSE, LONGEST, USUAL = 6, 12, 4  # hours: between two evenings; of the longest match; of one whose end is unknown


def same_evening(begins: Any, began: Any, ended: Any, hour: Any) -> bool:
    """Return whether a match belongs to the evening of the one before it. Times have any type; `hour` has the same."""
    over = ended if ended - began < LONGEST * hour else began + USUAL * hour
    return bool(begins - over < PAUSE * hour)


class ManualEvenings:
    """Evenings as people have grouped and named them, from events in the order of the log."""

    def __init__(self, matches: Sequence[dict[str, Any]], events: Sequence[Event]) -> None:
        self.start_seqs = {match["match"]: match["start_seq"] for match in matches}
        self.into: dict[str, str] = {}  # the evening that people assigned a match to
        self.names: dict[str, str] = {}
        self.places: dict[str, str] = {}
        for event in events:
            self.apply(event, event.get("data") or {})

    def apply(self, event: Event, data: dict[str, Any]) -> None:
        evening, listed = data["evening"], data.get("matches")
        for name, words in (("name", self.names), ("place", self.places)):
            if name in data:
                words[evening] = data[name] or ""
        if listed is None:
            listed = [evening]  # an evening by the rule keeps its id because of its first match
        else:
            self.into = {match: into for match, into in self.into.items() if into != evening}
        for match in listed:
            if self.had_started(match, event):
                self.into[match] = evening

    def had_started(self, match: str, event: Event) -> bool:
        """Return whether the match had started before the event. Events without a number from the server come last."""
        if match not in self.start_seqs:
            return False
        start_seq, seq = self.start_seqs[match], event.get("seq")
        return not seq or bool(start_seq and start_seq < seq)


def group_matches(matches: Sequence[dict[str, Any]], events: Sequence[Event]) -> list[dict[str, Any]]:
    """Return the evenings, the last one first, from the summaries of matches and the `evening` events."""
    manual = ManualEvenings(matches, events)
    evenings: dict[str, dict[str, Any]] = {}
    before, into = None, ""
    for match in sorted(matches, key=by_start):
        if match["match"] in manual.into:
            into = manual.into[match["match"]]
        elif before is None or not same_evening(match["begins"], before["begins"], before["ends"], HOUR):
            into = match["match"]
        if into not in evenings:
            evenings[into] = new_evening(into, match, manual)
        evenings[into]["matches"].append(match["match"])
        before = match
    return sorted(evenings.values(), key=newest_first)


def new_evening(evening: str, first: dict[str, Any], manual: ManualEvenings) -> dict[str, Any]:
    """Return a new evening. Its date is the date of the first start, in the zone where it was recorded."""
    return {
        "id": evening,
        "date": first["day"],
        "begins": first["begins"],
        "name": manual.names.get(evening, ""),
        "place": manual.places.get(evening, ""),
        "matches": [],
    }


def by_start(match: dict[str, Any]) -> tuple[int, str]:
    return match["begins"], match["match"]


def newest_first(evening: dict[str, Any]) -> tuple[int, str]:
    return -evening["begins"], evening["id"]
