"""The headings under which pages list games. A game without one of them is among the other games."""

from games.rules.words import _

CUSTOM = _("Custom games")
CARD_POINTS = _("Counting card points")
CONTRACTS = _("Contracts")
TRICKS = _("Counting tricks")
AVOIDING = _("Avoiding cards")
CAPTURING = _("Capturing cards")
OTHER = _("Other games")
