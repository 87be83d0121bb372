from django.urls import path

from games.web.statistics import circle, player, players, rating

urlpatterns = [
    path("players/", players.PlayerListView.as_view(), name="players"),
    path("players/<uuid:player>/", player.PlayerStatisticsView.as_view(), name="player"),
    path("ratings/<uuid:match>/", rating.MatchRatingsView.as_view(), name="match_ratings"),
    path("statistics/", circle.CircleStatisticsView.as_view(), name="statistics"),
]
