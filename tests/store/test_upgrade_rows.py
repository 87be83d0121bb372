"""`migrate` recalculates rows of an older version."""

from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command

from games import models, services
from games.services import hosting
from games.store import upgrade_rows
from games.store.figures.period import CircleMonths
from games.store.rebuild import rebuild
from tests.match.logs import MATCH, deal, event, start
from tests.store.conftest import Home

pytestmark = pytest.mark.fifth

OLDER: list[dict[str, Any]] = [{}, {"shape": 0}]


@pytest.fixture
def left(home: Home, other_home: Home) -> Home:
    """Two circles with rows of this version. Tests change those of the returned one."""
    for one in (home, other_home):
        one.accept(start(), deal("a", "start"), event("f", "finish", "a"))
    return home


def migrated(capsys: pytest.CaptureFixture[str]) -> bool:
    call_command("migrate")
    return "Recalculated: 1 circles." in capsys.readouterr().out


@pytest.mark.parametrize("older", OLDER, ids=["none", "another"])
def test_migrate_rebuilds_old_rows(left: Home, older: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    models.Match.objects.filter(circle=left.circle).update(summary={"names": ["Eleni"], **older})
    models.Result.objects.filter(circle=left.circle).update(rounds=None)
    assert migrated(capsys)
    tallies = models.MonthTally.objects.filter(circle=left.circle)
    assert tallies.exists()
    assert not tallies.filter(tally__isnull=True).exists()
    assert rebuild(left.circle.pk) == []
    assert left.match(MATCH).summary["sides"]
    assert not migrated(capsys)


def test_figures_that_counted_matches_without_rounds_are_corrected(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    home.accept(start(), event("f", "finish", "start"))
    row = models.Match.objects.get(circle=home.circle)
    counted = {"matches": 1, "rounds": 0, "days": [str(row.date)] * 2, "people": {}}
    models.MonthTally.objects.create(circle=home.circle, month=str(row.date)[:7], game="", tally=counted)
    models.Match.objects.filter(circle=home.circle).update(summary={**row.summary, "shape": 2})
    assert migrated(capsys)
    assert CircleMonths(home.circle.pk).months == {}


def test_a_deleted_circle_is_rebuilt_too(left: Home, capsys: pytest.CaptureFixture[str]) -> None:
    """Its owner or the host may restore it at any time, and a request is no place to rebuild it."""
    services.delete_circle(by=left.person, circle=left.circle.pk)
    models.Match.objects.filter(circle=left.circle).update(summary={"names": ["Eleni"]})
    assert migrated(capsys)
    assert hosting.restore_group(circle=left.circle.pk)
    assert rebuild(left.circle.pk) == []


def test_current_rows_are_not_rebuilt(left: Home, capsys: pytest.CaptureFixture[str]) -> None:
    assert not migrated(capsys)


@pytest.mark.parametrize(("seconds", "pauses"), [(0.01, 0), (upgrade_rows.WORK / 2, 1), (upgrade_rows.WORK, 2)])
def test_pauses_follow_work_and_not_the_number_of_circles(
    left: Home, monkeypatch: pytest.MonkeyPatch, seconds: float, pauses: int
) -> None:
    clock, slept = [0.0], []

    def rebuild_slowly(_circle: Any) -> None:
        clock[0] += seconds

    models.Match.objects.update(summary={"names": ["Eleni"]})
    monkeypatch.setattr(upgrade_rows, "rebuild_rows", rebuild_slowly)
    monkeypatch.setattr(upgrade_rows.time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(upgrade_rows.time, "sleep", slept.append)
    assert upgrade_rows.upgrade_rows() == 2
    assert slept == [upgrade_rows.PAUSE] * pauses


@pytest.mark.parametrize("options", [{}, {"plan": []}], ids=["emptied", "an earlier migration"])
def test_no_row_is_read_after_flush_or_at_earlier_migration(
    left: Home, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upgrade_rows, "upgrade_rows", lambda: pytest.fail("It has looked."))
    monkeypatch.setattr(upgrade_rows, "is_up_to_date", lambda using: False)
    upgrade_rows.after_migrate(using="default", verbosity=1, sender=apps.get_app_config("games"), **options)


def test_earlier_migration_is_detected(monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    assert upgrade_rows.is_up_to_date("default")

    class Earlier(upgrade_rows.MigrationLoader):
        def build_graph(self) -> None:
            super().build_graph()
            del self.applied_migrations[self.graph.leaf_nodes("games")[0]]

    monkeypatch.setattr(upgrade_rows, "MigrationLoader", Earlier)
    assert not upgrade_rows.is_up_to_date("default")
