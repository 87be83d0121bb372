"""Security headers of every response."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# Scripts, styles and pictures come from our own files. A page that needs more sets its own policy.
CONTENT = "default-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
HEADERS = {
    "Cache-Control": "no-store",  # the default, as pages about a person easily forget to set one
    "Content-Security-Policy": CONTENT,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), "
    "publickey-credentials-create=(self), publickey-credentials-get=(self)",
}


def middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def with_headers(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for name, value in HEADERS.items():
            response.setdefault(name, value)
        return response

    return with_headers
