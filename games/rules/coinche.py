"""Belote coinchée, for two pairs: one of them takes, and must reach its contract with the tricks.

The tricks have 162 points with the ten of the last trick. In plain belote, the house rule `classic`, there is no
contract: the takers must have more than the others. `coinche_score.py` has the arithmetic.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, ending, headings
from games.rules.auction import is_played, passed_out, passed_out_problems
from games.rules.belote_cards import ALL_POINTS, RANKS, impossible_points, king_and_queen, trick_points
from games.rules.card import COUNTER_CLOCKWISE, Task, leads
from games.rules.cards import SUITS, Pack
from games.rules.coinche_card import CARD, OPTIONS
from games.rules.coinche_score import (
    CAPOT,
    CONTRACTS,
    belote,
    contract_points,
    contract_words,
    declarations,
    held,
    held_before,
    held_goes_to,
    is_made,
    is_tied,
    missing,
    outcome,
    times,
    tricks,
    uses_contract,
)
from games.rules.game import Ending, Figure, Follows, Game, Line, Moment, Part, two_teams
from games.rules.judge import is_complete
from games.rules.trumps import trump
from games.rules.words import Problem, _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rules.game import AnsweredDeal, Counts, Facts, Setup

WITHOUT_BELOTE = (("no_trump", _("No trumps")), ("all_trump", _("All trumps")))
NO_DECLARATION = (10, 30)  # no declarations add up to these
JUST_FAILED, HIGH_CONTRACT = 5, 160


def asks_contract(deal: AnsweredDeal) -> bool:
    return is_played(deal) and uses_contract(deal)


def asks_declarations(deal: AnsweredDeal) -> bool:
    return is_played(deal) and bool(deal.option("declarations"))


def trumps(setup: Setup) -> list[str]:
    """Return what can be trumps."""
    values = SUITS + WITHOUT_BELOTE if setup.options["no_trumps"] else SUITS
    return [value for value, _label in values]


def has_one_trump_suit(deal: AnsweredDeal) -> bool:
    """Return whether one suit is trumps, as far as anyone has noted them."""
    return deal["trump"] not in [value for value, _label in WITHOUT_BELOTE]


def may_have_belote(deal: AnsweredDeal) -> bool:
    return is_played(deal) and has_one_trump_suit(deal)


def is_capot_bid(deal: AnsweredDeal) -> bool:
    return asks_contract(deal) and bool(deal["contract"] == CAPOT)


QUESTIONS = (
    passed_out("taker"),
    ask.Taker("taker", _("Taking side"), when=is_played, help=_("The side with the highest bid.")),
    ask.Choice(
        "contract",
        _("Contract"),
        [(value, str(value)) for value in CONTRACTS[:-1]] + [(CONTRACTS[-1], _("250 capot"))],
        when=asks_contract,
        help=_("In points. 250 is a capot: all eight tricks."),
    ),
    ask.Choice(
        "trump",
        _("Trumps"),
        SUITS + WITHOUT_BELOTE,
        offered=trumps,
        need=ask.NEVER,
        when=is_played,
        help=_("For your notes, and for statistics."),
    ),
    trick_points("taker"),
    ask.Taker(
        "all_tricks",
        _("Capot"),
        need=ask.NEVER,
        seldom=True,
        likely=is_capot_bid,  # 162 card points alone would fail
        when=is_played,
        help=_("One side took all eight tricks: 250 points instead of 162, in plain belote 252."),
    ),
    king_and_queen("belote", _("Belote"), when=may_have_belote),
    ask.Tally(
        "declared",
        _("Declarations"),
        step=10,
        others_zero=True,
        need=ask.ONCE_BEGUN,
        seldom=True,
        when=asks_declarations,
        help=_("The points of runs and fours of a kind. Only one side scores them."),
    ),
    ask.Choice(
        "coinche",
        _("Coinche"),
        ((1, _("No coinche")), (2, _("Coinche")), (4, _("Surcoinche"))),
        need=ask.NEVER,
        seldom=True,
        when=asks_contract,
        help=_("Two or four times the points; the side that is right takes everything."),
    ),
)

PARTS = (
    Part("auction", _("The auction"), ("taker", "contract", "trump", "passed_out")),
    Part("play", _("The play"), ("all_tricks", "belote", "coinche", "declared", "trick_points")),
)


def tasks(deal: AnsweredDeal) -> list[Task]:
    """Return who plays first, and how many points wait for the winner of the round."""
    points = held_before(deal)
    return leads(deal) + ([Task(_("Held points: %(points)s"), points=points)] if points else [])


def follows(deal: AnsweredDeal) -> Iterator[Follows]:
    if deal.known("all_tricks"):
        yield Follows("trick_points", deal.to(deal["all_tricks"], ALL_POINTS), _("A capot means all 162 points."))


def problems(deal: AnsweredDeal) -> list[Problem]:
    problems = passed_out_problems(deal)
    if not may_be_all_trump(deal):
        problems.extend(impossible_points(deal))
    if deal.known("belote") and not has_one_trump_suit(deal):
        problems.append(Problem("belote", "contradiction", _("Belote needs a trump suit.")))
    return problems + declaration_problems(deal)


def may_be_all_trump(deal: AnsweredDeal) -> bool:
    """Return whether all suits may be trumps: then a queen counts 1."""
    return bool(deal.option("no_trumps")) and (deal["trump"] == "all_trump" or not deal.known("trump"))


def declaration_problems(deal: AnsweredDeal) -> list[Problem]:
    values = [value for value in deal.given.get("declared") or [] if value]
    if len(values) > 1:
        return [Problem("declared", "contradiction", _("Only one side scores declarations."))]
    if values and values[0] in NO_DECLARATION:
        text = _("No declarations are worth %(value)s points together.")
        return [Problem("declared", "impossible", text, value=values[0])]
    return []


def is_scored(deal: AnsweredDeal) -> bool:
    return is_played(deal) and is_complete(deal)


def score(deal: AnsweredDeal) -> list[Line]:
    if not is_scored(deal):
        return []
    return [
        Line(_("Tricks"), tricks(deal)),
        Line(_("Contract"), contract_points(deal), contract_words(deal)),
        Line(_("Declarations"), declarations(deal)),
        Line(_("Belote"), belote(deal)),
        Line(_("Held points"), deal.to(held_goes_to(deal), held_before(deal))),
    ]


def facts(deal: AnsweredDeal) -> Facts:
    if not is_scored(deal):
        return {}
    return {"made": None if is_tied(deal) else is_made(deal), "held": held(deal)}


def carry(deal: AnsweredDeal) -> Facts:
    return {"held": held(deal) if is_played(deal) else held_before(deal)}


def moments(deal: AnsweredDeal) -> Iterator[Moment]:
    if not is_scored(deal) or not uses_contract(deal):
        return
    taker, contract, lacking = deal["taker"], deal["contract"], missing(deal)
    if is_made(deal) and contract == CAPOT:
        yield Moment("capot", 150, taker, _("%(side)s bid a capot and made it."))
    elif is_made(deal) and contract >= HIGH_CONTRACT:
        yield Moment("high_contract", 60, taker, _("%(side)s made a contract of %(contract)s."), contract=contract)
    if times(deal) == 4:
        winner = taker if is_made(deal) else 1 - taker
        yield Moment("surcoinche", 100, winner, _("%(side)s won a surcoinche."))
    if not is_made(deal) and contract != CAPOT and lacking <= JUST_FAILED:
        text = _("%(side)s fell %(missing)s short of the contract.")
        yield Moment("just_failed", 20, taker, text, missing=lacking)


def count_contracts(deal: AnsweredDeal, outcome: bool) -> Counts:
    if not is_scored(deal) or is_tied(deal):
        return None
    return deal.to(deal["taker"], 1 if is_made(deal) == outcome else 0, None)


def count_coinches(deal: AnsweredDeal) -> list[int] | None:
    """Return 1 for the side that was right in a round with a coinche."""
    if not is_scored(deal) or times(deal) == 1:
        return None
    return deal.to(deal["taker"] if is_made(deal) else 1 - deal["taker"], 1)


COINCHE = Game(
    key="coinche",
    name=_("Belote coinchée"),
    aim=_("Bid to choose trumps, then reach your contract with the tricks."),
    card=CARD,
    picture="game-pilotta",
    heading=headings.CONTRACTS,
    also=("Coinche", "Contrée"),
    variants=(_("Plain belote"),),
    direction=COUNTER_CLOCKWISE,  # by custom
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
    carry=carry,
    pinned=("taker", "contract", "trump", "coinche"),
    pack=Pack(RANKS),
    tasks=tasks,
    outcome=outcome,
    moments=moments,
    figures=(
        Figure(
            "contracts_made",
            _("Contracts made"),
            lambda deal: count_contracts(deal, True),
            by=trump,
            values=SUITS + WITHOUT_BELOTE,
        ),
        Figure(
            "contracts_failed",
            _("Contracts failed"),
            lambda deal: count_contracts(deal, False),
            by=trump,
            values=SUITS + WITHOUT_BELOTE,
        ),
        Figure("coinches_won", _("Coinches won"), count_coinches),
        Figure("capots", _("Capot"), lambda deal: deal.to(deal["all_tricks"], 1) if is_scored(deal) else None),
    ),
)
