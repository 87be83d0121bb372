"""Bids of tricks: the two questions, how far off each bid is, how many were met in a row, and what to count of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask
from games.rules.card import Task
from games.rules.deal import once
from games.rules.game import Figure
from games.rules.words import Words, _, pgettext

if TYPE_CHECKING:
    from typing import Any

    from games.rules.ask import Sized
    from games.rules.game import AnsweredDeal, Counts


def bids(high: Sized, help: str, **rest: Any) -> ask.Tally:
    """Return the question how many tricks each player bids."""
    return ask.Tally("bids", pgettext("cards", "Bids"), high=high, keys=True, help=help, **rest)


def tricks(total: Sized, help: str, **rest: Any) -> ask.Tally:
    """Return the question how many tricks each player took."""
    off = _("The tricks add up to %(sum)s; they must add up to %(total)s.")
    return ask.Tally("tricks", _("Tricks"), total=total, keys=True, aims="bids", off=off, help=help, **rest)


def tasks(deal: AnsweredDeal) -> list[Task]:
    return [] if deal.leader is None else [Task(_("%(name)s bids first and plays first"), deal.leader)]


@once
def errors(deal: AnsweredDeal) -> list[int]:
    """Return how many tricks too many or too few each player took."""
    return [abs(bid - count) for bid, count in zip(deal["bids"], deal["tricks"])]


def met(deal: AnsweredDeal) -> list[bool]:
    return [error == 0 for error in errors(deal)]


def reason(bid: int, count: int) -> Words:
    """Return the reason for the points of a bid: the bid, and the tricks."""
    return Words(_("%(bid)s bid, %(tricks)s taken"), bid=bid, tricks=count)


def reasons(deal: AnsweredDeal) -> list[Words | None]:
    return [reason(bid, count) for bid, count in zip(deal["bids"], deal["tricks"])]


def in_a_row(deal: AnsweredDeal) -> list[int]:
    """Return how many bids each player has met in a row, up to this deal."""
    before = deal.carried.get("in_a_row") or [0] * deal.setup.players
    return [count + 1 if is_met else 0 for count, is_met in zip(before, met(deal))]


def count_met(deal: AnsweredDeal) -> list[int] | None:
    return [int(is_met) for is_met in met(deal)] if deal.known("bids", "tricks") else None


def count_zeros_met(deal: AnsweredDeal) -> Counts:
    """Return 1 for a bid of 0 that was met, 0 for one that was not, and nothing for other bids."""
    if not deal.known("bids", "tricks"):
        return None
    return [None if bid else int(count == 0) for bid, count in zip(deal["bids"], deal["tricks"])]


def count_off(deal: AnsweredDeal) -> list[int] | None:
    return errors(deal) if deal.known("bids", "tricks") else None


def count_met_again(deal: AnsweredDeal) -> list[int] | None:
    return [int(count > 1) for count in in_a_row(deal)] if deal.known("bids", "tricks") else None


BIDS_MET = Figure("bids_met", _("Bids met"), count_met)
ZEROS_MET = Figure("zeros_met", _("Bids of 0 met"), count_zeros_met)
TRICKS_OFF = Figure("tricks_off", _("Tricks too many or too few"), count_off)
