// The phone's identity. The phone creates its own key and ids. Unless Django's pages know a person, the server gets them with
// the first event, so that it stores nothing about a phone that only looks.

import { ask } from './ask.js';
import { DAY } from './configuration.js';
import { resultOf } from './database.js';
import { change, readState, writeState } from './store.js';
import { sync, toSend } from './sync.js';

export async function identity() {
  return await readState('identity') ?? change(async ({ state }) => { // reading works on a full disk, too
    const known = await resultOf(state.get('identity'));
    if (!known) state.put(stranger(), 'identity');
    return known ?? resultOf(state.get('identity'));
  });
}

export function stranger() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const key = btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
  const [device, person, circle] = [1, 2, 3].map(() => crypto.randomUUID());
  return { key, device, person, circle, role: 'owner', isKnown: false };
}

export async function become(me, changed) {
  Object.assign(me, changed);
  await writeState('identity', me);
}

// Let this phone join the person whom Django's pages already know.
export async function joinSignedIn(me) {
  const waits = (await toSend()).length > 0;
  const person = await withNewIds(me, () => adopt(me, { waits }));
  if (!person) return;
  await writeState('pull', { whole: false, since: 0, last: null });
  if (person.circle === me.circle) sync({ look: true }); // the pages may display another circle
  await become(me, { ...person, isKnown: true });
}

// Bind this phone's key to the person whom Django's pages know. Return null if they know nobody.
export const adopt = ({ key, device, circle }, more) => ask('POST', '/phone/', { body: { key, device, circle, ...more } });

// Bind the key again after the server was restored from a backup. It may know the person from another phone already.
export async function adoptAgain(me, trouble) {
  const { person } = trouble.status === 409 ? await ask('GET', '/phone/session/') : {};
  if (person !== me.person) throw trouble;
  await adopt(me);
}

export async function introduce(me) {
  const person = await withNewIds(me, () => register(me).then(() => null, trouble => adoptedMeanwhile(me, trouble)));
  if (person) await writeState('pull', { whole: false, since: 0, last: null });
  await become(me, { ...person, isKnown: true });
}

// Return the person to whom this phone came by a form while its first request was on the way, or throw the trouble.
async function adoptedMeanwhile(me, trouble) {
  if (trouble.status !== 409) throw trouble;
  const person = await adopt(me, { waits: true }).catch(() => null);
  if (!person) throw trouble;
  return person;
}

export function register({ key, device, person, circle }) {
  return ask('POST', '/api/v1/devices/', { key, body: { device, person, circle } });
}

// Do the work; if another phone has these ids, create new ones and do it once more.
async function withNewIds(me, work) {
  try {
    return await work();
  } catch (trouble) {
    if (trouble.status !== 409) throw trouble;
    await become(me, stranger());
    return work();
  }
}

// Renew the cookie by which Django's pages know a person. Return the token that Django's forms need.
export async function session(me) {
  const isFirst = !me.session;
  try {
    const { csrf } = await ask('POST', '/phone/session/', { key: me.key, body: {} });
    await become(me, { session: Date.now() });
    if (isFirst) sync({ look: true }); // the person may have joined, and the answer was lost
    return csrf;
  } catch (trouble) {
    if (trouble.code === 'other_person') await become(me, { session: 0 }); // sync.js asks again, and opens that person's store
    throw trouble;
  }
}

// Sign out the person who has left this phone, and revoke the key of that person's phone.
export async function farewell() {
  const left = await readState('left');
  if (!left) return;
  await ask('DELETE', '/phone/session/', { key: left.key });
  await ask('DELETE', `/api/v1/devices/${left.device}/`, { key: left.key }).catch(trouble => {
    if (![401, 404].includes(trouble.status)) throw trouble; // these mean that it was revoked already
  });
  await change(({ state }) => resultOf(state.delete('left')));
}

// Return whether the session is recent. Its time may be in the future, because the phone's clock may have been ahead.
export const hasSession = me => Math.abs(Date.now() - (me.session ?? 0)) < DAY;
