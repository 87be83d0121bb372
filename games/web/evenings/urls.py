from django.urls import path

from games.web.evenings import change, listed, page, stakes

urlpatterns = [
    path("", listed.EveningListView.as_view(), name="evenings"),
    path("of/<uuid:match>/", page.MatchEveningView.as_view(), name="evening_of"),
    path("<uuid:evening>/", page.EveningPageView.as_view(), name="evening"),
    path("<uuid:evening>/stakes/", stakes.EveningStakesView.as_view(), name="evening_stakes"),
    path("<uuid:evening>/words/", change.EveningWordsView.as_view(), name="evening_words"),
    path("<uuid:evening>/split/", change.SplitEveningView.as_view(), name="evening_split"),
    path("<uuid:evening>/merge/", change.MergeEveningView.as_view(), name="evening_merge"),
]
