"""The read-only admin for staff: find a circle, its members, its devices and its log.

Django's admin has no forms for rows with a key of several columns, so tables show what belongs to a circle.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from uuid import UUID

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games import models
from games.match.event_fields import is_id

LATEST = 200  # events in the list; members can download the full log as a file

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Model]
else:
    ModelAdmin = admin.ModelAdmin


class StaffSite(admin.AdminSite):
    site_header = site_title = "Scorekeeper"
    final_catch_all_view = False

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Lead to the page that everyone uses: it wants fresh proof, and a new password ends keys."""
        return redirect("account_change_password")


site = StaffSite(name="admin")
# Staff sign in like everyone else: with passkeys and limits.
site.login = secure_admin_login(site.login)  # type: ignore[method-assign]


def table(rows: Iterable[tuple[Any, ...]]) -> SafeString:
    cells = ((format_html_join("", "<td>{}</td>", ((cell,) for cell in row)),) for row in rows)
    return format_html("<table>{}</table>", format_html_join("", "<tr>{}</tr>", cells))


def link(row: Model) -> SafeString:
    address = reverse(f"admin:games_{row._meta.model_name}_change", args=[row.pk])
    return format_html('<a href="{}">{}</a>', address, str(row))


class ReadOnlyAdmin(ModelAdmin):
    """Rows to look at, found by id or by the beginning of a name. No page counts all rows, which would be slow."""

    name_fields: tuple[str, ...] = ("name",)
    ordering = ("pk",)
    search_fields = ("pk",)  # without it the page has no search field
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
        matches = queryset.none()
        for name in self.name_fields:
            matches |= queryset.filter(**{f"{name}__istartswith": typed})
        return matches, False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Refuse all filters in the address: with `?password__startswith=` someone could read a column bit by bit."""
        return False

    def has_module_permission(self, request: HttpRequest) -> bool:
        return True  # only staff reach the site

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(models.Circle, site=site)
class CircleAdmin(ReadOnlyAdmin):
    list_display = ("id", "name", "seq", "created", "deleted")
    fields = ("id", "name", "seq", "created", "deleted", "members", "devices", "invitations", "log")

    @admin.display
    def members(self, circle: models.Circle) -> SafeString:
        members = circle.memberships.select_related("person").order_by("since", "person")
        return table((link(row.person), row.role, row.since) for row in members)

    @admin.display
    def devices(self, circle: models.Circle) -> SafeString:
        """Return the circle's programs and the members' phones: a phone acts for all circles of its person."""
        members = circle.memberships.values("person")
        devices = models.Device.objects.filter(person__in=members, circle=None) | circle.device_set.all()
        rows = devices.select_related("person").order_by("created", "pk")
        return table((link(row), link(row.person), row.created, row.revoked or "") for row in rows)

    @admin.display
    def invitations(self, circle: models.Circle) -> SafeString:
        rows = circle.invitations.select_related("by").order_by("-created", "pk")[:LATEST]
        return table((link(row), row.purpose, link(row.by), row.until or "", row.revoked or "") for row in rows)

    @admin.display(description=f"the last {LATEST} events")
    def log(self, circle: models.Circle) -> SafeString:
        events = circle.events.order_by("-seq")[:LATEST]
        return table(
            (row.seq, row.received, row.by_name, row.kind, row.match or "", json.dumps(row.data, ensure_ascii=False))
            for row in events
        )


@admin.register(models.Person, site=site)
class PersonAdmin(ReadOnlyAdmin):
    name_fields = ("name", "email")
    list_display = ("id", "name", "email", "is_active", "created", "deleted")
    fields = ("id", "name", "email", "language", "created", "last_login", "is_active", "is_staff", "deleted", "circles")

    @admin.display
    def circles(self, person: models.Person) -> SafeString:
        memberships = person.memberships.select_related("circle").order_by("since", "circle")
        return table((link(row.circle), row.role, row.since) for row in memberships)


@admin.register(models.Device, site=site)
class DeviceAdmin(ReadOnlyAdmin):
    list_display = ("id", "name", "person", "created", "revoked")
    list_select_related = ("person",)
    fields = ("id", "name", "person", "circle", "created", "seen", "revoked")


@admin.register(models.Invitation, site=site)
class InvitationAdmin(ReadOnlyAdmin):
    name_fields = ()
    list_display = ("id", "purpose", "by", "circle", "created", "until", "revoked")
    list_select_related = ("by", "circle")
    fields = ("id", "purpose", "by", "circle", "role", "thing", "created", "until", "most", "used", "revoked")
