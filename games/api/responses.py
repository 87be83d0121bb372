"""The serializers of simple objects in responses. `openapi` describes documents, sheets, events and figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_serializer
from rest_framework.fields import SkipField

from games import models, services
from games.api.fields import (
    ChoiceField,
    DayField,
    DerivedField,
    IdField,
    StrictField,
    TextField,
    TimeField,
    WholeNumberField,
    YesNoField,
)
from games.api.openapi.shapes import ID, ref, several
from games.api.serializers import StrictSerializer

Context = Mapping[str, Any]


class CircleSerializer(StrictSerializer):
    """A circle, read from a membership."""

    id = IdField(source="circle.id")
    name = TextField(source="circle.name")
    role = ChoiceField(models.Role.values)
    seq = WholeNumberField(source="circle.seq")


class DeviceSerializer(StrictSerializer):
    """A phone or a program; the context has the request."""

    id = IdField()
    device = IdField(source="id", deprecated=True)
    name = TextField()
    circle = IdField(source="circle_id", allow_null=True)
    created = TimeField()
    current = DerivedField({"type": "boolean"}, lambda device, context: device == context["request"].auth)


@extend_schema_serializer(component_name="Introduced")
class IntroductionSerializer(StrictSerializer):
    """A phone that has introduced itself."""

    id = IdField(source="device")
    device = IdField(deprecated=True)
    person = IdField()
    circle = IdField()
    name = TextField()


class PlayerSerializer(StrictSerializer):
    """A person at the table."""

    id = IdField()
    name = TextField()
    hidden = YesNoField()
    same_as = IdField(allow_null=True)


class EveningSerializer(StrictSerializer):
    """An evening; the context has the ids of its matches."""

    id = IdField()
    date = DayField(allow_null=True)
    begins = TimeField(allow_null=True)
    name = TextField()
    place = TextField()
    note = TextField()
    by_hand = YesNoField()
    matches = DerivedField(several(ID), lambda evening, context: context["matches"][evening.id])


def invitation_link(invitation: models.Invitation, context: Context) -> str:
    """Return the URL of the invitation."""
    path = reverse("way", args=[services.token_of(invitation)])
    return str(context["request"].build_absolute_uri(path))


def new_code(invitation: models.Invitation, context: Context) -> str:
    """Return the code, which only the response to the request that created it has."""
    if "code" not in context:
        raise SkipField
    return str(context["code"])


class InvitationSerializer(StrictSerializer):
    """An invitation; the context has the request, and the code of a new one."""

    id = IdField()
    purpose = ChoiceField(models.Purpose.values)
    circle = IdField(source="circle_id", allow_null=True)
    role = DerivedField(
        {"type": "string", "enum": [*models.Role.values, None]},
        lambda invitation, context: invitation.role or None,
        allow_null=True,
    )
    thing = IdField(allow_null=True, help_text="The match or the evening that is followed.")
    created = TimeField()
    until = TimeField(allow_null=True)
    most = WholeNumberField(allow_null=True, help_text="How often it can be used.")
    used = WholeNumberField()
    token = DerivedField({"type": "string"}, lambda invitation, context: services.token_of(invitation))
    link = DerivedField({"type": "string"}, invitation_link)
    code = DerivedField({"type": "string"}, new_code, required=False)


@extend_schema_serializer(component_name="Done")
class MatchWriteSerializer(StrictSerializer):
    """The event that a request about a match became, and the sheet after it."""

    id = IdField(help_text="Of the round that the address or the body names, else of the match.")
    event = IdField()
    seq = WholeNumberField()
    match = IdField(required=False, deprecated=True)
    deal = IdField(required=False, deprecated=True)
    sheet = StrictField(ref("Sheet"), optional=True)


@extend_schema_serializer(component_name="PlayerDone")
class PlayerWriteSerializer(StrictSerializer):
    """The event that a request about a player became, and the player after it."""

    id = IdField(source="player.id")
    event = IdField(allow_null=True, help_text="Null: the request changed nothing.")
    seq = WholeNumberField()
    player = PlayerSerializer()


@extend_schema_serializer(component_name="EveningDone")
class EveningWriteSerializer(StrictSerializer):
    """The event that a request about an evening became, and the evening after it."""

    id = IdField(source="evening.id")
    event = IdField()
    seq = WholeNumberField()
    evening = EveningSerializer()
