"""The house rules of Belote coinchée, and its rule card."""

from __future__ import annotations

from games.rules import ending, option
from games.rules.card import Sentence
from games.rules.words import _

COUNT_HELP = _("A contract that is made scores with the points of the tricks, or alone.")
EIGHTY_HELP = _("82 is more than half of the 162 points.")

CONTRACT, CLASSIC = "contract", "classic"
BOTH, BID = "made_and_bid", "bid"

OPTIONS = (
    ending.race_target(1000, 501, 701, 2000),
    option.Pick(
        "bidding",
        _("Bidding"),
        (("contract", _("A contract in points")), ("classic", _("Plain belote"))),
        help=_("In plain belote the takers need more points than the other side."),
    ),
    option.Pick(
        "count",
        _("A contract scores"),
        (("made_and_bid", _("Contract and points")), ("bid", _("The contract only"))),
        help=COUNT_HELP,
    ),
    option.Pick(
        "rounding",
        _("Rounding"),
        (("exact", _("Exact points")), ("tens", _("To the nearest ten"))),
        help=_("Rounds the trick points of each side, after it is clear who is right."),
    ),
    option.Pick("eighty", _("A contract of 80 needs"), ((82, _("82 points")), (80, _("80 points"))), help=EIGHTY_HELP),
    option.Switch(
        "belote_helps",
        _("Belote counts towards the contract"),
        True,
        help=_("Without it tricks and declarations alone must reach the contract."),
    ),
    option.Pick(
        "doubling",
        _("A coinche doubles"),
        (("all", _("The tricks and the contract")), ("contract", _("The contract only"))),
        help=_("Declarations and belote are never doubled."),
    ),
    option.Pick(
        "level",
        _("Equal points in plain belote"),
        (("held", _("Are held")), ("failed", _("The takers fail"))),
        help=_("The takers' points are held for the winner of the next round."),
    ),
    option.Switch("declarations", _("Declarations"), help=_("Asks for runs and fours of a kind, in points.")),
    option.Switch(
        "no_trumps", _("No trumps and all trumps"), help=_("Two more kinds of contract, both with 162 points.")
    ),
)

CARD = (
    _(
        "Eight cards each. Trumps: J = 20, 9 = 14, A = 11, 10 = 10, K = 4, Q = 3. Others: A = 11, 10 = 10, K = 4, Q "
        "= 3, J = 2."
    ),
    _("The player on the dealer's right bids first and leads. After four passes the next player deals."),
    _(
        "Follow suit. If you cannot, play a trump, unless your partner is winning the trick. Beat the trumps on the table if you can."
    ),
    _("The last trick is worth 10: 162 points in all."),
    Sentence(
        _("Bid 80 to 180, in tens, or 250 for all eight tricks, each bid higher than the last."), bidding=CONTRACT
    ),
    Sentence(_("All eight tricks are a capot: 250 in place of 162."), bidding=CONTRACT),
    Sentence(_("All eight tricks are a capot: 252 in place of 162."), bidding=CLASSIC),
    _("King and queen of trumps in one hand are the belote: 20."),
    Sentence(_("Runs and fours of a kind score for the side with the best one."), declarations=True),
    Sentence(_("No declarations are scored."), declarations=False),
    Sentence(
        _("A contract is made if tricks, declarations and belote together reach it."),
        bidding=CONTRACT,
        belote_helps=True,
        declarations=True,
    ),
    Sentence(
        _("A contract is made if tricks and belote together reach it."),
        bidding=CONTRACT,
        belote_helps=True,
        declarations=False,
    ),
    Sentence(
        _("A contract is made if tricks and declarations reach it, without the belote."),
        bidding=CONTRACT,
        belote_helps=False,
        declarations=True,
    ),
    Sentence(
        _("A contract is made if the tricks reach it, without the belote."),
        bidding=CONTRACT,
        belote_helps=False,
        declarations=False,
    ),
    Sentence(_("A contract of 80 needs %(eighty)s points."), bidding=CONTRACT),
    Sentence(
        _(
            "Made: the takers get their tricks and the contract, the others their tricks; each side its belote and declarations."
        ),
        bidding=CONTRACT,
        count=BOTH,
        declarations=True,
    ),
    Sentence(
        _("Made: each side gets its tricks and its belote, and the takers the contract."),
        bidding=CONTRACT,
        count=BOTH,
        declarations=False,
    ),
    Sentence(
        _("Made: the takers get the contract and nothing else; the others get nothing."), bidding=CONTRACT, count=BID
    ),
    Sentence(
        _(
            "Failed: the takers keep their belote; the others get 160, or 250 for a capot, the contract, all declarations and their belote."
        ),
        bidding=CONTRACT,
        count=BOTH,
        declarations=True,
    ),
    Sentence(
        _("Failed: each side keeps its belote; the others get 160, or 250 for a capot, and the contract."),
        bidding=CONTRACT,
        count=BOTH,
        declarations=False,
    ),
    Sentence(_("Failed: the others get 160, or 250 for a capot, and the contract."), bidding=CONTRACT, count=BID),
    Sentence(
        _("A coinche doubles all of that, a surcoinche doubles it again. The side that is right gets everything."),
        bidding=CONTRACT,
        count=BOTH,
        doubling="all",
    ),
    Sentence(
        _("A coinche doubles the contract, a surcoinche doubles it again. The side that is right gets everything."),
        bidding=CONTRACT,
        count=BOTH,
        doubling="contract",
    ),
    Sentence(
        _("A coinche doubles a contract that is made, and everything after a failure; a surcoinche doubles it again."),
        bidding=CONTRACT,
        count=BID,
        doubling="all",
    ),
    Sentence(
        _("A coinche doubles the contract, made or failed; a surcoinche doubles it again."),
        bidding=CONTRACT,
        count=BID,
        doubling="contract",
    ),
    Sentence(
        _("The takers need more points than the others: tricks, declarations and belote."),
        bidding=CLASSIC,
        declarations=True,
    ),
    Sentence(_("The takers need more points than the others: tricks and belote."), bidding=CLASSIC, declarations=False),
    Sentence(
        _(
            "With fewer, the takers get only their belote; the others get 162, or 252 for a capot, all declarations and their belote."
        ),
        bidding=CLASSIC,
        declarations=True,
    ),
    Sentence(
        _("With fewer, each side keeps its belote; the others also get 162, or 252 for a capot."),
        bidding=CLASSIC,
        declarations=False,
    ),
    Sentence(
        _("Tied, the others get their own; the takers' points are held for the winner of the next round."),
        bidding=CLASSIC,
        level="held",
    ),
    Sentence(_("Tied, the takers have failed."), bidding=CLASSIC, level="failed"),
    Sentence(_("The points of the tricks count exactly."), rounding="exact"),
    Sentence(_("The points of the tricks are rounded to the nearest ten, 5 upwards."), rounding="tens"),
    Sentence(
        _("Bids without trumps and with all suits as trumps are allowed; their tricks have 162 points, too."),
        no_trumps=True,
    ),
    Sentence(_("Only the four suits can be trumps."), no_trumps=False),
    Sentence(_("Play to %(target)s. If several reach it in the same round, the highest wins; if tied, play on.")),
)
