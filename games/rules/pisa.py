"""Pisa, for three to five players.

Everyone bids with cards on trump, goal and high card, then ten tricks are played (eight with five players). The first
award is for low bids: 1 point for the highest bid, 2 for the next, and so on. The second award is 2, 4, 6 and so on,
with the most for the player who met the goal best; players with equal tricks share. Everyone deals once. The German
short rules, KSR, differ in the award for equal bids and in the starters of the votes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, headings, option, pisa_votes
from games.rules.card import CLOCKWISE, Sentence, Task
from games.rules.cards import Pack
from games.rules.deal import after_dealer
from games.rules.game import Ending, Figure, Follows, Game, Moment, Part
from games.rules.pisa_awards import FIGURES, first_award, score, second_award
from games.rules.pisa_votes import COLOURS, GOALS, HIGHEST, LEAST, MOST, OF_EACH, VALUES, VOTES
from games.rules.words import Note, Problem, _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.rules.game import AnsweredDeal, Facts, Setup

DISCARDED = 3  # S0 L85: "Exactly 3 cards must remain lying, i.e., discarded"


def cheapest(players: int) -> int:
    """Return the lowest sum of cards that this number of players can lay: 6, 12 or 21."""
    return sum([card // OF_EACH for card in range(players * LEAST * len(VOTES))])


def dearest(players: int = 1) -> int:
    """Return the highest sum of cards that this many players can lay.

    Four 13s, four 12s and an 11 are 111 for one player. Together they are 202 for two, 273, 324 and 354 for five.
    """
    return sum([HIGHEST - card // OF_EACH for card in range(players * MOST * len(VOTES))])


def tricks_played(deal: AnsweredDeal) -> int:
    """Return the number of tricks: 13 cards, or 11 with five players, minus the discarded ones. S0 L28, L87"""
    return (11 if deal.setup.players == 5 else 13) - DISCARDED


def rounds(setup: Setup) -> int:
    """Return the number of rounds. S0 L117: "When each player has dealt once"; so does S1 L57."""
    return setup.players


def asks_bids(deal: AnsweredDeal) -> bool:
    return not pisa_votes.is_laid(deal)


def asks_winner(vote: str) -> Callable[[AnsweredDeal], bool]:
    """Return whether to ask for the winner of a vote: without cards laid, and after a full tie."""
    return lambda deal: not pisa_votes.is_laid(deal) or pisa_votes.is_full_tie(deal, vote)


def asks_subtrump(deal: AnsweredDeal) -> bool:
    """Return whether to ask for the lesser trump: unless an option fixes it for this trump, or for all."""
    pairs = deal.option("subtrumps") or {}
    return len(pairs) < len(COLOURS) if deal["trump"] is None else deal["trump"] not in pairs


QUESTIONS = (
    ask.Tally(
        "bids",
        _("Bids"),
        high=dearest(),
        usual_high=99,
        when=asks_bids,
        help=_("The sum of the cards each player laid, using the printed numbers."),
    ),
    ask.Choice(
        "trump",
        _("Trump"),
        COLOURS,
        need=ask.NEVER,
        when=asks_winner("trump"),
        help=_("The colour that beats all others. For your notes only."),
    ),
    ask.Choice(
        "subtrump",
        _("Lesser trump"),
        COLOURS,
        need=ask.NEVER,
        seldom=True,
        when=asks_subtrump,
        help=_("The small colour on the trump card: it beats the other two. For your notes only."),
    ),
    ask.Choice(
        "goal",
        _("Goal"),
        GOALS,
        when=asks_winner("goal"),
        help=_("Whether many or few tricks score more. If a vote is completely tied, the players decide."),
    ),
    ask.Choice(
        "value",
        _("High card"),
        VALUES,
        need=ask.NEVER,
        when=asks_winner("value"),
        help=_("Whether 0 or 13 is high. For your notes only."),
    ),
    ask.Tally(
        "tricks",
        _("Tricks"),
        total=tricks_played,
        off=_("The tricks add up to %(sum)s; they must add up to %(total)s."),
        help=_("How many tricks each player took: ten in all, or eight with five players."),
    ),
)

PARTS = (
    Part("votes", _("The votes"), ("trump", "goal", "value", "bids", "laid", "subtrump")),
    Part("tricks", _("The tricks"), ("tricks",)),
)


def follows(deal: AnsweredDeal) -> Iterator[Follows]:
    yield from pisa_votes.follows(deal)
    small = (deal.option("subtrumps") or {}).get(deal["trump"])
    if small is not None:
        text = _("Under your house rule the lesser trump is %(card)s.")
        yield Follows("subtrump", small, text, card=pisa_votes.names([small]))


def problems(deal: AnsweredDeal) -> list[Problem]:
    return pisa_votes.problems(deal) + bids_too_low(deal) + bids_too_high(deal)


def bids_too_low(deal: AnsweredDeal) -> list[Problem]:
    least = cheapest(deal.setup.players)
    if deal.known("laid") or not deal.known("bids") or sum(deal["bids"]) >= least:
        return []
    text = _("The bids add up to %(sum)s; even the lowest cards add up to %(least)s.")
    return [Problem("bids", "sum", text, sum=sum(deal["bids"]), least=least)]


def bids_too_high(deal: AnsweredDeal) -> list[Problem]:
    """Return a note if the highest bids are more than the cards of this many players can be worth."""
    if deal.known("laid"):
        return []
    bids = sorted([bid for bid in deal.given.get("bids") or [] if bid is not None], reverse=True)
    for count in range(2, len(bids) + 1):
        total, most = sum(bids[:count]), dearest(count)
        if total > most:
            text = _("The bids add up to %(sum)s; the highest cards of %(count)s players add up to %(most)s.")
            return [Note("bids", "sum", text, count=count, sum=total, most=most)]
    return []


def facts(deal: AnsweredDeal, starters: list[int]) -> Facts:
    result: Facts = {"vote_starters": starters, "leader": after_dealer(deal)}
    if deal.known("bids"):
        result["bids"] = deal["bids"]
        result["first"] = first_award(deal)
    if deal.known("goal", "tricks"):
        result["second"] = second_award(deal)
    if pisa_votes.is_laid(deal):
        result["votes"] = pisa_votes.outcomes(deal)
    return result


FIRST_TO_VOTE = _("First to vote: trump %(name)s, goal %(second)s, high card %(third)s")


def tasks(deal: AnsweredDeal, starters: list[int]) -> list[Task]:
    """Return who leads, and who begins each vote."""
    if starters.count(after_dealer(deal)) == len(starters):
        return [Task(_("%(name)s plays first, also in votes"), after_dealer(deal))]
    return [Task(_("%(name)s plays first"), after_dealer(deal)), Task(FIRST_TO_VOTE, *starters)]


def moments(deal: AnsweredDeal) -> Iterator[Moment]:
    if any(pisa_votes.is_full_tie(deal, vote) for vote in VOTES):
        yield Moment("full_tie", 300, None, _("A vote was tied down to the last card."))
    if deal.known("bids") and min(deal["bids"]) == max(deal["bids"]):
        yield Moment("level_bids", 5000, None, _("All bids tied at %(bid)s."), bid=deal["bids"][0])
    if deal.known("tricks") and max(deal["tricks"]) == tricks_played(deal):
        side = deal["tricks"].index(max(deal["tricks"]))
        yield Moment("every_trick", 200, side, _("%(side)s took every trick."))
    yield from full_rounds(deal)


def full_rounds(deal: AnsweredDeal) -> Iterator[Moment]:
    """Yield the sides that got the most points that a round can give: the highest of both awards."""
    first, second, most = first_award(deal), second_award(deal), 3 * deal.setup.players
    if first is None or second is None:
        return
    for side in range(deal.setup.sides):
        if first[side] + second[side] == most:
            text = _("%(side)s took the maximum a round can give: %(points)s.")
            yield Moment("full_round", 6, side, text, points=most)


def most_tricks(deal: AnsweredDeal) -> list[int] | None:
    if not deal.known("tricks"):
        return None
    first = deal.setup.leaders(deal["tricks"])
    return [1 if side in first else 0 for side in range(deal.setup.sides)]


MOST_TRICKS = Figure("most_tricks", _("Rounds with the most tricks"), most_tricks)


def game(key: str, name: str, tied_bids: str, starters: Callable[[AnsweredDeal], list[int]], begins: str) -> Game:
    """Build one of the two Pisas: they differ in the default for equal bids, the starters of votes, and the texts."""
    return Game(
        key=key,
        name=name,
        aim=_("Vote on trump, goal and high card. Low bids score before the play, tricks after it."),
        card=(
            _("13 cards each, 11 with five players. Vote on trump, then goal, then high card."),
            begins,
            _(
                "The highest sum wins; if tied, more cards; then the highest single card, the second highest … If "
                "still tied, the players decide."
            ),
            _(
                "First award: add up the cards you laid. The highest bid gets 1 point, the next 2, and so on; the "
                "lowest gets the most."
            ),
            # S0 L81: "Should there be a level game, both receive the lower number of winning points."
            Sentence(_("Tied bids get the lower score: tied for 2nd and 3rd, both get 2."), tied_bids="fewer"),
            # S1 L33-34: "jeder erhält die Punkte des niedrigsten Platzes"; two on place 2 get place 3's.
            Sentence(_("Tied bids get the higher score: tied for 2nd and 3rd, both get 3."), tied_bids="more"),
            _("Discard three of the cards you laid and take back the rest: ten tricks, or eight with five players."),
            # S0 L97-99, S1: "Angespielte Farbe muß bedient werden, sonst trumpfen oder abwerfen."
            _("The player on the dealer's left leads. Follow the colour led; if you cannot, trump or discard."),
            _(
                "Trump beats the lesser trump, the small colour on the trump card. The lesser trump beats the other "
                "two. You need not follow trump with the lesser trump."
            ),
            _("Second award: the worst result for the goal gets 2, the next 4, then 6 and so on. Tied players share."),
            _("Everyone deals once. Most points wins."),
            _("If the leaders are tied at the end, they share the win."),
        ),
        direction=CLOCKWISE,  # S0 L54-60, S1 L14
        picture="game-pisa",
        heading=headings.TRICKS,
        players=(3, 4, 5),
        options=(
            option.Pick(
                "tied_bids",
                _("Tied bids"),
                (
                    ("fewer", _("The lower score")),
                    ("more", _("The higher score")),
                ),
                default=tied_bids,
                help=_("The points of players with the same bid."),
            ),
            option.Pairing(
                "subtrumps",
                _("Lesser trumps"),
                COLOURS,
                help=_("Which colour is the small one on each trump card. If not set, it is entered every round."),
            ),
        ),
        questions=(pisa_votes.cards_laid(starters),) + QUESTIONS,
        parts=PARTS,
        follows=follows,
        problems=problems,
        score=score,
        facts=lambda deal: facts(deal, starters(deal)),
        end=Ending(rounds=rounds),
        pinned=("trump", "subtrump", "goal", "value"),
        tasks=lambda deal: tasks(deal, starters(deal)),
        pack=Pack([str(HIGHEST - card) for card in range(HIGHEST + 1)], suits=COLOURS),
        moments=moments,
        figures=FIGURES + (MOST_TRICKS,),
    )


PISA = game(
    "pisa",
    _("Pisa"),
    "fewer",
    pisa_votes.next_seat_starters,
    _(
        "In each vote, lay 1 to 3 cards at one voting card. The player on the dealer's left starts the first vote, "
        "the next player the next vote."
    ),
)

PISA_KSR = game(
    "pisa_ksr",
    _("Pisa KSR"),
    "more",
    pisa_votes.same_starters,
    _("In each vote, lay 1 to 3 cards at one voting card. The player on the dealer's left starts all three votes."),
)
