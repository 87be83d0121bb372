"""Changes of the people at the table, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.changes import players_of_round
from games.match.lineups import FROM_ZERO, key_of, name_of
from games.rules.words import Words, _

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.match.deals import RecordedDeal
    from games.match.log import Event, Log
    from games.match.sheet import Sheet

REPLACES = _("%(new)s replaces %(old)s and takes over the points.")
REPLACES_FROM_ZERO = _("%(new)s replaces %(old)s and starts from zero.")


def change_sentences(old: Sequence[Any], new: Sequence[Any], points: str, dealer: int | None) -> list[Words]:
    """Return what happens when these players play instead of the others."""
    old_keys, new_keys = [key_of(player) for player in old], [key_of(player) for player in new]
    leavers = [seat for seat, key in enumerate(old_keys) if key not in new_keys]
    comers = [seat for seat, key in enumerate(new_keys) if key not in old_keys]
    replaced = [(seat, seat) for seat in comers if seat in leavers]
    rest = [seat for seat in leavers if (seat, seat) not in replaced]
    others = [seat for seat in comers if (seat, seat) not in replaced]
    replaced += list(zip(rest, others))
    sentences = [
        Words(REPLACES_FROM_ZERO if points == FROM_ZERO else REPLACES, new=name_of(new[come]), old=name_of(old[leave]))
        for leave, come in replaced
    ]
    sentences += [Words(_("%(name)s leaves."), name=name_of(old[seat])) for seat in rest[len(others) :]]
    sentences += [Words(_("%(name)s joins."), name=name_of(new[seat])) for seat in others[len(rest) :]]
    if not sentences and old_keys != new_keys:
        sentences.append(
            Words(_("Seats from now on: %(names)s."), names=", ".join([name_of(player) for player in new]))
        )
    if dealer is not None and dealer < len(new):
        sentences.append(Words(_("%(name)s deals."), name=name_of(new[dealer])))
    return sentences


def round_words(sheet: Sheet, number: int) -> Words | None:
    """Return what changes at the table before the round with this index, or None."""
    for old, new in zip(sheet.lineups, sheet.lineups[1:]):
        if new.number == number:
            points = FROM_ZERO if new.restarts else ""
            is_usual = new.setup.dealer_of(number) == new.usual_dealer
            dealer = None if is_usual else new.setup.dealer_of(number)
            return from_round(number, change_sentences(old.players, new.players, points, dealer))
    return None


def from_round(number: int, sentences: list[Words]) -> Words:
    """Return a sentence about the changes that begin with the round with this index."""
    if not sentences:
        return Words(_("From round %(number)s: players deal in the usual order again."), number=number + 1)
    words = sentences[-1]
    for sentence in reversed(sentences[:-1]):
        words = Words("%(first)s %(more)s", first=sentence, more=words)
    return Words(_("From round %(number)s: %(change)s"), number=number + 1, change=words)


def event_words(log: Log, event: Event) -> Words:
    """Return what an event has changed, and from which round on."""
    data, deal = event.get("data") or {}, first_deal_of(log, event)
    sentences = change_sentences(players_before(log, event), data["players"], data["points"], data.get("first_dealer"))
    return from_round(len(log.counted_deals()) if deal is None else log.number_before(deal), sentences)


def keeps_places(log: Log, event: Event) -> bool:
    """Return whether all who stay sit at the same places after an event, which replaces people or changes the dealer."""
    old = [key_of(player) for player in players_before(log, event)]
    new = [key_of(player) for player in (event.get("data") or {})["players"]]
    seats = zip(old, new)
    return len(old) == len(new) and all(one == other or (one not in new and other not in old) for one, other in seats)


def first_deal_of(log: Log, event: Event) -> RecordedDeal | None:
    """Return the round with which an event's change begins, or None for the next round."""
    place = log.causality.places[event["id"]]
    changes = [change for change in log.changes if change.place == place]
    return changes[0].anchor if changes else None


def players_before(log: Log, event: Event) -> Sequence[Any]:
    """Return the players of that round without the event and what came after it."""
    deal, others = first_deal_of(log, event), (1 << log.causality.places[event["id"]]) - 1
    return players_of_round(log, others, log.players, deal="" if deal is None else deal.id)
