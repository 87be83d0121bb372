"""The page about this phone, which the worker fills in, and the page that signs out without a worker."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import auth
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from games import services
from games.http import cookie
from games.http.caching import same_for_all
from games.web.account.entrance import signed_in_person


@method_decorator(csrf_exempt, "dispatch")  # the posted key proves the sender: see games/api/device.py
class PhonePageView(View):
    """The page about this phone. It is the same for everyone, so that a phone can cache it.

    A phone posts its key to the same address.
    """

    receive_key: Callable[[HttpRequest], HttpResponse] | None = None

    def get(self, request: HttpRequest) -> HttpResponse:
        return page(request)

    def post(self, request: HttpRequest) -> HttpResponse:
        assert self.receive_key is not None
        return self.receive_key(request)


@same_for_all
def page(request: HttpRequest) -> HttpResponse:
    return render(request, "phone/here.html")


@method_decorator(never_cache, "dispatch")
class LeavePhoneView(View):
    """Sign out in a browser whose worker does not answer. Otherwise the worker does that itself.

    The phone's key ends, too. Otherwise the person would be signed in again once the worker can open its store.
    """

    def get(self, request: HttpRequest) -> HttpResponse:
        person = signed_in_person(request)
        context = {"is_known": person is not None, "has_login": person is not None and services.has_login(person)}
        return render(request, "phone/leave.html", context)

    def post(self, request: HttpRequest) -> HttpResponse:
        person = signed_in_person(request)
        if person is not None:
            services.revoke_keys_of_browser(by=person, current=cookie.current_phone(request))
        auth.logout(request)
        return HttpResponseRedirect(reverse("home"), status=303)
