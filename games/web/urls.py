from django.urls import path

from games.web import views

urlpatterns = [
    path("", views.home, name="home"),
    path("games/<slug:key>/", views.game, name="game"),
    path("healthz", views.healthz, name="healthz"),
]
