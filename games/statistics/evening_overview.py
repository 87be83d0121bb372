"""An evening at a glance: the people, and the winners of every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.statistics.finished_match import FinishedMatch
from games.statistics.people import TablePerson

Outcome = tuple[str, bool]  # the winners, and whether they share the win


class GameResults:
    """The matches of one game. `outcomes` has those with a result; equal ones are counted together."""

    def __init__(self, matches: Sequence[FinishedMatch]) -> None:
        self.name = matches[0].game
        self.picture = matches[0].picture
        self.count = len(matches)
        self.open = sum(not match.is_over for match in matches)
        self.outcomes = [(*won, times) for won, times in Counter(map(outcome, filter(has_result, matches))).items()]


def has_result(match: FinishedMatch) -> bool:
    return match.counts


def outcome(match: FinishedMatch) -> Outcome:
    return ", ".join(side.name for side in match.winners), len(match.winners) > 1


def by_game(matches: Sequence[FinishedMatch]) -> dict[str, list[FinishedMatch]]:
    """Group matches by game, in the order in which the games were first played."""
    games: dict[str, list[FinishedMatch]] = {}
    for match in matches:
        games.setdefault(match.key, []).append(match)
    return games


def game_results(matches: Sequence[FinishedMatch]) -> list[GameResults]:
    return [GameResults(of_game) for of_game in by_game(matches).values()]


def people_present(matches: Sequence[FinishedMatch]) -> list[TablePerson]:
    """Return everyone who played, in the order of their first matches."""
    return list({person.key: person for match in matches for person in match.people}.values())
