"""What every answer tells the browser to refuse."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# Scripts, styles and pictures come from our own files. What a page needs beyond this it sets itself.
CONTENT = "default-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
HEADERS = {
    "Cache-Control": "no-store",  # unless a page says otherwise: those about a person are the ones that forget to
    "Content-Security-Policy": CONTENT,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), "
    "publickey-credentials-create=(self), publickey-credentials-get=(self)",
}


def middleware(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def with_headers(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        for name, value in HEADERS.items():
            response.setdefault(name, value)
        return response

    return with_headers
