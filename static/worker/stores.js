// Opens the store of the right person and circle. The worker displays, writes and sends the open store only. It opens
// another store when Django's pages belong to another person, or display another circle.
//
// Work that reads and then writes holds the lock 'sync' or 'whose', so that no other store is opened in between.

import { ask, Trouble } from './ask.js';
import { PHONE } from './configuration.js';
import { resultOf } from './database.js';
import { adopt, become, identity, joinSignedIn, session, stranger } from './identity.js';
import { database, openStore, outbox, readState, reopen, saveEvents } from './store.js';
import { deleteStores, newStoreName, storeList } from './store-list.js';
import { pullAndPush, toSend } from './sync.js';
import { forgetSent } from './tidy.js';
import { forgetUnsent } from './unsent.js';

// Open this store from now on, and drop the given ones. Delete all other caches, because they may hold pages of the person
// who used the phone before.
export async function useStore(name, ...dropped) {
  await storeList(({ kept, gone }) => ({
    open: name,
    kept: [...new Set([...kept, name])].filter(other => !dropped.includes(other)),
    gone: [...gone, ...dropped],
  }));
  forgetUnsent();
  await reopen();
  for (const cache of await caches.keys()) if (cache !== PHONE.cache) await caches.delete(cache);
  await database();
}

// Drop a person's other stores if no events wait in them, or those for which the function returns true.
export async function dropStoresOf(person, isDropped = store => !store.waiting.length) {
  const names = (await ownOtherStores(person)).filter(isDropped).map(store => store.name);
  await storeList(({ open, kept, gone }) => ({
    open,
    kept: kept.filter(name => !names.includes(name)),
    gone: [...gone, ...names],
  }));
  await deleteStores(names);
}

// Open the store of this person and circle. The old store stays, because its person may come back and send its events.
// If the server does not know the old person, the new person gets the events of the old store.
function switchTo({ person, circle }) {
  return navigator.locks.request('whose', async () => {
    const me = await identity();
    const others = await ownOtherStores(person);
    const theirs = others.find(store => store.me.circle === circle);
    if (!me.isKnown && theirs) await moveInto(theirs.name);
    if (!me.isKnown) return;
    const known = me.person === person ? me : others[0]?.me;
    await useStore(theirs?.name ?? newStoreName());
    if (known) await become({ ...known, isClosed: false, circle, role: theirs?.me.role ?? 'reader' }); // all stores of a person share one key
  });
}

export const ownOtherStores = async person => (await otherStores()).filter(store => store.me.person === person);

// Return all stores except the open one, each with its identity, its waiting events and the names of its players.
async function otherStores() {
  const { open: current, kept } = await storeList();
  const stores = [];
  for (const name of kept.filter(other => other !== current)) {
    const store = await openStore(name);
    const me = await resultOf(store.transaction('state').objectStore('state').get('identity'));
    const events = store.transaction('events').objectStore('events');
    const waiting = await resultOf(events.index('local').getAll());
    const matches = [...new Set((me?.isGuest ? await resultOf(events.getAll()) : waiting).map(record => record.match))];
    const logs = await Promise.all(matches.map(match => resultOf(events.index('match').getAll(match))));
    store.close();
    if (me?.isKnown) stores.push({ name, me, waiting, names: playerNames(logs.flat()) });
  }
  return stores;
}

function playerNames(records) {
  const starts = records.filter(({ event }) => event.kind === 'start');
  return [...new Set(starts.flatMap(({ event }) => event.data.players.map(player => player.name)))];
}

// Return how many entries wait in other stores, and how many in circles that the person can no longer enter. Count again
// only if the list of stores changed, because counting reads every store.
let counted = { stores: '', elsewhere: 0, closed: 0 };
export async function countElsewhere() {
  const { open, kept } = await storeList();
  const stores = String([open, kept]);
  if (counted.stores !== stores) {
    const others = await otherStores();
    const elsewhere = others.flatMap(store => store.waiting).filter(record => !record.refused).length;
    counted = { stores, elsewhere, closed: countClosed(others, await identity()) };
  }
  return { elsewhere: counted.elsewhere, closed: counted.closed };
}

export const isClosed = ({ me }) => me.isClosed === true;
export const countClosed = (stores, { person }) =>
  stores.filter(store => store.me.person === person && isClosed(store)).flatMap(store => store.waiting).length;

// Return the stores of other people who used this phone, if events wait in them. Return all stores of guests, because
// nobody on this phone can open their circles any more.
export async function strangersStores() {
  const { person } = await identity();
  return (await otherStores()).filter(store => store.me.person !== person && (store.waiting.length || store.me.isGuest));
}

// Give the events of other guests to the person who uses the phone now and has requested them. Then they can be sent.
// If nobody is signed in, the phone becomes that guest's again.
export async function takeOver() {
  for (const { name, me: theirs } of await strangersStores()) {
    const answer = await adopt(theirs, { brings: true }).catch(trouble => {
      if (![401, 409].includes(trouble.status)) throw trouble; // people with an account sign in to send their events
    });
    if (answer === null && theirs.isGuest && !(await identity()).isKnown) {
      await navigator.locks.request('whose', () => moveInto(name));
      await become(await identity(), { isGuest: false, session: 0 });
      return;
    }
    if (!answer) continue;
    await handOver(theirs.person, answer.person);
    await switchTo({ person: answer.person, circle: theirs.circle });
  }
}

// Move the outbox into that store. Save first and drop this store later: if the worker ends in between, both stores have
// the events, which does no harm.
async function moveInto(theirs) {
  const { open: current } = await storeList();
  const events = (await outbox()).map(record => record.event);
  await reopen(openStore(theirs));
  try {
    await saveEvents(events);
    await useStore(theirs, current);
  } catch (error) {
    await reopen();
    throw error;
  }
}

// Return whether the person may have changed. With several stores, each new page may be another person's, and a person whom
// the server does not know may have a store already.
export async function isUnsure(isOpened) {
  const { kept } = await storeList();
  return kept.length > 1 && (isOpened || !(await identity()).isKnown);
}

// Open the store of the person whom a page names, and of its circle. The page may be old, so ask the server who is signed
// in, and which circle this person has chosen. Return whether a store of another circle is open now.
export async function follow(person, circle) {
  const me = await identity();
  if (person === me.person && !me.isRevoked && (!circle || circle === me.circle)) return false;
  let current = await ask('GET', '/phone/session/');
  if (!current.person) return false;
  const isOurs = current.person !== me.person && me.isKnown && !me.isRevoked && await comesAlong(me);
  if (isOurs) current = await ask('GET', '/phone/session/'); // the server may have merged the persons just now
  for (const guest of current.was ?? []) await handOver(guest, current.person);
  const isAnother = current.person !== me.person;
  if (isAnother && isOurs) await bringAlong(me, current.person);
  else if (isAnother && !current.was?.includes(me.person)) await switchTo(current);
  else if (isAnother || me.isRevoked) await startAgain(me);
  else if (current.circle && current.circle !== me.circle) await changeCircle(me, current);
  return (await identity()).circle !== me.circle;
}

// Send the events of a circle before leaving it. If the person may no longer enter the circle, they stay in its store.
async function changeCircle(me, current) {
  if ((await toSend()).length) {
    await pullAndPush(me, () => {}).catch(trouble => {
      if (![403, 404].includes(trouble.status)) throw trouble;
    });
  }
  await switchTo(current);
}

// Open the home circle of the person, which the server creates for someone who has no circle any more.
export async function openHome(me) {
  const home = await adopt(me);
  if (!home || home.circle === me.circle) throw new Trouble('closed', { status: 404 });
  await switchTo(home);
}

// Return whether the server has merged this phone's person and the person who is signed in. Signing in to an account does so
// for a guest, whose key then belongs to the account. The second request merges a guest without a cookie into the account, if
// this browser began the account's session. A refused guest's events stay, and can be taken over later.
const comesAlong = async me => await isAccepted(session(me))
  || isAccepted(adopt(me), trouble => become(me, { isGuest: trouble.code === 'guest' }));

function isAccepted(request, onRefused = async _trouble => {}) {
  return request.then(() => true, async trouble => {
    if (![401, 409].includes(trouble.status)) throw trouble;
    await onRefused(trouble);
    return false;
  });
}

// Create a new key, because the old one was revoked and its person has signed in again. The new key sends the waiting events
// to the same circle.
async function startAgain(me) {
  await forgetSent(me);
  await become(me, { ...stranger(), circle: me.circle, isRevoked: false, session: 0 });
}

// Give the other stores of a guest to the person with whom the server has merged this guest.
async function handOver(guest, person) {
  for (const { name, me: theirs } of await ownOtherStores(guest)) {
    const store = await openStore(name);
    const state = store.transaction('state', 'readwrite').objectStore('state');
    await resultOf(state.put({ ...theirs, person }, 'identity'));
    store.close();
  }
}

// Use the store for the person with whom the server has merged this guest. The server has moved the guest's circle, too, but
// only if it has events.
async function bringAlong(me, person) {
  await handOver(me.person, person);
  if ((await readState('pull'))?.since) await become(me, { person });
  else await joinSignedIn(me);
}
