"""For whoever hosts it: finding a circle, its members, its devices and its log. Nothing can be changed here.

Django's admin has no forms for rows with a key of several columns, so what belongs to a circle is shown as tables.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from uuid import UUID

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games import models
from games.match.events import is_id

LATEST = 200  # events that are shown; the whole log is a file, for those who belong to the circle

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Model]
else:
    ModelAdmin = admin.ModelAdmin


class Staff(admin.AdminSite):
    site_header = site_title = "Scorekeeper"
    final_catch_all_view = False


site = Staff(name="admin")
# The sign-in of everybody else, with its passkeys and its limits.
site.login = secure_admin_login(site.login)  # type: ignore[method-assign]


def table(rows: Iterable[tuple[Any, ...]]) -> SafeString:
    cells = ((format_html_join("", "<td>{}</td>", ((cell,) for cell in row)),) for row in rows)
    return format_html("<table>{}</table>", format_html_join("", "<tr>{}</tr>", cells))


def link(one: Model) -> SafeString:
    address = reverse(f"admin:games_{one._meta.model_name}_change", args=[one.pk])
    return format_html('<a href="{}">{}</a>', address, str(one))


class Shown(ModelAdmin):
    """To be looked at. Found by its id or by how its name begins; no page counts all rows there are."""

    named: tuple[str, ...] = ("name",)
    ordering = ("pk",)
    search_fields = ("pk",)  # so that there is a field to type into
    list_per_page = 50
    show_full_result_count = False

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Model], search_term: str
    ) -> tuple[QuerySet[Model], bool]:
        typed = search_term.strip()
        if not typed:
            return queryset, False
        if is_id(typed.lower()):
            return queryset.filter(pk=UUID(typed)), False
        found = queryset.none()
        for name in self.named:
            found |= queryset.filter(**{f"{name}__istartswith": typed})
        return found, False

    def has_module_permission(self, request: HttpRequest) -> bool:
        return True  # whoever gets to the site is staff

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(models.Circle, site=site)
class CircleAdmin(Shown):
    list_display = ("id", "name", "seq", "created", "deleted")
    fields = ("id", "name", "seq", "created", "deleted", "members", "devices", "invitations", "log")

    @admin.display
    def members(self, circle: models.Circle) -> SafeString:
        found = circle.memberships.select_related("person").order_by("since", "person")
        return table((link(one.person), one.role, one.since) for one in found)

    @admin.display
    def devices(self, circle: models.Circle) -> SafeString:
        """Phones speak for all circles of their person, so those of the members are here, too."""
        members = circle.memberships.values("person")
        found = models.Device.objects.filter(person__in=members, circle=None) | circle.device_set.all()
        told = found.select_related("person").order_by("created", "pk")
        return table((link(one), link(one.person), one.created, one.revoked or "") for one in told)

    @admin.display
    def invitations(self, circle: models.Circle) -> SafeString:
        found = circle.invitations.select_related("by").order_by("-created", "pk")[:LATEST]
        return table((link(one), one.purpose, link(one.by), one.until or "", one.revoked or "") for one in found)

    @admin.display(description=f"the last {LATEST} events")
    def log(self, circle: models.Circle) -> SafeString:
        found = circle.events.order_by("-seq")[:LATEST]
        return table(
            (one.seq, one.received, one.by_name, one.kind, one.match or "", json.dumps(one.data, ensure_ascii=False))
            for one in found
        )


@admin.register(models.Person, site=site)
class PersonAdmin(Shown):
    named = ("name", "email")
    list_display = ("id", "name", "email", "is_active", "created", "deleted")
    fields = ("id", "name", "email", "language", "created", "last_login", "is_active", "is_staff", "deleted", "circles")

    @admin.display
    def circles(self, person: models.Person) -> SafeString:
        found = person.memberships.select_related("circle").order_by("since", "circle")
        return table((link(one.circle), one.role, one.since) for one in found)


@admin.register(models.Device, site=site)
class DeviceAdmin(Shown):
    list_display = ("id", "name", "person", "created", "revoked")
    list_select_related = ("person",)
    fields = ("id", "name", "person", "circle", "created", "seen", "revoked")


@admin.register(models.Invitation, site=site)
class InvitationAdmin(Shown):
    named = ()
    list_display = ("id", "purpose", "by", "circle", "created", "until", "revoked")
    list_select_related = ("by", "circle")
    fields = ("id", "purpose", "by", "circle", "role", "thing", "created", "until", "most", "used", "revoked")
