"""The value of a game of Doppelkopf: what Re and Kontra get, and what each player gets of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.deal import once
from games.rules.game import Line
from games.rules.words import Words, _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.rules.game import AnsweredDeal

    Pair = Sequence[int]  # of Re and of Kontra
    Item = tuple[str, int, Callable[[AnsweredDeal], list[Words | None]] | None]

CARD_POINTS = 240
RE, KONTRA = 0, 1
PARTIES = ("re", "kontra")
SAID = ("re_said", "kontra_said")  # the questions what each party announced
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
    return deal.known(SAID[party])


@once
def denied(deal: AnsweredDeal) -> Pair:
    """Return how far each party has denied the other its points: 1 for no 90, up to 4 for no trick."""
    return [DENIALS.index(deal[said]) + 1 if deal[said] in DENIALS else 0 for said in SAID]


@once
def below(deal: AnsweredDeal) -> Pair:
    """Return how many of the steps 90, 60, 30 and no trick each party stays below."""
    steps = [len([limit for limit in LIMITS if points < limit]) for points in card_points(deal)]
    if deal.known("no_trick"):
        steps[PARTIES.index(deal["no_trick"])] += 1
    return steps


def steps_reached(deal: AnsweredDeal, party: int) -> int:
    """Return how many denials of the other party this one has disproved with 120, 90, 60 or 30 points."""
    steps = denied(deal)[1 - party]
    return len([number for number in REACHED[:steps] if card_points(deal)[party] >= number])


@once
def winner(deal: AnsweredDeal) -> int | None:
    """Return the party that wins, or None if both have denied too much."""
    steps = denied(deal)
    daring = [party for party in (RE, KONTRA) if steps[party]]
    for party in daring:
        if below(deal)[1 - party] >= steps[party]:
            return party
    if daring:
        return 1 - daring[0] if len(daring) == 1 else None
    needed = 120 if is_announced(deal, KONTRA) and not is_announced(deal, RE) else 121
    return RE if deal["re_points"] >= needed else KONTRA


def is_doubling(deal: AnsweredDeal) -> bool:
    return bool(deal.option("announcements") == "double")


def times_announced(deal: AnsweredDeal) -> int:
    return int(is_announced(deal, RE)) + int(is_announced(deal, KONTRA))


def announcements(deal: AnsweredDeal) -> int:
    """Return what the announcements of both parties are worth for the winners."""
    return sum(denied(deal)) + (0 if is_doubling(deal) else 2 * times_announced(deal))


@once
def items(deal: AnsweredDeal) -> list[Item]:
    """Return what counts: its label, by how much it brings Re ahead of Kontra, and the function for its reasons."""
    first = winner(deal)
    won = 0 if first is None else 1 if first == RE else -1
    of_re, of_kontra = below(deal)
    steps = (0 if first == KONTRA else of_kontra) - (0 if first == RE else of_re)
    reached = steps_reached(deal, RE) - steps_reached(deal, KONTRA)
    listed: list[Item] = [
        (_("For the win"), won, reasons),
        (_("Steps below 90"), steps, lowest_step),
        (_("Announcements"), won * announcements(deal), None),
        (_("Announcement failed"), reached, None),
    ]
    return listed if is_solo(deal) else listed + extras(deal, first)


def extras(deal: AnsweredDeal, first: int | None) -> list[Item]:
    """Return what counts only in a game of two against two."""
    foxes, doppelkopfs = deal["foxes"] or (0, 0), deal["doppelkopfs"] or (0, 0)
    charlie = deal["charlie"] if deal.option("charlie") else None
    return [
        (_("Against the queens"), -1 if first == KONTRA else 0, None),
        (_("Foxes"), foxes[RE] - foxes[KONTRA], None),
        (_("Doppelkopfs"), doppelkopfs[RE] - doppelkopfs[KONTRA], None),
        (_("Charlie"), int(charlie == "re") - int(charlie == "kontra"), None),
    ]


@once
def value(deal: AnsweredDeal) -> int:
    """Return by how much Re is ahead of Kontra; negative if it is behind."""
    return times(deal) * sum([ahead for _label, ahead, _why in items(deal)])


def times(deal: AnsweredDeal) -> int:
    return 2 ** times_announced(deal) if is_doubling(deal) else 1


def shares(deal: AnsweredDeal) -> list[int]:
    """Return how often each player gets the points by which Re is ahead: a lone player three times, Kontra minus once."""
    re, of_re, playing = deal["re"], 3 if is_solo(deal) else 1, deal.playing
    listed = [of_re if seat in re else -1 if seat in playing else 0 for seat in range(deal.setup.players)]
    if deal.option("counting") == "plus":  # only those for whom the round is worth something
        ahead = value(deal)
        return [share if share * ahead > 0 else 0 for share in listed]
    return listed


def score(deal: AnsweredDeal) -> list[Line]:
    if not is_scored(deal):
        return []
    each, own = times(deal), shares(deal)
    return [
        Line(label, [each * ahead * share for share in own], why and why(deal))
        for label, ahead, why in items(deal)
        if ahead
    ]


def lowest_step(deal: AnsweredDeal) -> list[Words | None]:
    """Return the lowest step that a party stayed below, as a reason for all who play."""
    words, playing = Words(LOWEST[max(below(deal)) - 1]), deal.playing
    return [words if seat in playing else None for seat in range(deal.setup.players)]


def reasons(deal: AnsweredDeal) -> list[Words | None]:
    """Return the card points of each player's party."""
    points = card_points(deal)
    of_re = Words(_("Re: %(points)s points"), points=points[RE])
    of_kontra = Words(_("Kontra: %(points)s points"), points=points[KONTRA])
    re, playing = deal["re"], deal.playing
    return [of_re if seat in re else of_kontra if seat in playing else None for seat in range(deal.setup.players)]
