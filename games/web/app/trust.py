"""Pages by which a phone comes to trust this machine's own certificate authority (`go.py run --phone`)."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def steps(request: HttpRequest) -> HttpResponse:
    certificate()
    return render(request, "trust.html", {"address": address(request)})


@require_safe
@never_cache
def authority(request: HttpRequest) -> HttpResponse:
    """Return the authority's certificate, with the content type that makes an iPhone offer to install it."""
    headers = {"Content-Disposition": 'attachment; filename="scorekeeper.crt"'}
    return HttpResponse(certificate(), content_type="application/x-x509-ca-cert", headers=headers)


def certificate() -> str:
    """Return the authority's certificate, which is stored beside the server's. Raise Http404 if there is none."""
    path = Path(settings.CERTIFICATE).with_name("authority.crt") if settings.CERTIFICATE else None
    if path is None or not path.is_file():
        raise Http404
    return path.read_text("ascii")


def address(request: HttpRequest) -> str:
    """Return the URL of the home page over https. Plain http uses the port after that of https."""
    if request.is_secure():
        return reverse("home")
    host = request.get_host().rpartition(":")[0]
    return f"https://{host}:{int(request.get_port()) - 1}{reverse('home')}"
