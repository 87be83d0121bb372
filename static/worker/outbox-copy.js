// A copy of the outbox and identity of each store, outside of IndexedDB. On a full disk Chromium may delete all stores at once,
// even while the browser is open, and keeps its caches.

import { resultOf } from './database.js';
import { locked, LOCKS } from './locks.js';
import { openStore, outbox, readState, saveEvents, transact } from './store.js';
import { addStore, FIRST, newStoreName, storeList } from './store-list.js';
import { otherStores } from './stores.js';

export const OUTBOX_COPY = 'outbox'; // the name of its cache
const ADDRESS = '/phone/outbox'; // of the open store; `/phone/outbox/NAME` is the copy of another store
let copied = null; // the keys and ids in the copy of the open store; null until this worker has written it
let copiedStores = null; // the names of all stores when the other ones were copied

const addressOf = name => `${ADDRESS}/${name}`;
const asText = (me, records) => new Response(JSON.stringify({ me, events: records.map(({ event }) => event) }));

// Bring the copies up to date. A guest has nothing but the identity to come back by, so copy it even if no events wait. The
// lock keeps the copy of a person who is just leaving the phone away from the store of the next one.
export const copyOutbox = () => locked(LOCKS.openStore, 'shared', async () => {
  const [me, records] = [await readState('identity'), await outbox()];
  if (!me) return;
  const cache = await caches.open(OUTBOX_COPY);
  await copyOtherStores(cache);
  const ids = String([me.key, me.nextKeys, me.person, me.circle, me.isKnown, ...records.map(({ id }) => id)]);
  if (ids === copied) return;
  if (records.length || (me.isKnown && !me.isRevoked)) await cache.put(ADDRESS, asText(me, records));
  else await cache.delete(ADDRESS);
  copied = ids;
});

// The other stores change only with their list, or where `forgetCopy` is called, because reading them all takes long.
// Without a stored list either the phone has one store, or the browser has deleted the list: then the copies stay.
async function copyOtherStores(cache) {
  const list = await storeList();
  if (list === FIRST) return;
  const { open, kept } = list;
  const names = String([open, kept]);
  if (names === copiedStores) return;
  for (const { name, me, waiting } of await otherStores()) await cache.put(addressOf(name), asText(me, waiting));
  const addresses = kept.filter(name => name !== open).map(addressOf);
  for (const { url } of await cache.keys()) {
    const path = new URL(url).pathname;
    if (path !== ADDRESS && !addresses.includes(path)) await cache.delete(path);
  }
  copiedStores = names;
}

// Put the copy of the open store aside under the name of this store.
export async function moveCopy(name) {
  const cache = await caches.open(OUTBOX_COPY);
  const copy = await cache.match(ADDRESS);
  if (copy) await cache.put(addressOf(name), copy);
  await cache.delete(ADDRESS);
  forgetCopy();
}

export async function dropCopies(names) {
  const cache = await caches.open(OUTBOX_COPY);
  for (const name of names) await cache.delete(addressOf(name));
}

// Fill a store that has no identity with its copy, and create the other stores again. Return the identity, or undefined if
// there is no copy of this store.
export async function restoreOutbox() {
  const cache = await caches.open(OUTBOX_COPY);
  const { open } = await storeList();
  for (const { url } of await cache.keys()) {
    const name = decodeURIComponent(new URL(url).pathname.slice(ADDRESS.length + 1));
    if (name) await restoreStore(name === open ? newStoreName() : name, await cache.match(url));
  }
  forgetCopy();
  const copy = await cache.match(ADDRESS);
  return copy && fillStore(await copy.json());
}

// Create a store from its copy, unless the browser still has it.
async function restoreStore(name, copy) {
  const store = await openStore(name);
  try {
    if (!await resultOf(store.transaction('state').objectStore('state').get('identity'))) await fillStore(await copy.json(), store);
  } finally {
    store.close();
  }
  await addStore(name);
}

// The identity comes without its session, as the cookie may be lost, too.
async function fillStore({ me: { session: _, ...me }, events }, store = undefined) {
  await transact(({ state }) => state.put(me, 'identity'), store);
  await saveEvents(events, store);
  return me;
}

export function forgetCopy() {
  copied = copiedStores = null;
}
