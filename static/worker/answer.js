// Answers requests for the pages that work without a network: the question goes to Python, the events of a save are stored.

import { Trouble } from './ask.js';
import { PHONE } from './configuration.js';
import { isFull, pause } from './database.js';
import { identity, introduce, session } from './identity.js';
import { handlers } from './messages.js';
import { askPython, isAwake, ready, summaryOf } from './python.js';
import { readyPage, storingReadyPage } from './ready-pages.js';
import {
  atHand, isComplete, matchIdsOf, readEvenings, readMatches, readPageData, readPlayers, saveEvents,
} from './store.js';
import { notifyPages, sync } from './sync.js';
import { reached, unsaved } from './unreachable.js';

// The phone cannot answer: it does not have the match, or not the page.
class NotHere extends Error {}

// Nothing at all has been pulled yet.
class NotYet extends NotHere {}

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

// Return the match that an address is about; null where it is about the circle, undefined where it is no page of the phone's.
export function addressOf(path) {
  for (const pattern of PHONE.addresses) {
    const parts = path.match(pattern);
    if (parts) return parts.groups?.match ?? null;
  }
  return undefined;
}

export async function answer(event, match) {
  const { request } = event;
  if (request.method === 'POST') ready().catch(() => {}); // it starts while we read
  const missing = match ? 'match' : 'page';
  const spare = request.clone();
  try {
    return responseOf(await serialized(event, match, await questionOf(request), request.headers.has('HX-Request')));
  } catch (error) {
    if (isFull(error)) return unsaved('full');
    if (!(error instanceof NotHere)) {
      await reportError(error);
      return reached(request, () => passOn(spare), missing);
    }
    if (!(error instanceof NotYet)) event.waitUntil(sync({ meet: true })); // so that it may be here the next time
    return reached(request, () => fetch(spare), missing);
  }
}

function responseOf({ status, html, go, address }) {
  if (go) return Response.redirect(new URL(go, location.origin), 303);
  const where = address && { 'HX-Replace-Url': 'false', 'X-Address': address };
  return new Response(html, { status, headers: { ...PHONE.headers, ...where } });
}

// --- What the round's own page asks by a message. Where the answer is null, the page makes a request instead.

// Return what the round is worth by now. A tap writes nothing: unless an event was written since, the store is not read.
handlers.tap = async ({ path, form }) => {
  const match = addressOf(path);
  const reading = () => locked('whose', 'shared', () => readPageData(match));
  const { isPulled, role, events } = atHand?.match === match ? atHand : await reading();
  if (!isPulled || !isComplete(events)) return null;
  const { html, go } = await askPython({ ...asking(path, form, 'round'), role, events });
  return html && !go ? { html } : null;
};

handlers.save = async ({ path, form }, event) => {
  const result = await serialized(event, addressOf(path), asking(path, form), true).catch(orNotHere);
  return result?.html ? { address: path, ...result } : null; // a refused form stays where it was sent to
};

function orNotHere(error) {
  if (!(error instanceof NotHere)) throw error;
}

const asking = (path, form, part = '') => ({ path, query: [], form, now: localTime(new Date()), ids: newIds(), part });

const locked = (name, mode, work) => navigator.locks.request(name, { mode }, work);

// --- Answering

// Answer requests that write one after the other, so that each knows the events of the one before. `isInPlace`: the page
// that has asked can be given the page that follows.
function serialized(event, match, question, isInPlace) {
  const working = () => locked('whose', 'shared', () => resultFor(event, match, question, isInPlace));
  return question.form ? locked('write', 'exclusive', working) : working();
}

async function resultFor(event, match, question, isInPlace) {
  const { isPulled, role, events } = await readPageData(match);
  if (!isPulled) throw new NotYet();
  question.role = role;
  if (match) {
    if (!isComplete(events)) throw new NotHere();
    question.events = events;
  } else {
    [question.matches, question.players, question.evenings] = await Promise.all(
      [readMatches(summaryOf), readPlayers(), readEvenings()],
    );
  }
  const before = isAwake ? null : await readyPage(question);
  if (before) return { status: 200, html: before };
  const { status, html, events: fresh, go } = await askPython(question);
  if (!html && !go) throw new NotHere(); // no such round, or nothing that may be done: Django has the words for it
  if (fresh.length) {
    await saveEvents(fresh);
    const writer = event.clientId ?? event.source?.id;
    afterwards(event, () => notifyPages({ changed: matchIdsOf(fresh) }, writer).then(() => sync()));
  }
  if (go) {
    const known = { ...question, events: question.events?.concat(fresh) };
    return isInPlace && await pageAt(go, match, known, event) || { go };
  }
  afterwards(event, storingReadyPage(question, status, html));
  return { status, html };
}

// People who wait for the answer come first.
const afterwards = (event, work) => event.waitUntil(pause(0).then(work).catch(console.error));

// Return a page of the same match at once: after a redirect the browser would come back, and everything be read anew.
async function pageAt(go, match, before, event) {
  const { pathname, searchParams } = new URL(go, location.origin);
  if (!match || addressOf(pathname) !== match) return null;
  const question = { ...before, path: pathname, query: [...searchParams], form: null, ids: newIds() };
  const { status, html } = await askPython(question);
  if (!html) return null;
  afterwards(event, storingReadyPage(question, status, html));
  return { status, html, address: go };
}

async function questionOf(request) {
  const { pathname, searchParams } = new URL(request.url);
  return {
    path: pathname,
    query: [...searchParams],
    form: request.method === 'POST' ? await formOf(request) : null,
    now: localTime(new Date()),
    ids: newIds(),
    part: request.headers.get('HX-Target') ?? '',
  };
}

const newIds = () => Array.from({ length: 20 }, () => crypto.randomUUID());

async function formOf(request) {
  const kind = (request.headers.get('Content-Type') ?? '').split(';')[0];
  if (!FORMS.includes(kind)) throw new NotHere();
  return [...await request.formData()].filter(([, value]) => typeof value === 'string');
}

// 2026-11-20T19:42:10+02:00
function localTime(date) {
  const two = number => String(Math.floor(number)).padStart(2, '0');
  const off = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + off * 60_000).toISOString().slice(0, 19);
  return `${local}${off < 0 ? '-' : '+'}${two(Math.abs(off) / 60)}:${two(Math.abs(off) % 60)}`;
}

// --- Where the phone cannot answer, Django does

let isReported = false;

async function reportError(error) {
  console.error(error);
  if (!isReported) await notifyPages({ problem: { code: 'python', text: String(error.message).slice(0, 2000) } }).catch(() => {});
  isReported = true;
}

// Django must know what was written here, and who asks. A page that was rendered here has no token for Django's forms.
// Where the store cannot be read, the person is whom Django knows.
async function passOn(request) {
  const isPost = request.method === 'POST';
  const token = await introduced(isPost).catch(error => {
    if (error instanceof Trouble) throw error;
    return '';
  });
  if (!isPost) return fetch(request);
  const body = await request.formData();
  body.set('csrfmiddlewaretoken', token);
  const headers = new Headers(request.headers);
  headers.delete('Content-Type'); // the form is written anew
  const redirect = request.mode === 'navigate' ? 'manual' : 'follow'; // as the browser wants it
  return fetch(request.url, { method: 'POST', headers, body, redirect });
}

async function introduced(isPost) {
  await sync();
  return navigator.locks.request('sync', () => tokenOf(isPost));
}

async function tokenOf(isPost) {
  const me = await identity();
  if (isPost && !me.isKnown) await introduce(me);
  return me.isKnown ? session(me) : '';
}
