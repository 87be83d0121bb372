from django.urls import include, path

from games.web import imports, language, leaving, page_host, views
from games.web.app import manifest, phone_page, trust, worker
from games.web.exports import own_data, period, take_home
from games.web.invitations import invite, join
from games.web.sharing import follow

urlpatterns = [
    *page_host.urls(),
    path("invite/", invite.Invite.as_view(), name="invite"),
    path("invite/<uuid:invitation>/", invite.InvitationView.as_view(), name="invitation"),
    path("invite/<uuid:invitation>/code/", invite.NewCode.as_view(), name="new-code"),
    path("invite/<uuid:invitation>/revoke/", invite.RevokeInvitationView.as_view(), name="revoke"),
    path("code/", join.Code.as_view(), name="code"),
    path("inside/", join.Inside.as_view(), name="inside"),
    path("i/<str:token>/", join.InvitationLinkView.as_view(), name="way"),
    path("i/<str:token>/card.png", follow.CardOf.as_view(), name="card"),
    path("evenings/", include("games.web.evenings.urls")),
    path("", include("games.web.statistics.urls")),
    path("circle/", include("games.web.circle.urls")),
    path("circle/export/", own_data.CircleLogView.as_view(), name="export_circle"),
    path("circle/delete/", leaving.DeleteCircle.as_view(), name="delete_circle"),
    path("circle/deleted/", leaving.Deleted.as_view(), name="deleted"),
    path("export/circle/", period.PeriodHome.as_view(), name="export_period"),
    path("export/match/<uuid:match>/", take_home.MatchHome.as_view(), name="export_match"),
    path("export/match/<uuid:match>/<slug:form>/", take_home.MatchAs.as_view(), name="export_match_as"),
    path("export/evening/<uuid:evening>/", take_home.EveningHome.as_view(), name="export_evening"),
    path("export/evening/<uuid:evening>/<slug:form>/", take_home.EveningAs.as_view(), name="export_evening_as"),
    path("import/", imports.Import.as_view(), name="import"),
    path("import/in/", imports.BringIn.as_view(), name="bring_in"),
    path("you/leaving/", leaving.Leaving.as_view(), name="leaving"),
    path("you/export/", own_data.PersonalExportView.as_view(), name="export_you"),
    path("you/delete/", leaving.DeleteYou.as_view(), name="delete_you"),
    path("you/gone/", leaving.Gone.as_view(), name="gone"),
    path("you/", include("games.web.account.urls")),
    path("language/", language.LanguageView.as_view(), name="language"),
    path("games/", views.games, name="games"),
    path("games/<slug:key>/", views.game, name="game"),
    path("healthz", views.healthz, name="healthz"),
    path("health/", views.health, name="health"),
    path("manifest.<str:language>.webmanifest", manifest.manifest, name="manifest"),
    path("sw.js", worker.worker, name="worker"),
    path("phone/leave/", phone_page.LeavePhoneView.as_view(), name="leave"),
    path("phone/trust/", trust.steps, name="trust"),
    path("phone/authority.crt", trust.authority, name="authority"),
    path("phone/<str:name>", worker.bundle, name="bundle"),
]
