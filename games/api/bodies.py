"""The serializers of request bodies."""

from __future__ import annotations

from games.api.fields import ChoiceField, IdField, TextField, TimeField, WholeNumberField
from games.api.serializers import EventBodySerializer, StrictSerializer
from games.models import Purpose, Role

NAME = 200  # characters of a name
MOST_USES = 1000  # of an invitation

StartBody = EventBodySerializer.for_kind("start", "StartBody", optional=("match",))
DealBody = EventBodySerializer.for_kind("deal", "DealBody", optional=("deal",))
AmendBody = EventBodySerializer.for_kind("amend", "AmendBody", without=("deal",))
SettleBody = EventBodySerializer.for_kind("settle", "SettleBody")
OptionsBody = EventBodySerializer.for_kind("options", "OptionsBody")
SeatsBody = EventBodySerializer.for_kind("seats", "SeatsBody")
PeopleBody = EventBodySerializer.for_kind("people", "PeopleBody")
FinishBody = EventBodySerializer.for_kind("finish", "FinishBody")
ActBody = EventBodySerializer.for_kind("reopen", "ActBody")  # of any event without data
PlayerBody = EventBodySerializer.for_kind("player", "PlayerBody", optional=("player",), needed=("name",))
PlayerChangeBody = EventBodySerializer.for_kind("player", "PlayerChangeBody", without=("player",))
EveningBody = EventBodySerializer.for_kind("evening", "EveningBody", without=("evening",))
GameBody = EventBodySerializer.for_kind("game", "GameBody")
CustomGameBody = EventBodySerializer.for_kind("custom_game", "CustomGameBody", without=("custom_game",))
SeasonBody = EventBodySerializer.for_kind("season", "SeasonBody", without=("season",))


class CircleBodySerializer(StrictSerializer):
    """A new circle."""

    id = IdField(optional=True)
    name = TextField(most=NAME, optional=True)


class DeviceBodySerializer(StrictSerializer):
    """A phone that introduces itself."""

    device = IdField()
    person = IdField()
    circle = IdField()
    name = TextField(most=NAME, optional=True)


class InvitationBodySerializer(StrictSerializer):
    """A new invitation."""

    purpose = ChoiceField((Purpose.CIRCLE.value, Purpose.MATCH.value, Purpose.EVENING.value))
    role = ChoiceField(Role.values, optional=True, help_text="In the circle; `scorer`, where none is named.")
    thing = IdField(optional=True)
    until = TimeField(optional=True)
    most = WholeNumberField(least=1, most=MOST_USES, optional=True)


class JoinBodySerializer(StrictSerializer):
    """The code or the token of an invitation."""

    code = TextField(least=1, most=NAME, optional=True)
    token = TextField(least=1, most=NAME, optional=True)


class NoBodySerializer(StrictSerializer):
    """An empty object."""
