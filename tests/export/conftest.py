"""Matches to export: one of every game, and names that are difficult for files."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from games import models, services
from games.match.sheet import sheet_json
from games.rules.words import plain_text
from games.services import actions
from games.store.logs import log_of
from tests.pages.in_browser.games import EVENINGS
from tests.rules.golden import NAMES
from tests.web.conftest import pseudo, pseudo_locale

__all__ = ["pseudo", "pseudo_locale"]

BEGINS = datetime.fromisoformat("2026-01-09T19:30:00+02:00")
HARD = (
    "Ελευθερία Παπακωνσταντίνου-Γεωργίου",
    "Çağla Gülümser Kahramanoğlu-Yıldırım",
    "<b>Eleni</b> & Co; \"Ltd\", 'x'",
    "ş" * 200,
    "🂡🫠 漢 שרה",
    '=HYPERLINK("http://x","y")',
    "+1",
    "-2+3",
    "@SUM(A1)",
    " =1+1",
    "＝1+1",
    "a b" * 60,
)


class ExportingTable:
    """A person with a circle, who plays matches and exports them."""

    def __init__(self) -> None:
        self.person, self.circle = services.make_person("Eleni", "Fridays")
        self.client = Client()
        self.client.force_login(self.person)
        self.act: Any = {"by": self.person, "circle": self.circle.pk}

    def play(
        self, game: str, names: Any, rounds: Any, options: Any = None, dealer: int = 0, begins: datetime = BEGINS
    ) -> UUID:
        match = uuid4()
        setup = {"options": options or {}, "players": list(names), "first_dealer": dealer}
        actions.start_match(match=str(match), game=game, **setup, **self.act, at=begins.isoformat())
        for number, answers in enumerate(rounds):
            at = (begins + timedelta(minutes=5 * number)).isoformat()
            actions.add_deal(match=str(match), deal=str(uuid4()), answers=answers, **self.act, at=at)
        return match

    def evening(self, begins: datetime = BEGINS) -> dict[str, UUID]:
        """Play one match of every game in one sitting."""
        return {
            evening.game: self.play(
                evening.game,
                evening.names,
                evening.rounds,
                evening.options,
                evening.dealer,
                begins + timedelta(minutes=5 * number),
            )
            for number, evening in enumerate(EVENINGS)
        }

    def bisca(self, *names: str, points: tuple[int, ...] = (71, 30), begins: datetime = BEGINS) -> UUID:
        rounds = [{"points": [first_side, 120 - first_side]} for first_side in points]
        return self.play("bisca_tres", names or NAMES[:2], rounds, begins=begins)

    def evening_of(self, match: UUID) -> UUID:
        evening = models.Match.objects.get(circle=self.circle, id=match).evening
        assert evening is not None
        return evening

    def get(self, path: str, **options: Any) -> Any:
        return self.client.get(path, **options)

    def file(self, match: UUID, form: str) -> bytes:
        answer = self.get(f"/export/match/{match}/{form}/")
        assert answer.status_code == 200, answer.content
        content: bytes = answer.content
        return content

    def evening_file(self, match: UUID, form: str) -> bytes:
        answer = self.get(f"/export/evening/{self.evening_of(match)}/{form}/")
        assert answer.status_code == 200, answer.content
        content: bytes = answer.content
        return content

    def sheet(self, match: UUID) -> Any:
        """Return the sheet as in the API, independently of the exports."""
        sheet = sheet_json(log_of(self.circle.pk, match), plain_text)
        assert sheet is not None
        return sheet


@pytest.fixture
def table(db: None) -> ExportingTable:
    return ExportingTable()
