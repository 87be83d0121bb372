// A copy of the open store's outbox and identity, outside of IndexedDB. On a full disk Chromium may delete all stores at once,
// even while the browser is open, and keeps its caches.

import { outbox, readState, saveEvents, transact } from './store.js';

export const OUTBOX_COPY = 'outbox'; // the name of its cache
const ADDRESS = '/phone/outbox';
let copied = null; // the keys and ids in the copy; null until this worker has written it

// Bring the copy up to date. Delete it if no events wait.
export async function copyOutbox() {
  const [me, records] = [await readState('identity'), await outbox()];
  const ids = String([me?.key, me?.nextKey, ...records.map(({ id }) => id)]);
  if (!me || ids === copied) return;
  if (records.length) {
    const cache = await caches.open(OUTBOX_COPY);
    await cache.put(ADDRESS, new Response(JSON.stringify({ me, events: records.map(({ event }) => event) })));
  } else await caches.delete(OUTBOX_COPY);
  copied = ids;
}

// Fill a store that has no identity with the copy. Return the identity, or undefined if there is no copy.
export async function restoreOutbox() {
  const response = await caches.match(ADDRESS, { cacheName: OUTBOX_COPY });
  if (!response) return undefined;
  const { me, events } = await response.json();
  await transact(({ state }) => state.put(me, 'identity'));
  await saveEvents(events);
  return me;
}

export function forgetCopy() {
  copied = null;
}
