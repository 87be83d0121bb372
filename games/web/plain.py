"""A line of text in a form, as it may stand in what is stored."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from games.match.errors import Refused
from games.match.json_input import refuse_control_characters

LONGEST = 200  # letters, as of every name


class PlainText(forms.CharField):
    def __init__(self, **more: Any) -> None:
        super().__init__(**{"max_length": LONGEST, **more})

    def clean(self, value: Any) -> str:
        try:
            return refuse_control_characters(str(super().clean(value)))
        except Refused as refused:
            raise ValidationError(refused.words.say(gettext)) from None
