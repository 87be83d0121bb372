// The events that this worker has stored since it started, until the server has answered about them.
//
// On a full disk a browser may lose its store after a transaction has completed: Chromium can no longer open it, and may
// delete it at its next start. So these events are sent from the worker's memory as long as the worker runs.

import { askServer } from './server.js';
import { register } from './identity.js';
import { readState } from './store.js';
import { MOST_EVENTS, recordsToSend } from './sync.js';

const inMemory = new Map();
const delivered = new Set(); // ids of events that the server has, although the store says otherwise
let sender = null; // the identity of this phone when it stored them

export function rememberUnsent(me, events) {
  sender = me;
  for (const event of events) inMemory.set(event.id, event);
}

// Forget these events, or all of them.
export function forgetUnsent(ids = inMemory.keys()) {
  for (const id of [...ids]) inMemory.delete(id);
}

// Send the events of the outbox, if it can be read, and those in memory. No answer can be stored.
export async function sendWithoutStore() {
  const me = await readState('identity').catch(() => null) ?? sender;
  const waiting = (await recordsToSend().catch(() => [])).map(({ event }) => [event.id, event]);
  const events = [...new Map([...waiting, ...inMemory]).values()].filter(({ id }) => !delivered.has(id)).slice(0, MOST_EVENTS);
  if (!me || !events.length) return;
  if (!me.isKnown) await register(me);
  const { accepted } = await askServer('POST', `/api/v1/events/?circle=${me.circle}`, { key: me.key, body: events });
  for (const { id } of accepted) delivered.add(id);
}
