"""The forms of a game that the group has named itself: its rules, and the earlier matches that were of it."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import models
from games.match.event_fields import LONGEST_GAME_NAME, MOST_QUICK, MOST_QUICK_KEYS, MOST_SUM, is_quick_keys
from games.rules.custom_game import ICONS
from games.web.change_form import ChangeForm
from games.web.custom_games.base import SAME_NAME, as_event, as_form, has_other_game
from games.web.form_fields import RENDERER, PlainText
from games.web.form_messages import OwnForm
from games.web.new_form import NewForm

LONGEST_KEYS = 60  # characters of the quick keys
WHOLE = {
    "invalid": _("Enter a whole number."),
    "min_value": _("Enter a whole number from 1 on."),
    "max_value": _("Enter at most %(limit_value)s."),
}


def amount(label: Any, help_text: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        required=False,
        min_value=1,
        max_value=MOST_SUM,
        error_messages=WHOLE,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )


class QuickKeysField(forms.CharField):
    """Numbers with spaces between them, which get keys of their own."""

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[int]:
        words = re.findall(r"[^\s,;]+", super().clean(value))
        if all(re.fullmatch("[-+\N{MINUS SIGN}]?[0-9]{1,6}", word, re.ASCII) for word in words):
            keys = [int(word.replace("\N{MINUS SIGN}", "-")) for word in words]
            if is_quick_keys(keys) and len({*keys}) == len(keys):
                return keys
        raise ValidationError(
            gettext(
                "Enter up to %(most)s different whole numbers from −%(high)s to %(high)s, with spaces between them."
            )
            % {"most": MOST_QUICK_KEYS, "high": MOST_QUICK}
        )


class CustomGameForm(OwnForm):
    default_renderer = RENDERER

    name = PlainText(label=_("Name"), max_length=LONGEST_GAME_NAME)
    icon = forms.ChoiceField(label=_("Picture"), choices=[(icon, icon) for icon in ICONS])
    wins = forms.ChoiceField(
        label=_("Winner"),
        widget=forms.RadioSelect,
        choices=(("most", _("The most points")), ("fewest", _("The fewest points"))),
    )
    target = amount(_("Target score"), _("Empty: no limit."))
    rounds = amount(_("Rounds"), _("Empty: no limit."))
    sum = amount(_("Sum of each round"), _("Empty: any sum. Otherwise the app fills in the last number of a round."))
    teams = forms.BooleanField(label=_("Two teams"), required=False)
    keys = QuickKeysField(
        label=_("Quick keys"),
        required=False,
        max_length=LONGEST_KEYS,
    )

    def __init__(self, *args: Any, circle: UUID, own: UUID | None = None, **kwargs: Any) -> None:
        """`own` is the game that the form is about, if the group has it already."""
        super().__init__(*args, **kwargs)
        help_text = gettext("Numbers with a key of their own at the table, at most %(count)s, such as 5 10 25.")
        self.fields["keys"].help_text = help_text % {"count": MOST_QUICK_KEYS}
        self.circle = circle
        self.own = own

    def clean(self) -> dict[str, Any]:
        """Refuse a second game of the same name."""
        data = self.cleaned_data
        if "name" in data and has_other_game(self.circle, data["name"], self.own):
            self.add_error("name", gettext(SAME_NAME))
        return data


class ChangeCustomGameForm(ChangeForm, CustomGameForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["icon"].required = False  # a program may have set one that the page does not offer

    def clean_icon(self) -> Any:
        return self.cleaned_data["icon"] or self.stored["icon"]

    def in_words(self, name: str) -> str:
        if name == "icon" and self.stored[name] in ICONS:
            return gettext("Picture %(number)s") % {"number": ICONS.index(self.stored[name]) + 1}
        return super().in_words(name)


class NewCustomGameForm(NewForm, CustomGameForm):
    def find(self, id: UUID) -> models.CustomGame | None:
        return models.CustomGame.objects.filter(circle=self.circle, id=id).first()

    def creates(self, row: models.CustomGame) -> bool:
        return as_event(as_form(row)) == as_event(self.cleaned_data)


class EarlierMatchesForm(OwnForm):
    default_renderer = RENDERER

    matches = forms.MultipleChoiceField(
        label=_("Matches"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": _("Choose one of the options shown.")},
    )

    def __init__(self, *args: Any, offered: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["matches"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = offered

    def clean_matches(self) -> list[UUID]:
        return [UUID(match) for match in self.cleaned_data["matches"]]
