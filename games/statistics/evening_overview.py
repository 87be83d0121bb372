"""An evening at a glance: who was there, and for every game who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.statistics.finished_match import FinishedMatch
from games.statistics.people import TablePerson

Outcome = tuple[str, bool]  # who has won, and whether they share it


class GameResults:
    """The matches of one game. Each of those that have a result is in `outcomes`, equal ones counted together."""

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
    """In the order in which they were played first."""
    found: dict[str, list[FinishedMatch]] = {}
    for match in matches:
        found.setdefault(match.key, []).append(match)
    return found


def game_results(matches: Sequence[FinishedMatch]) -> list[GameResults]:
    return [GameResults(found) for found in by_game(matches).values()]


def people_present(matches: Sequence[FinishedMatch]) -> list[TablePerson]:
    """Everybody who played, in the order in which they sat down first."""
    return list({person.key: person for match in matches for person in match.people}.values())
