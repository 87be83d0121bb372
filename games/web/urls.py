from django.urls import include, path

from games.web import game_states, imports, language, leaving, page_host, views
from games.web.app import manifest, phone_page, trust, worker
from games.web.exports import one_file, own_data, period
from games.web.invitations import invite, join
from games.web.sharing import follow

urlpatterns = [
    *page_host.urls(),
    path("invite/", invite.InviteView.as_view(), name="invite"),
    path("invite/<uuid:invitation>/", invite.InvitationView.as_view(), name="invitation"),
    path("invite/<uuid:invitation>/code/", invite.NewCodeView.as_view(), name="new-code"),
    path("invite/<uuid:invitation>/revoke/", invite.RevokeInvitationView.as_view(), name="revoke"),
    path("code/", join.CodeView.as_view(), name="code"),
    path("inside/", join.JoinedView.as_view(), name="inside"),
    path("i/<str:token>/", join.InvitationLinkView.as_view(), name="way"),
    path("i/<str:token>/card.png", follow.CardPictureView.as_view(), name="card"),
    path("evenings/", include("games.web.evenings.urls")),
    path("", include("games.web.statistics.urls")),
    path("seasons/", include("games.web.seasons.urls")),
    path("custom-games/", include("games.web.custom_games.urls")),
    path("circle/", include("games.web.circle.urls")),
    path("circle/export/", own_data.CircleLogView.as_view(), name="export_circle"),
    path("circle/delete/", leaving.DeleteCircleView.as_view(), name="delete_circle"),
    path("circle/deleted/", leaving.DeletedView.as_view(), name="deleted"),
    path("export/circle/", period.PeriodExportPageView.as_view(), name="export_period"),
    path("export/match/<uuid:match>/", one_file.MatchExportPageView.as_view(), name="export_match"),
    path("export/match/<uuid:match>/<slug:form>/", one_file.MatchFileView.as_view(), name="export_match_as"),
    path("export/evening/<uuid:evening>/", one_file.EveningExportPageView.as_view(), name="export_evening"),
    path("export/evening/<uuid:evening>/<slug:form>/", one_file.EveningFileView.as_view(), name="export_evening_as"),
    path("export/season/<uuid:season>/", one_file.SeasonExportPageView.as_view(), name="export_season"),
    path("export/season/<uuid:season>/<slug:form>/", one_file.SeasonFileView.as_view(), name="export_season_as"),
    path("import/", imports.ImportView.as_view(), name="import"),
    path("import/in/", imports.ConfirmImportView.as_view(), name="bring_in"),
    path("you/leaving/", leaving.LeavingView.as_view(), name="leaving"),
    path("you/export/", own_data.PersonalExportView.as_view(), name="export_you"),
    path("you/delete/", leaving.DeleteAccountView.as_view(), name="delete_you"),
    path("you/gone/", leaving.AccountDeletedView.as_view(), name="gone"),
    path("you/", include("games.web.account.urls")),
    path("language/", language.LanguageView.as_view(), name="language"),
    path("games/", views.games, name="games"),
    path("games/<slug:key>/", views.game, name="game"),
    path("games/<slug:key>/states/", game_states.game_states, name="game_states"),
    path("healthz", views.healthz, name="healthz"),
    path("health/", views.health, name="health"),
    path("manifest.<str:language>.webmanifest", manifest.manifest, name="manifest"),
    path("sw.js", worker.worker, name="worker"),
    path("phone/leave/", phone_page.LeavePhoneView.as_view(), name="leave"),
    path("phone/trust/", trust.steps, name="trust"),
    path("phone/authority.crt", trust.authority, name="authority"),
    path("phone/<str:name>", worker.bundle, name="bundle"),
]
