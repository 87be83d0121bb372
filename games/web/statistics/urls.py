from django.urls import path

from games.web.statistics import circle, player, players

urlpatterns = [
    path("players/", players.PlayerListView.as_view(), name="players"),
    path("players/<uuid:player>/", player.PlayerStatisticsView.as_view(), name="player"),
    path("statistics/", circle.CircleStatisticsView.as_view(), name="statistics"),
]
