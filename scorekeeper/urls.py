from django.urls import include, path, re_path

from games.api import device
from games.api.base import NotFoundView
from games.api.views import schema
from games.web.app import phone_page
from games.web.staff import site

handler500 = "games.web.views.our_mistake"

urlpatterns = [
    path("api/", schema.page, name="api"),
    path("api/v1/", include("games.api.urls")),
    re_path("^api/.", NotFoundView.as_view()),
    path("admin/", site.urls),
    path("phone/", phone_page.PhonePageView.as_view(receive_key=device.ReceiveKeyView.as_view()), name="here"),
    path("phone/session/", device.SessionView.as_view(), name="session"),
    path("", include("games.web.urls")),
]
