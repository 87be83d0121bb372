"""Rounds with an auction: everyone may pass, or a side takes a contract, which is made or failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask
from games.rules.outcome import Outcome
from games.rules.words import Problem, Words, _

if TYPE_CHECKING:
    from games.rules.game import AnsweredDeal


def is_played(deal: AnsweredDeal) -> bool:
    """Return whether anyone bid."""
    return not deal["passed_out"]


def is_untouched(deal: AnsweredDeal) -> bool:
    """Return whether no other question has an answer, right or wrong."""
    others = [question for question in list(deal.given) + deal.wrong if question != "passed_out"]
    return not others


def passed_out(taker: str) -> ask.Flag:
    """Return the question whether everyone passed. `taker` is the question who won the auction."""
    return ask.Flag(
        "passed_out",
        _("Everyone passed"),
        need=ask.NEVER,
        replaces=taker,
        when=is_untouched,
        help=_("Nobody bid: no score, next dealer."),
    )


def passed_out_problems(deal: AnsweredDeal) -> list[Problem]:
    """Refuse other answers if everyone passed."""
    if not deal["passed_out"] or is_untouched(deal):
        return []
    return [Problem("passed_out", "contradiction", _("Everyone passed, so nothing else can be entered."))]


def outcome_of(side: int, is_made: bool) -> Outcome:
    """Return the outcome for the side that took the contract."""
    return Outcome(_("Made") if is_made else _("Failed"), side, is_made)


def reason(bid: int, is_made: bool) -> Words:
    """Return the reason for the points of a contract: the bid, and whether it is made."""
    return Words(_("%(bid)s made") if is_made else _("%(bid)s failed"), bid=bid)
