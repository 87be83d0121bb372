"""Import a file: the page that asks for the file, the preview, and the import.

The server stores nothing between preview and import. The preview page carries the compressed file, which is validated
again when it comes back.
"""

from __future__ import annotations

import base64
import binascii
import io
import zlib
from typing import Any
from uuid import UUID

from allauth.core import ratelimit
from django import forms
from django.contrib import auth, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views import View
from django.views.decorators.cache import never_cache
from rest_framework.throttling import BaseThrottle

from games import models, services
from games.export.headline import match_headline
from games.export.name_list import name_list
from games.imports import target
from games.imports.preview import MOST_ENTRIES_SENT, preview
from games.imports.source import MOST_BYTES_SENT, Source, UnreadableFile
from games.match.errors import Refused
from games.match.event_fields import is_id
from games.models import WRITERS
from games.web.account.entrance import signed_in_person
from games.web.form_messages import OwnForm
from games.web.page_host import SeeOther

MOST_PACKED = 2_000_000  # bytes of the compressed file in the page


class TooLarge(Refused):
    def __init__(self) -> None:
        words = _(
            "This file is too large to upload here: the limit is %(most)s MB. The person who runs this server can "
            "import it."
        )
        super().__init__("long", str(words), most=MOST_BYTES_SENT // 1_000_000)


class ImportForm(OwnForm):
    file = forms.FileField(
        label=_("File"), required=False, help_text=_("A match, an evening or a group: .json or .jsonl")
    )
    text = forms.CharField(
        label=_("Or paste its text"), required=False, strip=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    into = forms.ChoiceField(
        label=_("Import into"),
        required=False,
        help_text=_("A whole group is imported as a separate group."),
        error_messages={"invalid_choice": _("You can no longer write in this group.")},
    )

    def __init__(self, *args: Any, memberships: list[models.Membership], **more: Any) -> None:
        super().__init__(*args, **more)
        field = self.fields["into"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(str(row.circle_id), row.circle.name or gettext("My group")) for row in memberships]
        given = self.data.get("into") or self.initial.get("into") or ""
        if len(memberships) < 2 and (not given or str(given) in dict(field.choices)):
            field.widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if not data.get("file") and not data.get("text") and not self.errors:
            self.add_error("file", gettext("Choose a file, or paste its text."))
        return data

    @property
    def beside(self) -> str:
        return "file" if self.cleaned_data.get("file") else "text"

    def file_bytes(self) -> bytes:
        file = self.cleaned_data.get("file")
        if file is None:
            return bytes(self.cleaned_data["text"].encode())
        if file.size > MOST_BYTES_SENT:
            raise TooLarge
        return bytes(file.read())


def pack(data: bytes) -> str:
    """Return the file, compressed, as text for a hidden field. Raise TooLarge beyond the limits."""
    packed = base64.b64encode(zlib.compress(data))
    if len(data) > MOST_BYTES_SENT or len(packed) > MOST_PACKED:
        raise TooLarge
    return packed.decode()


def unpack(packed: str) -> bytes:
    """Return the file, or raise Http404. No more than the limit is decompressed, whatever was sent."""
    reader = zlib.decompressobj()
    try:
        data = reader.decompress(base64.b64decode(packed, validate=True), MOST_BYTES_SENT + 1)
    except (zlib.error, binascii.Error, ValueError):
        raise Http404 from None
    if len(data) > MOST_BYTES_SENT or not reader.eof:
        raise Http404
    return data


@method_decorator(never_cache, "dispatch")
class ImportView(View):
    """The page that asks for a file. A POST answers with a preview."""

    expensive = ("POST",)
    most_sent = MOST_BYTES_SENT

    def get(self, request: HttpRequest) -> HttpResponse:
        memberships = writable_memberships(request)
        current = memberships[0].circle_id if memberships else None
        initial = {"into": request.GET.get("circle") or current}
        return self.page(request, ImportForm(memberships=memberships, initial=initial))

    def post(self, request: HttpRequest) -> HttpResponse:
        form = ImportForm(request.POST, request.FILES, memberships=writable_memberships(request))
        if not form.is_valid():
            return self.page(request, form, 422)
        if not ratelimit.consume(request, action="import"):
            form.add_error(None, gettext("Too many attempts. Wait a few minutes and try again."))
            return self.page(request, form, 429)
        try:
            return render_preview(request, form.file_bytes(), form.cleaned_data["into"])
        except UnreadableFile as refused:
            words = {"line": refused.line, "why": refused.words.translated(gettext)}
            form.add_error(form.beside, gettext("Line %(line)s: %(why)s") % words)
        except Refused as refused:
            form.add_error(form.beside, refused.words.translated(gettext))
        return self.page(request, form, 422)

    def page(self, request: HttpRequest, form: ImportForm, status: int = 200) -> HttpResponse:
        context = {
            "form": form,
            "most": MOST_BYTES_SENT // 1_000_000,
            "closed": "" if request.user.is_authenticated else services.closed_words(),
        }
        return render(request, "import/page.html", context, status=status)


def render_preview(request: HttpRequest, data: bytes, into: str) -> HttpResponse:
    packed, source = pack(data), Source(io.BytesIO(data))
    by, circle = importer(request, into)
    into = into or ("" if circle is None else str(circle.pk))  # the person may choose another circle before the import
    result = preview(by, source, target.choose_target(by, source, circle), MOST_ENTRIES_SENT)
    circle = models.Circle.objects.filter(pk=result.circle).first()
    context = {
        "preview": result,
        "matches": [(match, match_headline(match.summary).title) for match in result.coming],
        "name_list": name_list,
        "circle": circle.name if circle is not None else result.target.name,
        "packed": packed,
        "into": into,
    }
    return render(request, "import/preview.html", context)


@method_decorator(never_cache, "dispatch")
class ConfirmImportView(View):
    """Import the file that the preview page carries."""

    expensive = ("POST",)
    most_sent = MOST_PACKED + MOST_PACKED // 4  # forms send two of the 64 base64 characters as three bytes

    def post(self, request: HttpRequest) -> HttpResponse:
        if not ratelimit.consume(request, action="import"):
            return render(request, "429.html", status=429)
        try:
            source = Source(io.BytesIO(unpack(request.POST.get("packed", ""))))
            result = self.import_file(request, source, request.POST.get("into", ""))
        except Refused as refused:
            context = {"words": refused.words, "back": reverse("import")}
            return render(request, "refused.html", context, status=409)
        messages.info(request, words_of(result))
        return SeeOther(reverse("circle"))

    def import_file(self, request: HttpRequest, source: Source, into: str) -> services.ImportResult:
        if signed_in_person(request) is None:
            guest, result = services.import_as_guest(
                source=source,
                most=MOST_ENTRIES_SENT,
                address=BaseThrottle().get_ident(request),  # type: ignore[arg-type]
            )
            auth.login(request, guest)
            return result
        by, circle = importer(request, into)
        return services.import_file(
            by=by, source=source, target=target.choose_target(by, source, circle), most=MOST_ENTRIES_SENT
        )


def words_of(result: services.ImportResult) -> str:
    """Return what an import has brought. If the same form came before, everything is here already."""
    if not result.events:
        return gettext("There is nothing new in this file.")
    words = ngettext("One match imported.", "%(count)s matches imported.", result.matches)
    return words % {"count": result.matches}


def writable_memberships(request: HttpRequest) -> list[models.Membership]:
    """Return the memberships in which the person may write, the current circle first."""
    person = signed_in_person(request)
    return [] if person is None else list(services.memberships_of(person).filter(role__in=WRITERS))


def importer(request: HttpRequest, into: str) -> tuple[models.Person, models.Circle | None]:
    """Return the person who imports and the circle; for a stranger a new person, and None.

    Raise Http404 for a circle of others, and PermissionDenied where the person only reads.
    """
    person, memberships = signed_in_person(request), writable_memberships(request)
    if person is None:
        return models.Person(), None
    if not into:
        return person, memberships[0].circle if memberships else None
    if not is_id(into):
        raise Http404
    for membership in memberships:
        if membership.circle_id == UUID(into):
            return person, membership.circle
    if services.memberships_of(person).filter(circle=UUID(into)).exists():
        raise PermissionDenied
    raise Http404
