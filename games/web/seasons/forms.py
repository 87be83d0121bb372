"""The form of a season."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import models
from games.match.event_fields import AVERAGE, BY_PLACE, MOST_COUNT, MOST_PLACE_POINTS, MOST_PLACES, OF_GAME
from games.store.seasons import NOT_DROPPED
from games.web.change_form import ChangeForm
from games.web.exports.period import day_field
from games.web.form_fields import PlainText
from games.web.form_messages import OwnForm
from games.web.new_form import NewForm
from games.web.seasons.base import SAME_NAME, as_event, as_form, has_other_season

LONGEST_POINTS = 200  # characters of the points by place
WHOLE = {
    "invalid": _("Enter a whole number."),
    "min_value": _("Enter a whole number from 0 on."),
    "max_value": _("Enter at most %(limit_value)s."),
}


class PlacePointsField(forms.CharField):
    """The points of the first place, of the second and so on, as a list of numbers: 5, 3, 2, 1."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=LONGEST_POINTS, required=False, **more)

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[int]:
        text = super().clean(value)
        words = re.findall(r"[^\s,;]+", text)
        if not all(re.fullmatch("[-\N{MINUS SIGN}]?[0-9]{1,4}", word, re.ASCII) for word in words):
            raise ValidationError(gettext("Enter whole numbers with commas between them, such as 5, 3, 2, 1."))
        points = [int(word.replace("\N{MINUS SIGN}", "-")) for word in words]
        if len(points) > MOST_PLACES or any(abs(number) > MOST_PLACE_POINTS for number in points):
            raise ValidationError(
                gettext("Enter the points of at most %(places)s places, each at most %(points)s.")
                % {"places": MOST_PLACES, "points": MOST_PLACE_POINTS}
            )
        return points


class SeasonForm(OwnForm):
    name = PlainText(label=_("Name"), help_text=_("For example “Autumn 2026”."))
    games = forms.MultipleChoiceField(
        label=_("Games"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None ticked: all games count."),
        error_messages={"invalid_choice": _("Choose one of the options shown.")},
    )
    rule = forms.ChoiceField(
        label=_("Rule"),
        widget=forms.RadioSelect,
        choices=(
            (AVERAGE, _("Average: a point for every side left behind, one more for winning, divided by the matches")),
            (BY_PLACE, _("Points by place, added up")),
            (OF_GAME, _("The points of the game, added up")),
        ),
    )
    place_points = PlacePointsField(
        label=_("Points by place"),
        help_text=_("For the first place, the second and so on. Only with “Points by place”."),
    )
    minimum = forms.IntegerField(
        label=_("Fewest matches"),
        min_value=0,
        max_value=MOST_COUNT,
        error_messages=WHOLE,
        help_text=_("Players with fewer matches get no place in the table."),
    )
    dropped = forms.IntegerField(
        label=_("Dropped results"),
        min_value=0,
        max_value=MOST_COUNT,
        error_messages=WHOLE,
        help_text=_("How many of the worst results of each player do not count. An average counts all of them."),
    )

    def __init__(
        self,
        *args: Any,
        offered: list[tuple[str, str]],
        seasons: Iterable[models.Season],
        own: UUID | None = None,
        **kwargs: Any,
    ) -> None:
        """`seasons` are those that the group has, with the deleted ones. `own` is the one that the form is about, if it is among them."""
        super().__init__(*args, **kwargs)
        self.seasons = {season.id: season for season in seasons}
        self.own = own
        name = self.fields.pop("name")
        # "from" is a keyword of Python, so it cannot be a class attribute.
        first, last = day_field(_("From")), day_field(_("To"))
        first.required = True
        last.help_text = _("Empty: no end is planned.")
        self.fields = {"name": name, "from": first, "to": last, **self.fields}
        games = self.fields["games"]
        assert isinstance(games, forms.MultipleChoiceField)
        games.choices = offered

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        first, last = data.get("from"), data.get("to")
        if first and last and last < first:
            self.add_error("to", gettext("This is before the start date."))
        if data.get("rule") == AVERAGE and data.get("dropped"):
            self.add_error("dropped", gettext(NOT_DROPPED))
        if data.get("rule") == BY_PLACE and "place_points" in data and not data["place_points"]:
            self.add_error("place_points", gettext("Fill in this field."))
        if "name" in data and first and self.is_second(data["name"], first):
            self.add_error("name", gettext(SAME_NAME))
        return data

    def is_second(self, name: str, first: date) -> bool:
        """Return whether the form gives a season the name and first day of another one."""
        is_changed = (name, first) != (
            self.initial.get("name"),
            self.initial.get("from"),
        )  # a program may have created both
        return is_changed and has_other_season(self.seasons.values(), name, first, self.own)


class ChangeSeasonForm(ChangeForm, SeasonForm):
    together = (("from", "to"), ("rule", "place_points", "dropped"))


class NewSeasonForm(NewForm, SeasonForm):
    def find(self, id: UUID) -> models.Season | None:
        return self.seasons.get(id)

    def creates(self, row: models.Season) -> bool:
        return as_event(as_form(row)) == as_event(self.cleaned_data)
