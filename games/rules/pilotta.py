"""Pilotta, for two pairs: one of them bids, in tens, the points that it will take.

The cards have 152 points, the last trick ten more. The sheet counts in tens: 16 for the tricks of a deal or 25 for a
kapo, and in addition the declarations, the pilotta and the stake. A failed bid gives everything to the other side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, ending, headings, nested, option, trumps
from games.rules.auction import is_played, passed_out, passed_out_problems
from games.rules.belote_cards import ALL_POINTS, KING_AND_QUEEN, impossible_points, king_and_queen, trick_points
from games.rules.card import COUNTER_CLOCKWISE
from games.rules.cards import SUITS
from games.rules.deal import once
from games.rules.game import Ending, Figure, Follows, Game, Line, Moment, Part, two_teams
from games.rules.pilotta_card import CARD, STAKE_HELP
from games.rules.pilotta_cards import PACK
from games.rules.pilotta_declarations import (
    DECLARATION,
    MOST_DECLARED,
    are_tied,
    declaration_problems,
    has_four,
    holds_pilotta,
    is_settled,
)
from games.rules.pilotta_tens import (
    LAST_TRICK,
    declarations,
    is_bid_made,
    margin,
    outcome,
    pilotta_goes_to,
    points,
    stake,
    stake_words,
    trick_words,
    tricks,
)
from games.rules.words import Problem, _, pgettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rules.game import AnsweredDeal, Counts

OPTIONS = (
    ending.race_target(301, 151, 251, 351, 401),
    option.Switch(
        "stake_on_fail",
        _("Defenders get the stake"),
        True,
        help=STAKE_HELP,
    ),
    option.Pick(
        "contract_counts",
        _("Counts towards the bid"),
        (("everything", _("Tricks, declarations and pilotta")), ("card_points", _("Tricks only"))),
        help=_("The points that count towards the bid."),
    ),
    option.Pick(
        "pilotta_after_failure",
        _("If the bid fails, the pilotta goes to"),
        (("opponents", _("The other side")), ("holder", _("The side that had it"))),
        help=_("Everything else always goes to the other side."),
    ),
    option.Pick(
        "tie_goes_to",
        _("If both end in 6, the last ten goes to"),
        (("trick_points", _("The side with more points")), ("bidder", _("The bidding side"))),
        help=_("106 and 56 round down to 10 and 5, which leaves one ten over."),
    ),
    option.Switch("doubling", _("Contra and recontra"), help=_("Two or four times the stake; the winner takes all.")),
)


def can_double(deal: AnsweredDeal) -> bool:
    return is_played(deal) and bool(deal.option("doubling"))


QUESTIONS = (
    passed_out("bidder"),
    ask.Taker("bidder", _("Bidding side"), when=is_played, help=_("The side with the highest bid.")),
    ask.Number(
        "bid",
        pgettext("Pilotta", "Bid"),
        low=80,
        step=10,
        when=is_played,
        help=_("In points: 80, 90, 100 and so on. 8, 9 and 10 are read as 80, 90 and 100."),
    ),
    trumps.for_notes(SUITS, when=is_played),
    trick_points("bidder"),
    ask.Taker(
        "last_trick",
        _("Last trick"),
        need=ask.NEVER,
        when=is_played,
        help=_("Its 10 points are part of the trick points."),
    ),
    ask.Taker(
        "kapo",
        _("Kapo"),
        need=ask.NEVER,
        when=is_played,
        help=_("One side took all eight tricks: 250 points instead of 162."),
    ),
    nested.Each(
        "declarations",
        _("Declarations"),
        nested.Several(DECLARATION, most=MOST_DECLARED),
        need=ask.ONCE_BEGUN,
        when=is_played,
        help=_("Runs and fours of a kind, announced in the first trick and shown in the second."),
    ),
    ask.Taker(
        "declarations_to",
        _("Whose declarations count?"),
        when=are_tied,
        help=_("Both sides' best declarations are worth the same. Choose whose is higher, or was announced first."),
    ),
    king_and_queen("pilotta", _("Pilotta")),
    ask.Choice(
        "contra",
        _("Contra"),
        ((1, _("No contra")), (2, _("Contra")), (4, _("Recontra"))),
        need=ask.NEVER,
        seldom=True,
        when=can_double,
        help=_("Two or four times the stake; the winner takes all."),
    ),
)

PARTS = (
    Part("auction", _("The auction"), ("bidder", "bid", "trump", "passed_out")),
    Part(
        "play",
        _("The play"),
        ("declarations", "pilotta", "kapo", "last_trick", "contra", "declarations_to", "trick_points"),
    ),
)


def follows(deal: AnsweredDeal) -> Iterator[Follows]:
    if deal.known("kapo"):
        yield Follows("trick_points", deal.to(deal["kapo"], ALL_POINTS), _("A kapo means all 162 points."))
        yield Follows("last_trick", deal["kapo"], _("A kapo includes the last trick."))


@once
def is_scored(deal: AnsweredDeal) -> bool:
    """Return whether the answers suffice to score the deal."""
    return deal.known("bidder", "bid", "trick_points") and is_settled(deal)


def score(deal: AnsweredDeal) -> list[Line]:
    if not is_scored(deal):
        return []
    return [
        Line(_("Tricks"), tricks(deal), trick_words(deal)),
        Line(_("Declarations"), declarations(deal)),
        Line(_("Pilotta"), deal.to(pilotta_goes_to(deal), KING_AND_QUEEN // 10)),
        Line(_("Stake"), stake(deal), stake_words(deal)),
    ]


def facts(deal: AnsweredDeal) -> dict[str, bool]:
    return {"made": is_bid_made(deal)} if is_scored(deal) else {}


def problems(deal: AnsweredDeal) -> list[Problem]:
    problems = passed_out_problems(deal) + (impossible_points(deal) or last_trick_problems(deal))
    problems.extend(declaration_problems(deal))
    if deal.known("pilotta"):
        problems.extend(pilotta_problems(deal))
    return problems


def last_trick_problems(deal: AnsweredDeal) -> list[Problem]:
    """Refuse trick points that are impossible with the last trick: fewer than 10, or 11, as no card is worth 1."""
    if not deal.known("trick_points", "last_trick") or deal.known("kapo"):
        return []
    own = deal["trick_points"][deal["last_trick"]]
    if own < LAST_TRICK:
        return [
            Problem(
                "last_trick",
                "too_few",
                _("The last trick alone is worth 10 points; this side has %(own)s."),
                own=own,
            )
        ]
    if own == LAST_TRICK + 1:
        return [Problem("last_trick", "impossible", _("11 points including the last trick would need a card worth 1."))]
    return []


def pilotta_problems(deal: AnsweredDeal) -> list[Problem]:
    other = 1 - deal["pilotta"]
    if has_four(deal, other, "K") or has_four(deal, other, "Q") or holds_pilotta(deal, other):
        return [Problem("pilotta", "contradiction", _("The other side has shown a card of the pilotta."))]
    return []


def moments(deal: AnsweredDeal) -> Iterator[Moment]:
    if not is_scored(deal):
        return
    bidder, missing = deal["bidder"], deal["bid"] - points(deal)[deal["bidder"]]
    if deal.known("kapo"):
        yield Moment("kapo", 40, deal["kapo"], _("%(side)s took all eight tricks."))
    if deal["bid"] >= 160:
        text = _("%(side)s bid %(bid)s and made it.") if is_bid_made(deal) else _("%(side)s bid %(bid)s and failed.")
        yield Moment("high_bid", 50, bidder, text, bid=deal["bid"])
    if not is_bid_made(deal) and missing <= 5:
        yield Moment("just_failed", 20, bidder, _("%(side)s fell %(missing)s short of the bid."), missing=missing)
    for side in range(deal.setup.sides):
        if has_four(deal, side, "J"):
            yield Moment("four_jacks", 70, side, _("%(side)s showed four jacks."))


def bids(deal: AnsweredDeal, outcome: bool) -> Counts:
    """Return 1 or 0 for the side that bid; the round says nothing about the bids of the other one."""
    return deal.to(deal["bidder"], 1 if is_bid_made(deal) == outcome else 0, None) if is_scored(deal) else None


def height(deal: AnsweredDeal) -> str:
    return str(deal["bid"])


MADE = Figure("bids_made", _("Bids made"), lambda deal: bids(deal, True), trumps.trump, SUITS, height)
FAILED = Figure("bids_failed", _("Bids failed"), lambda deal: bids(deal, False), trumps.trump, SUITS, height)
BEYOND = Figure(
    "beyond",
    _("Points beyond the bid"),
    lambda deal: deal.to(deal["bidder"], margin(deal), None) if is_scored(deal) else None,
)
KAPOS = Figure("kapos", _("Kapo"), lambda deal: deal.to(deal["kapo"], 1) if is_scored(deal) else None)


PILOTTA = Game(
    key="pilotta",
    name=_("Pilotta"),
    aim=_("Bid to choose trumps, then take the points you bid."),
    card=CARD,
    direction=COUNTER_CLOCKWISE,  # by custom; S4 does not say
    picture="game-pilotta",
    heading=headings.CONTRACTS,
    also=("Pilota",),
    players=(4,),
    sides=two_teams,
    options=OPTIONS,
    questions=QUESTIONS,
    parts=PARTS,
    follows=follows,
    problems=problems,
    score=score,
    facts=facts,
    end=Ending(points=ending.target, race=True),
    pinned=("bidder", "bid", "trump", "contra"),
    pack=PACK,
    outcome=outcome,
    moments=moments,
    figures=(MADE, FAILED, BEYOND, KAPOS),
)
