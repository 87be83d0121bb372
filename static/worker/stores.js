// Whose data is on the phone, and of which circle. No store but the open one is displayed, written or sent, until Django's
// pages are another person's, or about another circle.
//
// Work that reads in order to write holds the lock 'sync' or 'whose', so that the store is the same from first to last.

import { ask } from './ask.js';
import { PHONE } from './configuration.js';
import { resultOf } from './database.js';
import { adopt, become, identity, joinSignedIn, session, stranger } from './identity.js';
import { database, forget, opened, openStore, outbox, readState, saveEvents, setOpened } from './store.js';
import { deleteStores, newStoreName, storeList } from './store-list.js';
import { pullAndPush, toSend } from './sync.js';
import { forgetSent } from './tidy.js';

// Open this store from here on, and drop others. What else the browser keeps may be pages of the person before.
export async function useStore(name, ...dropped) {
  await storeList(({ kept, gone }) => ({
    open: name,
    kept: [...new Set([...kept, name])].filter(other => !dropped.includes(other)),
    gone: [...gone, ...dropped],
  }));
  await switchStore(null);
  for (const cache of await caches.keys()) if (cache !== PHONE.cache) await caches.delete(cache);
  await database();
}

async function switchStore(next) {
  const before = opened;
  setOpened(next);
  forget();
  (await before?.catch(() => null))?.close();
}

// Drop those of a person's other stores in which nothing waits.
export async function dropStoresOf(person) {
  const names = (await otherStoresOf(person)).filter(store => !store.waiting.length).map(store => store.name);
  await storeList(({ open, kept, gone }) => ({
    open,
    kept: kept.filter(name => !names.includes(name)),
    gone: [...gone, ...names],
  }));
  await deleteStores(names);
}

// Open the store of this person and circle. The store before stays as it is, with what was not sent, until they are back.
// What an unknown person has written becomes that of the first who is known.
function switchTo({ person, circle }) {
  return navigator.locks.request('whose', async () => {
    const me = await identity();
    const others = await otherStoresOf(person);
    const theirs = others.find(store => store.me.circle === circle);
    if (!me.isKnown && theirs) await moveInto(theirs.name);
    if (!me.isKnown) return;
    const known = me.person === person ? me : others[0]?.me;
    await useStore(theirs?.name ?? newStoreName());
    if (known) await become({ ...known, circle, role: theirs?.me.role ?? 'reader' }); // one key for all of their stores
  });
}

export const otherStoresOf = async person => (await otherStores()).filter(store => store.me.person === person);

// All stores but the open one, each with its identity, what waits in it, and the names of who plays there.
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

// How many entries wait in other stores. It changes only when another store is opened, or one is dropped.
let counted = { stores: '', number: 0 };
export async function countWaitingElsewhere() {
  const { open, kept } = await storeList();
  const stores = String([open, kept]);
  if (counted.stores !== stores) {
    const waiting = (await otherStores()).flatMap(store => store.waiting);
    counted = { stores, number: waiting.filter(record => !record.refused).length };
  }
  return counted.number;
}

// Stores of others who had this phone: those in which something waits, and those of guests, whose circles nobody here can open.
export async function storesOfOthers() {
  const { person } = await identity();
  return (await otherStores()).filter(store => store.me.person !== person && (store.waiting.length || store.me.isGuest));
}

// What other guests have written becomes that of the person who has the phone now and wants it, and is sent then.
export async function takeOver() {
  for (const { me: theirs } of await storesOfOthers()) {
    const answer = await adopt(theirs, { brings: true }).catch(trouble => {
      if (![401, 409].includes(trouble.status)) throw trouble; // a person with an account sends it, by signing in
    });
    if (!answer) continue;
    await handOver(theirs.person, answer.person);
    await switchTo({ person: answer.person, circle: theirs.circle });
  }
}

// Written there before it is gone from here: cut short, it is in both, which harms nothing.
async function moveInto(theirs) {
  const { open: current } = await storeList();
  const events = (await outbox()).map(record => record.event);
  await switchStore(openStore(theirs));
  try {
    await saveEvents(events);
    await useStore(theirs, current);
  } catch (error) {
    await switchStore(null);
    throw error;
  }
}

// Where several have stores, each page that is opened may be another's; and a stranger may be one of them.
export async function isUnsure(isOpened) {
  const { kept } = await storeList();
  return kept.length > 1 && (isOpened || !(await identity()).isKnown);
}

// Follow the person whom a page names, and perhaps its circle. The page may be an old one: the server knows who is signed
// in, and which circle they have chosen. Return whether another circle's store is open now.
export async function follow(person, circle) {
  const me = await identity();
  if (person === me.person && !me.isRevoked && (!circle || circle === me.circle)) return false;
  let current = await ask('GET', '/phone/session/');
  if (!current.person) return false;
  const isOurs = current.person !== me.person && me.isKnown && !me.isRevoked && await comesAlong(me);
  if (isOurs) current = await ask('GET', '/phone/session/'); // who joined by an invitation may be ours now
  for (const guest of current.was ?? []) await handOver(guest, current.person);
  const isAnother = current.person !== me.person;
  if (isAnother && isOurs) await bringAlong(me, current.person);
  else if (isAnother && !current.was?.includes(me.person)) await switchTo(current);
  else if (isAnother || me.isRevoked) await startAgain(me);
  else if (current.circle && current.circle !== me.circle) await changeCircle(me, current);
  return (await identity()).circle !== me.circle;
}

// What was written in a circle goes there before it is left. Where the person is not let in any more, it stays in its store.
async function changeCircle(me, current) {
  if ((await toSend()).length) {
    await pullAndPush(me, () => {}).catch(trouble => {
      if (![403, 404].includes(trouble.status)) throw trouble;
    });
  }
  await switchTo(current);
}

// A guest who signs in to an account brings the phone along: its key speaks for that person then. Where the guest had
// no cookie yet, they come along now. A person who has just joined by an invitation becomes the guest instead. A guest who
// does not come along may still be taken over later.
const comesAlong = async me => await isAccepted(session(me))
  || isAccepted(adopt(me), trouble => become(me, { isGuest: trouble.code === 'guest' }));

function isAccepted(request, onRefused = async _trouble => {}) {
  return request.then(() => true, async trouble => {
    if (![401, 409].includes(trouble.status)) throw trouble;
    await onRefused(trouble);
    return false;
  });
}

// The key has ended, and the person for whom it spoke has signed in again: a new key sends what waits, to the same circle.
async function startAgain(me) {
  await forgetSent(me);
  await become(me, { ...stranger(), circle: me.circle, isRevoked: false, session: 0 });
}

// The other stores of a guest belong to the person that this guest has become part of.
async function handOver(guest, person) {
  for (const { name, me: theirs } of await otherStoresOf(guest)) {
    const store = await openStore(name);
    const state = store.transaction('state', 'readwrite').objectStore('state');
    await resultOf(state.put({ ...theirs, person }, 'identity'));
    store.close();
  }
}

// The circle has come along too; a circle in which nothing was written has not.
async function bringAlong(me, person) {
  await handOver(me.person, person);
  if ((await readState('pull'))?.since) await become(me, { person });
  else await joinSignedIn(me);
}
