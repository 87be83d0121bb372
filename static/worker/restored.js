// Finds what a server lacks that was restored from an older copy of its database: circles, and events of circles that are not open.

import { resultOf } from './database.js';
import { bindKey, changeKey, identity, ignoreRefused, ignoreUnknown, isOwnKey, keysOf, register, updateIdentity } from './identity.js';
import { forgetCopy } from './outbox-copy.js';
import { askServer, ENDED, historyQuery, pullEvents } from './server.js';
import { forgetNumbers, openStore, storePulled, storeRefusals, transact, writeState } from './store.js';
import { countAgain, isClosed, joinStores, otherStores, ownOtherStores, reassignStores } from './stores.js';
import { MOST_EVENTS } from './sync.js';
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
  await changeKey(me); // the server may have ended the old one
  await updateIdentity(me, { person, isRegisteredAgain: true });
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
// events wait to be sent. Those of the same person go at once, the others when someone takes them over. If it has erased
// names, what the store has pulled goes.
//
// A guest may have put a store aside and become part of an account that is in its circle: then the open store gets what waits.
export async function compareOtherStores() {
  const own = await identity();
  const ofOpenCircle = [];
  const isOfOpenCircle = ({ me: { person, circle } }) => person === own.person && circle === own.circle;
  for (const other of (await otherStores()).filter(store => !isClosed(store) || isOfOpenCircle(store))) {
    const { name, me: theirs } = other;
    const isOwn = theirs.person === own.person;
    const me = isOwn ? { ...theirs, key: own.key } : theirs; // only the open store has a new key
    const store = await openStore(name);
    try {
      const isCompared = await compareStore(store, me, keysOf(theirs));
      if (isOwn && isCompared) await exchangeStore(store, me).catch(waitUntilOpened);
      if (isCompared && isOfOpenCircle(other)) ofOpenCircle.push(name);
    } finally {
      store.close();
    }
  }
  if (ofOpenCircle.length) await joinStores(ofOpenCircle);
  countAgain();
  forgetCopy();
}

// Return whether the person may enter the circle of the store. `keys` are those by which the store was used before.
async function compareStore(store, me, keys) {
  const state = () => store.transaction('state', 'readwrite').objectStore('state');
  const pulled = await resultOf(state().get('pull')) ?? {};
  const { since = 0, erasures = 0 } = pulled;
  const query = historyQuery(me, pulled);
  query.set('recent', '1');
  try {
    const answer = await pullEvents(query, me.key);
    if (since && (answer.erasures ?? 0) !== erasures) await transact(forgetPulled, store);
    return true;
  } catch (trouble) {
    if (ENDED.includes(trouble.code)) {
      await leaveToItsPerson(state, me, trouble.code);
      return false;
    }
    const isUnknown = trouble.status === 401; // the server does not know a former person's key
    if (!isUnknown && trouble.code !== 'other_log' && !isOutside(trouble)) throw trouble;
    const guest = isOutside(trouble) ? await guestAgain(me, keys) : null;
    if (guest) {
      await forgetNumbers(store);
      const { person } = await bindKey({ ...me, ...guest, person: me.person }).catch(ignoreRefused) ?? guest; // it merges a guest unasked only in the same session
      if (person !== me.person) await resultOf(state().put({ ...me, ...guest, isGuest: true }, 'identity'));
      return person === me.person;
    }
    const isClosedNow = trouble.code === 'not_found' && since; // the server has the events, and the person may no longer enter the circle
    if (!isClosedNow) await forgetNumbers(store);
    if (isUnknown || !await isOwnKey(me)) return false;
    const isOpen = !isClosedNow && (trouble.code === 'other_log' || await createAgain(me));
    if (!isOpen) await resultOf(state().put({ ...me, isClosed: true }, 'identity'));
    return isOpen;
  }
}

// Note that only its former person can send the store's events, after signing in: their key has ended, so nobody can take them over.
async function leaveToItsPerson(state, me, code) {
  if (me.person === (await identity()).person) return;
  await resultOf(state().put({ ...me, isAccount: true, isDeleted: code === 'account_deleted' }, 'identity'));
}

// Return the guest to whom the circle of a store belongs again, with key and id of the phone, because the server was restored from
// a copy from before the guest's circles went to the person of this phone. Return null if no key enters it for someone else.
//
// Someone else may know a former key, so the server gets no cookie with it: that would prove the key to be this person's.
export async function guestAgain(me, keys = keysOf(me)) {
  for (const { key, device } of keys) {
    const { person = me.person } = await askServer('GET', '/api/v1/devices/', { key, credentials: 'omit' }).catch(ignoreUnknown) ?? {};
    if (person !== me.person && await isEntered(me.circle, { key, credentials: 'omit' })) return { key, device, person };
  }
  return null;
}

export const isEntered = (circle, options) => askServer('GET', `/api/v1/events/?circle=${circle}&since=0&recent=1`, options).then(() => true, trouble => {
  if (!isOutside(trouble)) throw trouble;
  return false;
});

// Give the open store back to the guest to whom its circle belongs again. Return whether there is such a guest.
export async function returnToGuest(me) {
  const guest = await guestAgain(me);
  if (!guest) return false;
  await forgetNumbers();
  await updateIdentity(me, { ...guest, isGuest: true, session: 0, formerKey: undefined, nextKeys: undefined });
  return true;
}

const REFUSALS = [400, 403, 404, 409, 413, 500];

// Let events wait that the server refuses: the circle is opened one day, and then sends them one by one.
function waitUntilOpened(trouble) {
  if (!REFUSALS.includes(trouble.status)) throw trouble;
}

// Send the events that wait in a store that is not open. A pull first: the server may have them, and a push must name its log.
async function exchangeStore(store, me) {
  const records = () => resultOf(store.transaction('events').objectStore('events').index('local').getAll());
  for (let firstId = null; me.role !== 'reader';) {
    const waiting = (await records()).filter(record => !record.refused);
    if (!waiting.length) return;
    const query = await pullInto(store, me);
    const events = (await records()).filter(record => !record.refused).map(record => record.event).slice(0, MOST_EVENTS);
    if (!events.length || events[0].id === firstId) return;
    firstId = events[0].id;
    const { refused } = await askServer('POST', `/api/v1/events/?${query}`, { key: me.key, body: events });
    await storeRefusals(refused, store);
  }
}

// Pull what a store lacks, and return the query that names the end of its log.
async function pullInto(store, me) {
  for (;;) {
    const state = store.transaction('state').objectStore('state');
    const pulled = await resultOf(state.get('pull')) ?? {};
    const query = historyQuery(me, pulled);
    const answer = await pullEvents(query, me.key);
    if (!answer.events.length) return query;
    const { id, received } = answer.events.at(-1);
    const position = { since: answer.seq, last: id, received, hash: answer.hash, erasures: answer.erasures };
    await storePulled(answer.events, { ...pulled, ...position }, store);
  }
}
