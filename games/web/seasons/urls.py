from django.urls import path

from games.web.seasons import change, listed, page

urlpatterns = [
    path("", listed.SeasonListView.as_view(), name="seasons"),
    path("new/", change.NewSeasonView.as_view(), name="season_new"),
    path("<uuid:season>/", page.SeasonPageView.as_view(), name="season"),
    path("<uuid:season>/change/", change.ChangeSeasonView.as_view(), name="season_change"),
    path("<uuid:season>/delete/", change.DeleteSeasonView.as_view(), name="season_delete"),
    path("<uuid:season>/restore/", change.RestoreSeasonView.as_view(), name="season_restore"),
]
