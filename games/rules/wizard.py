"""Wizard, for three to six players, each alone.

All 60 cards are shared out over the match: round 1 deals one card each, round 2 two, and so on. Players bid the tricks
that they will take. A bid met is worth 20 and 10 for each trick; a bid missed costs 10 for each trick off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, bid_tricks, headings, option
from games.rules.card import CLOCKWISE, Sentence
from games.rules.cards import Pack
from games.rules.game import Ending, Figure, Game, Line, Moment, Part
from games.rules.words import Problem, _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rules.game import AnsweredDeal, Facts, Setup

CARDS = 60
MET, EACH_TRICK, EACH_OFF = 20, 10, 10
IN_A_ROW = 5  # bids met in a row that are worth mentioning
HIGH_BID = 8

TRUMPS = (
    ("blue", _("Blue")),
    ("red", _("Red")),
    ("yellow", _("Yellow")),
    ("green", _("Green")),
    ("none", _("No trump")),
)

# Four wizards and four jesters have no colour; the pack has one of each beside every colour.
RANKS = ("W", "13", "12", "11", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1", "J")

OPTIONS = (
    option.Switch(
        "uneven",
        _("Bids must not come out even"),
        help=_("The bids may not add up to the number of tricks, so at least one player is wrong."),
    ),
)


def rounds(setup: Setup) -> int:
    return CARDS // setup.players


def cards(deal: AnsweredDeal) -> int:
    """Return how many cards each player gets, which is also the number of tricks."""
    return deal.number + 1


QUESTIONS = (
    ask.Choice("trump", _("Trump"), TRUMPS, need=ask.NEVER, help=_("For your notes only.")),
    bid_tricks.bids(cards, _("How many tricks each player wants to take.")),
    bid_tricks.tricks(cards, _("How many tricks each player took. The last number is filled in.")),
)

PARTS = (
    Part("bids", _("The bids"), ("trump", "bids")),
    Part("tricks", _("The tricks"), ("tricks",)),
)


def problems(deal: AnsweredDeal) -> list[Problem]:
    if deal.option("uneven") and deal.known("bids") and sum(deal["bids"]) == cards(deal):
        text = _("The bids add up to %(sum)s, the number of tricks. Under your house rule they may not.")
        return [Problem("bids", "sum", text, sum=cards(deal))]
    return []


def score(deal: AnsweredDeal) -> list[Line]:
    if not deal.known("bids", "tricks"):
        return []
    pairs = zip(bid_tricks.errors(deal), deal["tricks"])
    points = [-EACH_OFF * error if error else MET + EACH_TRICK * count for error, count in pairs]
    return [Line(_("Bid and tricks"), points, bid_tricks.reasons(deal))]


def carry(deal: AnsweredDeal) -> Facts:
    return {"in_a_row": bid_tricks.in_a_row(deal)}


def moments(deal: AnsweredDeal) -> Iterator[Moment]:
    if not deal.known("bids", "tricks"):
        return
    met = bid_tricks.met(deal)
    if all(met):
        yield Moment("all_right", 20, None, _("All players met their bids."))
    if not any(met):
        yield Moment("all_wrong", 15, None, _("Nobody met a bid."))
    for side, count in enumerate(bid_tricks.in_a_row(deal)):
        if count and count % IN_A_ROW == 0:
            yield Moment("in_a_row", 60, side, _("%(side)s met %(count)s bids in a row."), count=count)
        bid = deal["bids"][side]
        if met[side] and bid >= HIGH_BID:
            yield Moment("high_bid", 50, side, _("%(side)s bid %(bid)s tricks and took them."), bid=bid)


def bids_in_words(deal: AnsweredDeal) -> list[str]:
    """Return the bid of each player, under which bids that were met are counted apart."""
    return [str(bid) for bid in deal["bids"]]


WIZARD = Game(
    key="wizard",
    name=_("Wizard"),
    aim=_("Bid how many tricks you will take, and take exactly that many."),
    card=(
        _(
            "60 cards: 1 to 13 in four colours, four wizards and four jesters. Round 1 deals one card each, round 2 two."
        ),
        _(
            "The next card decides trumps; a jester means no trump. After a wizard the dealer chooses. In the last round there is no trump."
        ),
        _("The player on the dealer's left bids first and leads."),
        _("Follow the colour led if you can. A wizard or a jester may always be played."),
        _(
            "The first wizard wins the trick. Without one the highest trump does, and without trumps the highest card of the colour led. A jester always loses."
        ),
        _("Bid met: 20, and 10 for each trick. Bid missed: minus 10 for each trick too many or too few."),
        Sentence(_("The bids may add up to the number of tricks."), uneven=False),
        Sentence(_("The bids may not add up to the number of tricks."), uneven=True),
        Sentence(_("This match has %(most)s rounds. Most points wins; if the leaders are tied, they share the win.")),
    ),
    picture="game-wizard",
    heading=headings.TRICKS,
    direction=CLOCKWISE,
    players=(3, 4, 5, 6),
    options=OPTIONS,
    questions=QUESTIONS,
    parts=PARTS,
    problems=problems,
    score=score,
    end=Ending(rounds=rounds),
    carry=carry,
    pinned=("trump", "bids"),
    pack=Pack(RANKS, TRUMPS[:4]),
    tasks=bid_tricks.tasks,
    moments=moments,
    figures=(
        Figure("bids_met", _("Bids met"), bid_tricks.count_met, by=bids_in_words),
        bid_tricks.TRICKS_OFF,
        Figure("met_again", _("Bids met right after another"), bid_tricks.count_met_again, looks_back=True),
    ),
)
