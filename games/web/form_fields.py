"""The fields of stored names and of new ids, and the renderer of forms with many choices."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.forms.renderers import Jinja2
from django.utils.translation import gettext

from games.match.errors import Refused
from games.match.json_input import refuse_control_characters

LONGEST = 200  # characters, the limit of every name

# Django's own template engine needs a quarter of a page's time for a choice of 34 years; Jinja2 does not.
# The admin's forms use Django's, as their field templates are written for it. One instance is shared: it caches them.
RENDERER = Jinja2()


class PlainText(forms.CharField):
    """A line of text without control characters, which events refuse."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"max_length": LONGEST, **more})

    def clean(self, value: Any) -> str:
        try:
            return refuse_control_characters(str(super().clean(value)))
        except Refused as refused:
            raise ValidationError(refused.words.translated(gettext)) from None


class NewId(forms.Field):
    """The id of something new. The page has it, so a form that comes twice creates one thing. Another value counts as a new id."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        super().__init__(required=False)

    def clean(self, value: Any) -> UUID:
        try:
            return UUID(value)
        except (AttributeError, TypeError, ValueError):
            return uuid4()
