"""The simple things that responses have. Documents, sheets, events and figures are described in `openapi`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_serializer
from rest_framework.fields import SkipField

from games import models, services
from games.api.fields import Choice, Day, Derived, Id, StrictField, Text, Time, WholeNumber, YesNo
from games.api.openapi.shapes import ID, ref, several
from games.api.serializers import StrictSerializer

Context = Mapping[str, Any]


class CircleSerializer(StrictSerializer):
    """A circle, read from a membership."""

    id = Id(source="circle.id")
    name = Text(source="circle.name")
    role = Choice(models.Role.values)
    seq = WholeNumber(source="circle.seq")


class DeviceSerializer(StrictSerializer):
    """A phone or a program; the context has the request."""

    device = Id(source="id")
    name = Text()
    circle = Id(source="circle_id", allow_null=True)
    created = Time()
    current = Derived({"type": "boolean"}, lambda device, context: device == context["request"].auth)


@extend_schema_serializer(component_name="Introduced")
class IntroductionSerializer(StrictSerializer):
    """A phone that has introduced itself."""

    device = Id()
    person = Id()
    circle = Id()
    name = Text()


class PlayerSerializer(StrictSerializer):
    """A person at the table."""

    id = Id()
    name = Text()
    hidden = YesNo()
    same_as = Id(allow_null=True)


class EveningSerializer(StrictSerializer):
    """An evening; the context has the ids of its matches."""

    id = Id()
    date = Day(allow_null=True)
    begins = Time(allow_null=True)
    name = Text()
    place = Text()
    note = Text()
    by_hand = YesNo()
    matches = Derived(several(ID), lambda evening, context: context["matches"][evening.id])


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

    id = Id()
    purpose = Choice(models.Purpose.values)
    circle = Id(source="circle_id", allow_null=True)
    role = Derived(
        {"type": "string", "enum": [*models.Role.values, None]},
        lambda invitation, context: invitation.role or None,
        allow_null=True,
    )
    thing = Id(allow_null=True, help_text="The match or the evening that is followed.")
    created = Time()
    until = Time(allow_null=True)
    most = WholeNumber(allow_null=True, help_text="How often it can be used.")
    used = WholeNumber()
    token = Derived({"type": "string"}, lambda invitation, context: services.token_of(invitation))
    link = Derived({"type": "string"}, invitation_link)
    code = Derived({"type": "string"}, new_code, required=False)


@extend_schema_serializer(component_name="Done")
class MatchWriteSerializer(StrictSerializer):
    """The event that a request about a match became, and the sheet after it."""

    event = Id()
    seq = WholeNumber()
    match = Id(required=False)
    deal = Id(required=False)
    sheet = StrictField(ref("Sheet"), optional=True)


@extend_schema_serializer(component_name="PlayerDone")
class PlayerWriteSerializer(StrictSerializer):
    """The event that a request about a player became, and the player after it."""

    event = Id()
    seq = WholeNumber()
    player = PlayerSerializer()


@extend_schema_serializer(component_name="EveningDone")
class EveningWriteSerializer(StrictSerializer):
    """The event that a request about an evening became, and the evening after it."""

    event = Id()
    seq = WholeNumber()
    evening = EveningSerializer()
