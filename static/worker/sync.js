// Pulls new events from the server and pushes the events of this phone. Both can safely be repeated at any time.

import { ask, minutesOff, Trouble } from './ask.js';
import { PHONE, RECENT } from './configuration.js';
import { storeProblem } from './database.js';
import {
  adoptAgain, become, farewell, hasSession, identity, introduce, joinSignedIn, register, session,
} from './identity.js';
import { dependsOn } from './refused.js';
import {
  forgetNumbers, forgetRefusals, outbox, readState, storeNumbers, storePulled, storeRefusals, writeState,
} from './store.js';
import { countElsewhere, dropStoresOf, follow, isUnsure, openHome } from './stores.js';
import { forgetSent } from './tidy.js';
import { forgetUnsent, sendWithoutStore } from './unsent.js';

export const MOST_EVENTS = 100; // events a push
const EVENT_ERRORS = [400, 413, 500]; // one event of a push may have caused such an answer
const MOST_SET_ASIDE = 3; // after so many such events, the cause is not in the events
const PAUSES = { later: ({ wait }) => wait, network: ({ wait }) => wait, key: () => 30, role: () => 30, not_open: () => 30 }; // seconds
const MINUTE = 60_000; // milliseconds

let running = null;
let next = null; // the options of the next round
let isRequested = false; // whether a sync was requested since the last round began
let quietUntil = 0; // until then the server is not asked; in milliseconds of `performance.now()`, which nobody can set
export let problem; // the error of the last round

// Start a sync, or let the running one do another round. Return whether all went well.
//
// `meet`: check whether Django's pages already know a person. `retry`: send the refused events once more.
// `look`: check which person Django's pages know now, and which circle they display.
// `person`, `circle`: the person for whom Django rendered a page ('' for nobody), and the circle that it displays.
export function sync(how = {}) {
  next = { ...next, ...how };
  isRequested = true;
  running ??= runRounds().finally(() => { running = null; }).then(isWell => (isRequested ? sync() : isWell));
  return running;
}

export const codeOf = trouble => trouble instanceof Trouble ? trouble.code : storeProblem(trouble) ?? 'phone';

// Return whether all went well.
async function runRounds() {
  let changed = [];
  isRequested = false;
  try {
    if (performance.now() < quietUntil) throw problem;
    while (next) {
      const how = next;
      next = null;
      isRequested = false;
      await navigator.locks.request('sync', () => exchange(how, matches => { changed = [...changed, ...matches]; }))
        .catch(trouble => { next = { ...how, ...next }; throw trouble; }); // the next sync does it
    }
    isLeftToBrowser = false;
    problem = undefined;
    await noteSuccess();
    const isHeard = await notifyPages({ changed, problem: isRestored ? { code: 'restored' } : undefined });
    isRestored &&= !isHeard;
    return true;
  } catch (trouble) {
    if (trouble !== problem) quietUntil = performance.now() + (PAUSES[trouble.code]?.(trouble) ?? 0) * 1000;
    problem = trouble;
    if (storeProblem(trouble)) await sendWithoutStore().catch(() => {}); // the next sync tries again
    await notifyPages({ changed, problem: { code: codeOf(trouble), status: trouble.status } }).catch(() => {});
    await retryLater().catch(() => {});
    return false;
  }
}

async function exchange({ meet = false, retry = false, look = false, person = null, circle = null }, onChanged) {
  await farewell();
  if (look) await follow('');
  else if (person || await isUnsure(meet)) await follow(person, circle);
  const me = await identity();
  if (me.isRevoked) throw new Trouble('revoked', { status: 401 });
  if (retry) await forgetRefusals();
  const isWaiting = (await toSend()).length > 0;
  if (!me.isKnown && (meet || isWaiting)) await joinSignedIn(me);
  if (!me.isKnown && isWaiting) await introduce(me);
  if (!me.isKnown) {
    if (meet) await writeState('pull', { whole: true, since: 0, last: null }); // without a person there is nothing to pull
    return;
  }
  try {
    await pullAndPush(me, onChanged);
  } catch (trouble) {
    if (trouble.code === 'not_found') return leaveCircle(me);
    if (trouble.status !== 401) throw trouble;
    // A server that was restored from an old backup does not know this phone, so register it again. If the server has
    // revoked the key, it refuses this, too.
    await register(me).catch(refusal => adoptAgain(me, refusal)).catch(refusal => leaveRevoked(me, trouble, refusal));
    await become(me, { session: 0 });
    await sendAgain();
    await pullAndPush(me, onChanged);
  }
  if (person === '' || !hasSession(me)) await session(me).catch(trouble => switchPerson(trouble));
}

// Put the store of this circle aside, because the person may no longer enter it, or it was deleted. Open another circle's.
async function leaveCircle(me) {
  await become(me, { isClosed: true });
  await session(me).catch(() => {}); // without a session the server cannot say which circle comes next
  if (!await follow('')) await openHome(me);
  await dropStoresOf(me.person);
  next ??= {};
}

let isRestored = false; // whether pages must still hear that the server was restored

async function sendAgain() {
  await forgetNumbers();
  isRestored = true;
}

// Delete the data of a revoked key. Because this loses data, the server must have answered twice that the key was revoked.
async function leaveRevoked(me, first, second) {
  if (first.code === 'revoked' && second.code === 'revoked') {
    await forgetSent(me);
    await dropStoresOf(me.person);
    await ask('DELETE', '/phone/session/', { key: me.key }).catch(() => {}); // the session of Django's pages ends, too
    await follow('').catch(() => {});
    if (!(await identity()).isRevoked) sync({ meet: true }); // the same person has signed in again
  }
  throw second;
}

// Follow another person who has signed in meanwhile. Ignore other errors, because the next sync tries again.
async function switchPerson(trouble) {
  if (trouble.code !== 'other_person') return;
  await follow('');
  next = { ...next, meet: true };
}

// Store when the last sync went well, for the page about this phone. A minute is exact enough.
async function noteSuccess() {
  if (Date.now() - (await readState('inStep') ?? 0) >= MINUTE) await writeState('inStep', Date.now());
}

export async function pullAndPush(me, onChanged) {
  const tried = { setAside: [], last: null };
  do onChanged(await pull(me)); while (await push(me, tried));
}

export const toSend = async () => (await outbox()).filter(record => !record.refused);

async function pull(me) {
  const changed = [];
  for (let more = true; more;) {
    const { whole: isWhole = false, since = 0, last, hash } = await readState('pull') ?? {};
    const query = new URLSearchParams({ circle: me.circle, since, ...(last && { last }), ...(hash && { hash }) });
    // A reader cannot send what is missing in the answer, so the answer must be complete.
    if (!isWhole || me.role !== 'reader') query.set('recent', String(RECENT));
    let answer;
    try {
      answer = await ask('GET', `/api/v1/events/?${query}`, { key: me.key });
    } catch (trouble) {
      if (trouble.code !== 'other_log' || !since) throw trouble;
      await sendAgain(); // the server was probably restored from a backup
      continue;
    }
    more = answer.more && answer.events.length > 0;
    const reached = { whole: isWhole || !more, since: answer.seq, last: answer.events.at(-1)?.id ?? last, hash: answer.hash };
    if (answer.events.length || !isWhole || answer.hash !== hash) changed.push(...await storePulled(answer.events, reached));
    if (answer.role !== me.role) await become(me, { role: answer.role });
  }
  return changed;
}

let batchSize = MOST_EVENTS; // the number of events in a push; it shrinks at errors, until a push is accepted

// Push a batch of events. Return whether there may be more to send.
//
// Accepted events stay in the outbox until they are pulled. Otherwise a server restored from a backup just then would lose
// them unnoticed. If the server or a proxy fails at an event, set this event aside and also those that depend on it, so
// that all others can be sent.
async function push(me, tried) {
  const { setAside } = tried;
  const isSetAside = event => setAside.some(cause => cause.id === event.id || dependsOn(event, cause));
  const events = (await toSend()).map(record => record.event).filter(event => !isSetAside(event)).slice(0, batchSize);
  if (!events.length && setAside.length) throw setAside[0].trouble;
  if (!events.length || tried.last === events[0].id) return false; // the server has accepted them, and a later pull brings them
  const answer = await ask('POST', `/api/v1/events/?circle=${me.circle}`, { key: me.key, body: events }).catch(trouble => {
    if (!EVENT_ERRORS.includes(trouble.status) || setAside.length === MOST_SET_ASIDE) throw trouble;
    if (events.length === 1) setAside.push({ ...events[0], trouble });
    batchSize = events.length >> 1 || 1;
  });
  if (answer === undefined) return true;
  batchSize = MOST_EVENTS;
  forgetUnsent(events.map(({ id }) => id));
  tried.last = events[0].id;
  const { since } = await readState('pull');
  await storeNumbers(answer.accepted.filter(({ seq }) => seq <= since));
  await storeRefusals(answer.refused);
  return answer.accepted.length + answer.refused.length > 0;
}

let isLeftToBrowser = false;

export function setLeftToBrowser(isLeft) {
  isLeftToBrowser = isLeft;
}

// Let the browser try again by itself, which it can do with every page closed. Ask it only once, because after each request
// it tries at once.
async function retryLater() {
  if (isLeftToBrowser || !(await toSend()).length) return;
  isLeftToBrowser = true;
  await registration.sync?.register('outbox').catch(() => {});
}

async function owner() {
  const me = await readState('identity');
  return me?.isKnown ? { person: me.person, circle: me.circle, role: me.role } : { person: '', circle: '', role: '' };
}

let latest = null;

async function countEvents() {
  const waiting = await outbox();
  const refused = waiting.filter(record => record.refused);
  return {
    waiting: waiting.length - refused.length,
    ...await countElsewhere(),
    refused: refused.length,
    ...await owner(),
    reasons: refused.slice(0, 20).map(({ id, match, refused: reason }) => ({ id, match, ...reason })),
  };
}

// Send every open page the news that it may display. The page that wrote an event already displays it, so it gets no changes.
// Return whether any page is open.
export async function notifyPages(more = {}, writer = null) {
  latest = await countEvents().catch(error => { // the store cannot be read
    if (!latest) throw error;
    return latest;
  });
  const news = {
    ...latest,
    changed: [],
    minutesOff,
    language: PHONE.language,
    ...more,
  };
  const pages = await clients.matchAll({ includeUncontrolled: true, type: 'window' });
  for (const page of pages) page.postMessage(page.id === writer ? { ...news, changed: [] } : news);
  return pages.length > 0;
}
