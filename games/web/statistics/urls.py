from django.urls import path

from games.web.statistics import circle, player, players

urlpatterns = [
    path("players/", players.Players.as_view(), name="players"),
    path("players/<uuid:player>/", player.OnePlayer.as_view(), name="player"),
    path("statistics/", circle.Statistics.as_view(), name="statistics"),
]
