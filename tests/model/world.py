"""Phones, a server and their faults. Random acts follow each other; in the end everything is healed and compared."""

import json
import sqlite3
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, ClassVar
from urllib.error import HTTPError

from tests.load.databases import Database, Sqlite
from tests.load.server import Server
from tests.model.network import FAULTS
from tests.model.phone import ModelPhone
from tests.phone.test_worker import ask

HEALED = 40  # seconds in which every phone must have sent everything
TIE = 60  # points of both sides, so that no match ends: a server refuses rounds after its end
LONG_MATCH = 120  # rounds
BURSTS = 0.6  # the share of writes that save many rounds without a look in between
TRACED = 8  # turns between two looks at all stores, and the acts that are traced at once
TRACED_ACTS = frozenset(
    {"kill_browser", "leave", "remove", "restore", "second_phone", "join", "choose", "restart_server"}
)
DAYS = 24 * 3600 * 1000  # milliseconds
OWN_PHONE = """
from games import models, services
person = models.Person.objects.filter(pk='{person}', is_active=True).first()
if person is not None:
    print('/i/' + services.token_of(services.invite_own_phone(by=person)) + '/')
"""
JOINED = "location.pathname === '/inside/' || document.querySelector('main a.go[href=\"/\"]') !== null"


class World:
    """`acknowledged` has the events that a page has reported as saved, with the phone and the turn."""

    def __init__(self, server: Server, phones: list[ModelPhone], seed: int) -> None:
        self.server = server
        self.phones = phones
        self.random = Random(seed)
        self.turn = 0
        self.acknowledged: dict[str, tuple[str, int]] = {}
        self.counts: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()
        self.copies: list[Database] = []
        self.removed: set[tuple[str, str]] = set()  # person and circle
        self.history: list[str] = []
        self.trails: dict[str, list[str]] = {}  # per acknowledged event: its places after each turn that moved it

    # --- Acts

    ACTS: ClassVar[dict[str, int]] = {
        "write": 30,
        "amend": 6,
        "start": 4,
        "look": 6,
        "nudge": 4,
        "fault": 10,
        "heal": 8,
        "join": 3,
        "second_phone": 1,
        "choose": 3,
        "kill_browser": 2,
        "clock": 2,
        "restart_server": 1,
        "copy": 3,
        "restore": 1,
        "remove": 1,
        "leave": 1,
    }

    def act(self, without: frozenset[str] = frozenset()) -> None:
        """Do a random act with a random phone."""
        weights = {name: weight for name, weight in self.ACTS.items() if name not in without}
        [name] = self.random.choices([*weights], [*weights.values()])
        phone = self.random.choice(self.phones)
        self.turn += 1
        self.history.append(f"{self.turn} {phone.name} ({phone.network.fault}) {name}")
        self.counts[name] += 1
        began = time.monotonic()
        try:
            getattr(self, name)(phone)
        finally:
            self.note(f"{time.monotonic() - began:.1f} s")
            self.seconds[name] += time.monotonic() - began
            if name in TRACED_ACTS or self.turn % TRACED == 0:
                began = time.monotonic()
                self.trace()
                self.seconds["trace"] += time.monotonic() - began

    def trace(self) -> None:
        """Record where each acknowledged event is now: on the server, and in which stores of phones."""
        places: dict[str, list[str]] = {}
        for event, circle in self.rows("SELECT id, circle_id FROM games_event"):
            places.setdefault(as_uuid(event), []).append(f"server {circle[:4]}")
        for phone in self.phones:
            for store in phone.stores_now():
                circle = (store["me"] or {}).get("circle", "")[:4]
                for record in store["events"]:
                    state = "waits" if record.get("local") else "sent"
                    places.setdefault(record["id"], []).append(f"{phone.name} {circle} {state}")
        for event in self.acknowledged:
            trail = self.trails.setdefault(event, [])
            now = ", ".join(places.get(event, ["nowhere"]))
            if not trail or trail[-1].partition(": ")[2] != now:
                trail.append(f"{self.turn}: {now}")

    def acknowledge(self, phone: ModelPhone, event: str | None) -> None:
        self.note(f"saved {event}" if event else "not saved")
        if event:
            self.acknowledged[event] = (phone.name, self.turn)

    def note(self, text: str) -> None:
        self.history[-1] += f": {text}"

    def matches(self, phone: ModelPhone) -> dict[str, list[str]]:
        """Return the matches of the open store with the rounds of each."""
        matches: dict[str, list[str]] = {}
        for record in phone.open_store()["events"]:
            event = record["event"]
            if event["kind"] == "start":
                matches.setdefault(event["match"], [])
            if event["kind"] == "deal":
                matches.setdefault(event["match"], []).append(event["data"]["deal"])
        return matches

    def start(self, phone: ModelPhone) -> None:
        self.acknowledge(phone, phone.start_match(f"{phone.name} {self.turn}"))

    def write(self, phone: ModelPhone) -> None:
        matches = self.matches(phone)
        if not matches:
            return self.start(phone)
        match = self.random.choice([*matches])
        if len(matches[match]) >= LONG_MATCH:  # its pages take longer
            return self.start(phone)
        if self.random.random() < BURSTS:
            events = phone.save_many(match, TIE, self.random.choice((5, 20, 60)))
            self.note(f"{len(events)} saved")
            self.acknowledged.update(dict.fromkeys(events, (phone.name, self.turn)))
            return None
        for _ in range(self.random.choice((1, 3, 6))):
            self.acknowledge(phone, phone.save(match, TIE))
        return None

    def amend(self, phone: ModelPhone) -> None:
        matches = {match: rounds for match, rounds in self.matches(phone).items() if rounds}
        if matches:
            match = self.random.choice([*matches])
            self.acknowledge(phone, phone.save(match, TIE, amended=self.random.choice(matches[match])))

    def look(self, phone: ModelPhone) -> None:
        paths = ["/", *(f"/table/{match}/" for match in self.matches(phone))]
        phone.open(self.random.choice(paths))

    def nudge(self, phone: ModelPhone) -> None:
        phone.nudge()

    def fault(self, phone: ModelPhone) -> None:
        phone.network.set(self.random.choice(FAULTS))
        self.note(phone.network.fault)

    def heal(self, phone: ModelPhone) -> None:
        phone.network.set("none")

    def join(self, phone: ModelPhone) -> None:
        """Open an invitation into another phone's circle, and accept it."""
        owner = self.random.choice([other for other in self.phones if other is not phone])
        me = owner.me()
        if not me.get("isKnown") or me.get("role") != "owner":
            return
        self.accept(phone, self.invite(owner, {"purpose": "circle", "role": "scorer"}))
        self.removed.discard((phone.me().get("person"), me["circle"]))

    def second_phone(self, phone: ModelPhone) -> None:
        """Open an own-phone link of another phone's person."""
        owner = self.random.choice([other for other in self.phones if other is not phone])
        if owner.me().get("isKnown"):
            self.accept(phone, self.own_phone_link(owner))

    def own_phone_link(self, owner: ModelPhone) -> str | None:
        """Return the link that the page makes for another phone of the person, or None if the server does not know them."""
        output = self.server.manage("shell", "-v0", "-c", OWN_PHONE.format(person=owner.me()["person"]))
        link = output.strip().splitlines()[-1:] or [""]
        self.note("linked" if link[0].startswith("/i/") else "unknown")
        return link[0] if link[0].startswith("/i/") else None

    def invite(self, owner: ModelPhone, body: dict[str, str]) -> str | None:
        me = owner.me()
        try:
            answer = ask(self.server, me["key"], f"/api/v1/invitations/?circle={me['circle']}", "POST", body)
        except HTTPError as error:  # after a restore the server does not know this person or circle yet
            self.note(f"{error.code}")
            return None
        return "/i/" + str(answer["link"]).split("/i/")[1]

    def accept(self, phone: ModelPhone, path: str | None) -> None:
        if not path:
            return
        for _ in range(3):
            phone.open(path)
            if phone.evaluate(JOINED):
                break
            fields = (
                {"name": phone.name} if phone.evaluate("document.querySelector('main [name=name]') !== null") else {}
            )
            if phone.evaluate("document.querySelector('main [name=along]') !== null"):
                fields["along"] = "1"
            if phone.submit("main form[method=post]", **fields) and phone.until(JOINED, 4):
                self.note("joined")
                break

    def choose(self, phone: ModelPhone) -> None:
        """Choose another circle of the person, on the page about circles."""
        phone.open("/circle/")
        if phone.evaluate("document.querySelector('form[action$=\"/choose/\"]') !== null"):
            phone.submit('form[action$="/choose/"]')
            phone.until("document.querySelector('form[action$=\"/choose/\"]') === null", 2)

    def kill_browser(self, phone: ModelPhone) -> None:
        phone.browser.kill()
        phone.open()

    def clock(self, phone: ModelPhone) -> None:
        off = self.random.choice((0, 0, 1, -1)) * self.random.choice((3600 * 1000, 90 * DAYS, 800 * DAYS))
        phone.set_clock(off)
        self.note(f"{off / DAYS:.2f} days")

    def restart_server(self, _phone: ModelPhone) -> None:
        self.server.kill()
        time.sleep(self.random.choice((0, 0, 1, 3)))
        self.server.start()

    def copy(self, _phone: ModelPhone) -> None:
        self.copies.append(self.server.database.copy())
        for old in self.copies[:-5]:
            old.drop()
        self.copies = self.copies[-5:]

    def restore(self, _phone: ModelPhone) -> None:
        if not self.copies:
            return
        older = self.random.choice(self.copies)
        is_running = self.random.random() < 0.5
        if not is_running:
            self.server.kill()
        self.server.database.restore(older, running=is_running)
        if not is_running:
            self.server.start()
        self.note("running" if is_running else "stopped")
        # Phones may have dropped events that later copies have, because the server had them.
        place = self.copies.index(older)
        for later in self.copies[place + 1 :]:
            later.drop()
        self.copies = self.copies[: place + 1]

    def remove(self, phone: ModelPhone) -> None:
        """Remove a member from the phone's circle."""
        me = phone.me()
        members = [
            person
            for person, role in self.rows(
                "SELECT person_id, role FROM games_membership WHERE circle_id = ?", me["circle"]
            )
            if role != "owner"
        ]
        if not members or me.get("role") != "owner":
            return
        other = self.random.choice(members)
        phone.open(f"/circle/{me['circle']}/members/{as_uuid(other)}/remove/")
        # Their phones drop what the server has, so no older copy may come back. A removal may arrive without an answer.
        self.drop_copies()
        self.removed.add((as_uuid(other), me["circle"]))
        phone.submit("main form[method=post]", sure="1")
        phone.until("location.pathname === '/circle/'", 4)

    def leave(self, phone: ModelPhone) -> None:
        """Give the phone to a new person, as its own page does if nothing waits.

        The phone asks the server first. Without a network it cannot know that the server was restored meanwhile.
        """
        if phone.network.fault != "none":
            return
        about = phone.ask(ask="about") or {}
        if about.get("waiting") == 0 and about.get("elsewhere") == 0 and phone.open_store()["events"]:
            self.drop_copies()  # the phone drops events that the server has
            phone.ask(ask="leave", waits=0)
            phone.open()

    def drop_copies(self) -> None:
        for copy in self.copies:
            copy.drop()
        self.copies = []

    # --- The end

    def rows(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        assert isinstance(self.server.database, Sqlite)
        with closing(sqlite3.connect(self.server.database.path, timeout=20)) as connection:
            return connection.execute(query, [value.replace("-", "") for value in values]).fetchall()

    def end(self) -> None:
        """Heal everything, let the phones send, and compare."""
        for phone in self.phones:
            phone.network.set("none")
            phone.set_clock(0)
        # Twice, because a phone may need what another phone has sent: a circle after a restore, or a membership.
        for _ in range(2):
            for phone in self.phones:
                self.settle(phone)
            self.readmit()
        for phone in self.phones:
            self.take_over_guest(phone)
            self.open_every_circle(phone)
        for phone in self.phones:
            self.settle(phone)
        self.compare()

    def settle(self, phone: ModelPhone) -> None:
        """Wait until a phone has sent the events of its open circle."""
        phone.open()
        end = time.monotonic() + HEALED
        while time.monotonic() < end:
            phone.nudge(retry=True, meet=True)
            store = phone.open_store()
            about = phone.ask(ask="about")
            if (
                about
                and about["waiting"] == 0
                and not about["refused"]
                and not about["problem"]
                and store["pull"]["whole"]
            ):
                return
            if about and about["problem"] == "taken" and not self.add_again(phone):
                self.history.append(f"end {phone.name} begins as another guest")
                phone.ask(ask="renew")
            time.sleep(0.3)
        key, circle = store["me"]["key"], store["me"]["circle"]
        answers = []
        for record in waiting(store):
            try:
                answers.append(ask(self.server, key, f"/api/v1/events/?circle={circle}", "POST", [record["event"]]))
            except HTTPError as error:
                answers.append(f"{error.code} {error.read()!r}")
        raise AssertionError(
            f"{phone.name} at {phone.address} has not settled: {about}, {store['pull']}, {waiting(store)}, {answers}"
        )

    def add_again(self, phone: ModelPhone) -> bool:
        """Add a phone that a restored server does not know, from another phone of the same person, if there is one."""
        person = phone.me()["person"]
        for other in self.phones:
            if other is not phone and other.me()["person"] == person:
                self.history.append(f"end {phone.name} is added again by {other.name}")
                self.accept(phone, self.own_phone_link(other))
                return True
        return False

    def readmit(self) -> None:
        """Invite people again whose membership a restored copy does not have, if events of theirs wait in a circle."""
        for phone in self.phones:
            for store in phone.stores():
                if store["isOpen"] or not waiting(store) or not (store["me"] or {}).get("isClosed"):
                    continue
                circle = store["me"]["circle"]
                for owner in self.phones:
                    me = self.key_for(owner, circle)
                    if not me:
                        continue
                    body = {"purpose": "circle", "role": "scorer"}
                    link = ask(self.server, me["key"], f"/api/v1/invitations/?circle={circle}", "POST", body)["link"]
                    self.history.append(f"end {phone.name} is invited again")
                    self.accept(phone, "/i/" + link.split("/i/")[1])
                    self.settle(phone)
                    break

    def take_over_guest(self, phone: ModelPhone) -> None:
        """Take over what a guest has entered, as the page about the phone offers: a restore may have undone their merge."""
        guests = [store for store in phone.stores() if not store["isOpen"] and (store["me"] or {}).get("isGuest")]
        if any(map(waiting, guests)):
            self.history.append(f"end {phone.name} takes over what a guest has entered")
            phone.open("/phone/")
            phone.ask(ask="bring")
            self.settle(phone)

    def key_for(self, owner: ModelPhone, circle: str) -> dict[str, Any] | None:
        """Return the identity of this phone, if the server knows it as an owner of the circle."""
        me = owner.me()
        query = "SELECT role FROM games_membership WHERE circle_id = ? AND person_id = ?"
        return me if me.get("isKnown") and ("owner",) in self.rows(query, circle, me["person"]) else None

    def open_every_circle(self, phone: ModelPhone) -> None:
        """Open each circle of the person that has events on this phone."""
        person = phone.me().get("person")
        for store in phone.stores():
            if store["isOpen"] or (store["me"] or {}).get("person") != person or store["me"].get("isClosed"):
                continue
            phone.open("/circle/")
            circle = store["me"]["circle"]
            if phone.submit(f'form[action$="/{circle}/choose/"]'):
                phone.until(
                    f"({json.dumps(circle)}, document.querySelector('form[action$=\"/{circle}/choose/\"]') === null)", 5
                )
                self.settle(phone)

    def compare(self) -> None:
        server: dict[str, list[tuple[str, int, str]]] = {}
        query = "SELECT id, circle_id, seq, kind FROM games_event"
        for event, circle, seq, kind in self.rows(query):
            server.setdefault(as_uuid(event), []).append((as_uuid(circle), seq, kind))
        stores = [(phone, store) for phone in self.phones for store in phone.stores()]
        waits = {
            record["id"] for _, store in stores if (store["me"] or {}).get("isClosed") for record in waiting(store)
        }
        lost = {event: who for event, who in self.acknowledged.items() if event not in server and event not in waits}
        trails = "\n".join(
            f"{event} {who}:\n  " + "\n  ".join(self.trails.get(event, [])) for event, who in lost.items()
        )
        lists = [
            (phone.name, store["name"], store["isOpen"], store["me"], len(store["events"]), len(waiting(store)))
            for phone, store in stores
        ]
        members = self.rows("SELECT circle_id, person_id, role FROM games_membership")
        lists += [("member", *map(as_uuid, row[:2]), row[2]) for row in members]
        assert not lost, f"lost:\n{trails}\nstores:\n" + "\n".join(map(str, lists))
        doubled = {event: places for event, places in server.items() if len(places) > 1}
        assert not doubled, f"doubled: {doubled}"
        closed = {event for event in self.acknowledged if event not in server}
        # Only an owner can invite people again. Owners may have given their phone away.
        assert not closed or self.removed or self.counts["leave"], f"unreachable: {closed}"
        for phone, store in stores:
            if not store["isOpen"]:
                continue
            circle = store["me"]["circle"]
            mine = {record["id"]: (record["event"]["seq"], record["event"]["kind"]) for record in store["events"]}
            theirs = {event: (seq, kind) for event, [(place, seq, kind)] in server.items() if place == circle}
            if store["me"]["isKnown"]:
                assert mine == theirs, f"{phone.name} differs: {set(mine) ^ set(theirs)}"
        self.counts["acknowledged"] = len(self.acknowledged)
        self.counts["closed"] = len(closed)
        output = Path(self.server.output).read_text("utf-8", "replace")
        assert "Traceback" not in output, output[-4000:]
        assert " 0 rows differed" in self.server.manage("rebuild")


def waiting(store: dict[str, Any]) -> list[dict[str, Any]]:
    return [record for record in store["events"] if record.get("local")]


def as_uuid(text: str) -> str:
    """Return a UUID as the API writes it: SQLite has it without hyphens."""
    digits = text.replace("-", "")
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
