// Deletes data from the phone, but never an event that the server does not have.

import { DAY, PHONE, RECENT } from './configuration.js';
import { resultOf } from './database.js';
import { locked, LOCKS } from './locks.js';
import { OUTBOX_COPY } from './outbox-copy.js';
import { minutesOff } from './server.js';
import { freshLine, isFresh, objectStore, READY, readState, replaceStale, transact, writeState } from './store.js';

const OLD = RECENT * DAY;
const BATCH = 50; // lines that are computed at a time, because Python has to answer pages, too

// Delete matches that ended long ago; the first pull leaves them out, too. No later pull brings them back. So a match goes
// only if the clocks of phone and server both say that it is old, and by the rule of the server: nothing of it came lately.
export async function deleteOldMatches(summaryOf) {
  if (minutesOff === null || Math.abs(Date.now() - (await readState('trimmed') ?? 0)) < DAY) return;
  await locked(LOCKS.openStore, 'shared', async () => {
    const stale = (await oldLines()).filter(line => !isFresh(line)).slice(0, BATCH);
    await replaceStale(stale, await Promise.all(stale.map(line => freshLine(line.id, summaryOf))));
    await dropMatches((await oldLines()).filter(line => isFresh(line) && (line.summary?.finished || line.summary?.deleted)));
    if (stale.length < BATCH) await writeState('trimmed', Date.now()); // after a full batch there may be more
  });
}

const oldest = () => Date.now() - Math.max(minutesOff, 0) * 60_000 - OLD;

async function oldLines() {
  const before = IDBKeyRange.upperBound(oldest());
  return resultOf((await objectStore('matches')).index('moment').getAll(before));
}

function dropMatches(lines) {
  return transact(async ({ events, matches }) => {
    for (const { id } of lines) {
      const records = await resultOf(events.index('match').getAll(id));
      const isNeeded = ({ local, event }) => local || !(Date.parse(event.received) < oldest());
      if (records.some(isNeeded) || (await resultOf(matches.get(id)))?.stale) continue;
      for (const record of records) events.delete(record.id);
      matches.delete(id);
    }
  });
}

const forgetPull = state => ['pull', ...Object.values(READY)].forEach(name => state.delete(name));

// Clear the store, so that the next pull fetches everything again. If events wait to be sent, clear nothing and return false.
export function clearStore() {
  return transact(async ({ events, matches, players, state }) => {
    if (await resultOf(events.index('local').count())) return false;
    for (const store of [events, matches, players]) store.clear();
    forgetPull(state);
    return true;
  });
}

// Delete all copies of pages, because they may be of the person who used the phone before.
export async function deleteCopies() {
  for (const cache of await caches.keys()) if (![PHONE.cache, OUTBOX_COPY].includes(cache)) await caches.delete(cache);
}

// Store that the phone's key was revoked, and delete all events that the server has and all copies of pages.
export async function markRevoked(me, isDeleted = false) {
  await transact(async stores => {
    await forgetPulled(stores);
    stores.state.put({ ...me, isRevoked: true, isDeleted }, 'identity');
  });
  await deleteCopies();
}

// Delete all events that the server has, and what was computed from them. The next pull fetches them again.
export async function forgetPulled({ events, matches, players, state }) {
  for (const record of await resultOf(events.getAll())) if (!record.local) events.delete(record.id);
  for (const store of [matches, players]) store.clear();
  forgetPull(state);
}
