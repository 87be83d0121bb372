"""The rule card of Pilotta."""

from __future__ import annotations

from games.rules.card import Sentence
from games.rules.words import _

STAKE_HELP = _("When a bid fails, the other side gets the stake too.")

CARD = (
    _("Eight cards each. Trumps: J 20, 9 14, A 11, 10 10, K 4, Q 3. Others: A 11, 10 10, K 4, Q 3, J 2."),
    _("Bid 80 or more, in tens, each bid higher than the last. Three passes end it, four pass the deal on."),
    _("The player on the dealer's right bids first and leads."),
    _("Follow suit; if you cannot, trump, and higher than the trumps on the table if you can."),
    _("The last trick brings 10: 162 points in all. All eight tricks are a kapo: 250."),
    _("King and queen of trumps in one hand are the pilotta: 20."),
    _("Runs: three cards 20, four 50, five or more 100. Four of a kind: J 200, 9 150, A, 10, K, Q 100."),
    _("Only the side with the highest declaration counts its declarations, all of them."),
    Sentence(
        _("A bid is made if tricks, declarations and pilotta together reach it."),
        contract_counts="everything",
    ),
    Sentence(_("A bid is made if the points of the tricks alone reach it."), contract_counts="card_points"),
    _("Made: each side gets its own in tens, and the bidders the stake, a tenth of the bid."),
    _("The tricks are 16 tens, a kapo 25. Last digits fall away; if that leaves 15, the higher digit gets one more."),
    Sentence(
        _("Both end in 6: the side with more points gets it. 106 and 56 are 11 and 5."), tie_goes_to="trick_points"
    ),
    Sentence(_("Both end in 6: the bidders get it."), tie_goes_to="bidder"),
    _("Failed: the others get 16, or 25 for a kapo, and all declarations."),
    Sentence(STAKE_HELP, stake_on_fail=True),
    Sentence(_("Nobody gets the stake of a failed bid."), stake_on_fail=False),
    Sentence(_("The pilotta goes to the others, too."), pilotta_after_failure="opponents"),
    Sentence(_("The pilotta stays with its side."), pilotta_after_failure="holder"),
    Sentence(_("Contra doubles the stake, recontra again. The winner takes all."), doubling=True),
    Sentence(_("Play to %(target)s. If several pass it, the highest wins; level, you play on.")),
)
