"""Every page, as browsers ask for it."""

from games.rules import catalogue

HOME = "/games/"
GAMES = [f"/games/{game.key}/" for game in catalogue.GAMES]
PAGES = [HOME, *GAMES]
API = "/api/"  # for those who write programs, in English
NO_PAGE = "/games/no_such_game/"
