"""King, for four players, each alone: six negative contracts, and rounds of trumps in which tricks count.

In Portugal and Brazil ten rounds have a fixed order, and the right to name trumps can be sold. In Turkey, as Rıfkı,
each player chooses five of twenty contracts. All rounds of a match together are worth zero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, headings, nested, option
from games.rules.card import CLOCKWISE, COUNTER_CLOCKWISE, Sentence, Task
from games.rules.cards import SUITS
from games.rules.game import Ending, Figure, Follows, Game, Line, Moment, Part, added_up
from games.rules.judge import is_complete
from games.rules.king_contracts import (
    CONTRACTS,
    MOST_ITEMS,
    NEGATIVE,
    NULOS,
    PLAYERS,
    ROUNDS_PORTUGAL,
    ROUNDS_TURKEY,
    TRUMPS,
    buyers_left,
    carry,
    choice_problems,
    contract,
    contracts_left,
    declarer,
    each,
    fixed_contract,
    is_turkish,
    items,
    kinds_of_trumps,
    label_of,
    most_of_one,
    names_contract,
    negatives_played,
    sale_problems,
    trump_problems,
)
from games.rules.outcome import Outcome
from games.rules.words import _, pgettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rules.game import AnsweredDeal, Options, Setup
    from games.rules.words import Problem

NULOS_START, NULOS_EACH = 325, -75
PRICE = 25  # for each trick of a sale

OPTIONS = (
    option.Pick(
        "style",
        _("Played as in"),
        (("portugal", _("Portugal and Brazil")), ("turkey", _("Turkey (Rıfkı)"))),
        help=_("Ten rounds in a fixed order, or twenty whose contracts the players choose."),
    ),
    option.Switch("nulos", _("Nulos"), help=_("Trumps may be played backwards: 325 points less 75 for each trick.")),
)


def is_portuguese_trumps(deal: AnsweredDeal) -> bool:
    return not is_turkish(deal) and contract(deal) == TRUMPS


QUESTIONS = (
    ask.Choice(
        "contract",
        pgettext("King", "Contract"),
        CONTRACTS,
        when=names_contract,
        remaining=contracts_left,
        help=_("The cards or tricks that count in this round."),
    ),
    ask.Choice(
        "trump",
        _("Trumps"),
        SUITS + (("none", _("No trumps")), (NULOS, _("Nulos"))),
        offered=kinds_of_trumps,
        need=ask.NEVER,
        when=lambda deal: contract(deal) == TRUMPS,
        help=_("The suit named by the player who chooses. Only nulos changes the points."),
    ),
    nested.Record(
        "sold",
        _("Sale of the trumps"),
        (
            ask.PlayerSeat(
                "to", _("Buyer"), remaining=buyers_left, help=_("The player who names trumps in place of the dealer.")
            ),
            ask.Number("tricks", _("Tricks"), low=1, high=MOST_ITEMS, help=_("The price: 25 points for each trick.")),
        ),
        need=ask.ONCE_BEGUN,
        seldom=True,
        when=is_portuguese_trumps,
        help=_("The dealer may sell the right to name trumps. The buyer pays 25 points for each trick of the price."),
    ),
    ask.Tally(
        "taken",
        _("Taken"),
        total=items,
        high=most_of_one,
        keys=True,
        help=_("How many of the cards or tricks that count each player took. The last number follows."),
    ),
)


def follows(deal: AnsweredDeal) -> Iterator[Follows]:
    if not is_turkish(deal):
        text = _("The order of the rounds is fixed: this one has another contract.")
        yield Follows("contract", fixed_contract(deal), text)


def problems(deal: AnsweredDeal) -> list[Problem]:
    return choice_problems(deal) + trump_problems(deal) + sale_problems(deal)


def is_nulos(deal: AnsweredDeal) -> bool:
    return bool(deal["trump"] == NULOS)


def score(deal: AnsweredDeal) -> list[Line]:
    if not is_complete(deal):
        return []
    if is_nulos(deal):
        lines = [Line(_("Nulos"), [NULOS_START + NULOS_EACH * number for number in deal["taken"]])]
    else:
        label = label_of(contract(deal) or TRUMPS)
        lines = [Line(label, [each(deal) * number for number in deal["taken"]])]
    if deal.known("sold"):
        price, buyer = PRICE * deal["sold"]["tricks"], deal["sold"]["to"]
        lines.append(Line(_("Sale"), deal.pay([(deal.dealer, price), (buyer, -price)])))
    return lines


def facts(deal: AnsweredDeal) -> dict[str, str | int | None]:
    return {"contract": contract(deal), "declarer": declarer(deal)}


def outcome(deal: AnsweredDeal) -> Outcome | None:
    if contract(deal) != "king" or not deal.known("taken"):
        return None
    return Outcome(_("King of hearts"), deal["taken"].index(1), False)


def leads(deal: AnsweredDeal) -> int:
    """Return the seat that leads: the dealer in Portugal, the next one in Turkey."""
    return declarer(deal)


def tasks(deal: AnsweredDeal) -> list[Task]:
    """Return who plays first, and who chooses what the round is about."""
    seat = declarer(deal)
    first = [Task(_("%(name)s plays first"), seat)]
    if is_turkish(deal):
        return first + [Task(_("%(name)s chooses the contract"), seat)]
    return first + [Task(_("%(name)s names or sells the trumps"), seat)] if fixed_contract(deal) == TRUMPS else first


def moments(deal: AnsweredDeal) -> Iterator[Moment]:
    if not is_complete(deal):
        return
    known, taken = contract(deal), deal["taken"]
    if known == "hearts" and MOST_ITEMS in taken:
        yield Moment("all_hearts", 300, taken.index(MOST_ITEMS), _("%(side)s took all thirteen hearts."))
    if known == "last_two" and 2 in taken:
        yield Moment("last_two", 4, taken.index(2), _("%(side)s took both of the last two tricks."))
    if deal.known("sold") and deal["sold"]["tricks"] > taken[deal["sold"]["to"]] and not is_nulos(deal):
        yield Moment("bad_buy", 25, deal["sold"]["to"], _("%(side)s paid more for the trumps than they brought."))
    yield from clean_moments(deal)


def clean_moments(deal: AnsweredDeal) -> Iterator[Moment]:
    """Yield the players who have lost nothing, after the last negative round of the match."""
    after = carry(deal)
    last = 2 * len(NEGATIVE) if is_turkish(deal) else len(NEGATIVE)
    if contract(deal) == TRUMPS or negatives_played(after) < last:
        return
    for side in range(PLAYERS):
        if after["clean"][side]:
            yield Moment("clean", 100, side, _("%(side)s lost no points in any negative round."))


def points_by_contract(deal: AnsweredDeal) -> list[int] | None:
    return added_up(score(deal)) if is_complete(deal) else None


def kings(deal: AnsweredDeal) -> list[int] | None:
    """Return 1 for the player who took the king of hearts, in the round in which it counts."""
    return deal["taken"] if contract(deal) == "king" and deal.known("taken") else None


def best_positive(deal: AnsweredDeal) -> list[int] | None:
    """Return 1 for each player with the most points of a round of trumps."""
    if contract(deal) != TRUMPS or not is_complete(deal):
        return None
    points = points_by_contract(deal) or []
    return [int(number == max(points)) for number in points]


def direction(options: Options) -> str:
    return COUNTER_CLOCKWISE if options["style"] == "turkey" else CLOCKWISE


def rounds(setup: Setup) -> int:
    return ROUNDS_TURKEY if setup.options["style"] == "turkey" else ROUNDS_PORTUGAL


KING = Game(
    key="king",
    name=_("King"),
    aim=_("Avoid tricks and bad cards in the negative rounds, and take tricks in the rounds of trumps."),
    card=(
        _("Four players, each alone. 13 cards each. Follow the suit led if you can."),
        Sentence(
            _(
                "Six rounds in this order: no tricks, no hearts, no queens, no kings or jacks, no king of hearts, no last two tricks."
            ),
            style="portugal",
        ),
        Sentence(
            _(
                "Then everyone deals a round of trumps. The dealer names a suit or no trumps, and plays first in all ten rounds."
            ),
            style="portugal",
        ),
        Sentence(
            _(
                "Each trick or heart −20, each queen −50, each king or jack −30, the king of hearts −160, each of the last two tricks −90."
            ),
            style="portugal",
        ),
        Sentence(_("With trumps each trick is worth 25."), style="portugal"),
        Sentence(
            _("The dealer may sell the trumps: the buyer pays 25 points for each trick of the price."), style="portugal"
        ),
        Sentence(
            _(
                "The player after the dealer chooses the contract and plays first. Everyone chooses three negative contracts and trumps twice."
            ),
            style="turkey",
        ),
        Sentence(_("Each negative contract is played twice in the match: 20 rounds."), style="turkey"),
        Sentence(
            _(
                "Each trick −50, each heart −30, each queen −100, each king or jack −60, the king of hearts −320, each of the last two tricks −180."
            ),
            style="turkey",
        ),
        Sentence(_("With trumps each trick is worth 50."), style="turkey"),
        Sentence(
            _("Nulos in place of trumps: everyone gets 325 points, less 75 for each trick."),
            style="portugal",
            nulos=True,
        ),
        _("The most points win after the last round. If the leaders are tied at the end, they share the win."),
    ),
    direction_of=direction,
    picture="game-king",
    heading=headings.AVOIDING,
    also=("Rıfkı",),
    players=(PLAYERS,),
    options=OPTIONS,
    questions=QUESTIONS,
    parts=(
        Part("contract", _("The contract"), ("contract", "trump")),
        Part("count", _("The count"), ("sold", "taken")),
    ),
    follows=follows,
    problems=problems,
    score=score,
    facts=facts,
    end=Ending(rounds=rounds),
    carry=carry,
    leads=leads,
    tasks=tasks,
    pinned=("contract", "trump"),
    outcome=outcome,
    moments=moments,
    figures=(
        Figure("points", _("Points by contract"), points_by_contract, by=contract, values=CONTRACTS),
        Figure("kings", _("King of hearts"), kings),
        Figure("best_positive", _("Best with trumps"), best_positive),
    ),
)
