"""Eleni's circle, and its matches of three years."""

from typing import Any

import pytest

from tests.statistics.test_highlights import KAPO, MADE
from tests.web.evenings.conftest import Cast, cast, open_browser, points, pseudo, pseudo_locale

__all__ = ["cast", "open_browser", "pseudo", "pseudo_locale"]

FAILED = {"bidder": 1, "bid": 100, "trick_points": [80, 82]}
TEAMS = ("Eleni", "Deniz", "Andreas", "Zeynep")  # Eleni and Andreas against Deniz and Zeynep
OTHERS = ("Eleni", "Andreas", "Deniz", "Zeynep")


@pytest.fixture
def years(cast: Cast) -> Cast:
    """Write Eleni's matches of Bisca, with one game point each, and of Pilotta in teams.

    day          game      sides                          points     won by
    2024-05-01   Bisca     Eleni : Deniz                   1 : 0     Eleni
    2025-05-02   Bisca     Eleni : Deniz                   1 : 0     Eleni
    2025-05-03   Bisca     Eleni : Deniz                   0 : 1     Deniz
    2025-06-04   Bisca     Eleni : Deniz                   0 : 0     both
    2025-06-05   Bisca     Eleni : Rui                     1 : 0     Eleni
    2025-07-01   Pilotta   Eleni, Andreas : Deniz, Zeynep  19 : 6    Eleni and Andreas, who made their bid
    2025-07-02   Pilotta   Eleni, Andreas : Deniz, Zeynep  26 : 0    the same; the others bid and failed
    2025-07-03   Pilotta   Eleni, Andreas : Deniz, Zeynep  53 : 6    the same: 19 : 6, then 34 : 0 by a kapo
    2026-01-04   Pilotta   Eleni, Deniz : Andreas, Zeynep  26 : 0    Eleni and Deniz
    2026-01-05   Bisca     Eleni : Deniz                             in progress
    """
    bisca: list[tuple[str, str, Any]] = [
        ("2024-05-01", "Deniz", points(71)),
        ("2025-05-02", "Deniz", points(71)),
        ("2025-05-03", "Deniz", points(49)),
        ("2025-06-04", "Deniz", points(60)),
        ("2025-06-05", "Rui", points(71)),
    ]
    for day, other, answers in bisca:
        cast.play(day, "Eleni", other, rounds=[answers], end=True)
    cast.play("2025-07-01", *TEAMS, game="pilotta", rounds=[MADE], end=True)
    cast.play("2025-07-02", *TEAMS, game="pilotta", rounds=[FAILED], end=True)
    cast.play("2025-07-03", *TEAMS, game="pilotta", rounds=[MADE, KAPO], end=True)
    cast.play("2026-01-04", *OTHERS, game="pilotta", rounds=[FAILED], end=True)
    cast.play("2026-01-05", rounds=[points(71)])
    return cast
