from django.urls import path

from games.web import device, manifest, phone, table, trust, views

urlpatterns = [
    *table.urls(),
    path("games/", views.games, name="games"),
    path("games/<slug:key>/", views.game, name="game"),
    path("healthz", views.healthz, name="healthz"),
    path("manifest.<str:language>.webmanifest", manifest.manifest, name="manifest"),
    path("sw.js", phone.worker, name="worker"),
    path("phone/", device.Meet.as_view(), name="meet"),
    path("phone/session/", device.Session.as_view(), name="session"),
    path("phone/trust/", trust.steps, name="trust"),
    path("phone/authority.crt", trust.authority, name="authority"),
    path("phone/<str:name>", phone.bundle, name="bundle"),
]
