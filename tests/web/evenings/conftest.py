"""Eleni's circle and its evenings."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from games import models
from games.services import actions
from tests.statistics.summaries import summary
from tests.web.invitations.conftest import InvitationCast as Circle
from tests.web.invitations.conftest import open_browser, pseudo, pseudo_locale

__all__ = ["open_browser", "pseudo", "pseudo_locale"]


class Cast(Circle):
    """The cast, who write matches with a date and with known players."""

    def __init__(self) -> None:
        super().__init__()
        self.players: dict[str, str] = {}
        self.me: actions.ActionContext = {"by": self.eleni, "circle": self.circle.pk}

    def player(self, name: str) -> dict[str, str]:
        if name not in self.players:
            self.players[name] = str(uuid4())
            actions.put_player(player=self.players[name], name=name, **self.me)
        return {"id": self.players[name], "name": name}

    def play(
        self, at: str, *names: str, game: str = "bisca_tres", rounds: Sequence[Any] = (), end: bool = False
    ) -> UUID:
        """Write a match that began at `at`, which is a day, or a day and a time."""
        match, began = str(uuid4()), at if "T" in at else f"{at}T20:00:00+02:00"
        seats = [self.player(name) for name in names or ("Eleni", "Deniz")]
        actions.start_match(match=match, game=game, players=seats, **self.me, at=began)
        for answers in rounds:
            actions.add_deal(match=UUID(match), deal=str(uuid4()), answers=answers, **self.me, at=began)
        if end:
            actions.finish(match=UUID(match), **self.me)
        return UUID(match)

    def change_evening(self, evening: UUID, **changes: Any) -> None:
        actions.put_evening(evening=evening, **changes, **self.me)


@pytest.fixture
def cast(db: None) -> Cast:
    return Cast()


def points(first: int) -> dict[str, Any]:
    """Return the answers of a round of Bisca for two sides."""
    return {"points": [first, 120 - first]}


def fill(circle: models.Circle, count: int, first: date = date(2024, 1, 1)) -> None:
    """Insert evenings of one match each, without events."""
    names = "Eleni Deniz"
    for number in range(count):
        began = datetime.combine(first, datetime.min.time(), UTC) + timedelta(hours=8 * number)
        id, match_summary = uuid4(), summary("bisca_tres", names, [4, 1], (0,))
        match_summary["match"] = str(id)
        models.Match.objects.create(
            circle=circle, id=id, seq=1, game="bisca_tres", started=began, last=began, date=began.date(), evening=id,
            summary=match_summary, is_finished=True,
        )  # fmt: skip
        models.Evening.objects.create(circle=circle, id=id, date=began.date(), begins=began)
        for place, player in enumerate(match_summary["players"]):
            models.Seat.objects.create(circle=circle, match=id, seat=place, side=place, player=player["id"], name="?")
            models.Player.objects.get_or_create(circle=circle, id=player["id"], defaults={"name": player["name"]})
