"""Small games that only tests know: each uses what few games of the catalogue need."""

from collections.abc import Iterator

from games.rules import ask
from games.rules.game import AnsweredDeal, Ending, Game, Line, Part


def called_points(deal: AnsweredDeal) -> Iterator[Line]:
    """Yield 1 for each player of the party, and -1 for the others, or the reverse."""
    party, won = deal["party"], deal["won"]
    if party is None or won is None:
        yield Line("Points", None)
        return
    sign = 1 if won else -1
    others = [seat for seat in range(deal.setup.players) if seat not in party]
    yield Line("Points", deal.pay([(seat, sign) for seat in party] + [(seat, -sign) for seat in others]))


def called_parties(deal: AnsweredDeal) -> Iterator[tuple[str, list[int]]]:
    if deal.known("party"):
        yield "Party", deal["party"]
        yield "Others", [seat for seat in range(deal.setup.players) if seat not in deal["party"]]


CALLED = Game(
    key="called",
    name="Called",
    aim="Win.",
    card=("Win.",),
    picture="game-points",
    players=(4, 5),
    questions=(
        ask.SeatList("party", "Party", 1, 2),
        ask.YesNo("won", "Won"),
        ask.SeatList("absent", "Without a trick", 0, 3, need=ask.NEVER),
    ),
    parts=(Part("all", "All", ("party", "won", "absent")),),
    score=called_points,
    parties=called_parties,
    end=Ending(rounds=lambda setup: 3),
)
