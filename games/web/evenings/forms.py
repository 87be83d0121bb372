"""The forms that change an evening."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import models
from games.display.dates import clock
from games.rules.words import translate
from games.services.new_ids import id_for
from games.statistics.played_match import PlayedMatch
from games.web.change_form import ChangeForm
from games.web.evenings.base import EveningMatches, match_ids
from games.web.form_fields import NewId, PlainText
from games.web.form_messages import OwnForm

LONGEST_NOTE = 2000  # characters, the limit of events


class NoteField(PlainText):
    """A note. Its lines are joined to one, as events have no line breaks."""

    widget = forms.Textarea({"rows": 4})

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=LONGEST_NOTE, **more)

    def to_python(self, value: Any) -> str:
        return " ".join(str(super().to_python(value)).split())


class EveningWordsForm(ChangeForm):
    name = PlainText(
        label=_("Name"),
        required=False,
        help_text=_("For example “Andreas's name day”. Without a name, the date is shown."),
    )
    place = PlainText(label=_("Location"), required=False, help_text=_("As it should appear, e.g. “at Eleni's”."))
    note = NoteField(label=_("Note"), required=False)


class SplitForm(OwnForm):
    """The matches of the new evening: some, but not all. A form that comes twice creates one evening."""

    id = NewId()
    matches = forms.MultipleChoiceField(
        label=_("Matches that belong to another evening"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Tick the matches to move to another evening."),
            "invalid_choice": _("Choose one of the options shown."),
        },
    )

    def __init__(
        self, *args: Any, circle: UUID, matches: EveningMatches, before: EveningMatches, **kwargs: Any
    ) -> None:
        """`before` has the matches that the form has already moved, if it comes a second time."""
        super().__init__(*args, **kwargs)
        field = self.fields["matches"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(match.match, match_label(match)) for match in [*matches.played, *before.played]]
        self.circle = circle
        self.count = matches.count
        self.matches_of_evening = {match.match for match in matches.played}

    def clean_matches(self) -> list[str]:
        ticked: list[str] = self.cleaned_data["matches"]
        if len(self.matches_of_evening.intersection(ticked)) == self.count:
            raise ValidationError(gettext("Keep at least one match here; the ticked ones move to a new evening."))
        return ticked

    def clean(self) -> dict[str, Any]:
        """Give other matches another id: the browser's *Back* may bring an earlier form again."""
        data = self.cleaned_data
        if not self.errors:
            ticked = data["matches"]
            data["id"] = id_for(data["id"], ticked, lambda id: self.is_other(id, ticked))
        return data

    def is_other(self, id: UUID, ticked: list[str]) -> bool:
        """Return whether an evening has this id already, but other matches."""
        is_known = models.Evening.objects.filter(circle=self.circle, id=id).exists()
        return is_known and {*map(str, match_ids(self.circle, [id])[id])} != {*ticked}


class MergeForm(OwnForm):
    other = forms.ChoiceField(
        label=_("The other evening"),
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Choose one of the options shown.")},
    )

    def __init__(self, *args: Any, others: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["other"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(others)
        field.initial = others[0][0] if others else None


def match_label(match: PlayedMatch) -> str:
    names = ", ".join(person.name for person in match.people)
    return gettext("%(time)s %(game)s: %(names)s") % {
        "time": clock(match.began).translated(gettext),
        "game": translate(match.game.title, gettext),
        "names": names,
    }
