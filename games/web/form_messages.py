"""The messages of forms in our words, instead of those of Django and allauth, which address people in another tone."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

# The last line that fits a field and a code counts.
MESSAGES: tuple[tuple[type[forms.Field], str, Any], ...] = (
    (forms.Field, "required", _("Fill in this field.")),
    (forms.CharField, "max_length", _("Use at most %(limit_value)s characters. You typed %(show_value)s.")),
    (forms.CharField, "null_characters_not_allowed", _("The text contains a control character.")),
    (forms.EmailField, "invalid", _("Enter an e-mail address, such as name@example.org.")),
    (forms.DateField, "invalid", _("Enter a date, such as 2026-11-20.")),
    (forms.FileField, "empty", _("This file is empty.")),
    (forms.ChoiceField, "required", _("Choose one of the options shown.")),
    (forms.ChoiceField, "invalid_choice", _("Choose one of the options shown.")),
)
# allauth has no place for this one. A catalogue of ours counts before that of allauth.
REPEAT = _("You must type the same password each time.")


def use_own_messages(field: forms.Field) -> None:
    """Replace the messages of Django that a field has. Messages of its own stay."""
    for kind, code, text in MESSAGES:
        if isinstance(field, kind) and field.error_messages.get(code) in (None, *default_messages(field, code)):
            field.error_messages[code] = text


def default_messages(field: forms.Field, code: str) -> list[Any]:
    defaults = [getattr(base, "default_error_messages", {}).get(code) for base in type(field).__mro__]
    return defaults + [text for _kind, known, text in MESSAGES if known == code]


class OwnMessages:
    """A form with our messages. It comes before the form of Django or allauth among the bases."""

    fields: dict[str, forms.Field]

    def full_clean(self) -> None:
        for field in self.fields.values():
            use_own_messages(field)
        super().full_clean()  # type: ignore[misc]


class OwnForm(OwnMessages, forms.Form):
    pass
