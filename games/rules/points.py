"""Points: a score pad for any other game.

Every round has one whole number for each side, which may be negative. The most points win, or the fewest. A number of
points or of rounds ends the match if players agree on one before; otherwise they end the match by hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, ending, option
from games.rules.card import SOME, Sentence
from games.rules.custom_game import ICONS
from games.rules.game import Ending, Figure, Game, Line, Moment, Part
from games.rules.words import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from games.rules.game import AnsweredDeal, Options

MOST = 999_999  # on either side of zero

TARGET_HELP = _("The match ends with the round in which a side reaches this score. If several do, the best one wins.")

OPTIONS = (
    option.Pick(
        "wins",
        _("Winner"),
        (("most", _("The most points")), ("fewest", _("The fewest points"))),
        help=_("If the leaders are tied at the end, they share the win."),
    ),
    option.Target(
        "target",
        _("Target score"),
        (50, 100, 500),
        none=_("No limit"),
        help=TARGET_HELP,
    ),
    ending.latest_limit(5, 10, 20),
    option.Switch(
        "teams", _("Two teams"), players=(4, 6, 8), help=_("The teams sit alternately. Partners score together.")
    ),
    option.Target(
        "sum",
        _("Sum of each round"),
        (26, 120, 162),
        none=_("Any sum"),
        help=_("The app then fills in the last number of a round. You can change it."),
    ),
)


def sides(players: int, options: Options) -> int:
    return 2 if options["teams"] else players


def fewest(options: Options) -> bool:
    return bool(options["wins"] == "fewest")


def questions(quick: Sequence[int] = ()) -> tuple[ask.Question, ...]:
    return (
        ask.Tally(
            "points",
            _("Points"),
            low=-MOST,
            high=MOST,
            usual_sum="sum",
            quick=quick,
            help=_("Points of each side in this round; may be negative."),
        ),
    )


def score(deal: AnsweredDeal) -> list[Line]:
    return [Line(_("Points"), deal["points"])]


def moments(deal: AnsweredDeal) -> Iterator[Moment]:
    """Yield a side that went from the last place to the first, if there are at least three sides."""
    setup, points = deal.setup, deal["points"]
    if points is None or setup.sides < 3:
        return
    before = setup.places(deal.before)
    after = setup.places([total + more for total, more in zip(deal.before, points)])
    for side in range(setup.sides):
        if before[side] == setup.sides and after[side] == 1 and after.count(1) == 1:
            yield Moment("last_to_first", 40, side, _("%(side)s went from last place to first in one round."))


def best(deal: AnsweredDeal) -> list[int] | None:
    """Return 1 for each side with the best score of the round, or 0 for all if all are tied."""
    if deal["points"] is None:
        return None
    first = deal.setup.leaders(deal["points"])
    return [int(side in first and len(first) < deal.setup.sides) for side in range(deal.setup.sides)]


def points_game(key: str, own_name: str = "", picture: str = "game-points", quick: Sequence[int] = ()) -> Game:
    return Game(
        key=key,
        name=_("Points"),
        own_name=own_name,
        custom=custom_game,
        aim=_("Any other game: enter the score of each round."),
        card=(
            _("For any game not listed here: one number per side and round, negative allowed."),
            Sentence(_("Most points wins."), wins="most"),
            Sentence(_("Fewest points wins."), wins="fewest"),
            Sentence(TARGET_HELP, target=SOME),
            Sentence(_("This match is limited to %(most)s rounds."), rounds=SOME),
            Sentence(_("The first limit reached ends the match."), target=SOME, rounds=SOME),
            Sentence(_("You end the match yourself."), target=None, rounds=None),
            _("If the leaders are tied at the end, they share the win."),
            Sentence(_("The teams sit alternately. Partners score together."), teams=True),
        ),
        picture=picture,
        players=(2, 3, 4, 5, 6, 7, 8),
        sides=sides,
        fewest=fewest,
        options=OPTIONS,
        questions=questions(quick),
        parts=(Part("points", _("Points"), ("points",)),),
        score=score,
        end=Ending(points=ending.target, rounds=ending.rounds),
        moments=moments,
        figures=(Figure("best", _("Rounds with the best score"), best),),
    )


def custom_game(key: str, fields: Any) -> Game:
    """Return the game that a group keeps under a name of its own, with the fields of its start."""
    known = fields or {}
    icon = known.get("icon")
    return points_game(key, known.get("name") or "", icon if icon in ICONS else "game-points", known.get("keys") or ())


POINTS = points_game("points")
