"""The rule card of Doppelkopf."""

from __future__ import annotations

from games.rules.card import SOME, Sentence
from games.rules.words import _

CARD = (
    _("Two packs without the low cards: 48 cards, twelve each. A = 11, 10 = 10, K = 4, Q = 3, J = 2: 240 points."),
    _("Trumps from the top: 10♥, the queens, the jacks, and the other diamonds. Follow suit; trumps are one suit."),
    _("The players with the queens of clubs are Re, the others Kontra. Nobody says so; the play shows it."),
    _(
        "A player with both queens calls a wedding, or plays alone without saying so. Five players: the dealer sits out."
    ),
    _("Re wins with 121 card points, and with 120 if only Kontra was announced. Otherwise Kontra wins."),
    _("No 90, no 60, no 30 and no trick are promises: a party that breaks its own loses. If both do, nobody wins."),
    _("The winners get 1 point, and 1 more if the others are below 90, below 60, below 30, and without a trick."),
    _("Each announced step after Re or Kontra is 1 more for the winners: no 90, no 60, no 30, no trick."),
    Sentence(_("Re and Kontra are 2 more each if announced."), announcements="plus_two"),
    Sentence(_("Re and Kontra double the round if announced, each of them."), announcements="double"),
    _("Reaching 120 against no 90, 90 against no 60, 60 against no 30 or 30 against no trick: 1 point."),
    _("Two against two: Kontra gets 1 point for winning, and each party 1 for a fox and for a Doppelkopf."),
    Sentence(_("Charlie, the last trick with a jack of clubs: 1 point, but not in a solo."), charlie=True),
    Sentence(_("The losers pay what the winners get, and a lone player three times as much."), counting="both"),
    Sentence(_("Only the winners enter points, and a lone player three times as many."), counting="plus"),
    Sentence(
        _("In a player's first announced solo the soloist plays first, and the same dealer deals again."),
        compulsory_solo=True,
    ),
    Sentence(_("This match is limited to %(most)s rounds."), rounds=SOME),
    Sentence(_("You end the match yourself."), rounds=None),
    _("If the leaders are tied at the end, they share the win."),
)
