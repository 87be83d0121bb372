"""The running hash of a log: of every event, also of those that an older version has stored."""

import json
import time
from hashlib import sha256
from io import BytesIO
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import models, services
from games.imports.source import Source
from games.imports.target import choose_target
from games.services import log
from games.services.erasing import erase_circle, erase_person
from games.services.tidying import empty_match
from games.store import log_hashes
from games.store.log_hashes import event_hashes, fill_hashes, log_hash
from games.store.logs import event_json
from tests.match.logs import MATCH, deal, event, start
from tests.store.conftest import Home

ROUNDS = [deal(name, "start") for name in "abcdef"]


def expected(circle: UUID) -> list[str]:
    """Return the hashes that the events of a circle must have, by the rule in docs/api.md."""
    hashes = [""]
    for id in models.Event.objects.filter(circle=circle).order_by("seq").values_list("id", flat=True):
        hashes.append(sha256(f"{hashes[-1]}{id}".encode()).hexdigest()[:16])
    return hashes[1:]


def stored(circle: UUID) -> list[str | None]:
    return list(models.Event.objects.filter(circle=circle).order_by("seq").values_list("log_hash", flat=True))


def forget_hashes(circle: UUID, after: int = 0) -> None:
    """Leave the events as an older version stores them."""
    models.Event.objects.filter(circle=circle, seq__gt=after).update(log_hash=None)


def test_every_push_continues_the_hashes(home: Home, other_home: Home) -> None:
    home.accept(start(), ROUNDS[0])
    other_home.accept(start())
    home.accept(ROUNDS[0], ROUNDS[1])
    home.accept(event("f", "finish", "b"))
    assert stored(home.circle.pk) == expected(home.circle.pk)
    assert stored(other_home.circle.pk) == expected(other_home.circle.pk)
    assert len(set(stored(home.circle.pk))) == 4


def test_a_push_that_waited_reads_the_hash_again(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL reads the number of the last event again after waiting, but not the events: so it lacks the hash."""
    home.accept(start(), ROUNDS[0])
    lock = log.lock
    monkeypatch.setattr(log, "lock", lambda circle, person: lock(circle, person)._replace(log_hash=None))  # type: ignore[union-attr]
    home.accept(ROUNDS[1])
    assert stored(home.circle.pk) == expected(home.circle.pk)


@pytest.mark.parametrize("known", [0, 1, 3])
def test_readers_compute_the_hashes_that_an_older_version_left_out(home: Home, known: int) -> None:
    home.accept(start(), *ROUNDS)
    forget_hashes(home.circle.pk, after=known)
    hashes = expected(home.circle.pk)
    assert [log_hash(home.circle.pk, seq) for seq in range(10)] == ["", *hashes, None, None]
    events = list(models.Event.objects.filter(circle=home.circle, seq__in=(2, 5, 6)).order_by("seq"))
    found = event_hashes(home.circle.pk, events)
    assert [found[seq] for seq in (2, 5, 6)] == [hashes[seq - 1] for seq in (2, 5, 6)]
    assert stored(home.circle.pk) == [*hashes[:known], *[None] * (7 - known)]


@pytest.mark.parametrize("known", [0, 2])
def test_the_next_push_adds_the_missing_hashes(home: Home, known: int) -> None:
    home.accept(start(), *ROUNDS[:3])
    forget_hashes(home.circle.pk, after=known)
    home.accept(ROUNDS[3])
    assert stored(home.circle.pk) == expected(home.circle.pk)


def test_migrate_adds_the_missing_hashes_in_batches(
    home: Home, other_home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_hashes, "BATCH", 2)
    for one in (home, other_home):
        one.accept(start(), *ROUNDS)
    forget_hashes(home.circle.pk)
    forget_hashes(other_home.circle.pk, after=3)
    call_command("migrate", verbosity=0)
    for one in (home, other_home):
        assert stored(one.circle.pk) == expected(one.circle.pk)


def test_an_interrupted_migrate_continues(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_hashes, "BATCH", 2)
    home.accept(start(), *ROUNDS)
    forget_hashes(home.circle.pk)
    assert log_hashes.fill_batch(home.circle.pk)
    assert stored(home.circle.pk)[1:3] == [expected(home.circle.pk)[1], None]
    fill_hashes()
    assert stored(home.circle.pk) == expected(home.circle.pk)


def test_erasing_changes_no_hash(home: Home) -> None:
    """So that nobody's phone takes the server for another one, and sends again what was erased."""
    home.accept(start(), *ROUNDS, event("gone", "delete", "f"))
    before = stored(home.circle.pk)
    empty_match(home.circle.pk, UUID(MATCH))
    models.Person.objects.filter(pk=home.person.pk).update(deleted=timezone.now())
    assert erase_person(home.person.pk)
    models.Circle.objects.filter(pk=home.circle.pk).update(deleted=timezone.now())
    assert erase_circle(home.circle.pk)
    assert stored(home.circle.pk) == before == expected(home.circle.pk)


def test_a_circle_that_is_brought_in_has_the_hashes_of_its_events(home: Home, other_home: Home) -> None:
    home.accept(start(), *ROUNDS)
    log = [event_json(one) for one in models.Event.objects.filter(circle=home.circle).order_by("seq")]
    lines = [{"format": "scorekeeper.circle/1", "circle": str(uuid4()), "name": "Sundays"}, *log]
    source = Source(BytesIO("\n".join(map(json.dumps, lines)).encode()))
    target = choose_target(other_home.person, source, None)
    services.import_file(by=other_home.person, source=source, target=target, most=None)
    assert stored(target.circle) == stored(home.circle.pk)


@pytest.mark.long
def test_a_large_log_gets_its_hashes_within_seconds(home: Home) -> None:
    count = 100_000
    now = timezone.now()
    models.Event.objects.bulk_create(
        (
            models.Event(
                circle=home.circle, seq=seq, id=uuid4(), match=None, kind="player", data={}, by=home.person, received=now
            )
            for seq in range(1, count + 1)
        ),
        batch_size=2000,
    )  # fmt: skip
    models.Circle.objects.filter(pk=home.circle.pk).update(seq=count)
    begun = time.monotonic()
    fill_hashes()
    took = time.monotonic() - begun
    assert log_hash(home.circle.pk, count) == expected(home.circle.pk)[-1]
    assert took < 30
    print(f"{count} hashes: {took:.1f} s")
