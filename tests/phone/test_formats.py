"""What lies on phones was written by every version that was ever released: today's worker reads it, sends and shows it."""

import json
from pathlib import Path

import pytest

STORES = sorted((Path(__file__).parent / "stores").glob("*.json"))
SENT = "(await all('events')).every(one => one.event.seq || one.refused)"

LAY = """async kept => {
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
def test_a_store_of_every_version_goes_on(real, new_phone, path):
    kept = json.loads(path.read_text("utf-8"))
    phone = new_phone()
    phone.open("/healthz")
    phone.page.evaluate(LAY, kept)
    phone.take_over()
    phone.until(SENT)
    mine = kept["state"]["identity"]
    found = phone.evaluate("await state('identity')")
    assert {name: found[name] for name in ("key", "device", "person", "circle")} == {
        name: mine[name] for name in ("key", "device", "person", "circle")
    }
    assert {one["id"] for one in phone.events()} == {one["id"] for one in kept["events"]}
    real.stop()
    phone.open()
    header = phone.page.locator("header").inner_text()
    assert "Eleni" in header
    assert phone.page.locator("a.card.match").count() == 2
    match = next(one["match"] for one in kept["events"] if one["event"]["kind"] == "deal" and "refused" not in one)
    phone.open(f"/table/{match}/")
    phone.until("[...document.querySelectorAll('#totals .numeral')].map(one => one.textContent).join() === '1,1'")
    assert phone.said == []
