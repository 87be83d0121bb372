"""The value of a game of Doppelkopf: what Re and Kontra get, and what each player gets of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.game import Line
from games.rules.words import Words, _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.rules.game import AnsweredDeal

    Pair = Sequence[int]  # of Re and of Kontra

CARD_POINTS = 240
RE, KONTRA = 0, 1
PARTIES = ("re", "kontra")
LIMITS = (90, 60, 30)  # the fourth step is no trick
DENIALS = ("no_90", "no_60", "no_30", "no_trick")
REACHED = (120, 90, 60, 30)  # points that are worth one more against a denial
EXTRAS = (("foxes", 11), ("doppelkopfs", 40))  # the fewest points of one


def is_scored(deal: AnsweredDeal) -> bool:
    """Return whether the answers suffice to score the deal."""
    return deal.known("re", "re_points") and not deal.has_begun("foxes") and not deal.has_begun("doppelkopfs")


def is_solo(deal: AnsweredDeal) -> bool:
    return deal.known("re") and len(deal["re"]) == 1


def card_points(deal: AnsweredDeal) -> Pair:
    return [deal["re_points"], CARD_POINTS - deal["re_points"]]


def is_announced(deal: AnsweredDeal, party: int) -> bool:
    return deal.known(PARTIES[party] + "_said")


def steps_denied(deal: AnsweredDeal, party: int) -> int:
    """Return how far a party has denied the other its points: 1 for no 90, up to 4 for no trick."""
    said = deal[PARTIES[party] + "_said"]
    return DENIALS.index(said) + 1 if said in DENIALS else 0


def steps_below(deal: AnsweredDeal, party: int) -> int:
    """Return how many of the steps 90, 60, 30 and no trick a party stays below."""
    points = card_points(deal)[party]
    return len([limit for limit in LIMITS if points < limit]) + int(deal["no_trick"] == PARTIES[party])


def steps_reached(deal: AnsweredDeal, party: int) -> int:
    """Return how many denials of the other party this one has disproved with 120, 90, 60 or 30 points."""
    points, denied = card_points(deal)[party], steps_denied(deal, 1 - party)
    return len([number for number in REACHED[:denied] if points >= number])


def winner(deal: AnsweredDeal) -> int | None:
    """Return the party that wins, or None if both have denied too much."""
    denied = [party for party in (RE, KONTRA) if steps_denied(deal, party)]
    right = [party for party in denied if steps_below(deal, 1 - party) >= steps_denied(deal, party)]
    if right:
        return right[0]
    if denied:
        return 1 - denied[0] if len(denied) == 1 else None
    needed = 120 if is_announced(deal, KONTRA) and not is_announced(deal, RE) else 121
    return RE if deal["re_points"] >= needed else KONTRA


def only(party: int | None, points: int) -> Pair:
    """Return these points for one party, or for none."""
    return [points if party == RE else 0, points if party == KONTRA else 0]


def announcements(deal: AnsweredDeal, first: int | None) -> Pair:
    steps = steps_denied(deal, RE) + steps_denied(deal, KONTRA)
    return only(first, steps + (0 if is_doubling(deal) else 2 * times_announced(deal)))


def is_doubling(deal: AnsweredDeal) -> bool:
    return bool(deal.option("announcements") == "double")


def times_announced(deal: AnsweredDeal) -> int:
    return len([party for party in (RE, KONTRA) if is_announced(deal, party)])


def items(deal: AnsweredDeal) -> list[tuple[str, Pair]]:
    """Return what Re and Kontra get, each under its label."""
    first = winner(deal)
    below = [0 if first == 1 - party else steps_below(deal, 1 - party) for party in (RE, KONTRA)]
    listed = [
        (_("Game won"), only(first, 1)),
        (_("Below 90"), below),
        (_("Announcements"), announcements(deal, first)),
        (_("Announcement failed"), [steps_reached(deal, party) for party in (RE, KONTRA)]),
    ]
    return listed if is_solo(deal) else listed + extras(deal, first)


def extras(deal: AnsweredDeal, first: int | None) -> list[tuple[str, Pair]]:
    """Return the points that only a game of two against two has."""
    charlie = PARTIES.index(deal["charlie"]) if deal.known("charlie") and deal.option("charlie") else None
    return [
        (_("Against the queens"), only(KONTRA, int(first == KONTRA))),
        (_("Foxes"), deal["foxes"] or [0, 0]),
        (_("Doppelkopfs"), deal["doppelkopfs"] or [0, 0]),
        (_("Charlie"), only(charlie, 1)),
    ]


def value(deal: AnsweredDeal) -> int:
    """Return by how much Re is ahead of Kontra; negative if it is behind."""
    return times(deal) * sum([pair[RE] - pair[KONTRA] for _label, pair in items(deal)])


def times(deal: AnsweredDeal) -> int:
    return 2 ** times_announced(deal) if is_doubling(deal) else 1


def paid(deal: AnsweredDeal, ahead: int) -> list[int]:
    """Return the points of every player if Re is this much ahead. A lone player gets or pays three times as much."""
    alone = 3 if is_solo(deal) else 1
    pairs = [(seat, alone * ahead if seat in deal["re"] else -ahead) for seat in deal.playing]
    if deal.option("counting") == "plus":
        pairs = [(seat, points) for seat, points in pairs if is_above_zero(deal, seat)]
    return deal.pay(pairs)


def is_above_zero(deal: AnsweredDeal, seat: int) -> bool:
    """Return whether the whole game is worth something to the player."""
    return value(deal) > 0 if seat in deal["re"] else value(deal) < 0


def score(deal: AnsweredDeal) -> list[Line]:
    if not is_scored(deal):
        return []
    lines = [Line(label, paid(deal, times(deal) * (pair[RE] - pair[KONTRA]))) for label, pair in items(deal)]
    lines[0].why = reasons(deal)
    return lines


def reasons(deal: AnsweredDeal) -> list[Words | None]:
    """Return the card points of each player's party."""
    why: list[Words | None] = [None for _side in range(deal.setup.sides)]
    for seat in deal.playing:
        points = card_points(deal)[RE if seat in deal["re"] else KONTRA]
        text = _("Re: %(points)s points") if seat in deal["re"] else _("Kontra: %(points)s points")
        why[seat] = Words(text, points=points)
    return why
