"""French tarot, for three to six players.

The taker plays against the others, where five play with a partner who holds the called king. Every player is a side,
and the points of a round always add up to zero. Whether five or six sit at the table, at most five play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, ending, headings, nested, option
from games.rules.auction import is_played, outcome_of, passed_out
from games.rules.card import COUNTER_CLOCKWISE
from games.rules.cards import SUITS
from games.rules.deal import after_dealer
from games.rules.game import Ending, Figure, Game, Moment, Part
from games.rules.parties import all_but_dealer, opponents
from games.rules.tarot_card import CARD
from games.rules.tarot_problems import problems
from games.rules.tarot_value import (
    ALL_BOUTS,
    ALL_POINTS,
    NEEDED_POINTS,
    has_partner,
    is_fulfilled,
    is_scored,
    party,
    points_above,
    score,
    value,
)
from games.rules.words import _, pgettext

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.rules.game import AnsweredDeal, Counts, Facts, Setup
    from games.rules.outcome import Outcome

OPTIONS = (
    ending.only_limit(10, 20, 30),
    option.Switch(
        "dealer_rests",
        _("The dealer sits out"),
        players=(5,),
        help=_("Four of five play, each time without the dealer. No king is called then."),
    ),
)
CONTRACTS = (
    ("petite", _("Petite")),
    ("garde", _("Garde")),
    ("garde_sans", _("Garde sans")),
    ("garde_contre", _("Garde contre")),
)


def asks_partner(deal: AnsweredDeal) -> bool:
    return is_played(deal) and has_partner(deal)


QUESTIONS = (
    passed_out("taker"),
    ask.PlayerSeat("taker", _("Taker"), when=is_played, help=_("The player with the highest bid.")),
    ask.Choice(
        "contract",
        _("Contract"),
        CONTRACTS,
        when=is_played,
        help=_("Petite counts once, garde twice, without the dog four times, against it six times."),
    ),
    ask.PlayerSeat(
        "partner",
        pgettext("cards", "Partner"),
        alone="taker",
        when=asks_partner,
        help=_("The player with the called king. If that is the taker, the taker plays alone."),
    ),
    ask.Choice(
        "called",
        _("Called king"),
        SUITS,
        need=ask.NEVER,
        seldom=True,
        when=asks_partner,
        help=_("For your notes only."),
    ),
    ask.Number(
        "bouts",
        _("Bouts"),
        high=ALL_BOUTS,
        when=is_played,
        help=_("How many of the 1, the 21 and the Excuse the taker's party won."),
    ),
    ask.Number(
        "points",
        _("Points of the taker"),
        high=ALL_POINTS,
        when=is_played,
        help=_(
            "The points of the taker's party. Half a point counts for the better of the two: 40½ of 41 is 40, and 41½ is 42."
        ),
    ),
    ask.Choice(
        "petit",
        _("Petit au bout"),
        (("taker", _("Taker")), ("defence", _("Defence"))),
        need=ask.NEVER,
        seldom=True,
        when=is_played,
        help=_("The party that took the last trick, if the 1 of trumps was in it."),
    ),
    nested.Several(
        ask.Choice(
            "poignees",
            _("Poignées"),
            (
                ("single", pgettext("poignée", "Single")),
                ("double", pgettext("poignée", "Double")),
                ("triple", pgettext("poignée", "Triple")),
            ),
            need=ask.ONCE_BEGUN,
            seldom=True,
            when=is_played,
            help=_("Shown by anyone. 10, 13 or 15 trumps; with three players 13, 15, 18, with five 8, 10, 13."),
        ),
        most=3,
    ),
    ask.Choice(
        "chelem",
        _("Chelem"),
        (
            ("announced", _("Announced and made")),
            ("unannounced", _("Made, not announced")),
            ("failed", _("Announced and failed")),
            ("defence", _("Made by the defence")),
        ),
        need=ask.NEVER,
        seldom=True,
        when=is_played,
        help=_("One party took every trick, or the taker announced that."),
    ),
)

PARTS = (
    Part("auction", _("The auction"), ("taker", "contract", "partner", "called", "passed_out")),
    Part("play", _("The play"), ("bouts", "petit", "poignees", "chelem", "points")),
)


def playing(setup: Setup, dealer: int) -> Sequence[int]:
    """Return who plays: the dealer of six sits out, and the dealer of five by house rule."""
    rests = setup.players == 6 or (setup.players == 5 and setup.options["dealer_rests"])
    return all_but_dealer(setup, dealer) if rests else range(setup.players)


def leads(deal: AnsweredDeal) -> int | None:
    """Return who plays first: the taker after announcing a chelem."""
    announced = deal["chelem"] in ("announced", "failed") and deal.known("taker")
    return int(deal["taker"]) if announced else after_dealer(deal)


def parties(deal: AnsweredDeal) -> Sequence[tuple[str, Sequence[int]]]:
    return ((_("Taker"), party(deal)), (_("Defence"), opponents(deal, party(deal)))) if is_scored(deal) else ()


def facts(deal: AnsweredDeal) -> Facts:
    return {"made": is_fulfilled(deal), "value": value(deal)} if is_scored(deal) else {}


def outcome(deal: AnsweredDeal) -> Outcome | None:
    if not is_scored(deal):
        return None
    return outcome_of(deal["taker"], is_fulfilled(deal))


def moments(deal: AnsweredDeal) -> Iterator[Moment]:
    if not is_scored(deal):
        return
    taker, is_won = deal["taker"], is_fulfilled(deal)
    if deal["chelem"] in ("announced", "unannounced"):
        yield Moment("chelem", 500, taker, _("%(side)s took every trick: a chelem."))
    if deal["chelem"] == "defence":
        yield Moment("chelem", 500, None, _("The defence took every trick: a chelem."))
    if points_above(deal) == 0:
        text = _("%(side)s made the contract with exactly %(points)s points.")
        yield Moment("exactly", 30, taker, text, points=NEEDED_POINTS[deal["bouts"]])
    if deal["contract"] == "garde_contre" and is_won:
        yield Moment("garde_contre", 60, taker, _("%(side)s made a garde contre."))
    if "triple" in (deal["poignees"] or []):
        yield Moment("triple", 200, None, _("A triple poignée was on the table."))
    if deal["bouts"] == 0 and is_won:
        yield Moment("no_bout", 40, taker, _("%(side)s made the contract without a bout."))


def contract(deal: AnsweredDeal) -> str | None:
    chosen: str | None = deal["contract"]
    return chosen


def contracts(deal: AnsweredDeal, is_won: bool) -> Counts:
    """Return 1 for the taker if the contract ended like this, otherwise 0, and nothing for everyone else."""
    return deal.to(deal["taker"], int(is_fulfilled(deal) == is_won), None) if is_scored(deal) else None


def bouts(deal: AnsweredDeal) -> Counts:
    return deal.to(deal["taker"], deal["bouts"], None) if is_scored(deal) else None


def petits(deal: AnsweredDeal) -> Counts:
    return deal.to(deal["taker"], int(deal["petit"] == "taker"), None) if is_scored(deal) else None


def called(deal: AnsweredDeal) -> Counts:
    """Return 1 for the partner of the taker, where five play, and nothing for the taker, whom nobody calls."""
    if not is_scored(deal) or not has_partner(deal):
        return None
    return [None if seat == deal["taker"] else int(seat in party(deal)) for seat in range(deal.setup.players)]


TAROT = Game(
    key="tarot",
    name=_("French tarot"),
    picture="game-tarot",
    heading=headings.CONTRACTS,
    also=("Tarot",),
    aim=_("Take alone, or with the partner you call. The bouts decide how many points you need."),
    card=CARD,
    direction=COUNTER_CLOCKWISE,
    players=(3, 4, 5, 6),
    options=OPTIONS,
    questions=QUESTIONS,
    parts=PARTS,
    problems=problems,
    score=score,
    facts=facts,
    end=Ending(rounds=ending.rounds),
    pinned=("taker", "contract", "partner", "called"),
    plays=playing,
    leads=leads,
    parties=parties,
    outcome=outcome,
    moments=moments,
    figures=(
        Figure("made", _("Contracts made"), lambda deal: contracts(deal, True), by=contract, values=CONTRACTS),
        Figure("failed", _("Contracts failed"), lambda deal: contracts(deal, False), by=contract, values=CONTRACTS),
        Figure("bouts", _("Bouts won"), bouts),
        Figure("petits", _("Petit au bout"), petits),
        Figure("called", _("Times called"), called),
    ),
)
