from django.urls import path

from games.web.custom_games import pages

urlpatterns = [
    path("", pages.CustomGamesPageView.as_view(), name="custom_games"),
    path("new/", pages.NewCustomGameView.as_view(), name="custom_game_new"),
    path("<uuid:game>/", pages.ChangeCustomGameView.as_view(), name="custom_game"),
    path("<uuid:game>/delete/", pages.DeleteCustomGameView.as_view(), name="custom_game_delete"),
    path("<uuid:game>/restore/", pages.RestoreCustomGameView.as_view(), name="custom_game_restore"),
    path("<uuid:game>/matches/", pages.EarlierMatchesView.as_view(), name="custom_game_matches"),
]
