// Finds what a server lacks that was restored from an older copy of its database: circles, and events of circles that are not open.

import { resultOf } from './database.js';
import { identity, isOwnKey, register, updateIdentity } from './identity.js';
import { forgetCopy } from './outbox-copy.js';
import { askServer } from './server.js';
import { forgetNumbers, openStore, transact, writeState } from './store.js';
import { countAgain, isClosed, otherStores, ownOtherStores, reassignStores } from './stores.js';
import { forgetPulled } from './tidy.js';

// What a server that was restored may say about the log of a circle that it knew.
export const OF_RESTORED = ['unknown_circle', 'other_log', 'not_found'];

// Return whether the server says that the person is not in the circle. It may have been deleted, or restored without them.
export const isOutside = trouble => ['not_found', 'unknown_circle'].includes(trouble.code);

// Register the phone with a circle that its person owns. A member must not become the owner of the open circle.
export async function registerAgain(me) {
  const own = [{ me }, ...await ownOtherStores(me.person)].find(store => store.me.role === 'owner');
  return register({ ...me, circle: own?.me.circle ?? crypto.randomUUID() });
}

// Give the phone a new guest, because a restored server knows someone else by its person's id, or by the id of its circle. The
// phone keeps what it has. An owner's events go to a new circle if someone else has theirs.
export async function beginAnew() {
  const me = await identity();
  const person = crypto.randomUUID();
  await reassignStores(me.person, person);
  await updateIdentity(me, { person, isRegisteredAgain: true, session: 0 });
  await forgetNumbers();
  await registerAgain(me).catch(async trouble => {
    if (trouble.status !== 409) throw trouble;
    const circle = crypto.randomUUID();
    if (me.role === 'owner') await updateIdentity(me, { circle });
    await register({ ...me, circle });
  });
  await writeState('isRestored', true);
}

// Create the owner's circle again. Return whether that was possible. A phone of another member could lock the owner out.
export async function createAgain({ role, key, circle }) {
  if (role !== 'owner') return false;
  return askServer('POST', '/api/v1/circles/', { key, body: { id: circle } }).then(() => true, refusal => {
    if (refusal.status !== 409) throw refusal;
    return false; // it is there, but the server does not know this person as its member
  });
}

// Compare the other stores with the server, also those of former people of this phone. If it lacks events of a store, all its
// events wait to be sent. They go when the circle is opened next, or when someone takes them over. If it has erased names,
// what the store has pulled goes.
export async function compareOtherStores() {
  const own = await identity();
  for (const { name, me } of (await otherStores()).filter(store => !isClosed(store))) {
    const store = await openStore(name);
    try {
      await compareStore(store, me.person === own.person ? { ...me, key: own.key } : me); // only the open store has a new key
    } finally {
      store.close();
    }
  }
  countAgain();
  forgetCopy();
}

async function compareStore(store, me) {
  const state = () => store.transaction('state', 'readwrite').objectStore('state');
  const { since = 0, last, hash, erasures = 0 } = await resultOf(state().get('pull')) ?? {};
  const query = new URLSearchParams({ circle: me.circle, since, recent: '1', ...(last && { last }), ...(hash && { hash }) });
  try {
    const answer = await askServer('GET', `/api/v1/events/?${query}`, { key: me.key });
    if (since && (answer.erasures ?? 0) !== erasures) await transact(forgetPulled, store);
  } catch (trouble) {
    if (trouble.code === 'revoked') return;
    const isUnknown = trouble.status === 401; // the server does not know a former person's key
    if (!isUnknown && trouble.code !== 'other_log' && !isOutside(trouble)) throw trouble;
    if (trouble.code === 'not_found' && since) return; // the server has the events, and the person may no longer enter the circle
    await forgetNumbers(store);
    if (isUnknown || !await isOwnKey(me)) return;
    const isEntered = trouble.code === 'other_log' || await createAgain(me);
    if (!isEntered) await resultOf(state().put({ ...me, isClosed: true }, 'identity'));
  }
}
