"""Pişti, for two to four players, or for two pairs.

Every deal has thirteen points for single cards and three for the most tricks; nobody gets the three if the most is
shared. In addition, a pişti is worth ten points, and twenty if a jack takes a lone jack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, ending, headings, option
from games.rules.card import COUNTER_CLOCKWISE, Sentence
from games.rules.game import Ending, Figure, Game, Line, Moment, Part, sole_leader
from games.rules.most import TIE, Most
from games.rules.pisti_pile import CARDS, MOST_PISTIS, MOST_TRICKS, PACK, pistis, problems, side_points, times
from games.rules.words import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rules.game import AnsweredDeal, Options

OPTIONS = (
    ending.race_target(151, 101),
    option.Pick(
        "most",
        _("Three points for most"),
        (("tricks", _("Tricks")), ("cards", _("Cards"))),
        help=_("Nobody gets them in a tie."),
    ),
    option.Switch(
        "teams", _("Two teams"), players=(4,), help=_("Partners sit opposite each other and score together.")
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
        off=_("The jacks add up to %(sum)s; they must add up to %(total)s."),
        help=_("How many of the four jacks each side captured."),
    ),
    ask.Tally(
        "aces",
        _("Aces"),
        total=4,
        off=_("The aces add up to %(sum)s; they must add up to %(total)s."),
        help=_("How many of the four aces each side captured."),
    ),
    ask.Taker("two_of_clubs", _("2♣"), help=_("The side with the two of clubs.")),
    ask.Taker("ten_of_diamonds", _("10♦"), help=_("The side with the ten of diamonds.")),
    Most(
        "most_tricks",
        _("Most tricks"),
        instead_of="tricks",
        help=_("The side with the most captures. In a tie, nobody gets the points."),
    ),
    ask.Tally(
        "tricks",
        _("Tricks"),
        most=MOST_TRICKS,
        over=_("The tricks add up to %(sum)s; a round has at most %(total)s."),
        when=counts_tricks,
        help=_("How many times each side captured the pile. Cards left over at the end do not count as a trick."),
    ),
    ask.Tally(
        "cards",
        _("Cards"),
        total=CARDS,
        off=_("The cards add up to %(sum)s; they must add up to %(total)s."),
        when=counts_cards,
        help=_("All the cards each side captured, including those left over at the end."),
    ),
    ask.Tally(
        "pistis",
        _("Pişti"),
        few=True,
        most=MOST_PISTIS,
        over=_("These add up to %(sum)s; a round can have at most %(total)s pişti."),
        help=_("A single card captured with one of the same rank. A jack captured with a jack is entered below."),
    ),
    ask.Tally(
        "jack_pistis",
        _("Jack pişti"),
        few=True,
        most=2,
        over=_("These add up to %(sum)s; with four jacks there can be at most %(total)s."),
        help=_("A single jack captured with a jack."),
    ),
)

IN_NUMBERS = "tricks"  # asked last, because who has the most is enough
NAMES = [question.name for question in QUESTIONS if question.name != IN_NUMBERS]
PARTS = (Part("count", _("Card count"), NAMES + [IN_NUMBERS]),)


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
            yield Moment("jack_pisti", 25, side, _("%(side)s captured a single jack with a jack: twenty points."))
        if pistis(deal, side) >= 4:
            yield Moment(
                "many_pistis", 30, side, _("%(side)s: %(count)s pişti in one round."), count=pistis(deal, side)
            )
        if deal.known("jacks", "aces") and deal["jacks"][side] == deal["aces"][side] == 4:
            yield Moment("jacks_and_aces", 60, side, _("%(side)s captured every jack and every ace."))


def pistis_against(deal: AnsweredDeal) -> list[int] | None:
    """Return the pişti of all other sides, for each side. A pişti with a jack is one, too."""
    if not deal.known("pistis", "jack_pistis"):
        return None
    own = [pistis(deal, side) for side in range(deal.setup.sides)]
    return [sum(own) - count for count in own]


PISTI = Game(
    key="pisti",
    name=_("Pişti"),
    aim=_("Capture the pile. Capturing a single card with one of the same rank is a pişti."),
    card=(
        _("Four cards each. Play one: if it matches the top card's rank, or is a jack, you capture the pile."),
        _("At the start, three cards lie face down with one face up on top; if it is a jack, it goes under the stock."),
        _("A single card captured with one of its rank is a pişti: 10. A single jack captured with a jack: 20."),
        _("No pişti with the last two cards of a round. Cards left over go to the side that captured last."),
        _("Jacks and aces count 1 each, 2♣ counts 2, 10♦ counts 3."),
        Sentence(_("Most tricks: 3 points; in a tie, nobody gets them."), most="tricks"),
        Sentence(_("Most cards: 3 points; in a tie, nobody gets them."), most="cards"),
        Sentence(_("Partners sit opposite each other and score together."), teams=True),
        Sentence(_("Play to %(target)s. If several reach it in the same round, the highest wins; if tied, play on.")),
    ),
    direction=COUNTER_CLOCKWISE,
    picture="game-pisti",
    heading=headings.CAPTURING,
    also=("Pishti", "Bastra"),
    players=(2, 3, 4),
    sides=sides,
    options=OPTIONS,
    questions=QUESTIONS,
    parts=PARTS,
    problems=problems,
    score=score,
    end=Ending(points=ending.target, race=True),
    pack=PACK,
    moments=moments,
    figures=(
        Figure("pistis", _("Pişti"), lambda deal: deal["pistis"]),
        Figure("jack_pistis", _("Jack pişti"), lambda deal: deal["jack_pistis"]),
        Figure("pistis_against", _("Pişti of the others"), pistis_against),
    ),
)
