from django.urls import path

from games.web.evenings import listed, page

urlpatterns = [
    path("", listed.Evenings.as_view(), name="evenings"),
    path("of/<uuid:match>/", page.OfMatch.as_view(), name="evening_of"),
    path("<uuid:evening>/", page.OneEvening.as_view(), name="evening"),
]
