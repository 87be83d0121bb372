"""Stakes of an evening: what each person wins or loses, and the fewest payments that settle it. Amounts are in cents."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from games.statistics.people import TablePerson
from games.statistics.played_match import PlayedMatch

BY_POINTS, BY_PLACES = "points", "places"
RULES = (BY_POINTS, BY_PLACES)
MOST_EXACT = 12  # people for whom the fewest payments are found; the work doubles with each


@dataclass(frozen=True)
class Payment:
    debtor: TablePerson
    creditor: TablePerson
    cents: int


@dataclass
class Balance:
    person: TablePerson
    cents: int = 0


def balances(matches: Iterable[PlayedMatch], rule: str, cents: int) -> list[Balance]:
    """Return what everyone has won or lost, the most won first. The sum is zero.

    Every side settles with every other one: by the difference of their totals, or for the better place. Each player of a side
    has the amount of the side. Someone who sat twice, such as two players who were merged since, has the amounts of both seats.
    """
    people: dict[str, Balance] = {}
    for match in matches:
        if not match.has_result:
            continue
        worth = side_worths(match, rule)
        for number in sides_until_the_end(match):
            for person in match.sides[number].people:
                balance = people.setdefault(person.key, Balance(person))
                balance.cents += worth[number] * cents
    return sorted(people.values(), key=lambda balance: (-balance.cents, balance.person.name, balance.person.key))


def sides_until_the_end(match: PlayedMatch) -> list[int]:
    return [number for number in range(len(match.sides)) if number not in match.left]


def side_worths(match: PlayedMatch, rule: str) -> list[int]:
    """Return the points or places that each side has won from all others. Sides that left have none."""
    sides = sides_until_the_end(match)
    worth = [0] * len(match.sides)
    in_order = sorted(sides, key=lambda number: match.sides[number].place)
    is_fewest = bool(sides) and match.sides[in_order[0]].total < match.sides[in_order[-1]].total
    for side in sides:
        for other in sides:
            mine, theirs = match.sides[side], match.sides[other]
            if rule == BY_PLACES:
                worth[side] += (mine.place < theirs.place) - (mine.place > theirs.place)
            else:
                worth[side] += (theirs.total - mine.total) if is_fewest else (mine.total - theirs.total)
    return worth


def payments(of: Iterable[Balance]) -> list[Payment]:
    """Return payments that settle the balances: the fewest there are for up to twelve people, else few."""
    open_balances = [balance for balance in of if balance.cents]
    is_small = len(open_balances) <= MOST_EXACT and sum(balance.cents for balance in open_balances) == 0
    groups = zero_groups(open_balances) if is_small else [open_balances]
    return [payment for group in groups for payment in settle(group)]


def zero_groups(of: list[Balance]) -> list[list[Balance]]:
    """Split the balances into as many groups as possible whose sums are zero: each needs a payment less than it has people."""
    sums, most, last = [0], [0], [0]  # for each set of people: its sum, its groups, and the person who was added last
    for members in range(1, 1 << len(of)):
        first = members & -members
        sums.append(sums[members ^ first] + of[first.bit_length() - 1].cents)
        inside = [1 << number for number in range(len(of)) if members >> number & 1]
        added = max(inside, key=lambda bit: most[members ^ bit])
        last.append(added)
        most.append(most[members ^ added] + (sums[members] == 0))
    groups: list[list[Balance]] = []
    members = (1 << len(of)) - 1
    while members:
        if sums[members] == 0:
            groups.append([])
        groups[-1].append(of[last[members].bit_length() - 1])
        members ^= last[members]
    return groups


def settle(group: list[Balance]) -> list[Payment]:
    """Let the largest debtor pay the largest creditor until nothing is owed. Each payment settles one person at least."""
    people = {balance.person.key: balance.person for balance in group}
    debtors = [(balance.cents, balance.person.key) for balance in group if balance.cents < 0]
    creditors = [(-balance.cents, balance.person.key) for balance in group if balance.cents > 0]
    heapify(debtors)
    heapify(creditors)
    paid = []
    while debtors and creditors:
        (owed, debtor), (won, creditor) = heappop(debtors), heappop(creditors)
        amount = min(-owed, -won)
        paid.append(Payment(people[debtor], people[creditor], amount))
        if owed + amount:
            heappush(debtors, (owed + amount, debtor))
        if won + amount:
            heappush(creditors, (won + amount, creditor))
    return paid
