"""The figures of a circle and of each player: the same that the pages show."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games import models
from games.api import circles, query
from games.api.base import Api
from games.api.errors import NoSuch
from games.api.openapi.operation import operation
from games.api.openapi.parameters import FIGURES
from games.http import etags
from games.rules.game import Game
from games.statistics import game_figures
from games.statistics.figures import Names, Partner, PlayerFigures, rank_players
from games.statistics.people import TablePerson
from games.statistics.tally import ExtremeRound, Length, MatchesTally
from games.store.figures.from_rows import ALL_GAMES
from games.store.figures.period import CircleMonths, PeriodFigures
from games.store.people import people_of

Json = dict[str, Any]


class StatisticsView(Api):
    expensive = ("GET",)

    @operation("Statistics", parameters=FIGURES, tagged=True)
    def get(self, request: Request) -> Response:
        """The matches of the circle, and the figures of everyone who played.

        Only matches that are over count. What has fewer than three matches behind it is null, or is left out of a list.
        """
        member, game = circles.membership(request), query.game(request)
        return respond(request, member, lambda: circle_json(member.circle_id, period_figures(request, member), game))


class FiguresView(Api):
    expensive = ("GET",)

    @operation("Figures", parameters=FIGURES, tagged=True)
    def get(self, request: Request, player: UUID) -> Response:
        """The figures of a player.

        Only matches that are over count. What has fewer than three matches behind it is null, or is left out of a list.
        """
        member, game = circles.membership(request), query.game(request)
        return respond(
            request, member, lambda: player_json(member.circle_id, player, period_figures(request, member), game)
        )


def respond(request: Request, member: models.Membership, build: Callable[[], Json]) -> Response:
    return etags.conditional_response(request, etags.log_etag(member.circle_id, member.circle.seq), build)


def period_figures(request: Request, member: models.Membership) -> PeriodFigures:
    first, last = query.day(request, "from"), query.day(request, "to")
    return PeriodFigures(CircleMonths(member.circle_id), first, last)


def circle_json(circle: UUID, figures: PeriodFigures, game: Game | None) -> Json:
    tally, people = tally_of(figures, game), people_of(circle)
    length = game_figures.length(tally)
    return {
        "game": game and game.key,
        "matches": tally.matches,
        "rounds": tally.rounds,
        "first": tally.first or None,
        "last": tally.last or None,
        "people": [figures_json(player) for player in rank_players(tally, people, game)],
        "length": length and length_json(length),
        "seats": [
            {"seats": seat.seats, "after": seat.after, "matches": seat.wins.played, "share": number(seat.share)}
            for seat in (game_figures.seat_wins(tally) if game else ())
        ],
        "records": [
            {
                "name": record.name,
                "label": gettext(record.label),
                "value": record.value,
                "match": record.match,
                "day": record.day,
                "people": list(map(person_json, record.people)),
            }
            for record in (game_figures.records(tally, Names(people, tally)) if game else ())
        ],
    }


def length_json(length: Length) -> Json:
    shortest, longest = (
        extreme and {"seconds": extreme.points, "match": extreme.match} for extreme in (length.shortest, length.longest)
    )
    mean = length.seconds // length.matches
    return {"matches": length.matches, "mean_seconds": mean, "shortest": shortest, "longest": longest}


def player_json(circle: UUID, player: UUID, figures: PeriodFigures, game: Game | None) -> Json:
    """Return the figures of a player, or of the player that they were merged into."""
    people, tally = people_of(circle), tally_of(figures, game)
    key = people.main_id(str(player))
    if key in tally.people:
        names = Names(people, tally)
        return figures_json(PlayerFigures(names.person(key), tally.people[key], names, game))
    if key in people.names or models.Seat.objects.filter(circle=circle, player=key).exists():
        return empty_figures_json(key, people.names.get(key, ""))
    raise NoSuch(gettext("No such player in this group."))


def tally_of(figures: PeriodFigures, game: Game | None) -> MatchesTally:
    return figures.tally(ALL_GAMES if game is None else game.key)


def figures_json(player: PlayerFigures) -> Json:
    return {
        **person_json(player.person),
        "matches": player.matches,
        "last": player.last,
        **(own_figures(player) if player.is_enough else dict.fromkeys(OWN)),
        "figures": [
            {"name": figure.name, "label": figure.translated(gettext), "count": figure.many, "rounds": figure.rounds}
            for figure in player.figures
        ],
        "others": [
            {**person_json(other.person), "matches": other.matches, "before": other.before, "behind": other.behind}
            for other in player.faced
        ],
        "partners": [partner_json(partner, player.changes_parties) for partner in player.partners],
    }


def partner_json(partner: Partner, counts_rounds: bool) -> Json:
    wins = partner.wins
    return {
        **person_json(partner.person),
        "matches": partner.matches,
        "rounds": wins.played if counts_rounds else None,
        "won": wins.won,
        "shared": wins.shared,
        "worth": number(wins.worth),
        "share": number(partner.share),
        "expected": number(partner.expected),
        "best": partner.is_best,
    }


OWN = (
    "won",
    "shared",
    "worth",
    "share",
    "chance",
    "longest",
    "current",
    "rounds",
    "place",
    "points_a_round",
    "best",
    "worst",
)


def own_figures(player: PlayerFigures) -> Json:
    values = (
        *(player.won, player.shared, number(player.worth), number(player.share), number(player.chance)),
        *(player.longest, player.current, player.rounds, number(player.place), number(player.a_round)),
        *(round_json(player.best), round_json(player.worst)),
    )
    return dict(zip(OWN, values, strict=True))


def empty_figures_json(key: str, name: str) -> Json:
    """Return the figures of a player without a match."""
    own = {"id": key, "player": key, "name": name, "matches": 0, "last": None, **dict.fromkeys(OWN)}
    return own | {"figures": [], "others": [], "partners": []}


def person_json(person: TablePerson) -> Json:
    return {"id": person.id, "player": person.id, "name": person.name}


def round_json(extreme: ExtremeRound | None) -> Json | None:
    return None if extreme is None else {"points": extreme.points, "match": extreme.match, "round": extreme.number}


def number(value: Fraction | None) -> float | None:
    """Round to ten thousandths, which is exact enough to draw or compare."""
    return None if value is None else round(float(value), 4)
