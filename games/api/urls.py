from django.urls import path

from games.api import events
from games.api.views import acts, circles, deals, devices, evenings, games, matches, players, schema, score, shown

app_name = "api"
urlpatterns = [
    path("schema/", schema.Schema.as_view(), name="schema"),
    path("games/", games.Games.as_view(), name="games"),
    path("games/<slug:key>/", games.OneGame.as_view(), name="game"),
    path("score/", score.Score.as_view(), name="score"),
    path("devices/", devices.Devices.as_view(), name="devices"),
    path("devices/<uuid:device>/", devices.OneDevice.as_view(), name="device"),
    path("circles/", circles.Circles.as_view(), name="circles"),
    path("circles/<uuid:circle>/", circles.OneCircle.as_view(), name="circle"),
    path("events/", events.Events.as_view(), name="events"),
    path("players/", players.Players.as_view(), name="players"),
    path("players/<uuid:player>/", players.OnePlayer.as_view(), name="player"),
    path("evenings/", evenings.Evenings.as_view(), name="evenings"),
    path("evenings/<uuid:evening>/", evenings.OneEvening.as_view(), name="evening"),
    path("matches/", matches.Matches.as_view(), name="matches"),
    path("matches/<uuid:match>/", matches.OneMatch.as_view(), name="match"),
    path("matches/<uuid:match>/document/", shown.Document.as_view(), name="document"),
    path("matches/<uuid:match>/sheet/", shown.Sheet.as_view(), name="sheet"),
    path("matches/<uuid:match>/history/", shown.History.as_view(), name="history"),
    path("matches/<uuid:match>/deals/", deals.Deals.as_view(), name="deals"),
    path("matches/<uuid:match>/deals/<uuid:deal>/", deals.OneDeal.as_view(), name="deal"),
    path("matches/<uuid:match>/deals/<uuid:deal>/restore/", deals.Restore.as_view(), name="restore"),
    path("matches/<uuid:match>/settle/", acts.Settle.as_view(), name="settle"),
    path("matches/<uuid:match>/options/", acts.Options.as_view(), name="options"),
    path("matches/<uuid:match>/seats/", acts.Seats.as_view(), name="seats"),
    path("matches/<uuid:match>/finish/", acts.Finish.as_view(), name="finish"),
    path("matches/<uuid:match>/reopen/", acts.Reopen.as_view(), name="reopen"),
    path("matches/<uuid:match>/undelete/", matches.Undelete.as_view(), name="undelete"),
]
