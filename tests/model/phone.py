"""A phone of the model: the acts of people, and its stored events."""

import json
import time
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.model.browsers import DELAY, ModelBrowser
from tests.model.network import Network
from tests.phone.relay import Relay

PATIENCE = 12  # seconds for the answer to a tap: longer than the worker waits for a store or a request
# Every store of the phone, with its identity and its events. The model reads the stores themselves, not the worker.
STORES = """await (async () => {
  const result = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const open = async name => {
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => opening.transaction.abort();
    const database = await result(opening).catch(() => null);
    if (database) database.onversionchange = () => database.close();
    return database;
  };
  const people = await open('scorekeeper.people');
  const list = people && await result(people.transaction('state').objectStore('state').get('stores'));
  people?.close();
  const { open: current = 'scorekeeper', kept = [] } = list ?? {};
  const stores = [];
  for (const name of new Set([current, ...kept])) {
    const database = await open(name);
    if (!database) continue;
    const transaction = database.transaction(['events', 'state']);
    const [events, me, pull] = await Promise.all([
      result(transaction.objectStore('events').getAll()),
      result(transaction.objectStore('state').get('identity')),
      result(transaction.objectStore('state').get('pull')),
    ]);
    database.close();
    stores.push({ name, me, pull, events, isOpen: name === current });
  }
  return stores;
})()"""
ASK = """await new Promise((resolve, reject) => {{
  const channel = new MessageChannel();
  channel.port1.onmessage = ({{ data }}) => resolve(data);
  setTimeout(() => resolve(null), 20000);
  const worker = navigator.serviceWorker.controller;
  if (worker) worker.postMessage({question}, [channel.port2]); else resolve(null);
}})"""
SUBMIT = """(() => {{
  const form = document.querySelector({form});
  if (!form) return false;
  for (const [name, value] of Object.entries({fields})) {{
    const field = form.elements.namedItem(name) ?? form.appendChild(Object.assign(document.createElement('input'), {{ name, type: 'hidden' }}));
    if (field.type === 'checkbox') field.checked = true; else field.value = value;
  }}
  setTimeout(() => form.requestSubmit());
  return true;
}})()"""

# Send the form of a round many times, without a page in between. Return the events that the answers report as saved.
SAVE_MANY = """await (async () => {{
  const form = document.querySelector('form:has(#plain)');
  const events = [];
  for (let turn = 0; form && turn < {count}; turn += 1) {{
    const body = new URLSearchParams(new FormData(form));
    body.set('points', {points});
    const {{ url }} = await fetch(form.action, {{ method: 'POST', body }}).catch(() => ({{ url: location.href }}));
    const event = new URL(url).pathname.startsWith('/table/') && new URL(url).searchParams.get('saved');
    if (!event || events.includes(event)) break;
    events.push(event);
  }}
  return events;
}})()"""


class ModelPhone:
    def __init__(self, name: str, browser: ModelBrowser, relay: Relay, network: Network) -> None:
        self.name = name
        self.browser = browser
        self.relay = relay
        self.network = network
        self.url = relay.url

    def open(self, path: str = "/") -> None:
        self.browser.open(self.url + path)

    def evaluate(self, script: str) -> Any:
        return self.browser.evaluate(script)

    def until(self, script: str, patience: float = PATIENCE) -> bool:
        """Wait until an expression is true. Return whether it became true."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if self.evaluate(script) is True:
                return True
            time.sleep(DELAY)
        return False

    def take_over(self) -> None:
        """Wait until the worker answers, and has pulled."""
        self.open()
        assert self.until("navigator.serviceWorker.controller !== null", 30), self.name
        assert self.until(f"({STORES})[0]?.pull?.whole === true", 30), self.name
        self.open()

    def nudge(self, **options: Any) -> None:
        self.evaluate(f"navigator.serviceWorker.controller?.postMessage({json.dumps(options)}) ?? null")

    def ask(self, **question: Any) -> Any:
        return self.evaluate(ASK.format(question=json.dumps(question)))

    def submit(self, form: str, **fields: Any) -> bool:
        """Fill in a form and send it, as a tap does."""
        return self.evaluate(SUBMIT.format(form=json.dumps(form), fields=json.dumps(fields))) is True

    @property
    def address(self) -> str:
        return str(self.evaluate("location.href") or "")

    def saved(self, form: str, **fields: Any) -> str | None:
        """Send a form. Return the event that the page reports as saved, or None if it reports nothing."""
        before = saved_event(self.address)
        if not self.submit(form, **fields):
            return None
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            event = saved_event(self.address)
            if event and event != before:
                return event
            time.sleep(DELAY)
        return None

    def start_match(self, player: str) -> str | None:
        if not self.evaluate("document.querySelector('form[action=\"/new/\"]') !== null"):
            self.open()
        return self.saved('form[action="/new/"]', name=player)

    def save(self, match: str, points: int, amended: str | None = None) -> str | None:
        if f"/table/{match}/" not in self.address:
            self.open(f"/table/{match}/")
        more = {"amended": amended} if amended else {}
        return self.saved("form:has(#plain)", points=points, **more)

    def save_many(self, match: str, points: int, count: int) -> list[str]:
        """Save rounds in a row. Return the events that the page reports as saved."""
        if f"/table/{match}/" not in self.address:
            self.open(f"/table/{match}/")
        before = saved_event(self.address)
        events = self.evaluate(SAVE_MANY.format(points=points, count=count)) or []
        return [event for event in events if event != before]

    def stores(self) -> list[dict[str, Any]]:
        for turn in range(20):
            try:
                stores = self.evaluate(STORES)
            except AssertionError:
                stores = None
            if stores and any(store["isOpen"] for store in stores):  # a new store may not exist yet
                return list(stores)
            if turn % 5 == 4:
                self.open()  # the browser's own page for a failed request has no access to the stores
            time.sleep(0.1)
        raise AssertionError(f"{self.name}: the stores cannot be read at {self.address}")

    def stores_now(self) -> list[dict[str, Any]]:
        """Return the stores, or nothing if the page that is open now cannot read them."""
        with suppress(AssertionError):
            return list(self.evaluate(STORES) or [])
        return []

    def open_store(self) -> dict[str, Any]:
        [store] = [store for store in self.stores() if store["isOpen"]]
        return store

    def me(self) -> dict[str, Any]:
        return dict(self.open_store()["me"] or {})

    def set_clock(self, off: int) -> None:
        """Set the worker's clock, in milliseconds from the true time."""
        self.evaluate(f"navigator.serviceWorker.controller?.postMessage({{ clock: {off} }}) ?? null")

    def close(self) -> None:
        with suppress(Exception):
            self.browser.close()
        self.relay.close()


def saved_event(address: str) -> str | None:
    parts = urlsplit(address)
    return parse_qs(parts.query).get("saved", [None])[0] if parts.path.startswith("/table/") else None
