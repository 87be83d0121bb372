// Pull what is new, push what was written here. Both may be repeated at any time.

import { ask, minutesOff, Trouble } from './ask.js';
import { PHONE, RECENT } from './configuration.js';
import { isFull } from './database.js';
import {
  adoptAgain, become, farewell, hasSession, identity, introduce, joinSignedIn, register, session,
} from './identity.js';
import { dependsOn } from './refused.js';
import {
  forgetNumbers, forgetRefusals, outbox, readState, storeNumbers, storePulled, storeRefusals, writeState,
} from './store.js';
import { countWaitingElsewhere, dropStoresOf, follow, isUnsure } from './stores.js';
import { forgetSent } from './tidy.js';

const MOST = 100; // events a push
const SPOILT = [400, 413, 500]; // what may be the fault of one event among them
const ENOUGH = 3; // such events: then it is no fault of theirs
const PAUSES = { later: ({ wait }) => wait, network: ({ wait }) => wait, key: () => 30, role: () => 30, not_open: () => 30 }; // seconds
const MINUTE = 60_000; // milliseconds

let running = null;
let next = null; // what the next round is to do
let isRequested = false; // since it was looked at last
let quietUntil = 0; // the server has asked for a pause, or does not know us; by a clock that nobody sets
export let problem; // what went wrong last

// `meet`: see whether Django's pages know a person already. `retry`: send what was refused once more.
// `look`: see whom Django's pages know now, and which circle they are about.
// `person`, `circle`: whom a page of Django's was rendered for ('': nobody), and what it is about.
export function sync(how = {}) {
  next = { ...next, ...how };
  isRequested = true;
  running ??= runRounds().finally(() => { running = null; }).then(isWell => (isRequested ? sync() : isWell));
  return running;
}

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
        .catch(trouble => { next = { ...how, ...next }; throw trouble; }); // the next time
    }
    isLeftToBrowser = false;
    problem = undefined;
    await noteSuccess();
    await notifyPages({ changed });
    return true;
  } catch (trouble) {
    if (trouble !== problem) quietUntil = performance.now() + (PAUSES[trouble.code]?.(trouble) ?? 0) * 1000;
    problem = trouble;
    const code = isFull(trouble) ? 'full' : trouble.code ?? 'phone';
    await notifyPages({ changed, problem: { code, status: trouble.status } });
    await retryLater();
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
    if (meet) await writeState('pull', { whole: true, since: 0, last: null }); // nobody yet: there is nothing to pull
    return;
  }
  try {
    await pullAndPush(me, onChanged);
  } catch (trouble) {
    if (trouble.status === 404 && await follow('')) { // they are in this circle no more
      await dropStoresOf(me.person);
      next ??= {};
      return;
    }
    if (trouble.status !== 401) throw trouble;
    // A server that was put back to before it knew us; one that has revoked the key refuses again.
    await register(me).catch(refusal => adoptAgain(me, refusal)).catch(refusal => leaveRevoked(me, trouble, refusal));
    await become(me, { session: 0 });
    await forgetNumbers();
    await pullAndPush(me, onChanged);
  }
  if (person === '' || !hasSession(me)) await session(me).catch(trouble => switchPerson(trouble));
}

// Nothing is deleted unless the server has said twice, in so many words, that this very key was revoked.
async function leaveRevoked(me, first, second) {
  if (first.code === 'revoked' && second.code === 'revoked') {
    await forgetSent(me);
    await dropStoresOf(me.person);
    await ask('DELETE', '/phone/session/', { key: me.key }).catch(() => {}); // it ends there too
    await follow('').catch(() => {});
    if (!(await identity()).isRevoked) sync({ meet: true }); // the same person has signed in since the key ended
  }
  throw second;
}

// Follow another person who has signed in meanwhile; any other trouble can wait.
async function switchPerson(trouble) {
  if (trouble.code !== 'other_person') return;
  await follow('');
  next = { ...next, meet: true };
}

// When all was well last: to the minute, for people who want to know.
async function noteSuccess() {
  if (Date.now() - (await readState('inStep') ?? 0) >= MINUTE) await writeState('inStep', Date.now());
}

export async function pullAndPush(me, onChanged) {
  const tried = { left: [], last: null };
  do onChanged(await pull(me)); while (await push(me, tried));
}

export const toSend = async () => (await outbox()).filter(record => !record.refused);

async function pull(me) {
  const changed = [];
  for (let more = true; more;) {
    const { whole: isWhole = false, since = 0, last = null } = await readState('pull') ?? {};
    const query = new URLSearchParams({ circle: me.circle, since, recent: String(RECENT), ...(last && { last }) });
    let answer;
    try {
      answer = await ask('GET', `/api/v1/events/?${query}`, { key: me.key });
    } catch (trouble) {
      if (trouble.code !== 'other_log' || !since) throw trouble;
      await forgetNumbers(); // it was restored from a backup, perhaps
      continue;
    }
    more = answer.more && answer.events.length > 0;
    const reached = { whole: isWhole || !more, since: answer.seq, last: answer.events.at(-1)?.id ?? last };
    if (answer.events.length || !isWhole) changed.push(...await storePulled(answer.events, reached));
    if (answer.role !== me.role) await become(me, { role: answer.role });
  }
  return changed;
}

let batchSize = MOST; // events that go together, until one push is accepted

// Return whether there may be more. An accepted event waits on until it is pulled: a server that is put back to an older
// copy right after its answer is recognized by what was pulled last, so nothing may have a number behind that.
// An event at which the server fails, or a proxy before it, is left here, and keeps only what depends on it.
async function push(me, tried) {
  const { left } = tried;
  const isLeft = event => left.some(on => on.id === event.id || dependsOn(event, on));
  const events = (await toSend()).map(record => record.event).filter(event => !isLeft(event)).slice(0, batchSize);
  if (!events.length && left.length) throw left[0].trouble;
  if (!events.length || tried.last === events[0].id) return false; // it was accepted, and will be pulled another time
  const answer = await ask('POST', `/api/v1/events/?circle=${me.circle}`, { key: me.key, body: events }).catch(trouble => {
    if (!SPOILT.includes(trouble.status) || left.length === ENOUGH) throw trouble;
    if (events.length === 1) left.push({ ...events[0], trouble });
    batchSize = events.length >> 1 || 1;
  });
  if (answer === undefined) return true;
  batchSize = MOST;
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

// Where the browser can, it tries again by itself, with every page closed. It is asked once: each time it begins at once.
async function retryLater() {
  if (isLeftToBrowser || !(await toSend()).length) return;
  isLeftToBrowser = true;
  await registration.sync?.register('outbox').catch(() => {});
}

async function owner() {
  const me = await readState('identity');
  return me?.isKnown ? { person: me.person, circle: me.circle, role: me.role } : { person: '', circle: '', role: '' };
}

// Send every open page what it may display. The page that has written an event knows of it.
export async function notifyPages(more = {}, writer = null) {
  const waiting = await outbox();
  const refused = waiting.filter(record => record.refused);
  const news = {
    waiting: waiting.length - refused.length,
    elsewhere: await countWaitingElsewhere(),
    refused: refused.length,
    ...await owner(),
    reasons: refused.slice(0, 20).map(({ id, match, refused: reason }) => ({ id, match, ...reason })),
    changed: [],
    minutesOff,
    language: PHONE.language,
    ...more,
  };
  const pages = await clients.matchAll({ includeUncontrolled: true, type: 'window' });
  for (const page of pages) page.postMessage(page.id === writer ? { ...news, changed: [] } : news);
}
