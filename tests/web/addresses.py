"""The paths of the pages about games and of the API's page."""

from games.rules import catalogue

HOME = "/games/"
GAMES = [f"/games/{game.key}/" for game in catalogue.GAMES]
PAGES = [HOME, *GAMES]
API = "/api/"  # documentation, in English only
NO_PAGE = "/games/no_such_game/"
