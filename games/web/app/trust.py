"""How a phone comes to trust this machine, where that has a certificate authority of its own (`go.py run --phone`)."""

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
    """By this type an iPhone knows that it is to be installed."""
    headers = {"Content-Disposition": 'attachment; filename="scorekeeper.crt"'}
    return HttpResponse(certificate(), content_type="application/x-x509-ca-cert", headers=headers)


def certificate() -> str:
    """The authority's lies beside the server's; its key is not looked at here."""
    path = Path(settings.CERTIFICATE).with_name("authority.crt") if settings.CERTIFICATE else None
    if path is None or not path.is_file():
        raise Http404
    return path.read_text("ascii")


def address(request: HttpRequest) -> str:
    """Home, over https: plain http is served on the port after."""
    if request.is_secure():
        return reverse("home")
    host = request.get_host().rpartition(":")[0]
    return f"https://{host}:{int(request.get_port()) - 1}{reverse('home')}"
