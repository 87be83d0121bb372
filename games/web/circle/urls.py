from django.urls import path

from games.web.circle import members, page, players

urlpatterns = [
    path("", page.Circle.as_view(), name="circle"),
    path("new/", page.New.as_view(), name="circle_new"),
    path("players/", players.Players.as_view(), name="circle_players"),
    path("<uuid:circle>/choose/", page.Choose.as_view(), name="circle_choose"),
    path("<uuid:circle>/name/", page.Name.as_view(), name="circle_name"),
    path("<uuid:circle>/me/", members.Claim.as_view(), name="circle_me"),
    path("<uuid:circle>/leave/", members.Leave.as_view(), name="circle_leave"),
    path("<uuid:circle>/members/<uuid:person>/", members.OneMember.as_view(), name="circle_member"),
    path("<uuid:circle>/members/<uuid:person>/remove/", members.Remove.as_view(), name="circle_remove"),
    path("<uuid:circle>/players/<uuid:player>/", players.OnePlayer.as_view(), name="circle_player"),
]
