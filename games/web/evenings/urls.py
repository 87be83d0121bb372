from django.urls import path

from games.web.evenings import change, listed, page

urlpatterns = [
    path("", listed.Evenings.as_view(), name="evenings"),
    path("of/<uuid:match>/", page.OfMatch.as_view(), name="evening_of"),
    path("<uuid:evening>/", page.OneEvening.as_view(), name="evening"),
    path("<uuid:evening>/words/", change.Words.as_view(), name="evening_words"),
    path("<uuid:evening>/split/", change.Split.as_view(), name="evening_split"),
    path("<uuid:evening>/merge/", change.Merge.as_view(), name="evening_merge"),
]
