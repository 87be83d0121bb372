// The phone's identity: its key and ids, which it creates itself. The server gets them with the first event, so that it stores
// nothing about a phone that only looks. If Django's pages know a person, the phone joins that person instead.

import { DAY } from './configuration.js';
import { resultOf } from './database.js';
import { restoreOutbox } from './outbox-copy.js';
import { askServer } from './server.js';
import { readState, transact, writeState } from './store.js';
import { recordsToSend, sync } from './sync.js';

const MOST_NEXT_KEYS = 5;
const MOST_GUEST_KEYS = 5;

export async function identity() {
  return await readState('identity') ?? await restoreOutbox().catch(() => undefined) ?? transact(async ({ state }) => { // reading works on a full disk, too
    const known = await resultOf(state.get('identity'));
    if (!known) state.put(newIdentity(), 'identity');
    return known ?? resultOf(state.get('identity'));
  });
}

export function newIdentity() {
  const [device, person, circle] = [1, 2, 3].map(() => crypto.randomUUID());
  return { key: newKey(), device, person, circle, role: 'owner', isKnown: false };
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
}

// Return the key that replaces this phone's key if the form that is sent now ends all other access. Each form has its own, so
// an older copy of this store does not have it. The last ones are stored, because a form without an answer may still arrive.
export async function nextKeyOf(me) {
  const key = newKey();
  await updateIdentity(me, { nextKeys: [key, ...me.nextKeys ?? []].slice(0, MOST_NEXT_KEYS) });
  return key;
}

// Use the other key of this phone that the server accepts, and return whether there is one: a next key after a form, or the
// former key after the server was restored from a backup. The pages get their cookie by it.
export async function useOtherKey(me) {
  const next = await useNextKey(me);
  if (next || !me.formerKey) return next;
  const isOwn = await isOwnKey({ ...me, key: me.formerKey }).catch(ignoreUnknown);
  if (isOwn === false) await changeKey(me); // a guest who lent this phone has the key again, and the id of the device
  return isOwn ? useKey(me, me.formerKey) : null;
}

export function ignoreUnknown(trouble) {
  if (trouble.status !== 401) throw trouble;
}

export function ignoreRefused(trouble) {
  if (![401, 409].includes(trouble.status)) throw trouble;
}

// The form may have made someone else this phone's person: an account that the phone's guest has become.
export async function useNextKey(me) {
  for (const key of me.nextKeys ?? []) if (await useKey(me, key)) return me;
  return null;
}

async function useKey(me, key) {
  const other = { ...me, key, nextKeys: undefined, formerKey: me.key, session: 0 };
  const isAccepted = await renewSession(other).then(() => true, ignoreUnknown);
  return isAccepted ? Object.assign(me, other) : null;
}

// Return whether the server takes the key for this person's. If it was restored from a copy before a merge, the key may be that of
// a guest who lent this phone, so nothing may be sent with it. Earlier servers do not name the person.
export async function isOwnKey({ key, person }) {
  const answer = await askServer('GET', '/api/v1/devices/', { key });
  return (answer.person ?? person) === person;
}

// Give the phone another key, which its person binds by signing in. The keys of before may be those of a guest.
export function changeKey(me) {
  const changed = { key: newKey(), device: crypto.randomUUID(), nextKeys: undefined, formerKey: undefined, session: 0 };
  return updateIdentity(me, { ...changed, guestKeys: keysOf(me).slice(0, MOST_GUEST_KEYS) });
}

// Return the keys by which a store was used, each with the id of its phone, the latest first.
export const keysOf = ({ key, device, formerKey, guestKeys = [] }) =>
  [{ key, device }, ...formerKey ? [{ key: formerKey, device }] : [], ...guestKeys];

export async function updateIdentity(me, changed) {
  Object.assign(me, changed);
  await writeState('identity', me);
}

// Give a phone a new key before it first contacts a server: someone who used this browser before may have copied the old one. A form
// and a sync may begin at once, and an answer may be lost, so the key stays for a day.
export async function renewUnusedKey(me) {
  if (me.isKnown) return;
  Object.assign(me, await transact(async ({ state }) => {
    const stored = await resultOf(state.get('identity')) ?? me;
    if (stored.isKnown || Math.abs(Date.now() - (stored.contact ?? 0)) < DAY) return stored;
    const renewed = { ...stored, key: newKey(), contact: Date.now() };
    state.put(renewed, 'identity');
    return renewed;
  }));
}

// Let this phone join the person whom Django's pages already know.
export async function joinSignedInPerson(me) {
  await renewUnusedKey(me);
  const waits = (await recordsToSend()).length > 0;
  const person = await retryWithNewIds(me, () => bindOwnKey(me, { waits }));
  if (!person && !waits && !await readState('joining')) await updateIdentity(me, { contact: undefined }); // a stranger who looks
  if (!person) return;
  await writeState('pull', { whole: false, since: 0, last: null });
  if (person.circle === me.circle) sync({ checkPages: true }); // the pages may display another circle
  await updateIdentity(me, { ...person, isKnown: true });
}

// Bind this phone's key to the person whom Django's pages know. Return null if they know nobody. A restored server may not
// know the key, so the phone names its person: nobody else gets the phone unasked.
//
// The server may merge the phone's guest into that person. Someone who lent the phone may have copied its key, so the answer then
// has the key that replaces it.
export async function bindKey({ key, device, circle, isKnown, person }, more, next = newKey()) {
  const answer = await askServer('POST', '/phone/', { body: { key, next, device, circle, ...(isKnown && { person }), ...more } });
  if (!answer) return null;
  const { replaced, ...bound } = answer;
  return replaced ? { ...bound, key: next } : bound;
}

// Bind the key of the open store. Return the person, or null. The next key is stored first, as the answer may be lost.
export async function bindOwnKey(me, more) {
  const bound = await bindKey(me, more, me.isKnown ? await nextKeyOf(me) : undefined);
  if (bound?.key) await updateIdentity(me, { key: bound.key });
  return bound;
}

// Bind the key again after the server was restored from a backup, and return whether it knows the person, perhaps from another
// phone. Otherwise another owner may have created the circle again, so register with a new circle.
export async function bindKeyAgain(me, trouble) {
  if (trouble.status !== 409) throw trouble;
  const { person } = await askServer('GET', '/phone/session/');
  const isBound = person === me.person;
  await (isBound ? bindOwnKey(me) : register({ ...me, circle: crypto.randomUUID() }));
  return isBound;
}

// Register the phone as a new guest, before its first events are pushed.
export async function introduce(me) {
  await renewUnusedKey(me);
  const person = await retryWithNewIds(me, () => register(me).then(() => null, trouble => boundMeanwhile(me, trouble)));
  if (person) await writeState('pull', { whole: false, since: 0, last: null });
  await updateIdentity(me, { ...person, isKnown: true });
}

// Return the person whom this phone joined by a form while it was being registered, or throw the trouble.
async function boundMeanwhile(me, trouble) {
  if (trouble.status !== 409) throw trouble;
  const person = await bindOwnKey(me, { waits: true }).catch(() => null);
  if (!person) throw trouble;
  return person;
}

export function register({ key, device, person, circle }) {
  return askServer('POST', '/api/v1/devices/', { key, body: { device, person, circle } });
}

// Do the work; if another phone has these ids, create new ones and do it once more.
async function retryWithNewIds(me, work) {
  try {
    return await work();
  } catch (trouble) {
    if (trouble.status !== 409 || trouble.code === 'many_circles') throw trouble;
    await updateIdentity(me, newIdentity());
    return work();
  }
}

// Renew the cookie by which Django's pages know a person. Return the token that Django's forms need.
export async function renewSession(me) {
  const isFirst = !me.session;
  try {
    const { csrf } = await askServer('POST', '/phone/session/', { key: me.key, body: {} });
    await updateIdentity(me, { session: Date.now(), isRegisteredAgain: false });
    if (isFirst) sync({ checkPages: true }); // the person may have joined, and the answer was lost
    return csrf;
  } catch (trouble) {
    if (trouble.code === 'other_person') await updateIdentity(me, { session: 0 }); // sync.js asks again, and opens that person's store
    throw trouble;
  }
}

// Sign out the person who has left this phone on the server, and revoke the key that this phone had for them.
export async function signOutFormerPerson() {
  const left = await readState('left');
  if (!left) return;
  await askServer('DELETE', '/phone/session/', { key: left.key });
  await askServer('DELETE', `/api/v1/devices/${left.device}/`, { key: left.key }).catch(trouble => {
    if (![401, 404].includes(trouble.status)) throw trouble; // these mean that it was revoked already
  });
  await transact(({ state }) => resultOf(state.delete('left')));
}

// Return whether the session is recent. Its time may be in the future, because the phone's clock may have been ahead.
export const isSessionRecent = me => Math.abs(Date.now() - (me.session ?? 0)) < DAY;
