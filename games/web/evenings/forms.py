"""The forms that change an evening."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.display.dates import clock
from games.rules.words import translate
from games.statistics.played_match import PlayedMatch
from games.web.change_form import ChangeForm
from games.web.evenings.base import EveningMatches
from games.web.form_fields import PlainText
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
    """The matches of the new evening: some, but not all."""

    matches = forms.MultipleChoiceField(
        label=_("Matches that belong to another evening"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Tick the matches to move to another evening."),
            "invalid_choice": _("Choose one of the options shown."),
        },
    )

    def __init__(self, *args: Any, matches: EveningMatches, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["matches"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(match.match, match_label(match)) for match in matches.played]
        self.count = matches.count

    def clean_matches(self) -> list[str]:
        ticked: list[str] = self.cleaned_data["matches"]
        if len(ticked) == self.count:
            raise ValidationError(gettext("Keep at least one match here; the ticked ones move to a new evening."))
        return ticked


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
