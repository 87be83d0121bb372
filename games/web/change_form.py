"""The form that changes something stored. It writes what its person has changed, and keeps what others have changed meanwhile."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from hashlib import sha256
from typing import Any

from django import forms
from django.utils.translation import gettext

from games.rules.words import _
from games.web.dates import day_in_words
from games.web.form_messages import OwnForm

FIRST = "first_values"
MARK = 16  # characters of the mark of a value
CHANGED = _("This was changed to “%(value)s” meanwhile. Save again to replace it with your entry.")
EMPTIED = _("This was emptied meanwhile. Save again to keep your entry.")


class FirstMarks(forms.Field):
    """The marks of the values that the form had when it was opened: `name:mark`, with spaces between them."""

    widget = forms.HiddenInput

    def __init__(self, initial: str) -> None:
        super().__init__(required=False, initial=initial)

    def clean(self, value: Any) -> dict[str, str]:
        pairs = [pair.partition(":") for pair in str(value or "").split()]
        return {name: mark for name, _colon, mark in pairs}


class KeepsOthersChanges:
    """A form that is compared with the values that it had when it was opened, not only with those stored now.

    A field that the person left alone gets the value stored now, and displays it if the form comes back. A field that both
    have changed is refused once, with the other value; the next time the entry replaces it. A form without marks, of an older page, counts as opened just now.
    It comes before the form of the same fields among the bases.
    """

    fields: dict[str, forms.Field]
    data: Any
    cleaned_data: dict[str, Any]
    # For the pages: after *Back* a browser must not put older values into the form, which has new marks then.
    keeps_others_changes = True
    together: tuple[
        tuple[str, ...], ...
    ] = ()  # fields that mean something together: all are the entry of who changes one

    def __init__(self, *args: Any, stored: dict[str, Any] | None = None, **more: Any) -> None:
        """`stored` has the values stored now, if the initial ones are others."""
        super().__init__(*args, **more)
        initial: dict[str, Any] = self.initial  # type: ignore[attr-defined]
        self.stored = {name: (stored or initial).get(name) for name in self.fields}
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"  # also for *Back*, as some browsers look at each field
        self.fields[FIRST] = FirstMarks(as_text(self.marks()))

    def marks(self) -> dict[str, str]:
        return {name: self.mark(name, value) for name, value in self.stored.items()}

    def mark(self, name: str, value: Any) -> str:
        if isinstance(self.fields[name], forms.MultipleChoiceField):
            value = sorted(value or [])
        return sha256(comparable(value).encode()).hexdigest()[:MARK]

    def _clean_fields(self) -> None:
        """Compare before `clean` does, as that looks at several values together."""
        super()._clean_fields()  # type: ignore[misc]
        now = self.marks()
        first = now | {name: mark for name, mark in self.cleaned_data.pop(FIRST).items() if name in now}
        entered = {name: self.mark(name, self.cleaned_data.get(name, self[name].data)) for name in now}  # type: ignore[index]
        own = {name for name in now if entered[name] != first[name]}
        own.update(*(group for group in self.together if not own.isdisjoint(group)))
        self.data = self.data.copy()
        for name in self.fields.keys() - self.cleaned_data.keys():
            if isinstance(self.fields[name], forms.ChoiceField):
                self.show_stored(name)  # the choice is gone; otherwise the page would display the first one as chosen
        for name in [name for name in now if first[name] != now[name]]:
            if name not in own:
                self.take_stored(name)
            elif name in self.cleaned_data and entered[name] != now[name]:
                self.refuse(name)
            else:
                continue  # it is not valid, or both entered the same: if it comes back, it is compared with the same first value
            first[name] = now[name]
        self.data[FIRST] = as_text(first)

    def take_stored(self, name: str) -> None:
        """Put the value stored now in the place of the one that the form had."""
        self.errors.pop(name, None)  # type: ignore[attr-defined]
        self.cleaned_data[name] = self.stored[name]
        self.show_stored(name)

    def show_stored(self, name: str) -> None:
        field, value = self.fields[name], self.stored[name]
        if isinstance(field, forms.MultipleChoiceField):
            self.data.setlist(name, [*map(comparable, value or [])])
        elif isinstance(field, forms.ChoiceField):
            self.data[name] = comparable(value)
        elif isinstance(field, forms.BooleanField):
            self.data[name] = "on" if value else ""
        else:
            self.data[name] = self.as_entered(name)

    def refuse(self, name: str) -> None:
        value = self.in_words(name)
        words = gettext(CHANGED) % {"value": value} if value else gettext(EMPTIED)
        self.add_error(name, words)  # type: ignore[attr-defined]

    def in_words(self, name: str) -> str:
        """Return the value stored now as the page displays it."""
        field, value = self.fields[name], self.stored[name]
        if isinstance(value, date):
            return day_in_words(value)
        if isinstance(field, forms.ChoiceField):
            labels = {str(key): str(label) for key, label in [*field.choices]}  # type: ignore[misc]
            keys = [*map(comparable, value if isinstance(value, list) else [value])]
            return ", ".join(labels.get(key, key) for key in keys)
        return self.as_entered(name)

    def as_entered(self, name: str) -> str:
        """Return the value stored now as people would type it."""
        field = self.fields[name]
        return str(field.widget.format_value(field.prepare_value(self.stored[name])) or "")


class ChangeForm(KeepsOthersChanges, OwnForm):
    pass


def as_text(marks: dict[str, str]) -> str:
    return " ".join(f"{name}:{mark}" for name, mark in marks.items())


def comparable(value: Any) -> str:
    """Return a text that is the same for a stored value and for the same value from a form."""
    if value is None:
        return ""
    if isinstance(value, Decimal):
        return format(value.normalize(), "f")
    if isinstance(value, list):
        return str([*map(comparable, value)])
    return " ".join(str(value).split())  # a field reads spaces in its own way
