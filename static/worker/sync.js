// Pulls new events from the server and pushes the events of this phone. Both can safely be repeated at any time.

import { DAY, PHONE, RECENT } from './configuration.js';
import { storeProblem } from './database.js';
import {
  bindKeyAgain, changeKey, identity, introduce, isOwnKey, isSessionRecent, joinSignedInPerson, renewSession, signOutFormerPerson,
  updateIdentity, useOtherKey,
} from './identity.js';
import { locked, LOCKS } from './locks.js';
import { copyOutbox } from './outbox-copy.js';
import { noteMissed, openPaths } from './opening-pages.js';
import { dependsOn } from './refused.js';
import { askServer, ENDED, historyQuery, minutesOff, pullEvents, RequestError } from './server.js';
import {
  changesOf, forgetNumbers, forgetRefusals, outbox, readState, storeNumbers, storePulled, storeRefusals, writeState,
} from './store.js';
import { compareOtherStores, createAgain, isOutside, OF_RESTORED, registerAgain, returnToGuest } from './restored.js';
import { countElsewhere, dropStoresOf, followPages, mayBeAnotherPerson, openHome } from './stores.js';
import { markRevoked } from './tidy.js';
import { forgetUnsent, sendWithoutStore } from './unsent.js';

export const MOST_EVENTS = 100; // in one push
const EVENT_ERRORS = [400, 413, 500]; // one event of a push may have caused such an answer
const MOST_SET_ASIDE = 3; // if more events cause such answers, the cause is not in the events
const PAUSES = { later: ({ wait }) => wait, much_today: ({ wait }) => wait, network: ({ wait }) => wait, key: () => 30, role: ({ status }) => (status ? 30 : 0), not_open: () => 30, many_circles: () => 30, full: () => 3, store: () => 3 }; // seconds
const MINUTE = 60_000; // milliseconds
const HOUR = 60 * MINUTE;
const RETENTION = 30 * DAY; // in which a deleted circle can be restored

let running = null;
let next = null; // the options of the next round; null if nothing requests a round
let isRequested = false; // whether a sync was requested since the last round began
let quietUntil = 0; // until then the server is not asked; in milliseconds of `performance.now()`, which nobody can set
export let problem; // the error of the last round

// Start a sync, or let the running one do another round. Return whether all went well.
//
// `meet`: check whether Django's pages already know a person. `retry`: send the refused events once more.
// `checkPages`: check which person Django's pages know now, and which circle they display.
// `person`, `circle`: the person for whom Django rendered a page ('' for nobody), and the circle that it displays.
export function sync(options = {}) {
  next = { ...next, ...options };
  isRequested = true;
  if (problem?.code === 'key' && options.person) quietUntil = 0; // someone has signed in, perhaps because of this problem
  running ??= runRounds().finally(() => { running = null; }).then(isWell => (isRequested ? sync() : isWell));
  return running;
}

// Return the sync that runs, or start one. Pages ask for news again and again: on a slow line a sync that did another round for
// each of them would never end, and nobody would hear of it. What asks for more, as a new page does, gets a round of its own.
export const keepInStep = options => Object.keys(options).some(name => name !== 'meet') ? sync(options) : running ?? sync(options);

export const codeOf = trouble => trouble instanceof RequestError ? trouble.code : storeProblem(trouble) ?? 'phone';

// Return whether all went well.
async function runRounds() {
  let changed = [];
  isRequested = false;
  try {
    if (performance.now() < quietUntil) throw problem;
    while (next) {
      const options = next;
      next = null;
      isRequested = false;
      await locked(LOCKS.sync, 'exclusive', () => exchange(options, matches => { changed = [...changed, ...matches]; }))
        .catch(trouble => { next = { ...options, ...next }; throw trouble; }); // the next sync does it
    }
    isLeftToBrowser = false;
    problem = undefined;
    await noteSuccess();
    const isHeard = await notifyPages({ changed, problem: unheard ? { code: unheard } : undefined });
    if (isHeard) unheard = '';
    await copyOutbox().catch(() => {});
    return true;
  } catch (trouble) {
    const isNew = trouble !== problem;
    if (isNew) quietUntil = performance.now() + (PAUSES[codeOf(trouble)]?.(trouble) ?? 0) * 1000;
    problem = trouble;
    if (isNew && storeProblem(trouble)) await sendWithoutStore().catch(() => {}); // the next sync tries again
    if (isNew) changed.push(...trouble.changed ?? []);
    await notifyPages({ changed, problem: { code: codeOf(trouble), status: trouble.status } }).catch(() => {});
    await retryLater().catch(() => {});
    return false;
  }
}

// Open the right store, make this phone known to the server if events wait, and exchange events.
async function exchange({ meet = false, retry = false, checkPages = false, person = null, circle = null }, onChanged) {
  await signOutFormerPerson();
  meet ||= await readState('pull') === undefined; // the browser has deleted the store: the pages still have their person
  if (checkPages || await readState('chosen')) await followPages('');
  else if (await mayBeRestored(meet)) await returnToCircle();
  else if (person || await mayBeAnotherPerson(meet)) await followPages(person, circle);
  const me = await identity();
  if (me.isRevoked) throw new RequestError(me.isDeleted ? 'account_deleted' : 'revoked', { status: 401 });
  if (retry) await forgetRefusals();
  if (!me.isKnown) await becomeKnown(me, meet);
  if (!me.isKnown || !await exchangeEvents(me, onChanged)) return;
  const mayLack = await readState('isRestored') || await readState('unknownKey'); // the server knows this phone again
  if (mayLack || Math.abs(Date.now() - (await readState('compared') ?? 0)) > HOUR) await compareOthers();
  if (person === '' || !isSessionRecent(me)) await renewSession(me).catch(switchPerson);
}

let askedForLeft = -Infinity; // when the server was last asked whether a circle that was left is open again

// Return whether the circle that was left may be open again. Ask with each new page, and otherwise once a minute, but not while
// a page is at a match of the open circle.
async function mayBeRestored(isPageNew) {
  const { at = 0 } = await readState('leftCircle') ?? {};
  if (!(Date.now() - at < RETENTION)) return false;
  if (!isPageNew && performance.now() - askedForLeft < MINUTE) return false;
  if ((await openPaths()).some(path => /^\/(table|new)\//.test(path))) return false;
  askedForLeft = performance.now();
  return true;
}

// Open the circle that Django's pages display now, and announce it if it is the one that was left.
async function returnToCircle() {
  const { circle } = await readState('leftCircle');
  if (await followPages('') && (await identity()).circle === circle) unheard = 'returned';
}

// Compare the other stores after a restore, and otherwise each hour: the server may lack only what they have, or have erased names.
async function compareOthers() {
  await compareOtherStores();
  for (const name of ['isRestored', 'unknownKey']) await writeState(name, false);
  await writeState('compared', Date.now());
}

// Join the person whom Django's pages know. If they know nobody and events wait, register as a guest.
async function becomeKnown(me, meet) {
  const isWaiting = (await recordsToSend()).length > 0;
  if (isWaiting || await hasJoined(me) || meet) await joinSignedInPerson(me);
  if (!me.isKnown && isWaiting) await introduce(me);
  if (!me.isKnown && meet) await writeState('pull', { whole: true, since: 0, last: null }); // there is nothing to pull
}

// Return whether the server knows this phone by a form to join a group whose answer was lost. Its key then gets the cookie.
async function hasJoined(me) {
  if (Date.now() - (await readState('joining') ?? 0) > DAY) return false;
  return renewSession(me).then(() => true, trouble => {
    if (trouble.status !== 401) throw trouble;
    return false;
  });
}

// Pull and push. Return false if the person has left the circle and another store is open, which the next round exchanges.
async function exchangeEvents(me, onChanged) {
  try {
    await exchangeWithRestored(me, onChanged);
    return true;
  } catch (trouble) {
    if (!isOutside(trouble)) {
      if ([401, 409].includes(trouble.status)) await compareOnce(me);
      throw trouble;
    }
    if (await returnToGuest(me)) await followPages('');
    else await leaveCircle(me);
    next ??= {};
    return false;
  }
}

// Compare the stores once with a server that does not know this phone's key: it may lack what they have, and then the phone must
// say that it waits.
async function compareOnce(me) {
  if ((await identity()).isRevoked || await readState('unknownKey') === me.key) return;
  await forgetNumbers();
  await compareOthers();
  await writeState('unknownKey', me.key);
}

// Pull and push. A server that was restored from an older copy may lack this phone, and then the circle, so create them again.
export async function exchangeWithRestored(me, onChanged) {
  for (const mended = new Set();;) {
    try {
      return await pullAndPush(me, onChanged);
    } catch (first) {
      const trouble = await ownTrouble(me, first);
      if (mended.has(trouble.code)) throw trouble;
      mended.add(trouble.code);
      await mendRestored(me, trouble);
    }
  }
}

// Create the circle or the phone again, or throw the trouble.
async function mendRestored(me, trouble) {
  // A server says that it does not know a circle only if the phone has pulled it.
  if (trouble.code === 'unknown_circle' || (trouble.code === 'not_found' && !(await readState('pull'))?.since)) {
    await sendAgain();
    if (!await createAgain(me)) throw trouble;
  } else if (trouble.status !== 401) {
    throw trouble;
  } else if (!await useOtherKey(me)) {
    // If the server has revoked the key, it refuses this, too.
    const isBound = await registerAgain(me).then(() => false, refusal => bindKeyAgain(me, refusal))
      .catch(refusal => leaveRevoked(me, trouble, refusal));
    await updateIdentity(me, { session: 0, isRegisteredAgain: true });
    await writeState('isRestored', true);
    if (!isBound) await sendAgain(); // a bound key, as by a sign-in link of the host, may find the same log
  }
}

// Return the trouble, or that the server does not know the key if it takes the key for someone else's.
async function ownTrouble(me, trouble) {
  if (!OF_RESTORED.includes(trouble.code) || await isOwnKey(me)) return trouble;
  await changeKey(me);
  return new RequestError('key', { status: 401 });
}

// Put the store of this circle aside, because the person may no longer enter it, or it was deleted. Open another circle's.
async function leaveCircle(me) {
  await updateIdentity(me, { isClosed: true });
  await renewSession(me).catch(() => {}); // without a session the server cannot say which circle comes next
  if (!await followPages('')) await openHome(me);
  // The stores of other circles stay: after a restored backup they may have the only copy of events.
  await dropStoresOf(me.person, store => store.me.circle === me.circle && !store.waiting.length);
  await writeState('isRestored', true); // perhaps it was restored, so the stores of other circles are compared
  await writeState('leftCircle', { circle: me.circle, at: Date.now() });
  unheard = 'outside';
}

// What pages must still hear: that the server was restored, or that the person is no longer in a circle, or in it again.
/** @type {'' | 'restored' | 'outside' | 'returned'} */
let unheard = '';

// Send all events again, and later compare the stores of other circles.
async function sendAgain() {
  await forgetNumbers();
  await writeState('isRestored', true);
  unheard = 'restored';
}

// Delete the data of a revoked key, and throw the second refusal. Because this deletes data, the server must have answered
// twice that the key was revoked, or that the person has deleted the account.
async function leaveRevoked(me, first, second) {
  if (ENDED.includes(first.code) && ENDED.includes(second.code)) {
    await markRevoked(me, first.code === 'account_deleted');
    await dropStoresOf(me.person);
    await askServer('DELETE', '/phone/session/', { key: me.key }).catch(() => {}); // the session of Django's pages ends, too
    await followPages('').catch(() => {});
    if (!(await identity()).isRevoked) sync({ meet: true }); // the same person has signed in again
  }
  throw second;
}

// Follow another person who has signed in meanwhile. Ignore other errors, because the next sync tries again.
async function switchPerson(trouble) {
  if (trouble.code !== 'other_person') return;
  await followPages('');
  next = { ...next, meet: true };
}

// Store when the last sync went well, for the page about this phone. A minute is exact enough. The clock may have been ahead.
async function noteSuccess() {
  if (Math.abs(Date.now() - (await readState('inStep') ?? 0)) >= MINUTE) await writeState('inStep', Date.now());
}

export async function pullAndPush(me, onChanged) {
  const progress = { setAside: [], firstId: null }; // `firstId`: the first event of the last push
  do onChanged(await pull(me)); while (await push(me, progress));
}

// Return the records of the outbox without refused events.
export const recordsToSend = async () => (await outbox()).filter(record => !record.refused);

// Pull all new events. Return what they change.
async function pull(me) {
  const changed = [];
  for (let more = true; more;) {
    const pulled = await readState('pull') ?? {};
    const { whole: isWhole = false, since = 0, erasures = 0, all } = pulled;
    const query = historyQuery(me, pulled);
    // A reader cannot send what is missing in the answer, so the answer must be complete.
    if (!all && (!isWhole || me.role !== 'reader')) query.set('recent', String(RECENT));
    let answer;
    try {
      answer = await pullEvents(query, me.key);
    } catch (trouble) {
      if (trouble.code !== 'other_log' || !since || !await isOwnKey(me)) throw trouble;
      await sendAgain(); // the server was probably restored from a backup
      continue;
    }
    if (since && (answer.erasures ?? 0) !== erasures) {
      // The server has erased names or matches. Their events keep numbers and ids, so pull all events again.
      await writeState('pull', { whole: isWhole, since: 0, last: null, all: true });
      continue;
    }
    more = answer.more && answer.events.length > 0;
    const { id: last, received } = answer.events.at(-1) ?? { id: pulled.last, received: pulled.received };
    const position = {
      whole: isWhole || !more, since: answer.seq, last, received, hash: answer.hash, all: all && more, erasures: answer.erasures,
    };
    if (answer.events.length || !isWhole || answer.hash !== pulled.hash) changed.push(...await storePulled(answer.events, position).catch(error => { throw withChanges(error, answer.events); }));
    if (answer.role !== me.role) await updateIdentity(me, { role: answer.role });
  }
  return changed;
}

// The phone cannot store these events. Pages of their matches ask for them again, and get them from the server.
const withChanges = (error, events) => Object.assign(error, { changed: changesOf(events) });

let batchSize = MOST_EVENTS; // the number of events in a push; it shrinks at errors, until a push is accepted

// Push a batch of events. Return whether there may be more to send.
//
// Accepted events stay in the outbox until they are pulled. Otherwise a server restored from a backup just then would lose
// them unnoticed. For the same reason a push names the history that was pulled: another server, or an older copy of the
// database, must not number its events.
async function push(me, progress) {
  const { setAside } = progress;
  const events = await nextBatch(setAside);
  if (!events.length && setAside.length) throw setAside[0].trouble;
  if (!events.length || progress.firstId === events[0].id) return false; // the server has accepted them, and a later pull brings them
  if (me.role === 'reader') throw new RequestError('role'); // the pull has said so; the next one may say something else
  const pulled = await readState('pull');
  const query = historyQuery(me, pulled);
  const answer = await askServer('POST', `/api/v1/events/?${query}`, { key: me.key, body: events }).catch(trouble =>
    trouble.code === 'other_log' ? pullAgain(trouble, progress) : isolateEvent(trouble, events, setAside));
  if (answer === undefined) return true;
  batchSize = Math.min(2 * batchSize, MOST_EVENTS);
  forgetUnsent(events.map(({ id }) => id));
  progress.firstId = events[0].id;
  await storeNumbers(answer.accepted.filter(({ seq }) => seq <= pulled.since)); // no pull will bring these again
  await storeRefusals(answer.refused);
  return answer.accepted.length + answer.refused.length > 0;
}

// Send everything again after another pull, because the server has another log than the one that was pulled. If that happens
// twice in one exchange, two servers may answer in turn: throw the trouble.
async function pullAgain(trouble, progress) {
  if (progress.isOther) throw new RequestError('server', { status: trouble.status });
  progress.isOther = true;
  await sendAgain();
}

// Return the next events to send, without those that are set aside and the events that depend on them.
async function nextBatch(setAside) {
  const isSetAside = event => setAside.some(cause => cause.id === event.id || dependsOn(event, cause));
  return (await recordsToSend()).map(record => record.event).filter(event => !isSetAside(event)).slice(0, batchSize);
}

// Send fewer events if the server or a proxy may have failed at one of them, or if the line is too slow for so many. Set that
// event aside once it was sent alone, so that all others can be sent. Throw other trouble.
function isolateEvent(trouble, events, setAside) {
  if (trouble.isLate) batchSize = events.length >> 1 || 1;
  if (!EVENT_ERRORS.includes(trouble.status) || setAside.length === MOST_SET_ASIDE) throw trouble;
  if (events.length === 1) setAside.push({ ...events[0], trouble });
  batchSize = events.length >> 1 || 1;
}

let isLeftToBrowser = false; // whether the browser was asked to try again

export function setLeftToBrowser(isLeft) {
  isLeftToBrowser = isLeft;
}

// Let the browser try again on its own, which it can do with every page closed. Ask it only once, because it tries at once
// after each request.
async function retryLater() {
  if (isLeftToBrowser || !(await recordsToSend()).length) return;
  isLeftToBrowser = true;
  await registration.sync?.register('outbox').catch(() => {});
}

async function storedOwner() {
  const me = await readState('identity');
  const { person, circle, role } = me?.isKnown ? me : { person: '', circle: '', role: '' };
  return { person, circle, role, hasSession: Boolean(me?.isKnown && me.session) };
}

let latest = null;

async function countEvents() {
  const waiting = await outbox();
  const refused = waiting.filter(record => record.refused);
  return {
    waiting: waiting.length - refused.length,
    ...await countElsewhere(),
    refused: refused.length,
    ...await storedOwner(),
    chosen: await readState('chosen'),
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
    isOff: !PHONE.files,
    language: PHONE.language,
    ...more,
  };
  const pages = await clients.matchAll({ includeUncontrolled: true, type: 'window' });
  noteMissed(news.changed, pages);
  for (const page of pages) page.postMessage(page.id === writer ? { ...news, changed: [] } : news);
  return pages.length > 0;
}
