"""Pişti, for two to four players, or for two pairs.

Every deal has thirteen points for single cards and three for the most tricks; nobody gets the three if the most is
shared. In addition, a pişti is worth ten points, and twenty if a jack takes a lone jack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, option
from games.rules.card import COUNTER_CLOCKWISE, Sentence
from games.rules.game import Ending, Figure, Game, Line, Moment, Part, sole_leader
from games.rules.most import TIE, Most
from games.rules.pisti_pile import CARDS, MOST_PISTIS, MOST_TRICKS, PACK, pistis, problems, side_points, times
from games.rules.words import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rules.game import AnsweredDeal, Options, Setup

OPTIONS = (
    option.Target(
        "target",
        _("Play to"),
        (151, 101),
        help=_("The leader wins with so many points. Level at the top, you play on."),
    ),
    option.Pick(
        "most",
        _("Three points for the most"),
        (("tricks", _("Tricks")), ("cards", _("Cards"))),
        help=_("Nobody gets them when the most is shared."),
    ),
    option.Switch(
        "teams", _("Two teams"), players=(4,), help=_("Partners sit opposite each other and count together.")
    ),
)


def sides(players: int, options: Options) -> int:
    return 2 if options["teams"] else players


def counts_tricks(deal: AnsweredDeal) -> bool:
    return bool(deal.option("most") == "tricks") and not deal.known("most_tricks")


def counts_cards(deal: AnsweredDeal) -> bool:
    return bool(deal.option("most") == "cards")


QUESTIONS = (
    ask.Tally(
        "jacks",
        _("Jacks"),
        total=4,
        off=_("The jacks add up to %(sum)s; there are %(total)s."),
        help=_("How many of the four jacks each side has captured."),
    ),
    ask.Tally(
        "aces",
        _("Aces"),
        total=4,
        off=_("The aces add up to %(sum)s; there are %(total)s."),
        help=_("How many of the four aces each side has captured."),
    ),
    ask.Taker("two_of_clubs", _("2♣"), help=_("Who has captured the two of clubs.")),
    ask.Taker("ten_of_diamonds", _("10♦"), help=_("Who has captured the ten of diamonds.")),
    Most(
        "most_tricks",
        _("Most tricks"),
        instead_of="tricks",
        help=_("Who has taken the pile most often. Nobody gets the points in a tie."),
    ),
    ask.Tally(
        "tricks",
        _("Tricks"),
        most=MOST_TRICKS,
        over=_("The tricks add up to %(sum)s; a round has %(total)s at most."),
        when=counts_tricks,
        help=_("How often each side has captured the pile. Cards left over at the end are no trick."),
    ),
    ask.Tally(
        "cards",
        _("Cards"),
        total=CARDS,
        off=_("The cards add up to %(sum)s; the pack has %(total)s."),
        when=counts_cards,
        help=_("All cards each side has captured, those left over at the end included."),
    ),
    ask.Tally(
        "pistis",
        _("Pişti"),
        few=True,
        most=MOST_PISTIS,
        over=_("These add up to %(sum)s; a round has %(total)s pişti at most."),
        help=_("A lone card taken by one of its rank. Those of a jack on a jack are counted below."),
    ),
    ask.Tally(
        "jack_pistis",
        _("Jack pişti"),
        few=True,
        most=2,
        over=_("These add up to %(sum)s; with four jacks there can be %(total)s."),
        help=_("A lone jack taken by a jack."),
    ),
)

IN_NUMBERS = "tricks"  # asked last, because who has the most is enough
NAMES = [question.name for question in QUESTIONS if question.name != IN_NUMBERS]
PARTS = (Part("count", _("The count"), NAMES + [IN_NUMBERS]),)


def most(deal: AnsweredDeal) -> list[int] | None:
    """Return three points for the sole leader; nobody gets them if the lead is shared."""
    counted, named = deal[deal.option("most")], deal["most_tricks"]
    if counted is None and named is not None and deal.option("most") == "tricks":
        return deal.to(None if named == TIE else named, 3)
    return None if counted is None else deal.to(sole_leader(counted), 3)


def score(deal: AnsweredDeal) -> list[Line]:
    return [
        Line(_("Jacks"), times(deal, "jacks", 1)),
        Line(_("Aces"), times(deal, "aces", 1)),
        Line(_("2♣"), side_points(deal, "two_of_clubs", 2)),
        Line(_("10♦"), side_points(deal, "ten_of_diamonds", 3)),
        Line(_("Most tricks") if deal.option("most") == "tricks" else _("Most cards"), most(deal)),
        Line(_("Pişti"), times(deal, "pistis", 10)),
        Line(_("Jack pişti"), times(deal, "jack_pistis", 20)),
    ]


def moments(deal: AnsweredDeal) -> Iterator[Moment]:
    for side in range(deal.setup.sides):
        if deal.known("jack_pistis") and deal["jack_pistis"][side]:
            yield Moment("jack_pisti", 25, side, _("%(side)s took a lone jack with a jack: twenty points."))
        if pistis(deal, side) >= 4:
            yield Moment(
                "many_pistis", 30, side, _("%(side)s: %(count)s pişti in one round."), count=pistis(deal, side)
            )
        if deal.known("jacks", "aces") and deal["jacks"][side] == deal["aces"][side] == 4:
            yield Moment("jacks_and_aces", 60, side, _("%(side)s captured every jack and every ace."))


def target(setup: Setup) -> int:
    return int(setup.options["target"])


PISTI = Game(
    key="pisti",
    name=_("Pişti"),
    aim=_("Capture the pile; a lone card captured by its like is a pişti."),
    card=(
        _("Four cards each. Play one: a card of the rank on top, or any jack, captures the pile."),
        _("At the start three cards lie face down and one on top face up; a jack goes under the stock instead."),
        _("A lone card captured by its rank is a pişti: 10. A lone jack captured by a jack: 20."),
        _("The last two cards of a deal make no pişti. What is left over goes to the last taker."),
        _("Jacks and aces count 1 each, 2♣ counts 2, 10♦ counts 3."),
        Sentence(_("The most tricks get 3; shared, nobody does."), most="tricks"),
        Sentence(_("The most cards get 3; shared, nobody does."), most="cards"),
        Sentence(_("Partners sit opposite each other and count together."), teams=True),
        Sentence(_("Play to %(target)s. If several pass it, the highest wins; level, you play on.")),
    ),
    direction=COUNTER_CLOCKWISE,
    picture="game-pisti",
    players=(2, 3, 4),
    sides=sides,
    options=OPTIONS,
    questions=QUESTIONS,
    parts=PARTS,
    problems=problems,
    score=score,
    end=Ending(points=target, race=True),
    pack=PACK,
    moments=moments,
    figures=(
        Figure("pistis", _("Pişti"), lambda deal: deal["pistis"]),
        Figure("jack_pistis", _("Jack pişti"), lambda deal: deal["jack_pistis"]),
    ),
)
