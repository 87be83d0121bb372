"""The value of a round of French tarot, and what each player gets of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.deal import once
from games.rules.game import Line
from games.rules.parties import opponents
from games.rules.words import Words, _

if TYPE_CHECKING:
    from games.rules.game import AnsweredDeal

ALL_POINTS, ALL_BOUTS = 91, 3
NEEDED_POINTS = (56, 51, 41, 36)  # by the number of bouts
FACTORS = (("petite", 1), ("garde", 2), ("garde_sans", 4), ("garde_contre", 6))
POIGNEES = (("single", 20), ("double", 30), ("triple", 40))
TRUMPS_SHOWN = ((3, (13, 15, 18)), (4, (10, 13, 15)), (5, (8, 10, 13)))  # by the number of players
CHELEMS = (("announced", 400), ("unannounced", 200), ("failed", -200), ("defence", -200))
CONTRACT, PETIT = 25, 10
WITH_PARTNER = 5  # players in a round in which a king is called


@once
def has_partner(deal: AnsweredDeal) -> bool:
    """Return whether a king is called."""
    return len(deal.playing) == WITH_PARTNER


@once
def is_scored(deal: AnsweredDeal) -> bool:
    """Return whether the answers suffice to score the deal."""
    if deal["passed_out"] or deal.has_begun("poignees"):
        return False
    return deal.known("taker", "contract", "bouts", "points") and (deal.known("partner") or not has_partner(deal))


def number_for(pairs: tuple[tuple[str, int], ...], key: str | None) -> int:
    """Return the number beside this key, or 0 if there is none."""
    return sum([number for known, number in pairs if known == key])


@once
def factor(deal: AnsweredDeal) -> int:
    return number_for(FACTORS, deal["contract"])


def points_above(deal: AnsweredDeal) -> int:
    """Return by how many points the contract is fulfilled; negative if it failed."""
    return int(deal["points"] - NEEDED_POINTS[deal["bouts"]])


@once
def is_fulfilled(deal: AnsweredDeal) -> bool:
    return points_above(deal) >= 0


@once
def contract_points(deal: AnsweredDeal) -> int:
    above = points_above(deal)
    return factor(deal) * (above + CONTRACT if above >= 0 else above - CONTRACT)


@once
def petit_points(deal: AnsweredDeal) -> int:
    if not deal.known("petit"):
        return 0
    return PETIT * factor(deal) * (1 if deal["petit"] == "taker" else -1)


@once
def poignee_points(deal: AnsweredDeal) -> int:
    points = sum([number_for(POIGNEES, kind) for kind in deal["poignees"] or []])
    return points if is_fulfilled(deal) else -points


def chelem_points(deal: AnsweredDeal) -> int:
    return number_for(CHELEMS, deal["chelem"])


def value(deal: AnsweredDeal) -> int:
    """Return what every defender pays; negative if every defender gets it."""
    return contract_points(deal) + petit_points(deal) + poignee_points(deal) + chelem_points(deal)


@once
def party(deal: AnsweredDeal) -> list[int]:
    """Return the taker, and the partner if it is another player."""
    taker, partner = deal["taker"], deal["partner"] if has_partner(deal) else None
    return [taker] if partner is None or partner == taker else [taker, partner]


@once
def shares(deal: AnsweredDeal) -> list[int]:
    """Return how often each player gets what every defender pays. The sum is zero."""
    own = party(deal)
    against = opponents(deal, own)
    pairs = [(seat, -1) for seat in against] + [(seat, 1) for seat in own[1:]]
    return deal.pay(pairs + [(own[0], len(against) - len(own) + 1)])


def paid(deal: AnsweredDeal, points: int) -> list[int]:
    """Return the points of every player if each defender pays this many."""
    return [share * points for share in shares(deal)]


def score(deal: AnsweredDeal) -> list[Line]:
    if not is_scored(deal):
        return []
    return [
        Line(_("Contract"), paid(deal, contract_points(deal)), reasons(deal)),
        Line(_("Petit au bout"), paid(deal, petit_points(deal))),
        Line(_("Poignées"), paid(deal, poignee_points(deal))),
        Line(_("Chelem"), paid(deal, chelem_points(deal))),
    ]


def reasons(deal: AnsweredDeal) -> list[Words | None]:
    """Return the points of the taker's party and what it needed."""
    text = _("%(points)s of %(needed)s, made") if is_fulfilled(deal) else _("%(points)s of %(needed)s, failed")
    words = Words(text, points=deal["points"], needed=NEEDED_POINTS[deal["bouts"]])
    return deal.to(deal["taker"], words, None)
