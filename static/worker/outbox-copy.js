// A copy of the open store's outbox and identity, outside of IndexedDB. On a full disk Chromium may delete all stores at once,
// even while the browser is open, and keeps its caches.

import { locked, LOCKS } from './locks.js';
import { outbox, readState, saveEvents, transact } from './store.js';

export const OUTBOX_COPY = 'outbox'; // the name of its cache
const ADDRESS = '/phone/outbox';
let copied = null; // the keys and ids in the copy; null until this worker has written it

// Bring the copy up to date. A guest has nothing but the identity to come back by, so copy it even if no events wait. The lock
// keeps the copy of a person who is just leaving the phone away from the store of the next one.
export const copyOutbox = () => locked(LOCKS.openStore, 'shared', async () => {
  const [me, records] = [await readState('identity'), await outbox()];
  if (!me) return;
  const ids = String([me.key, me.nextKeys, me.person, me.circle, me.isKnown, ...records.map(({ id }) => id)]);
  if (ids === copied) return;
  if (records.length || (me.isKnown && !me.isRevoked)) {
    const cache = await caches.open(OUTBOX_COPY);
    await cache.put(ADDRESS, new Response(JSON.stringify({ me, events: records.map(({ event }) => event) })));
  } else await caches.delete(OUTBOX_COPY);
  copied = ids;
});

// Fill a store that has no identity with the copy. Return the identity, or undefined if there is no copy.
export async function restoreOutbox() {
  const response = await caches.match(ADDRESS, { cacheName: OUTBOX_COPY });
  if (!response) return undefined;
  const { me: { session: _, ...me }, events } = await response.json(); // without the session, as the cookie may be lost, too
  await transact(({ state }) => state.put(me, 'identity'));
  await saveEvents(events);
  return me;
}

export function forgetCopy() {
  copied = null;
}
