"""What statistics count in Bisca Capixaba: rounds won, heleys by their kind, and knocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.bisca_cards import AHEAD, winner
from games.rules.capixaba_count import count, is_counted
from games.rules.capixaba_heley import CASES, case_of, heley_points
from games.rules.deal import after_dealer
from games.rules.game import Figure
from games.rules.words import _

if TYPE_CHECKING:
    from games.rules.game import AnsweredDeal, Counts

# Two cases are called a heley, and two a heley de parceiros: the first of a name stands for both.
KINDS = [(case.name, case.label) for case in CASES if case.name in ("direct", "partners", "rodar", "roda")]


def count_wins(deal: AnsweredDeal, names: tuple[str, ...]) -> list[int] | None:
    """Return 1 for the side that won with one of these tiers."""
    if not is_counted(deal):
        return None
    tier = count(deal)
    return deal.to(winner(deal) if tier is not None and tier.name in names else None, 1)


def heleys(deal: AnsweredDeal) -> list[int] | None:
    points = heley_points(deal)
    return None if points is None else [1 if won else 0 for won in points]


def kind(deal: AnsweredDeal) -> str | None:
    case = case_of(deal)
    return None if case is None else next(name for name, label in KINDS if label == case.label)


def knocks(deal: AnsweredDeal) -> Counts:
    """Return 1 or 0 for the side of the player who may knock; the round says nothing about the other side.

    With a trump other than hearts nobody knocked, even if nobody noted the card turned up.
    """
    has_other_trump = deal.known("trump") and deal["trump"] != "hearts"
    if not deal.known("knocked") and not has_other_trump:
        return None
    return deal.to(cutter(deal), 1 if deal["knocked"] else 0, None)


def knocks_won(deal: AnsweredDeal) -> Counts:
    """Return 1 or 0 for the side that knocked: whether it has the majority of the card points."""
    if not deal["knocked"] or not is_counted(deal):
        return None
    return deal.to(cutter(deal), 1 if winner(deal) == cutter(deal) else 0, None)


def cutter(deal: AnsweredDeal) -> int:
    return deal.setup.side_of(after_dealer(deal))


FIGURES = (
    Figure("won", _("Rounds won"), lambda deal: count_wins(deal, ("game", "capote", "all_points"))),
    AHEAD,
    Figure("capotes", _("Capotes"), lambda deal: count_wins(deal, ("capote",))),
    Figure("heleys", _("Heleys scored"), heleys, by=kind, values=KINDS),
    Figure("knocks", _("Knocks"), knocks),
    Figure("knocks_won", _("Rounds won after a knock"), knocks_won),
)
