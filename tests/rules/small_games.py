"""Small games that only tests know: each uses what few games of the catalogue need."""

from collections.abc import Iterator

from games.rules import ask
from games.rules.deal import after_dealer, next_seat
from games.rules.game import AnsweredDeal, Ending, Figure, Game, Line, Part, Setup
from games.rules.nested import Each


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


def called_wins(deal: AnsweredDeal) -> list[int] | None:
    return deal.pay([(seat, 1) for seat in deal["party"]]) if deal["won"] else deal.zeros()


TRUMPS = (("hearts", "Red hearts"), ("clubs", "Black clubs"))
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
        ask.Choice("trump", "Trump", TRUMPS, need=ask.NEVER),
    ),
    parts=(Part("all", "All", ("party", "won", "absent", "trump")),),
    score=called_points,
    parties=called_parties,
    figures=(Figure("won", "Won", called_wins, by=lambda deal: deal["trump"], values=TRUMPS),),
    end=Ending(rounds=lambda setup: 3),
)


def all_but_the_dealer(setup: Setup, dealer: int) -> list[int]:
    return [seat for seat in range(setup.players) if setup.players == 3 or seat != dealer]


def solo_points(deal: AnsweredDeal) -> Iterator[Line]:
    """Yield 2 for the soloist, and 10 less for every second solo of a player."""
    soloist = deal["soloist"]
    if soloist is None:
        yield Line("Points", None)
        return
    penalty = 10 if deal.carried.get("solos", {}).get(str(soloist), 0) % 2 else 0
    yield Line("Points", deal.pay([(soloist, 2 - penalty)]))


def solos(deal: AnsweredDeal) -> dict[str, dict[str, int]]:
    counted = dict(deal.carried.get("solos", {}))
    counted[str(deal["soloist"])] = counted.get(str(deal["soloist"]), 0) + 1
    return {"solos": counted}


SOLO = Game(
    key="solo",
    name="Solo",
    aim="Win.",
    card=("Win.",),
    picture="game-points",
    players=(3, 4),
    questions=(
        ask.PlayerSeat("soloist", "Soloist"),
        ask.Flag("again", "The same dealer again", need=ask.NEVER),
        ask.Tally("cards", "Cards", total=12, player=True, need=ask.NEVER),
        ask.SeatList("silent", "Silent", 1, 2, need=ask.NEVER),
        Each("lost", "Lost", ask.YesNo("lost", "Lost"), player=True, need=ask.NEVER),
    ),
    parts=(Part("all", "All", ("soloist", "again", "cards", "silent", "lost")),),
    score=solo_points,
    plays=all_but_the_dealer,
    carry=solos,
    next_dealer=lambda deal: deal.dealer if deal["again"] else next_seat(deal),
    leads=lambda deal: None if deal["again"] else after_dealer(deal),
    end=Ending(rounds=lambda setup: 6),
)
