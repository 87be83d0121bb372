"""A circle with every kind of event, its exported file, and a server that does not know it."""

import io
import json
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest

from games import models, services
from games.export import circle_log
from games.export.circle_log import without_origin
from games.imports import target
from games.imports.preview import preview
from games.imports.preview_report import Preview
from games.imports.source import Source
from games.match.history import log_history
from games.match.log import fold_events
from games.match.log_document import document_from_log
from games.match.sheet import sheet_json
from games.rules.words import plain_text
from games.services import actions
from games.store.logs import LOG_CACHE, event_json
from games.store.rebuild import rebuild
from games.store.sql import select_events
from tests.export.conftest import table
from tests.pages.in_browser.games import EVENINGS
from tests.web.conftest import pseudo, pseudo_locale

__all__ = ["pseudo", "pseudo_locale", "table"]

BEGINS = datetime.fromisoformat("2026-01-09T19:30:00+02:00")
Json = Any


@dataclass
class WritingPeople:
    """Some people who write in one circle."""

    people: list[models.Person]
    circle: models.Circle
    random: Random

    def act(self) -> Any:
        return {"by": self.random.choice(self.people), "circle": self.circle.pk}

    def log(self) -> bytes:
        return b"".join(circle_log.lines(models.Circle.objects.get(pk=self.circle.pk)))

    def live(self) -> None:
        """Play for some weeks, with every kind of event."""
        players = [str(uuid4()) for _ in range(6)]
        for number, player in enumerate(players):
            actions.put_player(player=player, name=f"Player {number}", **self.act())
        matches = [self.play(number, players) for number in range(9)]
        actions.put_player(player=players[0], name="Eleni", **self.act())
        actions.put_player(player=players[1], same_as=players[2], **self.act())
        actions.put_player(player=players[3], hidden=True, **self.act())
        by_hand = uuid4()
        actions.put_evening(evening=by_hand, name="Fridays", place="Οδός Ρόδων", matches=matches[:2], **self.act())
        actions.put_evening(evening=UUID(matches[2]), note="It rained.", **self.act())
        actions.put_evening(evening=uuid4(), matches=[matches[8], matches[3]], **self.act())
        for match in matches[6:]:
            actions.delete_match(match=UUID(match), **self.act())
        actions.undelete_match(match=UUID(matches[6]), **self.act())
        long_ago = BEGINS - services.RETENTION
        models.Event.objects.filter(match=matches[8], kind="delete").update(received=long_ago)
        assert services.tidy_matches() == 1  # erases the last match, which was in an evening arranged by a person

    def play(self, number: int, players: list[str]) -> str:
        evening = self.random.choice(EVENINGS)
        match, begins = str(uuid4()), BEGINS + timedelta(hours=self.random.randrange(600))
        seats = [{"id": id, "name": f"Player {seat}"} for seat, id in enumerate(players)][: len(evening.names)]
        setup = {"options": evening.options, "players": seats, "first_dealer": evening.dealer}
        actions.start_match(match=match, game=evening.game, at=begins.isoformat(), **setup, **self.act())
        deals: list[str] = []
        for answers in evening.rounds:
            deals.append(str(uuid4()))
            at = None if self.random.random() < 0.2 else (begins + timedelta(minutes=9 * len(deals))).isoformat()
            actions.add_deal(match=UUID(match), deal=deals[-1], answers=answers, at=at, **self.act())
        for _ in range(self.random.randrange(6)):
            with suppress(actions.ActionRefused):  # the answers of another round may be impossible in this place
                self.change(UUID(match), evening, deals)
        return match

    def change(self, match: UUID, evening: Any, deals: list[str]) -> None:
        """Make a random change: amend, strike, restore, insert late, record twice, finish or settle."""
        deal = self.random.choice(deals)
        first = str(models.Event.objects.get(match=match, kind="start").id)
        change = self.random.randrange(7)
        if change == 0:
            actions.amend_deal(match=match, deal=UUID(deal), answers=self.random.choice(evening.rounds), **self.act())
        elif change == 1:
            actions.strike_deal(match=match, deal=UUID(deal), **self.act())
        elif change == 2:
            actions.restore_deal(match=match, deal=UUID(deal), **self.act())
        elif change in (3, 4):
            apart = {"after": [first]} if change == 3 else {"before": deal, "after": [first]}
            deals.append(str(uuid4()))
            answers = self.random.choice(evening.rounds)
            actions.add_deal(match=match, deal=deals[-1], answers=answers, **apart, **self.act())
        elif change == 5:
            actions.finish(match=match, **self.act())
        else:
            actions.settle(match=match, keep=[deal], **self.act())


@pytest.fixture
def someone(db: None) -> models.Person:
    return services.make_person("Rosa", "Sundays")[0]


@pytest.fixture
def circle(request: pytest.FixtureRequest, db: None) -> WritingPeople:
    owner, row = services.make_person("Eleni", "Fridays")
    others = [models.Person.objects.create_user(name=name) for name in ("Deniz", "Zeynep")]
    for person in others:
        models.Membership.objects.create(circle=row, person=person, role="scorer")
    circle = WritingPeople([owner, *others], row, Random(getattr(request, "param", 1)))
    circle.live()
    return circle


def another_server() -> models.Person:
    """Empty the database, and return a person of the new server."""
    LOG_CACHE.clear()
    for model in (
        *(models.Result, models.Seat, models.Match, models.Evening, models.Player),
        models.Event,
    ):
        model.objects.all().delete()  # type: ignore[attr-defined]
    models.Membership.objects.all().delete()
    models.Circle.objects.all().delete()
    models.Person.objects.all().delete()
    return services.make_person("Rosa", "Sundays")[0]


def source_of(data: bytes | Json) -> Source:
    return Source(io.BytesIO(data if isinstance(data, bytes) else json.dumps(data).encode()))


def preview_data(by: models.Person, data: Any, circle: models.Circle | None = None) -> Preview:
    source = source_of(data)
    return preview(by, source, target.choose_target(by, source, circle))


def import_data(by: models.Person, data: Any, circle: models.Circle | None = None) -> services.ImportResult:
    source = source_of(data)
    return services.import_file(by=by, source=source, target=target.choose_target(by, source, circle), most=None)


def import_as_host(by: models.Person, log: bytes) -> services.ImportResult:
    """Import the log of a circle as `manage.py import` does: the circle keeps its id."""
    source = source_of(log)
    return services.import_file(by=by, source=source, target=target.new_target(by, source), most=None)


def circle_state(circle: UUID) -> Json:
    """Return everything stored about a circle but its id: documents, sheets, histories, players, evenings, each row."""
    LOG_CACHE.clear()
    matches = models.Match.objects.filter(circle=circle).order_by("id").values_list("id", flat=True)
    logs = {str(id): [event_json(event) for event in select_events(circle, {str(id): 0})] for id in matches}
    folded = {id: fold_events(events) for id, events in logs.items()}
    assert rebuild(circle) == []
    return {
        "documents": {id: document_from_log(log) for id, log in folded.items()},
        "sheets": {id: sheet_json(log, plain_text) for id, log in folded.items()},
        "histories": {
            id: log_history(fold_events([without_origin(event) for event in events])) for id, events in logs.items()
        },
        **{
            model.__name__: [
                {name: value for name, value in row.items() if name != "circle_id"}
                for row in model.objects.filter(circle=circle).order_by("pk").values()  # type: ignore[attr-defined]
            ]
            for model in (models.Match, models.Player, models.Evening, models.Seat, models.Result)
        },
    }
