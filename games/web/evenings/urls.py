from django.urls import path

from games.web.evenings import listed

urlpatterns = [
    path("", listed.Evenings.as_view(), name="evenings"),
]
