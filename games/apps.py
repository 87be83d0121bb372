from django.apps import AppConfig
from django.db.models.signals import post_migrate


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from allauth.account.signals import authentication_step_completed

        from games.store.upgrade_rows import after_migrate
        from games.web.account.entrance import renew_cookie

        post_migrate.connect(after_migrate, sender=self)
        authentication_step_completed.connect(renew_cookie)
