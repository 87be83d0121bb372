"""Hearts, for three to six players, each alone: the fewest points win.

Every heart is a point and the queen of spades 13. A player who takes all of them shoots the moon. The round in which
a total reaches the target is the last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, headings, option
from games.rules.card import CLOCKWISE, Sentence, Task
from games.rules.game import Ending, Figure, Game, Line, Moment, Part
from games.rules.judge import is_complete
from games.rules.outcome import Outcome
from games.rules.words import Problem, Words, _, pgettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rules.game import AnsweredDeal, Options, Setup

HEARTS_IN_PACK = 13
QUEEN_POINTS, JACK_POINTS = 13, -10
ALL_POINTS = HEARTS_IN_PACK + QUEEN_POINTS  # 26

HEARTS_TAKEN = pgettext("cards", "Hearts")
MOON = _("Moon")
MOONS = (("others", _("26 points for every other player")), ("self", _("26 points less for the shooter")))

OPTIONS = (
    option.Target(
        "target",
        _("Target score"),
        (100, 50),
        help=_("The round in which a player reaches this score is the last. The fewest points win."),
    ),
    option.Pick(
        "moon",
        _("Shooting the moon"),
        MOONS + (("choice", _("The shooter chooses")), ("off", _("26 points for the shooter"))),
        help=_("If one player takes all hearts and the queen of spades."),
    ),
    option.Switch("jack", _("J♦ counts"), help=_("The player who takes the jack of diamonds has 10 points less.")),
)


def fewest_win(options: Options) -> bool:
    return True


def counts_jack(deal: AnsweredDeal) -> bool:
    return bool(deal.option("jack"))


def shooter(deal: AnsweredDeal) -> int | None:
    """Return the player who took all hearts and the queen of spades, or None."""
    if not deal.known("hearts", "queen"):
        return None
    queen: int = deal["queen"]
    return queen if deal["hearts"][queen] == HEARTS_IN_PACK else None


def is_moonless(deal: AnsweredDeal) -> bool:
    """Return whether it is known that nobody shot the moon."""
    if deal.known("hearts", "queen"):
        return shooter(deal) is None
    return deal.known("hearts") and HEARTS_IN_PACK not in deal["hearts"]


def asks_moon(deal: AnsweredDeal) -> bool:
    return bool(deal.option("moon") == "choice") and shooter(deal) is not None


QUESTIONS = (
    ask.Tally(
        "hearts",
        HEARTS_TAKEN,
        total=HEARTS_IN_PACK,
        keys=True,
        sweep=("queen", MOON),
        off=_("The hearts add up to %(sum)s; they must add up to %(total)s."),
        help=_("How many hearts each player took. The last number follows."),
    ),
    ask.Taker("queen", _("Q♠"), help=_("The player who took the queen of spades.")),
    ask.Taker("jack", _("J♦"), when=counts_jack, help=_("The player who took the jack of diamonds.")),
    ask.Choice("moon", MOON, MOONS, when=asks_moon, help=_("The player who shot the moon chooses.")),
)


def problems(deal: AnsweredDeal) -> list[Problem]:
    if not deal.known("moon") or not is_moonless(deal):
        return []
    text = _("Nobody took all hearts and the queen of spades.")
    return [Problem("moon", "contradiction", text)]


def moon_rule(deal: AnsweredDeal) -> str:
    """Return what counts after a moon: `others`, `self` or `off`."""
    rule: str = deal.option("moon")
    return deal["moon"] if rule == "choice" else rule


def moon(deal: AnsweredDeal, side: int) -> list[int]:
    """Return the points of a moon of this player."""
    if moon_rule(deal) == "self":
        return deal.to(side, -ALL_POINTS)
    return deal.to(side, 0, ALL_POINTS)


def score(deal: AnsweredDeal) -> list[Line]:
    if not is_complete(deal):
        return []
    lines, side = [], shooter(deal)
    if side is not None and moon_rule(deal) != "off":
        reason = Words(_("took all hearts and the queen of spades"))
        lines.append(Line(MOON, moon(deal, side), deal.to(side, reason, None)))
    else:
        lines.append(Line(HEARTS_TAKEN, deal["hearts"]))
        lines.append(Line(_("Q♠"), deal.to(deal["queen"], QUEEN_POINTS)))
    if counts_jack(deal):
        lines.append(Line(_("J♦"), deal.to(deal["jack"], JACK_POINTS)))
    return lines


def outcome(deal: AnsweredDeal) -> Outcome | None:
    side = shooter(deal)
    return None if side is None else Outcome(MOON, side, None if moon_rule(deal) == "off" else True)


def leads(deal: AnsweredDeal) -> int | None:
    """Return None: the player with the lowest club plays first, and nobody enters who that is."""
    return None


def tasks(deal: AnsweredDeal) -> list[Task]:
    """Return which way cards are passed before the play, and that the cards decide about the leader."""
    ways = [_("Pass cards to the left"), _("Pass cards to the right")]
    if deal.setup.players % 2 == 0:
        ways.append(_("Pass cards across"))
    ways.append(_("No cards are passed"))
    return [Task(ways[deal.number % len(ways)]), Task(_("The player with the lowest club plays first"))]


def moments(deal: AnsweredDeal) -> Iterator[Moment]:
    if not is_complete(deal):
        return
    side = shooter(deal)
    if side is not None:
        yield Moment("moon", 25, side, _("%(side)s shot the moon."))
    elif HEARTS_IN_PACK in deal["hearts"]:
        side = deal["hearts"].index(HEARTS_IN_PACK)
        yield Moment("all_hearts", 100, side, _("%(side)s took every heart, but not the queen of spades."))
    yield from late_wins(deal)


def late_wins(deal: AnsweredDeal) -> Iterator[Moment]:
    """Yield the sole winner of the match who has come near the target, too: four fifths of it, 80 of 100."""
    setup = deal.setup
    totals = [
        before + sum([line.points[side] for line in score(deal) if line.points is not None])
        for side, before in enumerate(deal.before)
    ]
    winners = setup.winners(totals, 1)
    if len(winners) == 1 and setup.goal is not None and totals[winners[0]] * 5 >= setup.goal * 4:
        text = _("%(side)s won with %(points)s points of %(target)s.")
        yield Moment("late_win", 30, winners[0], text, points=totals[winners[0]], target=setup.goal)


def queens(deal: AnsweredDeal) -> list[int] | None:
    return deal.to(deal["queen"], 1) if deal.known("queen") else None


def moons(deal: AnsweredDeal) -> list[int] | None:
    return deal.to(shooter(deal), 1) if is_complete(deal) else None


def clean(deal: AnsweredDeal) -> list[int] | None:
    """Return 1 for each player who took no heart and no queen of spades."""
    if not deal.known("hearts", "queen"):
        return None
    return [int(hearts == 0 and side != deal["queen"]) for side, hearts in enumerate(deal["hearts"])]


def target(setup: Setup) -> int:
    return int(setup.options["target"])


HEARTS = Game(
    key="hearts",
    name=pgettext("game", "Hearts"),
    aim=_("Take no hearts and not the queen of spades, or all of them."),
    card=(
        _("All cards are dealt; low cards leave the pack so that it comes out even. Nothing is trumps."),
        _(
            "Pass three cards: to the left, to the right, across, not at all; then the same again. Three players never pass across."
        ),
        _(
            "The player with the lowest club plays first. Follow the suit led if you can. The highest card of that suit takes the trick."
        ),
        _("Each heart is 1 point, the queen of spades 13."),
        Sentence(_("All hearts and the queen of spades are a moon: 26 points for every other player."), moon="others"),
        Sentence(_("All hearts and the queen of spades are a moon: 26 points less for the shooter."), moon="self"),
        Sentence(
            _(
                "All hearts and the queen of spades are a moon: the shooter chooses 26 points less, or 26 for every other player."
            ),
            moon="choice",
        ),
        Sentence(_("All hearts and the queen of spades are 26 points, like any others."), moon="off"),
        Sentence(_("The jack of diamonds counts 10 points less, and is no part of a moon."), jack=True),
        Sentence(_("The round in which a total reaches %(target)s is the last. The fewest points win.")),
        _("If the leaders are tied at the end, they share the win."),
    ),
    direction=CLOCKWISE,
    picture="game-hearts",
    heading=headings.AVOIDING,
    also=("Black Lady", "Herzeln"),
    players=(3, 4, 5, 6),
    fewest=fewest_win,
    options=OPTIONS,
    questions=QUESTIONS,
    parts=(Part("count", _("Card count"), ("queen", "jack", "hearts", "moon")),),
    problems=problems,
    score=score,
    end=Ending(points=target),
    leads=leads,
    tasks=tasks,
    outcome=outcome,
    moments=moments,
    figures=(
        Figure("queens", _("Q♠ taken"), queens),
        Figure("moons", _("Moons shot"), moons),
        Figure("clean", _("Rounds without points"), clean),
    ),
)
