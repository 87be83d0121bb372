"""The rule card of Skat."""

from __future__ import annotations

from games.rules.card import SOME, Sentence
from games.rules.words import _

CARD = (
    _("32 cards, ten each and two in the skat. A = 11, 10 = 10, K = 4, Q = 3, J = 2: 120 points."),
    _("Three play. At a table of four the dealer sits out. The player after the dealer plays first."),
    _("The highest bidder plays alone against the other two, and may take the skat and discard two cards."),
    _("Trumps are the four jacks, ♣ ♠ ♥ ♦ from the top, then the trump suit. In a grand only the jacks are trumps."),
    _("The declarer wins with 61 points. The two discarded cards count for the declarer."),
    _("Schneider is 90 points against 30, schwarz every trick. If announced, the declarer must reach it."),
    _("Base: ♦ 9, ♥ 10, ♠ 11, ♣ 12, grand 24, times the matadors and 1 for the game."),
    _("Add 1 each for hand, schneider, schneider announced, schwarz, schwarz announced, and ouvert."),
    _("Null is a game without a trick: 23, hand 35, ouvert 46, ouvert and hand 59."),
    _("Won: the value. Lost: minus twice the value, for a hand game, too."),
    _("Worth less than the bid, the game is lost with the lowest multiple of the base that reaches the bid."),
    Sentence(
        _("Seeger–Fabian: 50 more for a game won, 50 less if lost. Each of the others then gets 40, or 30 at four."),
        seeger_fabian=True,
    ),
    Sentence(_("Kontra counts the value of the game twice, Re four times."), kontra=True),
    Sentence(_("If everyone passes, nobody scores and the next player deals."), ramsch=False),
    Sentence(
        _("Ramsch if everyone passes: the player with the most card points loses them; if tied, each of them does."),
        ramsch=True,
    ),
    Sentence(
        _("Ramsch: if one player takes no trick, the loser loses twice. Taking every trick is 120 points."), ramsch=True
    ),
    Sentence(_("This match is limited to %(most)s rounds."), rounds=SOME),
    Sentence(_("You end the match yourself."), rounds=None),
    _("If the leaders are tied at the end, they share the win."),
)
