"""Changes of the people at the table, in a log: `people` events, and the round that each of them begins with.

A change with `before` begins with that round. A change without it begins with the first round whose writer knew of it.
A round that someone recorded without knowing of the change belongs to the people whom its writer saw. If several changes
begin with the same round, the last one counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match import document, limits
from games.match.causality import bits
from games.match.errors import Refused
from games.match.lineups import (
    TAKE_OVER,
    PeopleChange,
    key_of,
    may_change_count,
    within_columns,
)
from games.rules import catalogue
from games.rules.game import Setup

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.match.deals import RecordedDeal
    from games.match.log import Event, Log


class RecordedChange:
    """A change as its event states it. `anchor` is the round that it begins with, None as long as it has none."""

    def __init__(self, place: int, data: dict[str, Any], anchor: RecordedDeal | None) -> None:
        self.place = place
        self.players: list[Any] = data["players"]
        self.first_dealer: int | None = data.get("first_dealer")
        self.points: str = data["points"]
        self.anchor = anchor


def record_change(log: Log, event: Event, place: int, data: dict[str, Any]) -> None:
    """Add the change of an event to the log."""
    anchor = log.recorded.get(data.get("before") or "") or first_knowing(log, place)
    change = RecordedChange(place, data, anchor)
    for seats in bits(log.seats_bits & ~log.causality.seen_by_writer(place), log.corrections_left):
        correct(log, change, log.reseated.get(seats, {}))
    log.changes.append(change)
    log.changes_bits |= 1 << place
    if anchor is None:
        log.unanchored[place] = change
        log.unanchored_bits |= 1 << place


def first_knowing(log: Log, place: int) -> RecordedDeal | None:
    """Return the first round whose writer knew an event that came after it, or None."""
    for earlier in bits(log.causality.early.get(place, 0)):
        deal = log.at_place.get(earlier)
        if deal is not None and not deal.is_late:
            return deal
    return None


def anchor_changes(log: Log, deal: RecordedDeal) -> None:
    """Let the changes that the writer of this round knew begin with it, unless they begin earlier."""
    if not log.unanchored:
        return
    for place in bits(log.causality.seen_by_writer(deal.place) & log.unanchored_bits):
        log.unanchored.pop(place).anchor = deal
        log.unanchored_bits ^= 1 << place


def reseat(log: Log, place: int, players: list[Any]) -> None:
    """Correct the people of later rounds, too, after the seats were entered wrongly."""
    corrected = {key_of(old): new for old, new in zip(log.players, players) if key_of(old) != key_of(new)}
    log.reseated[place] = corrected
    for change in log.changes[: log.corrections_left]:
        correct(log, change, corrected)


def correct(log: Log, change: RecordedChange, corrected: dict[str, Any]) -> None:
    """Correct the people of one change. The number of corrections in a log is limited, because each may concern all changes."""
    log.corrections_left -= 1
    change.players = substituted(change.players, corrected)


def substituted(players: list[Any], corrected: dict[str, Any]) -> list[Any]:
    """Return the players with the corrected ones. Nobody sits twice: then they stay as they were."""
    result = [corrected.get(key_of(player), player) for player in players]
    return result if len({key_of(player): True for player in result}) == len(result) else players


def changes_of(log: Log) -> list[PeopleChange]:
    """Return the changes that count, in order, each with the number of its first round."""
    return with_columns(log, possible_changes(log))


def possible_changes(log: Log) -> list[PeopleChange]:
    """Return the changes that count if the sheet has a column for everyone."""
    if not log.changes:
        return []
    placed = []
    for change in log.changes:
        number, position = (len(log.counted_deals()), len(log.deals))
        if change.anchor is not None:
            number, position = log.position(change.anchor)
        placed.append((position, change.place, number, change))
    by_number = {item[2]: item[3] for item in sorted(placed, key=lambda item: item[:2])}
    counting: list[PeopleChange] = []
    players, count = log.players, len(log.players)
    for number in sorted(by_number):
        change = by_number[number]
        if number == 0:
            count = len(change.players)
        is_same = same_people(players, change.players) and change.first_dealer is None
        if not is_same and is_possible(log, count, change):
            counting.append(PeopleChange(number, change.players, change.first_dealer, change.points))
            players = change.players
    return counting[: limits.MOST_CHANGES]


def with_columns(log: Log, changes: list[PeopleChange]) -> list[PeopleChange]:
    """Return the changes whose people have a column in the sheet. Those before the first round bring no further columns."""
    game = catalogue.find(log.game)
    if game is None or not changes:
        return changes
    early = changes[:1] if changes[0].number == 0 else []
    players = early[0].players if early else log.players
    setup = Setup(game, log.options, len(players))
    return early + within_columns(setup, players, changes[len(early) :], limits.MOST_COLUMNS)


def has_crossed_changes(log: Log) -> bool:
    """Return whether two writers changed the people differently, without knowing of each other, and no round has followed.

    The later change counts as a whole, which may undo a part of the other one. The player who enters the next round has seen that.
    """
    seen = log.causality.seen_by_writer
    known = 0
    for change in log.changes:
        known |= seen(change.place)
    heads = [change for change in log.changes if not known >> change.place & 1]
    if all(same_people(heads[0].players, head.players) and heads[0].points == head.points for head in heads[1:]):
        return False
    together = 0
    for head in heads:
        together |= 1 << head.place
    return not any(together & ~seen(deal.place) == 0 for deal in reversed(log.deals))


def is_possible(log: Log, count: int, change: RecordedChange) -> bool:
    """Return whether the rules of the match, as they are now, allow the number of these players."""
    game = catalogue.find(log.game)
    if game is None or len(change.players) == len(log.players):
        return True
    try:
        document.read_options(game, log.options, len(change.players))
    except Refused:
        return False
    return len(change.players) in game.players and may_change_count(game, log.options, count, len(change.players))


def undo_data(log: Log, place: int) -> dict[str, Any] | None:
    """Return the data of a change that undoes the one at this place of the log: it begins with the same round."""
    changes = [change for change in log.changes if change.place == place]
    if not changes:
        return None
    anchor = changes[0].anchor
    before = None if anchor is None else anchor.id
    others = [change for change in log.changes if change.anchor is anchor and change.place < place]
    data = {"before": before, "first_dealer": None, "points": TAKE_OVER}
    if others:
        last = others[-1]
        return data | {"players": last.players, "first_dealer": last.first_dealer, "points": last.points}
    return data | {"players": players_of_round(log, (1 << place) - 1, log.players, deal=before or "")}


def same_people(first: Sequence[Any], second: Sequence[Any]) -> bool:
    return [key_of(player) for player in first] == [key_of(player) for player in second]


def players_of_round(log: Log, seen: int | None, players: list[Any], *, deal: str = "", before: str = "") -> list[Any]:
    """Return the players of a round, recorded or inserted before another, or of the next one.

    Only the changes in `seen` are taken into account. `players` are those at the start.
    """
    last, position = (-1, -1), len(log.deals)
    if deal in log.recorded:
        position = log.position(log.recorded[deal])[1]
    elif before in log.recorded:
        position = log.position(log.recorded[before])[1] - 1
    for change in log.changes:
        begin = len(log.deals) if change.anchor is None else log.position(change.anchor)[1]
        is_known = seen is None or seen >> change.place & 1
        if is_known and begin <= position and (begin, change.place) > last:
            players, last = change.players, (begin, change.place)
    return players
