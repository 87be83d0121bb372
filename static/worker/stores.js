// Opens the store of the right person and circle. The worker displays, writes and sends the open store only. It opens
// another store when Django's pages belong to another person, or display another circle.
//
// Work that reads and then writes holds one of the locks `sync` and `openStore`, so that no other store is opened in between.

import { resultOf } from './database.js';
import { bindKey, bindOwnKey, identity, ignoreRefused, joinSignedInPerson, keysOf, newIdentity, renewSession, updateIdentity, useNextKey } from './identity.js';
import { locked, LOCKS } from './locks.js';
import { dropCopies, forgetCopy, moveCopy } from './outbox-copy.js';
import { guestAgain, isEntered, isOutside, returnToGuest } from './restored.js';
import { askServer, RequestError } from './server.js';
import { database, openStore, outbox, readState, reopen, saveEvents, writeState } from './store.js';
import { deleteStores, newStoreName, storeList } from './store-list.js';
import { exchangeWithRestored, recordsToSend } from './sync.js';
import { deleteCopies, markRevoked } from './tidy.js';
import { forgetUnsent } from './unsent.js';

// Open this store, and drop the given ones.
export async function useStore(name, ...dropped) {
  const { open: current } = await storeList();
  await storeList(({ kept, gone }) => ({
    open: name,
    kept: [...new Set([...kept, name])].filter(other => !dropped.includes(other)),
    gone: [...gone, ...dropped],
  }));
  forgetUnsent();
  if (name !== current) await moveCopy(current);
  await dropCopies(dropped);
  await deleteCopies();
  await reopen();
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
  await dropCopies(names);
}

// Open the store of this person and circle. The old store stays, because its person may sign in again and send its events.
// If the server does not know the old person, the new person gets the events of the old store.
function switchTo({ person, circle }) {
  return locked(LOCKS.openStore, 'exclusive', async () => {
    const me = await identity();
    const others = await ownOtherStores(person);
    const theirs = others.find(store => store.me.circle === circle);
    if (!me.isKnown && theirs) await moveOutboxInto(theirs.name);
    if (!me.isKnown) return;
    const known = me.person === person ? me : others[0]?.me;
    const mayLack = await readState('isRestored');
    await useStore(theirs?.name ?? newStoreName());
    // All stores of a person share one key. The keys by which this one was used before may be those of a guest.
    const guestKeys = theirs ? keysOf(theirs.me).filter(({ key }) => key !== known?.key) : [];
    if (known) await updateIdentity({ ...known, isClosed: false, circle, role: theirs?.me.role ?? 'reader', guestKeys });
    if (mayLack) await writeState('isRestored', true);
  });
}

export const ownOtherStores = async person => (await otherStores()).filter(store => store.me.person === person);

// Return all stores except the open one, each with its identity, its waiting events and the names of its players.
export async function otherStores() {
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

// Return how many entries wait in other stores, how many of these are of the open circle, and how many of circles that the
// person can no longer enter. Count again only if the list of stores changed, because counting reads every store.
const NOTHING_COUNTED = { stores: '', elsewhere: 0, sameCircle: 0, closed: 0 };
let counted = NOTHING_COUNTED;
export const countAgain = () => { counted = NOTHING_COUNTED; };

export async function countElsewhere() {
  const { open, kept } = await storeList();
  const stores = String([open, kept]);
  if (counted.stores !== stores) {
    const others = await otherStores();
    const me = await identity();
    const mayBeSent = others.filter(store => store.me.person === me.person || !store.me.isAccount); // nobody else can send an account's
    const count = several => several.flatMap(store => store.waiting).filter(record => !record.refused).length;
    const sameCircle = count(mayBeSent.filter(store => store.me.circle === me.circle));
    counted = { stores, elsewhere: count(mayBeSent), sameCircle, closed: countClosed(others, me) };
  }
  return { elsewhere: counted.elsewhere, sameCircle: counted.sameCircle, closed: counted.closed };
}

export const isClosed = ({ me }) => me.isClosed === true;
export const countClosed = (stores, { person }) =>
  stores.filter(store => store.me.person === person && isClosed(store)).flatMap(store => store.waiting).length;

// Return the stores of other people who used this phone, if events wait in them. Return all stores of guests, because
// nobody on this phone can open their circles any more.
export async function storesOfOthers() {
  const { person } = await identity();
  return (await otherStores()).filter(store => store.me.person !== person && (store.waiting.length || store.me.isGuest));
}

// Give the events of other guests to the person who uses the phone now and has requested them. Then they can be sent.
// If nobody is signed in, the phone becomes that guest's again.
export async function takeOverGuests() {
  for (const { name, me: theirs } of await storesOfOthers()) {
    const guest = await guestAgain(theirs); // the key of the store may be newer than a copy from which the server was restored
    const used = { ...theirs, ...guest };
    const answer = await bindKey(used, { brings: true }).catch(ignoreRefused); // people with an account sign in to send their events
    if (answer === null && theirs.isGuest && !(await identity()).isKnown) {
      await locked(LOCKS.openStore, 'exclusive', () => moveOutboxInto(name));
      await updateIdentity(await identity(), { isGuest: false, session: 0 });
      return;
    }
    if (!answer) continue;
    if (answer.circle !== theirs.circle) { // it belongs to an account that has used this phone
      await changeStores([name], { isAccount: true });
      countAgain();
      continue;
    }
    // The store of an account in which the guest had signed in, before a restored server forgot that, stays the account's.
    const key = answer.key ?? used.key;
    await changeStores([name, ...await storesEntered(theirs.person, key)], { person: answer.person, key });
    await switchTo({ person: answer.person, circle: theirs.circle });
  }
}

// Return the names of the person's other stores whose circles may be entered by this key.
async function storesEntered(person, key) {
  const names = [];
  for (const { name, me } of await ownOtherStores(person)) if (await isEntered(me.circle, { key })) names.push(name);
  return names;
}

// Move the outbox into that store. Save first and drop this store later: if the worker ends in between, both stores have
// the events, which does no harm.
async function moveOutboxInto(theirs) {
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

// Move what waits in these stores, which are of the open circle, into the open one, and drop them.
export async function joinStores(names) {
  const isOne = ({ name }) => names.includes(name);
  const waiting = (await otherStores()).filter(isOne).flatMap(store => store.waiting);
  await saveEvents(waiting.map(record => record.event));
  await dropStoresOf((await identity()).person, isOne);
}

// Return whether the person may have changed. That needs several stores, and a new page or a person whom the server does not
// know: both may belong to a person with another store.
export async function mayBeAnotherPerson(isPageNew) {
  const { kept } = await storeList();
  return kept.length > 1 && (isPageNew || !(await identity()).isKnown);
}

// Open the store of the person whom a page names, and of its circle. The page may be old, so ask the server who is signed
// in, and which circle this person has chosen. Return whether a store of another circle is open now.
export async function followPages(person, circle) {
  const me = await identity();
  if (person === me.person && !me.isRevoked && (!circle || circle === me.circle)) return false;
  let signedIn = await askServer('GET', '/phone/session/');
  if (!signedIn.person) return false;
  const hasMerged = signedIn.person !== me.person && me.isKnown && !me.isRevoked && await isMerged(me);
  if (hasMerged) signedIn = await askServer('GET', '/phone/session/'); // the server may have merged the persons just now
  for (const guest of signedIn.was ?? []) await reassignStores(guest, signedIn.person);
  await openStoreFor(signedIn, me, hasMerged);
  return (await identity()).circle !== me.circle;
}

// Open the store of the person who is signed in. `hasMerged` says that the server has merged this phone's person into them,
// and that the phone's key still works. Without that, a merged guest needs a new key.
async function openStoreFor(signedIn, me, hasMerged) {
  if (signedIn.person !== me.person) {
    if (hasMerged) await moveToAccount(me, signedIn.person);
    else if (signedIn.was?.includes(me.person)) await replaceKey(me);
    else {
      await switchTo(signedIn);
      await writeState('isRestored', true); // perhaps it was restored and does not know the former person any more
    }
  } else if (me.isRevoked) await replaceKey(me);
  else if (signedIn.circle && signedIn.circle !== me.circle) await changeCircle(me, signedIn);
  else await noteChosen('');
}

// Store the name of a circle that the person has chosen and that opens once events are sent, or '' if there is none.
async function noteChosen(name) {
  if ((await readState('chosen') ?? '') !== name) await writeState('chosen', name);
}

// Send the events of a circle before leaving it. If the person may no longer enter the circle, they stay in its store.
async function changeCircle(me, signedIn) {
  if ((await recordsToSend()).length) {
    await noteChosen(signedIn.name ?? '');
    await exchangeWithRestored(me, () => {}).catch(async trouble => {
      if (isOutside(trouble)) await returnToGuest(me) || await updateIdentity(me, { isClosed: true });
      else if (trouble.status !== 403) throw trouble;
    });
    await noteChosen('');
  }
  await switchTo(signedIn);
}

// Open the home circle of the person, which the server creates for someone who has no circle any more.
export async function openHome(me) {
  const home = await bindOwnKey(me);
  if (!home || home.circle === me.circle) throw new RequestError('closed', { status: 404 });
  await switchTo(home);
}

// Return whether the server has merged this phone's person and the person who is signed in. It has if the phone's key, or its
// next key, belongs to the person who is signed in, because a guest has signed in to an account.
//
// The last request merges a guest whom no cookie names into the account, if this browser began the account's session. If
// it is refused, the guest's events stay, and can be taken over later. It is not sent for a guest who was registered again with
// a restored server, because that server does not know the guest's browser.
const isMerged = async me => await isAccepted(renewSession(me)) || await isAccepted(requireNextKey(me)) || isAccepted(
  me.isRegisteredAgain ? Promise.reject(new RequestError('guest', { status: 409 })) : bindOwnKey(me),
  trouble => updateIdentity(me, { isGuest: trouble.code === 'guest', isAccount: trouble.code === 'account' }),
);

async function requireNextKey(me) {
  if (!await useNextKey(me)) throw new RequestError('key', { status: 401 });
}

function isAccepted(request, onRefused = async _trouble => {}) {
  return request.then(() => true, async trouble => {
    if (![401, 409].includes(trouble.status)) throw trouble;
    await onRefused(trouble);
    return false;
  });
}

// Create a new key, because the old one was revoked and its person has signed in again. With it the phone sends the waiting
// events to the same circle.
async function replaceKey(me) {
  await markRevoked(me);
  await updateIdentity(me, { ...newIdentity(), circle: me.circle, isRevoked: false, isDeleted: false, session: 0 });
}

// Give the other stores of a guest to the person with whom the server has merged this guest.
export const reassignStores = async (guest, person) =>
  changeStores((await ownOtherStores(guest)).map(store => store.name), { person });

// Change the identity in these stores, which are not open.
async function changeStores(names, changed) {
  for (const name of names) {
    const store = await openStore(name);
    const state = store.transaction('state', 'readwrite').objectStore('state');
    await resultOf(state.put({ ...await resultOf(state.get('identity')), ...changed }, 'identity'));
    store.close();
  }
  forgetCopy();
}

// Keep this store for the person with whom the server has merged this guest. The server has moved the guest's circle, too,
// but only if it has events. Otherwise the phone gets a circle of that person. If a restored server lacks the events, their
// owner creates the circle again, so that others never see them in another circle.
async function moveToAccount(me, person) {
  await reassignStores(me.person, person);
  const isLacking = me.role === 'owner' && await readState('wasSent');
  if (isLacking || (await readState('pull'))?.since) await updateIdentity(me, { person });
  else await joinSignedInPerson(me);
  await writeState('isRestored', true); // another store may be of the same circle
}
