"""The forms of the pages about circles."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import models
from games.models import Role
from games.web.change_form import ChangeForm
from games.web.form_fields import NewId, PlainText
from games.web.form_messages import OwnForm

MAY = {
    Role.OWNER: _("keep score, invite and manage (owner)"),
    Role.SCORER: _("keep score"),
    Role.READER: _("view only"),
}


class CircleNameForm(OwnForm):
    name = PlainText(label=_("Group name"), help_text=_("For example “Fridays”. It helps you tell your groups apart."))


class ChangeCircleNameForm(ChangeForm, CircleNameForm):
    pass


class NewCircleForm(CircleNameForm):
    id = NewId()


class MemberRoleForm(ChangeForm):
    role = forms.ChoiceField(label=_("Role"), choices=list(MAY.items()), widget=forms.RadioSelect)


class ConfirmForm(OwnForm):
    """A form without fields: only a button."""


class ClaimForm(ChangeForm):
    player = forms.TypedChoiceField(label=_("I play as"), coerce=str, empty_value=None, required=False)

    def __init__(self, *args: Any, players: list[models.Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_players(self.fields["player"], gettext("none of these"), players)


class PlayerForm(ChangeForm):
    name = PlainText(label=_("Name"))
    same_as = forms.ChoiceField(
        label=_("Same person as"),
        required=False,
        help_text=_("If one person was entered under two names, merge them here. You can undo this at any time."),
    )
    hidden = forms.BooleanField(
        label=_("Do not suggest this player for new matches"),
        required=False,
        help_text=_("Past matches stay as they are."),
    )

    def __init__(self, *args: Any, others: list[models.Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_players(self.fields["same_as"], gettext("nobody else"), others)


def set_players(field: Any, nobody: str, players: list[models.Player]) -> None:
    field.choices = [("", nobody), *((str(player.id), player.name) for player in players)]
