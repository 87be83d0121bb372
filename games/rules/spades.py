"""Spades, for two pairs: each player bids tricks, and partners must take what they bid together.

Tricks above the contract are bags. A bid of 0 is nil: its player wants no trick at all. `spades_score.py` has the
arithmetic.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, bid_tricks, ending, headings, nested, option
from games.rules.card import CLOCKWISE, Sentence
from games.rules.cards import Pack
from games.rules.deal import once
from games.rules.game import Ending, Figure, Game, Line, Moment, Part, two_teams
from games.rules.spades_score import (
    TENTH_BAG,
    TRICKS,
    bag_penalties,
    bags,
    bags_so_far,
    contract,
    contract_words,
    contracts,
    is_blind,
    is_kept,
    is_nil,
    is_nil_kept,
    nils,
)
from games.rules.words import Problem, _, pgettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rules.game import AnsweredDeal, Counts, Facts

OPTIONS = (
    ending.race_target(500, 200, 300),
    option.Switch("bag_penalty", _("Ten bags cost 100"), True, help=_("Bags are counted through the whole match.")),
    option.Pick(
        "nil",
        _("Nil"),
        ((100, _("100 points")), (50, _("50 points"))),
        help=_("A nil without a trick adds these points; a nil with a trick costs them."),
    ),
    option.Switch("blind_nil", _("Blind nil"), help=_("A nil bid before looking at the cards counts twice.")),
    option.Pick(
        "failed_nil",
        _("Tricks of a failed nil"),
        (("bags", _("Are bags")), ("partner", _("Count for the contract"))),
        help=_("The tricks of a player who bid nil and took some."),
    ),
)


def can_be_blind(deal: AnsweredDeal) -> bool:
    return bool(deal.option("blind_nil")) and (not deal.known("bids") or 0 in deal["bids"])


def bids_nil(deal: AnsweredDeal, seat: int) -> bool:
    return bool(deal.at("bids", seat) == 0)


QUESTIONS = (
    bid_tricks.bids(TRICKS, _("How many tricks each player wants to take. 0 is nil."), player=True),
    nested.Each(
        "blind",
        _("Blind nil"),
        ask.YesNo("blind", _("Blind")),
        player=True,
        need=ask.ONCE_BEGUN,
        seldom=True,
        when=can_be_blind,
        beside=("bids", "tricks"),
        may_say=bids_nil,
        help=_("Nil bid before looking at the cards."),
    ),
    bid_tricks.tricks(TRICKS, _("How many tricks each player took. The last number is filled in."), player=True),
)

PARTS = (
    Part("bids", _("The bids"), ("bids", "blind")),
    Part("tricks", _("The tricks"), ("tricks",)),
)


def problems(deal: AnsweredDeal) -> list[Problem]:
    for seat in range(deal.setup.players):
        if deal.at("blind", seat) and deal.at("bids", seat):
            text = _("A blind nil is a bid of 0.")
            return [Problem("blind", "contradiction", text)]
    return []


@once
def is_scored(deal: AnsweredDeal) -> bool:
    return deal.known("bids", "tricks") and not deal.has_begun("blind")


def score(deal: AnsweredDeal) -> list[Line]:
    if not is_scored(deal):
        return []
    return [
        Line(_("Contract"), contracts(deal), contract_words(deal)),
        Line(_("Nil"), nils(deal)),
        Line(_("Bags"), bags(deal)),
        Line(_("Ten bags"), [-TENTH_BAG * count for count in bag_penalties(deal)]),
    ]


def facts(deal: AnsweredDeal) -> Facts:
    return {"bags": bags(deal)} if is_scored(deal) else {}


def carry(deal: AnsweredDeal) -> Facts:
    return {"bags": [before + more for before, more in zip(bags_so_far(deal), bags(deal))]}


def moments(deal: AnsweredDeal) -> Iterator[Moment]:
    if not is_scored(deal):
        return
    setup, together = deal.setup, sum(deal["bids"])
    for side in range(setup.sides):
        made = [is_nil_kept(deal, seat) for seat in setup.seats_of(side)]
        for seat in setup.seats_of(side):
            if is_blind(deal, seat) and is_nil_kept(deal, seat):
                yield Moment("blind_nil", 80, side, _("%(side)s made a blind nil."))
        if all(made):
            yield Moment("two_nils", 300, side, _("%(side)s made two nils in one round."))
        if bag_penalties(deal)[side]:
            yield Moment("tenth_bag", 8, side, _("%(side)s took the tenth bag: minus 100."))
        if together > TRICKS and contract(deal, side) and not is_kept(deal, side):
            text = _("%(side)s failed: the bids of all players added up to %(sum)s.")
            yield Moment("overbid_table", 30, side, text, sum=together)


def count_contracts(deal: AnsweredDeal) -> Counts:
    """Return 1 for a side that made its contract, 0 for one that did not, and nothing if both of its players bid nil."""
    if not is_scored(deal):
        return None
    return [int(is_kept(deal, side)) if contract(deal, side) else None for side in range(deal.setup.sides)]


def nils_bid(deal: AnsweredDeal) -> list[int]:
    """Return how many players of each side bid nil."""
    return [len([seat for seat in deal.setup.seats_of(side) if is_nil(deal, seat)]) for side in range(deal.setup.sides)]


def count_nils(deal: AnsweredDeal, outcome: bool) -> Counts:
    """Return how many nils of each side ended like this, and nothing for a side that bid none."""
    if not is_scored(deal):
        return None
    nils = [[seat for seat in deal.setup.seats_of(side) if is_nil(deal, seat)] for side in range(deal.setup.sides)]
    return [len([seat for seat in bid if is_nil_kept(deal, seat) == outcome]) if bid else None for bid in nils]


SPADES = Game(
    key="spades",
    name=pgettext("game", "Spades"),
    aim=_("Bid tricks with your partner, and take as many as you bid together, with few more."),
    card=(
        _("13 cards each. The player on the dealer's left bids first and leads. Bid 0 to 13 tricks; nobody passes."),
        _(
            "Spades are trumps. Follow suit if you can. Spades may be led once one was played, or with nothing else in hand."
        ),
        _("Partners must take as many tricks as they bid together: 10 for each trick bid, else minus 10 for each."),
        _("Each trick above the contract is a bag: 1 point."),
        Sentence(_("Every tenth bag of a team costs 100."), bag_penalty=True),
        Sentence(_("Bags cost nothing."), bag_penalty=False),
        Sentence(
            _(
                "Nil is a bid of 0: %(nil)s without a trick, minus %(nil)s with one. It counts besides the partner's contract."
            )
        ),
        Sentence(_("Blind nil, bid before looking at the cards, counts twice."), blind_nil=True),
        Sentence(_("There is no blind nil."), blind_nil=False),
        Sentence(_("Tricks of a failed nil are bags."), failed_nil="bags"),
        Sentence(_("Tricks of a failed nil count towards the contract."), failed_nil="partner"),
        Sentence(_("Play to %(target)s. If several reach it in the same round, the highest wins; if tied, play on.")),
    ),
    picture="game-spades",
    heading=headings.TRICKS,
    direction=CLOCKWISE,
    players=(4,),
    sides=two_teams,
    options=OPTIONS,
    questions=QUESTIONS,
    parts=PARTS,
    problems=problems,
    score=score,
    facts=facts,
    end=Ending(points=ending.target, race=True),
    carry=carry,
    pinned=("bids",),
    pack=Pack(("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")),
    tasks=bid_tricks.tasks,
    moments=moments,
    figures=(
        Figure("contracts_made", _("Contracts made"), count_contracts),
        Figure("nils_made", _("Nils made"), lambda deal: count_nils(deal, True), chances=nils_bid),
        Figure("nils_failed", _("Nils failed"), lambda deal: count_nils(deal, False), chances=nils_bid),
        Figure("bags", _("Bags"), lambda deal: bags(deal) if is_scored(deal) else None),
    ),
)
