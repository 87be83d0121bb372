"""The rule card of Pilotta."""

from __future__ import annotations

from games.rules.card import Sentence
from games.rules.words import _

STAKE_HELP = _("If the bid fails, the other side also scores the stake.")

CARD = (
    _(
        "Eight cards each. Trumps: J = 20, 9 = 14, A = 11, 10 = 10, K = 4, Q = 3. Others: A = 11, 10 = 10, K = 4, Q "
        "= 3, J = 2."
    ),
    _(
        "Bid 80 or more, in tens, each bid higher than the last. Three passes end the auction; after four, the next "
        "player deals."
    ),
    _("The player on the dealer's right bids first and leads."),
    _("Follow suit. If you cannot, play a trump, and beat the trumps on the table if you can."),
    _("The last trick is worth 10: 162 points in all. Taking all eight tricks is a kapo: 250."),
    _("King and queen of trumps in one hand are the pilotta: 20."),
    _("Runs: three cards 20, four 50, five or more 100. Four of a kind: J = 200, 9 = 150; A, 10, K or Q = 100."),
    _("Only the side with the highest declaration scores declarations, and it scores all of its own."),
    Sentence(
        _("A bid is made if tricks, declarations and pilotta together reach it."),
        contract_counts="everything",
    ),
    Sentence(_("A bid is made if the points of the tricks alone reach it."), contract_counts="card_points"),
    _("Made: each side scores its own points in tens, and the bidding side the stake, a tenth of the bid."),
    _(
        "The tricks are worth 16 tens, a kapo 25. Drop the last digits. If that leaves 15, the side with the higher "
        "last digit gets one more."
    ),
    Sentence(
        _("If both end in 6, the side with more points gets the last ten: 106 and 56 become 11 and 5."),
        tie_goes_to="trick_points",
    ),
    Sentence(_("If both end in 6, the bidding side gets the last ten."), tie_goes_to="bidder"),
    _("Failed: the other side scores 16, or 25 for a kapo, and all declarations."),
    Sentence(STAKE_HELP, stake_on_fail=True),
    Sentence(_("Nobody gets the stake of a failed bid."), stake_on_fail=False),
    Sentence(_("The pilotta goes to the other side, too."), pilotta_after_failure="opponents"),
    Sentence(_("The pilotta stays with its side."), pilotta_after_failure="holder"),
    Sentence(_("Contra doubles the stake, recontra doubles it again. The winner takes everything."), doubling=True),
    Sentence(_("Play to %(target)s. If several reach it in the same round, the highest wins; if tied, play on.")),
)
