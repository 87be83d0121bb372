"""Every page, as browsers ask for it."""

from games.rules import catalogue

HOME = "/"
GAMES = [f"/games/{game.key}/" for game in catalogue.GAMES]
PAGES = [HOME, *GAMES]
NO_PAGE = "/games/no_such_game/"
