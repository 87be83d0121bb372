"""The events: the only truth about matches."""

from __future__ import annotations

from django.db import models

from games.models.people import Circle, Person


class Event(models.Model):
    """An event. It never changes, except that permanent deletion empties its `data`."""

    pk = models.CompositePrimaryKey("circle_id", "seq")
    circle = models.ForeignKey(Circle, models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()
    id = models.UUIDField()
    match = models.UUIDField(null=True)
    kind = models.CharField(max_length=20)
    data = models.JSONField()
    after = models.JSONField(null=True)
    at = models.CharField(max_length=40, blank=True)  # as the writer's clock had it, with its zone
    by = models.ForeignKey(Person, models.PROTECT, related_name="+")
    by_name = models.CharField(max_length=200, blank=True)
    received = models.DateTimeField()
    is_imported = models.BooleanField(null=True)  # a file stated the writer; null: not imported, or by an older version
    # The hash of this id and all before it; null: stored by an older version. A default would rewrite the table.
    log_hash = models.CharField(max_length=16, null=True)  # noqa: DJ001

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("circle", "id"), name="one_event_an_id"),
            models.CheckConstraint(condition=models.Q(seq__gte=1), name="events_count_from_one"),
        )
        indexes = (models.Index(fields=("circle", "match", "seq"), name="events_of_a_match"),)
