"""The rule card of French tarot."""

from __future__ import annotations

from games.rules.card import SOME, Sentence
from games.rules.words import _

CARD = (
    _(
        "78 cards: four suits of 14, 21 trumps and the Excuse. The 1, the 21 and the Excuse are the bouts: 4½ points each."
    ),
    _("K = 4½, Q = 3½, knight = 2½, J = 1½, all others ½: 91 points."),
    _("Three to five play. At a table of six the dealer sits out."),
    Sentence(_("At a table of five the dealer sits out, too, and four play."), dealer_rests=True),
    _("The highest bidder plays against the others: petite, garde, garde without the dog, or garde against the dog."),
    _("Where five play, the taker calls a king. Its holder is the partner, who scores with the taker."),
    _("The taker's party needs 56 points without a bout, 51 with one, 41 with two, 36 with all three."),
    _("Each round is worth 25 and the points above or below. Garde counts twice, without 4 and against 6 times."),
    _("Half a point goes to the side that makes or misses the contract: 40½ of 41 is 40, and 41½ is 42."),
    _("The 1 of trumps in the last trick is 10 times the contract, for the party that took the trick."),
    _("A poignée is 20, 30 or 40 for the party that wins, even if the other one showed it."),
    _("Every trick: 400 if announced, 200 if not. Announced and missed: −200. By the defence: −200."),
    _("Every defender pays the whole amount, or gets it. A partner gets or pays one share, and the taker the rest."),
    Sentence(_("This match is limited to %(most)s rounds."), rounds=SOME),
    Sentence(_("You end the match yourself."), rounds=None),
    _("If the leaders are tied at the end, they share the win."),
)
