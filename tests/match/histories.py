"""Random histories of a match: three people record it, online and offline, each with their own copy.

The events that each writer had seen are stored as sets. A copy contains the events that its owner has recorded or
pulled, and a reader of an event has seen all that its writer had seen. `after` has the heads of the copy.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.match.log import sorted_events
from tests.match.logs import MATCH, answers, id_of

Event = dict[str, Any]

CAST = ("Eleni", "Deniz", "Andreas")
POINTS = (71, 71, 49, 60, 90)  # few, so that two people often record the same
PAIRS = (["Eleni", "Deniz"], ["Eleni", "Deniz"], ["Deniz", "Eleni"], ["Eleni", "Rosa"], ["Duarte", "Deniz"])
WEIGHTS = {"deal": 8, "amend": 6, "strike": 2, "restore": 1, "settle": 2, "options": 1, "people": 1}


@dataclass
class EventServer:
    """Numbers events in the order of arrival. Refuses events about deals that it does not have."""

    events: list[Event] = field(default_factory=list)

    def receive(self, event: Event) -> int | None:
        """Store an event and return its number, or None if it is refused."""
        for stored in self.events:
            if stored["id"] == event["id"]:
                return int(stored["seq"])
        known = {stored["data"]["deal"] for stored in self.events if stored["kind"] == "deal"}
        if not set(needed_deals(event)) <= known:
            return None
        self.events.append({**event, "seq": len(self.events) + 1})
        return len(self.events)


@dataclass
class PhoneCopy:
    """The copy of the match on the phone of one writer, in the order in which events came."""

    name: str
    copy: dict[str, Event] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)

    def events(self) -> list[Event]:
        return sorted_events(list(self.copy.values()))

    def heads(self, names: dict[str, list[str]]) -> list[str]:
        """Return the events that no other event in this copy names."""
        others = {id for event in self.copy for id in names[event]}
        return [id for id in self.copy if id not in others]

    def deals(self) -> list[str]:
        return [event["data"]["deal"] for event in self.copy.values() if event["kind"] == "deal"]


class History:
    """A random history, always the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.seed = seed
        # In some histories phones send only some events in any order: copies lack events that their owners had seen.
        self.is_orderly = self.random.random() < 0.8
        self.server = EventServer()
        self.phones = [PhoneCopy(name) for name in CAST]
        self.seen: dict[str, set[str]] = {}  # the events that the writer of each event had seen
        self.names: dict[str, list[str]] = {}  # the heads that the writer of each event saw, even without `after`
        self.deal_count = 0
        first = self.phones[0]
        start = self.record(first, "start", {"game": "bisca_tres", "players": ["Eleni", "Deniz"]})
        self.server.receive(start)
        for phone in self.phones:
            self.pull(phone)

    def play(self, steps: int) -> None:
        online = [True] * len(self.phones)
        for _ in range(steps):
            number = self.random.randrange(len(self.phones))
            phone = self.phones[number]
            if self.random.random() < 0.15:
                online[number] = not online[number]
            if self.random.random() < 0.7:
                self.act(phone, online[number])
            if online[number] and self.random.random() < 0.4:
                self.push(phone)
            if online[number] and self.random.random() < 0.4:
                self.pull(phone)

    def act(self, phone: PhoneCopy, online: bool) -> None:
        """Record an event. A writer who is online may pull just before, and then records no `after`."""
        [kind] = self.random.choices(list(WEIGHTS), list(WEIGHTS.values()))
        deals = phone.deals()
        if kind not in ("deal", "options", "people") and not deals:
            kind = "deal"
        is_current = self.is_orderly and online and self.random.random() < 0.1
        if is_current:
            self.pull(phone)
            self.push(phone)
        self.record(phone, kind, self.data(kind, phone.deals()), has_after=not is_current)
        if is_current:
            self.push(phone)

    def data(self, kind: str, deals: list[str]) -> dict[str, Any]:
        pick = self.random.choice
        deals = deals[-4:] if self.random.random() < 0.8 else deals  # mostly recent deals
        if kind == "deal":
            self.deal_count += 1
            late = {"before": pick(deals)} if deals and self.random.random() < 0.1 else {}
            return {"deal": id_of(f"deal {self.deal_count}"), "answers": answers(pick(POINTS)), **late}
        if kind == "amend":
            open_deal: dict[str, Any] = {"points": None} if self.random.random() < 0.1 else {}
            return {"deal": pick(deals), "answers": {**answers(pick(POINTS)), "all_tricks": None, **open_deal}}
        if kind == "options":
            return {"options": {"lines": pick((4, 10))}}
        if kind == "people":
            return {
                "players": pick(PAIRS),
                "before": pick(deals) if deals and self.random.random() < 0.4 else None,
                "first_dealer": pick((None, None, 0, 1)),
                "points": pick(("take_over", "from_zero")),
            }
        if kind == "settle":
            some = self.random.sample(deals, min(len(deals), self.random.randint(1, 3)))
            counting = [deal for deal in some if self.random.random() < 0.5]
            return {"keep": counting, "strike": [deal for deal in some if deal not in counting]}
        return {"deal": pick(deals)}

    def record(self, phone: PhoneCopy, kind: str, data: dict[str, Any], has_after: bool = True) -> Event:
        id = id_of(f"event {len(self.seen)} {self.seed}")  # unique over histories, as hosts cache the last log
        heads = phone.heads(self.names)
        after = heads[0] if len(heads) == 1 and self.random.random() < 0.5 else heads
        event = {
            "id": id,
            "match": MATCH,
            "kind": kind,
            "data": data,
            "after": after if has_after else None,
            "at": "2026-11-20T19:42:10+02:00",
            "seq": None,
        }
        self.names[id] = heads
        self.seen[id] = set(phone.seen)
        phone.copy[id] = event
        phone.seen.add(id)
        return event

    def push(self, phone: PhoneCopy) -> None:
        waiting = [event for event in phone.copy.values() if event["seq"] is None]
        if not self.is_orderly:
            self.random.shuffle(waiting)
            waiting = waiting[: self.random.randint(0, len(waiting))]
        answer_is_lost = self.random.random() < 0.1
        for event in waiting:
            seq = self.server.receive(event)
            if not answer_is_lost:
                event["seq"] = seq

    def pull(self, phone: PhoneCopy) -> None:
        for event in self.server.events:
            mine = phone.copy.setdefault(event["id"], dict(event))
            mine["seq"] = event["seq"]
            phone.seen |= {event["id"]} | self.seen[event["id"]]

    def is_complete(self, events: list[Event]) -> bool:
        """Return whether all named events are included, and each deal comes before the events about it."""
        ids, deals = {event["id"] for event in events}, set()
        for event in events:
            if not deals.issuperset(needed_deals(event)):
                return False
            deals |= {event["data"]["deal"]} if event["kind"] == "deal" else set()
        return all(ids.issuperset(self.names[id]) for id in ids)

    def sync(self) -> None:
        """Push and pull until every phone has all events."""
        for _ in range(2):
            for phone in self.phones:
                while any(event["seq"] is None for event in phone.copy.values()):
                    self.push(phone)
                self.pull(phone)


def needed_deals(event: Event) -> list[str]:
    """Return the deals that an event is about. They must come before it."""
    data = event["data"]
    if event["kind"] == "settle":
        return [*data["keep"], *data["strike"]]
    if event["kind"] in ("deal", "people"):
        return [data["before"]] if data.get("before") else []
    return [data["deal"]] if "deal" in data else []
