"""The house rules that end a match, as several games have them: a target score, games to win, a number of rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import option
from games.rules.words import _

if TYPE_CHECKING:
    from games.rules.game import Setup


def race_target(*usual: int) -> option.Target:
    """Return the house rule of a race to a target score."""
    return option.Target(
        "target",
        _("Target score"),
        usual,
        help=_(
            "The first side to reach this many points wins. If several reach it in the same round, the highest wins; if tied, play on."
        ),
    )


def games_to_win(*usual: int) -> option.Target:
    """Return the house rule of a match in which a round wins games."""
    return option.Target(
        "target", _("Games to win"), usual, help=_("The first side to win this many games wins the match.")
    )


def only_limit(*usual: int) -> option.Target:
    """Return the house rule for a number of rounds, if nothing else ends the match."""
    text = _("The match ends after this many rounds. Without a limit, you end it yourself.")
    return option.Target("rounds", _("Rounds"), usual, none=_("No limit"), help=text)


def latest_limit(*usual: int) -> option.Target:
    """Return the house rule for a number of rounds, if a target score may end the match earlier."""
    text = _("The match ends after this many rounds at the latest. With no limits, you end it yourself.")
    return option.Target("rounds", _("Rounds"), usual, none=_("No limit"), help=text)


def target(setup: Setup) -> int | None:
    return setup.options["target"]  # type: ignore[no-any-return]


def rounds(setup: Setup) -> int | None:
    return setup.options["rounds"]  # type: ignore[no-any-return]
