"""The forms in which an invitation is created."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games import models, services
from games.models import Purpose, Role
from games.store.people import renamed_summaries
from games.web.dates import day_in_words
from games.web.form_messages import OwnForm

LASTS = {
    "hour": (timedelta(hours=1), _("An hour")),
    "day": (timedelta(days=1), _("A day")),
    "week": (timedelta(weeks=1), _("A week")),
    "month": (timedelta(days=30), _("A month")),
    "ever": (None, _("Until withdrawn")),
}
OFTEN = {"1": (1, _("Once")), "5": (5, _("Five times")), "all": (None, _("No limit"))}
ROLES = {
    Role.SCORER: _("keep score"),
    Role.READER: _("view only"),
    Role.OWNER: _("keep score, invite and manage, like you"),
}


def end_time(lasts: str) -> datetime | None:
    length, _words = LASTS[lasts]
    return None if length is None else timezone.now() + length


def duration_field(*names: str) -> forms.ChoiceField:
    return forms.ChoiceField(label=_("Valid for"), choices=[(name, LASTS[name][1]) for name in names], initial="week")


class CircleForm(OwnForm):
    """An invitation to a circle of which the person is an owner."""

    circle = forms.TypedChoiceField(label=_("Group"), coerce=UUID)
    role = forms.ChoiceField(label=_("New members can"), choices=list(ROLES.items()), initial=Role.SCORER)
    until = duration_field("hour", "day", "week", "month")
    most = forms.ChoiceField(label=_("Number of uses"), choices=[(name, label) for name, (_n, label) in OFTEN.items()])

    def __init__(
        self, circles: Sequence[models.Circle], data: Any = None, chosen: Mapping[str, str] | None = None
    ) -> None:
        """Begin with the `chosen` values, by the names of fields."""
        ids = [str(circle.pk) for circle in circles]
        initial = {name: value for name, value in (chosen or {}).items() if name in self.base_fields}
        if initial.get("circle") not in ids:
            initial["circle"] = ids[0]
        super().__init__(data, initial=initial)
        field = self.fields["circle"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(str(circle.pk), circle.name or gettext("My group")) for circle in circles]
        if len(circles) == 1:
            field.widget = forms.HiddenInput()

    def create_invitation(self, by: models.Person) -> models.Invitation:
        data = self.cleaned_data
        until, (most, _words) = end_time(data["until"]), OFTEN[data["most"]]
        return services.invite_to_circle(by=by, circle=data["circle"], role=data["role"], until=until, most=most)


class FollowForm(OwnForm):
    """A link to follow a match, or the evening that it belongs to."""

    purpose = forms.ChoiceField(label=_("Shared scores"), widget=forms.RadioSelect)
    until = duration_field("day", "week", "month", "ever")

    def __init__(self, match: models.Match, data: Any = None, chosen: str | None = None) -> None:
        is_evening = chosen == Purpose.EVENING and match.evening is not None
        super().__init__(data, initial={"purpose": Purpose.EVENING if is_evening else Purpose.MATCH})
        self.match = match
        field = self.fields["purpose"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (Purpose.MATCH, gettext("This match: %(names)s") % {"names": names_of(match)}),
            *evening_choice(match),
        ]

    def create_invitation(self, by: models.Person) -> models.Invitation:
        purpose = self.cleaned_data["purpose"]
        thing = self.match.id if purpose == Purpose.MATCH else self.match.evening
        assert thing is not None  # the choices offer no evening otherwise
        until = end_time(self.cleaned_data["until"])
        return services.invite_to_follow(by=by, circle=self.match.circle_id, purpose=purpose, thing=thing, until=until)


def names_of(match: models.Match) -> str:
    [summary] = renamed_summaries(match.circle_id, [match])
    return ", ".join(summary["names"])


def evening_choice(match: models.Match) -> list[tuple[str, str]]:
    if match.evening is None:
        return []
    count = models.Match.objects.filter(circle=match.circle_id, evening=match.evening, is_deleted=False).count()
    words = ngettext("Evening of %(day)s, one match so far", "Evening of %(day)s, %(count)s matches so far", count)
    return [(Purpose.EVENING, words % {"day": day_in_words(match.date), "count": count})]
