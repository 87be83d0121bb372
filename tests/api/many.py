"""Many rows of everything, in no time."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

from django.utils import timezone

from games import models
from games.store.log_hashes import add_hashes
from tests.api.conftest import Caller


def fill(caller: Caller, count: int, *, several: bool = False) -> None:
    """Create this number of matches with all their rows, quickly, and with `several` as many further circles."""
    assert caller.circle
    base = datetime(2025, 1, 1, tzinfo=UTC)
    rows = [uuid4() for _ in range(count)]
    times = [base + timedelta(days=number // 3) for number in range(count)]  # some begin at the same moment
    told = {"game": "bisca_tres", "names": ["A", "B"], "deals": 0, "finished": False, "undecided": 0}
    players = [uuid4() for _ in range(count)]
    circle = caller.circle
    models.Match.objects.bulk_create(
        models.Match(
            circle=circle, id=id, seq=1, game="bisca_tres", started=time, last=time, date=time.date(), evening=id,
            summary={**told, "needs_newer": False, "deleted": False},
        )
        for id, time in zip(rows, times, strict=True)
    )  # fmt: skip
    models.Evening.objects.bulk_create(
        models.Evening(circle=circle, id=id, date=time.date(), begins=time)
        for id, time in zip(rows, times, strict=True)
    )
    models.Player.objects.bulk_create(models.Player(circle=circle, id=id, name=str(id)) for id in players)
    models.Seat.objects.bulk_create(
        models.Seat(circle=circle, match=id, seat=0, side=0, player=player, name="A")
        for id, player in zip(rows, players, strict=True)
    )
    events = [
        models.Event(
            circle=circle, seq=seq, id=uuid4(), match=uuid4(), kind="finish", data={}, by=caller.person,
            received=timezone.now(),
        )
        for seq in range(1, count + 1)
    ]  # fmt: skip
    add_hashes(circle.pk, events)
    models.Event.objects.bulk_create(events)
    for one in rows[:count]:
        models.Device.objects.create(person=caller.person, hash=one.hex)
        if not several:
            continue
        another = models.Circle.objects.create(name=str(one))
        models.Membership.objects.create(circle=another, person=caller.person, role="reader")
    models.Circle.objects.filter(pk=circle.pk).update(seq=count)
