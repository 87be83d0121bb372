// Answers requests for the pages that work without a network: asks Python for the page, and stores the events of a save.

import { PHONE } from './configuration.js';
import { pause, resultOf, StoreDoesNotOpen, storeProblem } from './database.js';
import { GameMissing } from './files.js';
import { identity, introduce, renewSession } from './identity.js';
import { locked, LOCKS } from './locks.js';
import { handlers } from './messages.js';
import { copyOutbox } from './outbox-copy.js';
import { gameNames, renamedSummaries } from './names.js';
import { heldAnswer, holdAnswer } from './prepared.js';
import { askPython, isAwake, ready, summaryOf } from './python.js';
import { readyPage, storingReadyPage } from './ready-pages.js';
import { askServer, RequestError } from './server.js';
import {
  changesOf, isComplete, lastPageData, objectStore, readCircleEvents, readMatches, readPageData, readPlayers, reopen, saveEvents,
} from './store.js';
import { codeOf, notifyPages, problem, sync } from './sync.js';
import { fetchPage, fromServer, isBarred, isOurs, unlessHung } from './unreachable.js';
import { rememberUnsent } from './unsent.js';

// The phone cannot answer, because it does not have the match or the page.
class CannotAnswer extends Error {}

// The phone cannot answer, because it has not pulled anything yet.
class NothingPulled extends CannotAnswer {}

// The page of the form has displayed events that this phone lacks, as after its storage was full.
class OlderLog extends CannotAnswer {}

const SIGN_IN = /^https?:\/\/[^/]+\/(you|i)\//; // pages by which someone signs in
const HOME_PATIENCE = 3000; // milliseconds that a page without matches waits for the server

// Return whether this phone knows no person and has no match. If someone has just signed in, an empty home would look as if
// all matches were lost, so Django answers.
async function isNobodys() {
  try {
    const { me } = await readPageData(null);
    return !me?.isKnown && !(await resultOf((await objectStore('matches')).count()));
  } catch {
    return false;
  }
}

const NEW = '/new/'; // the page that starts a match, in the circle that it names
const CIRCLE = 'circle'; // the field and the query with its id
const SENT_SOON = 1000; // milliseconds in which the server usually has an event, so that no copy of it is needed
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

// Return the id of the match in a path. Return null for a page of the circle, and undefined for a page that only the server has.
export function matchIdOf(path) {
  for (const pattern of PHONE.addresses) {
    const parts = path.match(pattern);
    if (parts) return parts.groups?.match ?? null;
  }
  return undefined;
}

let isBehind = false; // whether the server may have an event that this phone could not store

// ---- Matches in which the server has answered a form. A pull that was answered before that form may bring an older log.

const PULL_PATIENCE = 1000; // milliseconds that a page waits for the newer log, before it is fetched from the server
const SERVER_PATIENCE = 6000; // milliseconds; then the phone answers after all. Forms may be sent twice
const savedOnServer = new Map(); // the last form of each match

function noteSaved(match, { status }) {
  if (match && status < 400) savedOnServer.set(match, {});
}

// Return whether the phone has the log of the match as the server had it after its last form.
async function isCurrent(match) {
  const form = savedOnServer.get(match);
  if (!form) return true;
  const pulled = sync().then(isWell => isWell && savedOnServer.get(match) === form && savedOnServer.delete(match));
  await Promise.race([pulled, pause(PULL_PATIENCE)]);
  return !savedOnServer.has(match);
}

export async function answer(event, match) {
  const { request } = event;
  const isPost = request.method === 'POST';
  const begun = performance.now();
  let isSilent = false; // whether the server has not answered
  if (!await isCurrent(match)) {
    let response = await Promise.race([fetchPage(request.clone()).catch(() => null), pause(SERVER_PATIENCE)]);
    if (isPost && response?.status === 403) response = await passToDjango(request.clone()).catch(() => null); // a form without a token
    if (isPost && response) noteSaved(match, response);
    if (response && response.status < 500) return response;
    isSilent = !response;
  }
  isBehind ||= problem !== undefined && storeProblem(problem) !== undefined; // the last sync could not store what it pulled
  if (isBehind && !isSilent) isBehind = !await Promise.race([sync(), pause(PULL_PATIENCE)]);
  if (isBehind && !isSilent) {
    const response = isPost ? await unlessHung(passToDjango(request.clone())).catch(() => null)
      : await Promise.race([fetchAsPerson(request.clone()).catch(() => null), pause(SERVER_PATIENCE)]);
    isSilent = !response;
    if (response && response.status < 500 && (!isBarred(response) || await isSomeoneElses())) return response;
  }
  if (isPost) ready().catch(() => {}); // Python starts while we read the store
  if (match === null && SIGN_IN.test(request.referrer) && await isNobodys()) {
    const response = await Promise.race([fetch(request.clone()).catch(() => null), pause(HOME_PATIENCE)]);
    if (response?.ok) return response;
  }
  const missing = match ? 'match' : 'page';
  const spare = request.clone();
  try {
    return await answerHere(event, match, request).catch(error => {
      if (!(error instanceof OlderLog)) throw error;
      return answerAfterMore(event, match, spare.clone(), isSilent);
    });
  } catch (error) {
    const code = storeProblem(error);
    const ask = async work => {
      if (isSilent) throw error;
      const response = await (isPost && code ? unlessHung(work(spare)) : work(spare));
      if (isPost) noteSaved(match, response);
      if (isPost && code && response.status < 400) await notifyPages({ problem: { code } }).catch(console.error); // this phone lacks it
      return response;
    };
    if (error instanceof GameMissing) return fromServer(request, () => ask(passToDjango), 'game', 'game');
    if (!(error instanceof CannotAnswer)) {
      await reportError(error);
      isBehind ||= code !== undefined && isPost;
      const isLate = isSilent && performance.now() - begun > SERVER_PATIENCE; // as in `fromServer`
      return fromServer(request, () => ask(passToDjango), missing, isLate ? 'unsaved' : code);
    }
    if (!(error instanceof NothingPulled)) event.waitUntil(sync({ meet: true })); // so that the phone may have the page the next time
    return fromServer(request, () => ask(fetchAsPerson).then(withReason), missing);
  }
}

// Return whether Django's pages know someone else. A full phone cannot put aside the store of the person before.
async function isSomeoneElses() {
  const me = await identity().catch(() => null);
  const { person, was = [] } = await askServer('GET', '/phone/session/').catch(() => ({}));
  return Boolean(me?.isKnown && person) && ![person, ...was].includes(me.person);
}

async function answerHere(event, match, request, more = {}) {
  const question = { ...await requestQuestion(request), ...more };
  return responseOf(await serialized(event, match, question, request.headers.has('HX-Request')));
}

// Let the server answer a form whose page has displayed more than this phone has. If the server cannot be reached, answer here:
// the event names what its writer has seen, so the server puts it in its place.
async function answerAfterMore(event, match, request, isSilent) {
  const response = !isSilent && await unlessHung(passToDjango(request.clone())).catch(() => null);
  if (!response || response.status >= 500 || isBarred(response)) return answerHere(event, match, request, { isOlder: true });
  if (request.method === 'POST') noteSaved(match, response);
  return response;
}

function responseOf({ status, html, go, address }) {
  if (go) return Response.redirect(new URL(go, location.origin), 303);
  const where = address && { 'HX-Replace-Url': 'false', 'X-Address': address };
  return new Response(html, { status, headers: { ...PHONE.headers, ...where } });
}

// --- Questions that the page of a round asks by a message. If the answer is null, the page sends a request instead.

// Return the points of the round so far. A tap stores nothing, so it can use the page data that was read last.
handlers.tap = async ({ path, form }) => {
  const log = await logOfForm(path, form);
  if (!log) return null;
  const { html, go } = await askPython({ ...formQuestion(path, form, 'round'), ...log });
  return html && !go ? { html } : null;
};

async function logOfForm(path, form) {
  const match = matchIdOf(path);
  if (savedOnServer.has(match)) return null;
  const reading = () => locked(LOCKS.openStore, 'shared', () => readPageData(match));
  const { me, isPulled, role, events } = lastPageData?.match === match ? lastPageData : await reading();
  return isPulled && isComplete(events) && hasSeen(form, events) ? { ...ownerOf(me, role), events } : null;
}

// Return whether the log has all events that the page of the form names as seen.
const hasSeen = (form, events) => form.every(([name, id]) => name !== 'after' || events.findLast(event => event.id === id));

// Return the circle that forms of the page name, and the role in it. Before the server knows this phone there is only one.
const ownerOf = (me, role) => ({ circle: me?.isKnown ? me.circle : '', role });

// Answer the save that may come next, and hold the answer until it comes.
handlers.prepare = async ({ path, form }) => {
  const log = await logOfForm(path, form);
  if (!log) return null;
  const question = { ...formQuestion(path, form), ...log };
  await holdAnswer(question, answerWithPage(question, matchIdOf(path)));
  return null;
};

async function answerWithPage(question, match) {
  const answered = await askPython(question);
  return { ...answered, page: await pageAt(answered, match, question) };
}

handlers.save = async ({ path, form }, event) => {
  if (isBehind || savedOnServer.has(matchIdOf(path))) return null;
  const result = await serialized(event, matchIdOf(path), formQuestion(path, form), true).catch(ignoreCannotAnswer);
  return result?.html ? { address: path, ...result } : null; // a refused form keeps its address
};

function ignoreCannotAnswer(error) {
  if (!(error instanceof CannotAnswer)) throw error;
}

const formQuestion = (path, form, part = '') => ({ path, query: [], form, now: localTime(new Date()), ids: newIds(), part });

// --- Answering

// Answer requests that store events one at a time, so that each knows the events of the request before. `isInPlace` says
// that the page can display the next page itself, without a redirect.
function serialized(event, match, question, isInPlace) {
  const once = () => locked(LOCKS.openStore, 'shared', () => resultFor(event, match, question, isInPlace));
  const working = () => once().catch(error => {
    if (storeProblem(error) !== 'store' || error instanceof StoreDoesNotOpen) throw error;
    return reopen().then(once); // the browser may have closed or deleted the store meanwhile
  });
  return question.form ? locked(LOCKS.write, 'exclusive', working) : working();
}

async function resultFor(event, match, question, isInPlace) {
  const { me, isPulled, role, events } = await readPageData(match);
  if (!isPulled) throw new NothingPulled();
  if (isOfOther(me, question)) throw new CannotAnswer();
  Object.assign(question, ownerOf(me, role));
  if (match) {
    if (!isComplete(events)) throw new CannotAnswer();
    if (question.form && !question.isOlder && !hasSeen(question.form, events)) throw new OlderLog();
    question.events = events;
    if (question.path.endsWith('/more/')) question.players = await readPlayers();
  } else {
    const [matches, players, ofCircle] = await Promise.all([readMatches(summaryOf), readPlayers(), readCircleEvents()]);
    const ofKind = wanted => ofCircle.filter(({ kind }) => kind === wanted);
    Object.assign(question, { players, evenings: ofKind('evening'), custom_games: ofKind('custom_game') });
    question.matches = renamedSummaries(matches, players, gameNames(question.custom_games));
  }
  const storedPage = isAwake ? null : await readyPage(question);
  if (storedPage) return { status: 200, html: storedPage };
  const answered = await heldAnswer(question) ?? await askPython(question);
  const { status, html, events: fresh, go } = answered;
  if (!html && !go) throw new CannotAnswer(); // Django's page explains that the round is missing, or that this is not allowed
  if (fresh.length) {
    await saveEvents(fresh);
    rememberUnsent(me, fresh);
    const writer = event.clientId ?? event.source?.id;
    afterwards(event, () => notifyPages({ changed: changesOf(fresh) }, writer).then(() => sync()));
    event.waitUntil(pause(SENT_SOON).then(copyOutbox).catch(console.error));
  }
  if (go) {
    const page = isInPlace && (answered.page ?? await pageAt(answered, match, question));
    if (!page) return { go };
    const next = { ...page.question, events: logWith(question, fresh, match) };
    afterwards(event, storingReadyPage(next, page.status, page.html));
    return { status: page.status, html: page.html, address: go };
  }
  afterwards(event, storingReadyPage(question, status, html));
  return { status, html };
}

// Return the log of the match with the new events. A new player is no event of the match.
const logWith = ({ events }, fresh, match) => events?.concat(fresh.filter(stored => stored.match === match));

// Do the work after the answer, because someone waits for the answer.
const afterwards = (event, work) => event.waitUntil(pause(0).then(work).catch(console.error));

// Return the page after a save if it is of the same match. A redirect would be slower, because the log would be read again.
async function pageAt({ go, events }, match, before) {
  if (!go) return null;
  const { pathname, searchParams } = new URL(go, location.origin);
  if (!match || matchIdOf(pathname) !== match) return null;
  const question = { ...before, path: pathname, query: [...searchParams], form: null, ids: newIds(), events: logWith(before, events, match) };
  const { status, html } = await askPython(question);
  return html ? { question, status, html } : null;
}

// Return whether a page of Django, such as that of a match of another circle, asks for its own circle: Django answers.
function isOfOther(me, { path, query, form }) {
  const named = path === NEW && new Map(form ?? query).get(CIRCLE);
  return Boolean(named) && named !== me.circle;
}

async function requestQuestion(request) {
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
  if (!FORMS.includes(kind)) throw new CannotAnswer();
  return [...await request.formData()].filter(([, value]) => typeof value === 'string');
}

// 2026-11-20T19:42:10+02:00
function localTime(date) {
  const two = number => String(Math.floor(number)).padStart(2, '0');
  const off = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + off * 60_000).toISOString().slice(0, 19);
  return `${local}${off < 0 ? '-' : '+'}${two(Math.abs(off) / 60)}:${two(Math.abs(off) % 60)}`;
}

// --- If the phone cannot answer, Django does

let isReported = false;

async function reportError(error) {
  console.error(error);
  if (!isReported) await notifyPages({ problem: { code: 'python', text: String(error.message).slice(0, 2000) } }).catch(() => {});
  isReported = true;
}

// Let Django answer. Before that, sync, so that Django has the events of this phone and knows the person. The form gets a
// token, because pages of the worker have none. If the store cannot be read, Django answers the person that it knows. So it does
// if the key has ended and someone has signed in since: a full phone cannot store their identity.
async function passToDjango(request) {
  const isPost = request.method === 'POST';
  const token = await syncAndGetToken(isPost).catch(async error => {
    const isSignedIn = error.status === 401 && (await askServer('GET', '/phone/session/').catch(() => ({}))).person;
    if (error instanceof RequestError && !isSignedIn) throw error;
    return '';
  });
  if (!isPost) return fetch(request);
  const body = await request.formData();
  body.set('csrfmiddlewaretoken', token);
  const me = await identity().catch(() => null);
  // The person may have chosen another circle meanwhile, but the page is of the circle of this phone.
  if (token && me?.isKnown && new URL(request.url).pathname === NEW && !body.get(CIRCLE)) body.set(CIRCLE, me.circle);
  const headers = new Headers(request.headers);
  headers.delete('Content-Type'); // `fetch` sets it for the new body
  const redirect = request.mode === 'navigate' ? 'manual' : 'follow'; // the browser follows redirects of a navigation itself
  return fetch(request.url, { method: 'POST', headers, body, redirect });
}

// Fetch a page. If the server refuses because the session of Django's pages has ended, while the key has not, renew the session.
async function fetchAsPerson(request) {
  const again = request.clone();
  const response = await fetchPage(request);
  const me = isBarred(response) && isOurs(response) && await identity();
  const isSignedOut = me.isKnown && await askServer('GET', '/phone/session/').then(({ person }) => person !== me.person, () => false);
  return isSignedOut ? passToDjango(again).catch(() => response) : response;
}

// Add to a refusal of the server what the phone knows of its reason, such as a key that was revoked. Pages say it.
function withReason(response) {
  if (!problem || !isBarred(response)) return response;
  const { status, headers, body } = response;
  return new Response(body, { status, headers: { ...Object.fromEntries(headers), 'X-Problem': codeOf(problem) } });
}

async function syncAndGetToken(isPost) {
  await sync();
  return locked(LOCKS.sync, 'exclusive', () => tokenOf(isPost));
}

async function tokenOf(isPost) {
  const me = await identity();
  if (isPost && !me.isKnown) await introduce(me);
  return me.isKnown ? renewSession(me) : '';
}
