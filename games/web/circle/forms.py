"""The forms of the pages about circles."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import models
from games.models import Role
from games.web.form_fields import PlainText

MAY = {
    Role.OWNER: _("write, invite and decide"),
    Role.SCORER: _("write scores"),
    Role.READER: _("only look"),
}


class CircleNameForm(forms.Form):
    name = PlainText(label=_("Name of the circle"), help_text=_("“Fridays”, say. It tells your circles apart."))


class MemberRoleForm(forms.Form):
    role = forms.ChoiceField(label=_("They may"), choices=list(MAY.items()))


class ConfirmForm(forms.Form):
    """A form without fields: only a button."""


class ClaimForm(forms.Form):
    player = forms.TypedChoiceField(label=_("I am"), coerce=str, empty_value=None, required=False)

    def __init__(self, *args: Any, players: list[models.Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_players(self.fields["player"], gettext("none of them"), players)


class PlayerForm(forms.Form):
    name = PlainText(label=_("Name"))
    same_as = forms.ChoiceField(
        label=_("Is the same person as"),
        required=False,
        help_text=_("Written down under two names, somebody counts once. You can undo this at any time."),
    )
    hidden = forms.BooleanField(
        label=_("Do not offer this player for a new match"),
        required=False,
        help_text=_("What was played stays as it is."),
    )

    def __init__(self, *args: Any, others: list[models.Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_players(self.fields["same_as"], gettext("nobody else"), others)


def set_players(field: Any, nobody: str, players: list[models.Player]) -> None:
    field.choices = [("", nobody), *((str(player.id), player.name) for player in players)]
