"""Histories of one match: three people write it at random, on and off line, each with a copy of their own.

What each of them knew is kept by hand, as sets: a copy holds what its owner has written or pulled, and whoever
has read an event knows what its writer knew. `after` is what the public format says, the ends of that copy.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.match.log import sorted_events
from tests.match.logs import MATCH, answers, id_of

Event = dict[str, Any]

CAST = ("Eleni", "Deniz", "Andreas")
POINTS = (71, 71, 49, 60, 90)  # few, so that two people often write the same
ACTS = {"deal": 8, "amend": 6, "strike": 2, "restore": 1, "settle": 2, "options": 1}


@dataclass
class Server:
    """Numbers what it gets, in the order of arrival, and refuses what is about a deal it does not have."""

    events: list[Event] = field(default_factory=list)

    def take(self, event: Event) -> int | None:
        for stored in self.events:
            if stored["id"] == event["id"]:
                return int(stored["seq"])
        if not set(deals_named(event)) <= {one["data"]["deal"] for one in self.events if one["kind"] == "deal"}:
            return None
        self.events.append({**event, "seq": len(self.events) + 1})
        return len(self.events)


@dataclass
class Phone:
    """One writer's copy of the match, in the order in which things came."""

    name: str
    copy: dict[str, Event] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)

    def events(self) -> list[Event]:
        return sorted_events(list(self.copy.values()))

    def ends(self, names: dict[str, list[str]]) -> list[str]:
        """The events that no other one in this copy names."""
        named = {id for event in self.copy for id in names[event]}
        return [id for id in self.copy if id not in named]

    def deals(self) -> list[str]:
        return [event["data"]["deal"] for event in self.copy.values() if event["kind"] == "deal"]


class History:
    """What happened, by one seed: the same one each time."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.seed = seed
        # Some phones send what they have in any order, and not all of it: then a copy may lack what its owner knew of.
        self.is_orderly = self.random.random() < 0.8
        self.server = Server()
        self.phones = [Phone(name) for name in CAST]
        self.knew: dict[str, set[str]] = {}  # what the writer of each event knew
        self.names: dict[str, list[str]] = {}  # the ends that the writer of each event saw, said or not
        self.made = 0
        first = self.phones[0]
        start = self.write(first, "start", {"game": "bisca_tres", "players": ["Eleni", "Deniz"]})
        self.server.take(start)
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

    def act(self, phone: Phone, online: bool) -> None:
        """Write something; who is on line may have looked first, and then need not say what was known."""
        [kind] = self.random.choices(list(ACTS), list(ACTS.values()))
        deals = phone.deals()
        if kind not in ("deal", "options") and not deals:
            kind = "deal"
        looked = self.is_orderly and online and self.random.random() < 0.1
        if looked:
            self.pull(phone)
            self.push(phone)
        self.write(phone, kind, self.data(kind, phone.deals()), says=not looked)
        if looked:
            self.push(phone)

    def data(self, kind: str, deals: list[str]) -> dict[str, Any]:
        pick = self.random.choice
        deals = deals[-4:] if self.random.random() < 0.8 else deals  # people speak of what was just played
        if kind == "deal":
            self.made += 1
            late = {"before": pick(deals)} if deals and self.random.random() < 0.1 else {}
            return {"deal": id_of(f"deal {self.made}"), "answers": answers(pick(POINTS)), **late}
        if kind == "amend":
            open_deal: dict[str, Any] = {"points": None} if self.random.random() < 0.1 else {}
            return {"deal": pick(deals), "answers": {**answers(pick(POINTS)), "all_tricks": None, **open_deal}}
        if kind == "options":
            return {"options": {"lines": pick((4, 10))}}
        if kind == "settle":
            some = self.random.sample(deals, min(len(deals), self.random.randint(1, 3)))
            keep = [deal for deal in some if self.random.random() < 0.5]
            return {"keep": keep, "strike": [deal for deal in some if deal not in keep]}
        return {"deal": pick(deals)}

    def write(self, phone: Phone, kind: str, data: dict[str, Any], says: bool = True) -> Event:
        id = id_of(f"event {len(self.knew)} {self.seed}")  # no two histories share one: hosts keep the last log
        ends = phone.ends(self.names)
        after = ends[0] if len(ends) == 1 and self.random.random() < 0.5 else ends
        event = {
            "id": id,
            "match": MATCH,
            "kind": kind,
            "data": data,
            "after": after if says else None,
            "at": "2026-11-20T19:42:10+02:00",
            "seq": None,
        }
        self.names[id] = ends
        self.knew[id] = set(phone.known)
        phone.copy[id] = event
        phone.known.add(id)
        return event

    def push(self, phone: Phone) -> None:
        waiting = [event for event in phone.copy.values() if event["seq"] is None]
        if not self.is_orderly:
            self.random.shuffle(waiting)
            waiting = waiting[: self.random.randint(0, len(waiting))]
        answer_is_lost = self.random.random() < 0.1
        for event in waiting:
            seq = self.server.take(event)
            if not answer_is_lost:
                event["seq"] = seq

    def pull(self, phone: Phone) -> None:
        for event in self.server.events:
            mine = phone.copy.setdefault(event["id"], dict(event))
            mine["seq"] = event["seq"]
            phone.known |= {event["id"]} | self.knew[event["id"]]

    def is_whole(self, events: list[Event]) -> bool:
        """Whether all that is named is there, and deals before what is about them."""
        there, deals = {event["id"] for event in events}, set()
        for event in events:
            if not deals.issuperset(deals_named(event)):
                return False
            deals |= {event["data"]["deal"]} if event["kind"] == "deal" else set()
        return all(there.issuperset(self.names[id]) for id in there)

    def sync(self) -> None:
        """Until everybody has everything."""
        for _ in range(2):
            for phone in self.phones:
                while any(event["seq"] is None for event in phone.copy.values()):
                    self.push(phone)
                self.pull(phone)


def deals_named(event: Event) -> list[str]:
    """The deals that an event is about, which must be there."""
    data = event["data"]
    if event["kind"] == "settle":
        return [*data["keep"], *data["strike"]]
    if event["kind"] == "deal":
        return [data["before"]] if "before" in data else []
    return [data["deal"]] if "deal" in data else []
