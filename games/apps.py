from django.apps import AppConfig
from django.db.models.signals import post_migrate


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games.store.upgrade_rows import after_migrate

        post_migrate.connect(after_migrate, sender=self)
