"""What two answers of a round of French tarot cannot mean together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.auction import passed_out_problems
from games.rules.tarot_value import ALL_BOUTS, ALL_POINTS, TRUMPS_SHOWN
from games.rules.words import Problem, _

if TYPE_CHECKING:
    from games.rules.game import AnsweredDeal

ALL_TRUMPS = 22  # with the Excuse
OF_A_BOUT = 4  # a bout is worth 4½
NEEDED_FOR_CHELEM = (87, 2)  # points and bouts of a party with every trick: the Excuse may be with the others
EXCUSE = 4  # points without a trick


def problems(deal: AnsweredDeal) -> list[Problem]:
    listed = passed_out_problems(deal)
    if deal.known("bouts", "points"):
        lowest, highest = OF_A_BOUT * deal["bouts"], ALL_POINTS - OF_A_BOUT * (ALL_BOUTS - deal["bouts"])
        if not lowest <= deal["points"] <= highest:
            text = _("With these bouts the taker's party has %(lowest)s to %(highest)s points.")
            listed.append(Problem("points", "impossible", text, lowest=lowest, highest=highest))
    return listed + poignee_problems(deal) + chelem_problems(deal)


def poignee_problems(deal: AnsweredDeal) -> list[Problem]:
    """Refuse poignées that show more trumps than there are, the Excuse included."""
    [sizes] = [sizes for players, sizes in TRUMPS_SHOWN if players == len(deal.playing)]
    kinds = [kind for kind in deal.given.get("poignees") or [] if kind is not None]
    trumps = sum([sizes[("single", "double", "triple").index(kind)] for kind in kinds])
    if trumps <= ALL_TRUMPS:
        return []
    text = _("These poignées show %(trumps)s trumps; there are 22 with the Excuse.")
    return [Problem("poignees", "too_many", text, trumps=trumps)]


def chelem_problems(deal: AnsweredDeal) -> list[Problem]:
    """Refuse a chelem with too few points. In a garde contre the dog belongs to the defence."""
    chelem, contract = deal["chelem"], deal["contract"]
    if chelem in ("announced", "unannounced") and deal.known("contract") and contract != "garde_contre":
        for name, least in zip(("points", "bouts"), NEEDED_FOR_CHELEM):
            if deal.known(name) and deal[name] < least:
                return [Problem("chelem", "contradiction", _("With every trick, the taker would have more."))]
    if chelem == "defence" and contract == "garde_contre" and deal.known("points") and deal["points"] > EXCUSE:
        return [Problem("chelem", "contradiction", _("Without a trick, the taker has only the Excuse: 4 points."))]
    return []
