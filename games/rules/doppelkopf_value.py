"""The value of a game of Doppelkopf: what Re and Kontra get, and what each player gets of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.deal import once
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
LOWEST = (_("No 90"), _("No 60"), _("No 30"), _("No trick"))  # what the party that stayed below has not even reached
EXTRAS = (("foxes", 11), ("doppelkopfs", 40))  # the fewest points of one


@once
def is_scored(deal: AnsweredDeal) -> bool:
    """Return whether the answers suffice to score the deal."""
    return deal.known("re", "re_points") and not deal.has_begun("foxes") and not deal.has_begun("doppelkopfs")


@once
def is_solo(deal: AnsweredDeal) -> bool:
    return deal.known("re") and len(deal["re"]) == 1


@once
def card_points(deal: AnsweredDeal) -> Pair:
    return [deal["re_points"], CARD_POINTS - deal["re_points"]]


def is_announced(deal: AnsweredDeal, party: int) -> bool:
    return deal.known(PARTIES[party] + "_said")


@once
def denied(deal: AnsweredDeal) -> Pair:
    """Return how far each party has denied the other its points: 1 for no 90, up to 4 for no trick."""
    said = [deal[party + "_said"] for party in PARTIES]
    return [DENIALS.index(denial) + 1 if denial in DENIALS else 0 for denial in said]


def steps_denied(deal: AnsweredDeal, party: int) -> int:
    """Return how far a party has denied the other its points."""
    return denied(deal)[party]


def steps_below(deal: AnsweredDeal, party: int) -> int:
    """Return how many of the steps 90, 60, 30 and no trick a party stays below."""
    points = card_points(deal)[party]
    return len([limit for limit in LIMITS if points < limit]) + int(deal["no_trick"] == PARTIES[party])


def steps_reached(deal: AnsweredDeal, party: int) -> int:
    """Return how many denials of the other party this one has disproved with 120, 90, 60 or 30 points."""
    points, steps = card_points(deal)[party], steps_denied(deal, 1 - party)
    return len([number for number in REACHED[:steps] if points >= number])


@once
def winner(deal: AnsweredDeal) -> int | None:
    """Return the party that wins, or None if both have denied too much."""
    daring = [party for party in (RE, KONTRA) if steps_denied(deal, party)]
    for party in daring:
        if steps_below(deal, 1 - party) >= steps_denied(deal, party):
            return party
    if daring:
        return 1 - daring[0] if len(daring) == 1 else None
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


@once
def times_announced(deal: AnsweredDeal) -> int:
    return len([party for party in (RE, KONTRA) if is_announced(deal, party)])


@once
def items(deal: AnsweredDeal) -> list[tuple[str, Pair]]:
    """Return what Re and Kontra get, each under its label."""
    first = winner(deal)
    below = [0 if first == 1 - party else steps_below(deal, 1 - party) for party in (RE, KONTRA)]
    listed = [
        (_("For the win"), only(first, 1)),
        (_("Steps below 90"), below),
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


@once
def value(deal: AnsweredDeal) -> int:
    """Return by how much Re is ahead of Kontra; negative if it is behind."""
    return times(deal) * sum([pair[RE] - pair[KONTRA] for _label, pair in items(deal)])


@once
def times(deal: AnsweredDeal) -> int:
    return 2 ** times_announced(deal) if is_doubling(deal) else 1


@once
def shares(deal: AnsweredDeal) -> list[int]:
    """Return how often each player gets the points by which Re is ahead: a lone player three times, Kontra minus once."""
    of_re = 3 if is_solo(deal) else 1
    pairs = [(seat, of_re if seat in deal["re"] else -1) for seat in deal.playing]
    if deal.option("counting") == "plus":
        pairs = [(seat, share) for seat, share in pairs if is_above_zero(deal, seat)]
    return deal.pay(pairs)


def paid(deal: AnsweredDeal, ahead: int) -> list[int]:
    """Return the points of every player if Re is this much ahead."""
    return [share * ahead for share in shares(deal)]


def is_above_zero(deal: AnsweredDeal, seat: int) -> bool:
    """Return whether the whole game is worth something to the player."""
    return value(deal) > 0 if seat in deal["re"] else value(deal) < 0


def score(deal: AnsweredDeal) -> list[Line]:
    if not is_scored(deal):
        return []
    each = times(deal)
    lines = [Line(label, paid(deal, each * (pair[RE] - pair[KONTRA]))) for label, pair in items(deal)]
    lines[0].why = reasons(deal)
    lines[1].why = lowest_step(deal)
    return lines


def lowest_step(deal: AnsweredDeal) -> list[Words | None] | None:
    """Return the lowest step that a party stayed below, as a reason for all who play."""
    steps = max([steps_below(deal, party) for party in (RE, KONTRA)])
    if not steps:
        return None
    return [Words(LOWEST[steps - 1]) if seat in deal.playing else None for seat in range(deal.setup.players)]


def reasons(deal: AnsweredDeal) -> list[Words | None]:
    """Return the card points of each player's party."""
    points = card_points(deal)
    of_re = Words(_("Re: %(points)s points"), points=points[RE])
    of_kontra = Words(_("Kontra: %(points)s points"), points=points[KONTRA])
    re, playing = deal["re"], deal.playing
    why = [of_re if seat in re else of_kontra for seat in range(deal.setup.players)]
    return [words if seat in playing else None for seat, words in enumerate(why)]
