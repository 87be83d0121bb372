"""Bisca Capixaba, for two pairs, to four game points.

The card points decide a deal: a game, a capote from 90, or all 120. A heley scores in addition, when Ace and 7 of
trumps are in one trick, or the 7 is led and meets no Ace. It scores at once and may end the match in the middle of a
deal. Hearts as trumps pay more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, headings, nested, option
from games.rules.bisca_cards import PACK, RANKING, card_points, close_moments, impossible_split, winner
from games.rules.capixaba_count import count, count_points, is_counted
from games.rules.capixaba_figures import FIGURES
from games.rules.capixaba_heley import (
    LAST_TRICK,
    TARGET,
    case_of,
    ends_match,
    goes_on,
    hearts_pay,
    heley_points,
    heley_problems,
    kind,
    scorer,
    too_few_points,
)
from games.rules.card import COUNTER_CLOCKWISE, Sentence, Task
from games.rules.cards import SUITS
from games.rules.deal import after_dealer
from games.rules.game import Ending, Follows, Game, Line, Moment, Part, two_teams
from games.rules.outcome import Outcome
from games.rules.words import Problem, Words, _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rules.game import AnsweredDeal, Facts, Setup


def score(deal: AnsweredDeal) -> list[Line]:
    return heley_lines(deal) + count_lines(deal)


def heley_lines(deal: AnsweredDeal) -> list[Line]:
    case, points = case_of(deal), heley_points(deal)
    if case is None or points is None:
        return []
    return [Line(case.label, points, deal.to(scorer(deal, case), with_trumps(deal, Words(case.why)), None))]


def count_lines(deal: AnsweredDeal) -> list[Line]:
    tier = count(deal) if is_counted(deal) else None
    if tier is None:
        return []
    reason = Words(_("%(least)s card points or more"), least=tier.least)
    if tier.name == "all_points":
        reason = Words(_("all the card points"))
    elif tier.name == "capote":
        reason = Words(_("the others have fewer than 31 card points"))
    return [Line(tier.label, count_points(deal), deal.to(winner(deal), with_trumps(deal, reason), None))]


def outcome(deal: AnsweredDeal) -> Outcome | None:
    """Return the kind of the heley, or of the count without one, for the side that scores it."""
    case, points = case_of(deal), heley_points(deal)
    if case is not None and points is not None and any(points):
        return Outcome(case.label, scorer(deal, case))
    tier = count(deal) if is_counted(deal) else None
    return None if tier is None else Outcome(tier.label, winner(deal) or 0)


def with_trumps(deal: AnsweredDeal, why: Words) -> Words:
    return Words(_("%(why)s; hearts are trumps"), why=why) if hearts_pay(deal) else why


def facts(deal: AnsweredDeal) -> Facts:
    result: Facts = {} if deal.has_begun("heley") else {"heley": kind(deal)}
    for name, points in (("heley_points", heley_points(deal)), ("count_points", count_points(deal))):
        if points is not None:
            result[name] = points
    return result


def follows(deal: AnsweredDeal) -> Iterator[Follows]:
    if deal.known("indicator"):
        yield Follows("knocked", False, _("After a knock no card is turned up."))
    if deal["knocked"]:
        yield Follows("trump", "hearts", _("A knock makes hearts trumps."))


def problems(deal: AnsweredDeal) -> list[Problem]:
    return impossible_split(deal) + (heley_problems(deal) or too_few_points(deal))


def need_of_knock(deal: AnsweredDeal) -> str:
    matters = deal.option("hearts_only_by_knock") and deal["trump"] == "hearts"
    return ask.NEEDED if matters else ask.ONCE_BEGUN


def cuts_or_knocks(deal: AnsweredDeal) -> list[Task]:
    """S2 L83: the player on the dealer's right."""
    return [Task(_("%(name)s cuts or knocks, then plays first"), after_dealer(deal))]


def moments(deal: AnsweredDeal) -> Iterator[Moment]:
    yield from heley_moments(deal)
    yield from count_moments(deal)


def heley_moments(deal: AnsweredDeal) -> Iterator[Moment]:
    case, points = case_of(deal), heley_points(deal)
    if case is None or points is None or not any(points):
        return
    side = scorer(deal, case)
    if case.name == "roda":
        yield Moment("roda", 40, side, _("%(side)s: the fourth player's ace caught a 7 that was led."))
    if case.name == "partners":
        yield Moment("partners", 200, side, _("%(side)s scored because the opponents played ace and 7 to one trick."))
    if max(points) == TARGET:
        yield Moment("four_in_a_trick", 40, side, _("%(side)s won four game points in a single trick."))
    if ends_match(deal):
        yield Moment("heley_won_match", 10, side, _("%(side)s won the match before the cards were counted."))


def count_moments(deal: AnsweredDeal) -> Iterator[Moment]:
    tier = count(deal) if is_counted(deal) else None
    if tier is not None and tier.name == "capote":
        yield Moment("capote", 6, winner(deal), _("%(side)s won with 90 card points or more: capote."))
    if tier is not None and tier.name == "all_points":
        yield Moment("all_points", 600, winner(deal), _("%(side)s took all 120 card points."))
    if is_counted(deal):
        yield from close_moments(deal, 30, 60)


OPTIONS = (
    option.Switch(
        "rodar_literal",
        _("Rodar o 7 scores less with hearts"),
        help=_("The rule as printed: 1 with hearts, 2 with other suits. Off: 2 with hearts, 1 with other suits."),
    ),
    option.Switch(
        "hearts_only_by_knock",
        _("Hearts count extra only after a knock"),
        help=_("If the cut turns up hearts, they then count like any other suit."),
    ),
)

QUESTIONS = (
    ask.Choice("trump", _("Trumps"), SUITS, help=_("The suit turned up. After a knock it is hearts.")),
    ask.YesNo(
        "knocked",
        _("Knocked instead of cutting"),
        need=need_of_knock,
        help=_("Choose Yes if the player on the dealer's right knocked instead of cutting."),
    ),
    ask.Choice(
        "indicator",
        _("Card turned up"),
        [(rank, rank) for rank in ("2", "3", "4", "5", "6", "Q", "J", "K")],  # S2 L83: never an Ace or a 7
        need=ask.ONCE_BEGUN,
        when=lambda deal: not deal["knocked"],
        help=_("An ace or 7 turned up is put back into the pack, and another card is turned up."),
    ),
    nested.Record(
        "heley",
        _("Heley"),
        (
            ask.Number("trick", _("Trick"), low=1, high=LAST_TRICK),
            ask.PlayerSeat("leader", _("Led by")),
            ask.PlayerSeat("seven", _("7 played by")),
            ask.PlayerSeat("ace", _("Ace played by"), need=ask.ONCE_BEGUN),
        ),
        first="seven",
        need=ask.ONCE_BEGUN,
        help=_("Ace and 7 of trumps in the same trick, or the 7 led and not beaten by the ace. At most once a round."),
    ),
    card_points(when=goes_on),
)

PARTS = (
    Part("trumps", _("Trumps"), ("trump", "knocked", "indicator")),
    Part("heley", _("Heley"), ("heley",)),
    Part("count", _("Card count"), ("points",)),
)


def target(setup: Setup) -> int:
    return TARGET


CAPIXABA = Game(
    key="bisca_capixaba",
    name=_("Bisca Capixaba"),
    aim=_("Take 61 of the 120 card points, and catch the 7 of trumps with the ace."),
    card=(
        _("Two teams of two, 40 cards, three each: ten tricks."),
        RANKING,
        _(
            "The dealer shuffles. The player on the right cuts: the card turned up sets trumps. Or this player "
            "knocks: hearts are trumps."
        ),
        _("If the dealer's team is ahead, the other team usually knocks: hearts score more."),
        _("After a cut, the player who was dealt the 2 of trumps may swap it for the card turned up."),
        _("Play any card. The winner of a trick draws first and leads."),
        Sentence(_("Numbers in brackets are for hearts."), hearts_only_by_knock=False),
        Sentence(_("Numbers in brackets are for hearts after a knock."), hearts_only_by_knock=True),
        _("61 card points: 1 (2) game points. 90 or more (capote): 2 (3). All 120: 4. At 60–60: 0."),
        _("Heley: ace played right after the 7: 1 (2). An opponent's 7 after the ace: 2 (4)."),
        _("Heley de Roda: the fourth player's ace on a 7 that was led: 2 (3)."),
        _("Heley de Parceiros: partners play ace and 7 to one trick: 2 (3) for the opponents, except in trick 10."),
        Sentence(
            _("Rodar o 7: the 7 is led and no ace beats it: 1 (2) for the side that led it."), rodar_literal=False
        ),
        Sentence(_("Rodar o 7: the 7 is led and no ace beats it: 2 (1) for the side that led it."), rodar_literal=True),
        _("The first to four game points wins at once, even mid-round."),
    ),
    direction=COUNTER_CLOCKWISE,  # S2 L23
    picture="game-bisca",
    heading=headings.CARD_POINTS,
    players=(4,),
    sides=two_teams,
    options=OPTIONS,
    questions=QUESTIONS,
    parts=PARTS,
    follows=follows,
    problems=problems,
    score=score,
    facts=facts,
    end=Ending(points=target, race=True),
    pinned=("trump", "knocked", "indicator", "heley"),
    tasks=cuts_or_knocks,
    pack=PACK,
    outcome=outcome,
    moments=moments,
    figures=FIGURES,
)
