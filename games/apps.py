import logging
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.db.models.signals import post_migrate

LOGGER = logging.getLogger("scorekeeper.games")


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from allauth.account.signals import authentication_step_completed

        from games.http.game_faults import log_fault
        from games.plugins import load
        from games.rules import faults
        from games.store.upgrade_rows import after_migrate
        from games.web.account.entrance import renew_cookie

        load.LOADED = load.load(settings.GAMES_FOLDER)  # before URLs and pages read the catalogue
        for problem in load.LOADED.problems:
            LOGGER.warning("%s", problem)
        faults.LISTENERS[:] = [log_fault]
        checks.register(check_plugins)
        post_migrate.connect(after_migrate, sender=self)
        authentication_step_completed.connect(renew_cookie)


def check_plugins(**_more: Any) -> list[checks.CheckMessage]:
    """Name each plug-in game that was left out. They are warnings, because the server starts anyway."""
    from games.plugins import load

    return [checks.Warning(text, id="games.W001") for text in load.LOADED.problems]
