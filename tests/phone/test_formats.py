"""The worker reads, sends and shows the stores of every released version."""

import json
from pathlib import Path

import pytest

STORES = sorted((Path(__file__).parent / "stores").glob("*.json"))
SENT = "(await all('events')).every(one => one.event.seq || one.refused)"

STORE = """async kept => {
    const asked = indexedDB.open(kept.name, kept.version);
    asked.onupgradeneeded = () => {
        for (const [name, { keyPath, indexes }] of Object.entries(kept.schema)) {
            const store = asked.result.createObjectStore(name, keyPath ? { keyPath } : {});
            for (const index of indexes) store.createIndex(index, index);
        }
    };
    const database = await new Promise(done => { asked.onsuccess = () => done(asked.result); });
    const transaction = database.transaction(Object.keys(kept.schema), 'readwrite');
    for (const name of Object.keys(kept.schema)) {
        const store = transaction.objectStore(name);
        if (kept.schema[name].keyPath) for (const one of kept[name]) store.put(one);
        else for (const [key, value] of Object.entries(kept[name])) store.put(value, key);
    }
    await new Promise(done => { transaction.oncomplete = done; });
    database.close();
}"""


@pytest.mark.parametrize("path", STORES, ids=lambda path: path.stem)
def test_the_worker_reads_the_store_of_every_version(real, new_phone, path):
    content = json.loads(path.read_text("utf-8"))
    phone = new_phone()
    phone.open("/healthz")
    phone.page.evaluate(STORE, content)
    phone.take_over()
    phone.until(SENT)
    before = content["state"]["identity"]
    after = phone.evaluate("await state('identity')")
    assert {name: after[name] for name in ("key", "device", "person", "circle")} == {
        name: before[name] for name in ("key", "device", "person", "circle")
    }
    assert {event["id"] for event in phone.events()} == {event["id"] for event in content["events"]}
    real.stop()
    phone.open()
    header = phone.page.locator("header").inner_text()
    assert "Eleni" in header
    assert phone.page.locator("a.card.match").count() == 2
    match = next(
        event["match"] for event in content["events"] if event["event"]["kind"] == "deal" and "refused" not in event
    )
    phone.open(f"/table/{match}/")
    phone.until("[...document.querySelectorAll('#totals .numeral')].map(one => one.textContent).join() === '1,1'")
    assert phone.errors == []
