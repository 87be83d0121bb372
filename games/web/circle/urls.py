from django.urls import path

from games.web.circle import members, page, players, stakes

urlpatterns = [
    path("", page.CirclePageView.as_view(), name="circle"),
    path("new/", page.NewCircleView.as_view(), name="circle_new"),
    path("players/", players.CirclePlayersView.as_view(), name="circle_players"),
    path("<uuid:circle>/choose/", page.ChooseCircleView.as_view(), name="circle_choose"),
    path("<uuid:circle>/name/", page.CircleNameView.as_view(), name="circle_name"),
    path("<uuid:circle>/stakes/", stakes.CircleStakesView.as_view(), name="circle_stakes"),
    path("<uuid:circle>/me/", members.ClaimView.as_view(), name="circle_me"),
    path("<uuid:circle>/leave/", members.LeaveCircleView.as_view(), name="circle_leave"),
    path("<uuid:circle>/members/<uuid:person>/", members.MemberRoleView.as_view(), name="circle_member"),
    path("<uuid:circle>/members/<uuid:person>/remove/", members.RemoveMemberView.as_view(), name="circle_remove"),
    path("<uuid:circle>/players/<uuid:player>/", players.CirclePlayerView.as_view(), name="circle_player"),
]
