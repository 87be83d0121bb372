// Starts the worker, asks it to sync, and displays whether the rounds are on the phone or on the server.

import { spare } from './spare-drafts.js';

const worker = navigator.serviceWorker;
const EVERY = 1500; // milliseconds, while the network is away; twice as long otherwise
let known = null; // the latest message of the worker
let registration = null;
let isUpdating = false;
let displayed = null; // the displayed state: fetching, refused, waiting, here, behind or everybody
let isPersisted = null; // whether the browser has promised never to delete the phone's data
let isSending = false; // whether a form is being sent, so that the page of its answer must not be replaced
let isReady = false; // whether the worker answers and has pulled everything
const CIRCLE = 'circle'; // stands among changed matches for players and evenings, which may change every page
const LATER = ['outside', 'returned']; // news that the next page announces, because the page of that moment is replaced
let memory = {}; // remembers what was announced, so that it is not announced again

// Read the match from the address each time, because htmx changes pages without loading them.
const match = () => location.pathname.match(/^\/table\/([0-9a-f-]{36})\//)?.[1];
const follows = () => match() || document.querySelector('[data-live], #returns'); // whether the page displays news, or waits for the server
const dispatch = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
// Ask a new worker, even if it has not taken over yet, because the old one can only stop when nobody asks it. A page that was
// loaded past the worker asks it, too, because such a page may have changed the person or the circle.
/** @param {object} [how] */
const sync = (how = isReady ? {} : { meet: true }) =>
  (registration?.waiting ?? worker.controller ?? registration?.active)?.postMessage({ ...how, path: location.pathname });
const update = async () => (await worker.getRegistration())?.update();

const pageOwner = () => document.documentElement.dataset; // the person and circle for which the server rendered this page

async function start() {
  // If the server has switched workers off, do not install one. An installed worker checks this on its own.
  // Nor for people who only read the rules of games.
  const isThere = await worker.getRegistration();
  if (!isThere && (location.pathname.startsWith('/games/') || !(await fetch('/sw.js', { method: 'HEAD', cache: 'no-store' })).ok)) return;
  registration = await worker.register('/sw.js', { updateViaCache: 'none' });
  meet();
}

let hasMet = false; // whether this page has asked the phone to join the person of this page, because it has room again

function meetOnce() {
  if (!hasMet && isOfServer) meet();
  hasMet = true;
}

const meet = () => sync({ meet: true, person: pageOwner().person, circle: pageOwner().circle });

// Return whether the worker's person or circle has changed, and this page does not belong to the new one.
function belongsToAnother({ person, circle }) {
  if (!known?.person) return false;
  return known.person !== person ? pageOwner().person !== person : known.circle !== circle && pageOwner().circle !== circle;
}

// Return whether this page is about a match of the circle that the phone has just left. It loaded meanwhile, so it has had no news.
const isMatchOfLeft = news => match() && !known?.person && pageOwner().circle !== news.circle;

// Return whether the server took this phone for a stranger, because it did not know the phone yet. Reload such a page only once.
function isForStranger(news) {
  const [opening] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  const isWell = 'problem' in news && !news.problem;
  return isWell && news.hasSession && opening?.type !== 'reload' && document.querySelector('[data-stranger]') !== null;
}

function onNews(news) {
  if (isOfPersonBefore(news)) return leadToAccount();
  noteBehind(news);
  const code = news.problem?.code;
  const isOutside = code === 'outside';
  const isOfLeft = isOutside && (location.pathname === '/' || isMatchOfLeft(news));
  if (known?.person && !news.person) spare.deleteAll(); // someone has signed out on this phone
  const isReplaced = belongsToAnother(news) || isOfLeft;
  if (isOutside ? !news.closed : code === 'returned' && isReplaced) memory.later = code;
  if (isReplaced) return isSending || location.replace('/');
  const isAnswered = match() || location.pathname === '/'; // the worker renders these pages, and knows the person's role
  const isOutdated = known?.role ? news.role !== known.role : news.role === 'reader' && !pageOwner().person && document.querySelector('#round');
  if ((isAnswered && isOutdated) || isForStranger(news)) return location.reload();
  known = news;
  display();
  const { changed, problem, waiting, language } = news;
  if (!problem && worker.controller) noteReady();
  if (match() ? [match(), CIRCLE].some(id => changed.includes(id)) : changed.length) dispatch('stored', { changed });
  // Only the news of a sync name a problem, or none. A page reads in the answer why its own form was not saved.
  if (!problem?.isSave) dispatch('trouble', { ...news, isWell: 'problem' in news && !problem });
  if (waiting) isPersisted ??= persist();
  if (language !== document.documentElement.lang && !isUpdating) {
    isUpdating = true; // someone has chosen another language, for which there is another worker
    update().catch(() => {});
  }
}

const ACCOUNT = '/you/';

let isOfServer = Boolean(pageOwner().person); // whether the server rendered this page, and not the phone from its store

// Remember whom the server knows here, and the guests who became that person, because the browser may stop the worker.
async function noteOwner() {
  const answer = await fetch('/phone/session/', { cache: 'no-store' }).catch(() => null);
  const { person, was = [] } = answer?.ok ? await answer.json() : {};
  if (person && memory.behind) memory.owner = [person, ...was].join(' ');
}

// Return whether the phone's person is another one than the server knows here. A full phone cannot put the store of the person
// before aside.
const hasOtherOwner = news => Boolean(memory.behind && memory.owner && news?.person) && !memory.owner.split(' ').includes(news.person);

// Return whether the phone has rendered this page for that person. Their matches must not be displayed, and nothing entered among them.
const isOfPersonBefore = news => hasOtherOwner(news) && !isOfServer && location.pathname !== ACCOUNT;

// Lead to the page of the account, which lets the phone join. If the person signs out there, end the session of the server alone:
// the phone's own page would end the access of the person before.
async function leadToAccount() {
  if (isSending) return;
  const isLeaving = location.pathname === '/phone/' && location.hash === '#leaving';
  const answer = isLeaving && await fetch('/phone/session/', { method: 'DELETE' }).catch(() => null);
  if (answer?.ok) memory.owner = '';
  location.replace(answer?.ok ? '/' : ACCOUNT);
}

const STORE = ['full', 'store']; // problems with the storage of this phone

// Remember that this phone could not store what the server has, until a sync goes well: the browser may stop the worker.
// Without a network, pages lack it, which is the greater problem.
function noteBehind(news) {
  const { problem, person } = news;
  const isWell = 'problem' in news && !problem;
  if (isWell && hasOtherOwner(news)) meetOnce(); // the phone has room now
  else if (!person || isWell) memory.behind = memory.owner = '';
  else if (STORE.includes(problem?.code) && !problem.isSave) {
    if (!memory.behind && isOfServer) setTimeout(noteOwner);
    memory.behind = 'yes';
  } else if (memory.behind && problem?.code === 'network') news.problem = { ...problem, code: 'behind' };
}

// Announce on the next page that the person is no longer in a circle, or in it again. Entries that wait have a sentence of their own.
function announceLater() {
  const code = memory.later;
  if (!LATER.includes(code)) return;
  memory.later = '';
  dispatch('trouble', { problem: { code }, reasons: [], minutesOff: 0 });
}

// Ask the browser not to delete the data when space is short. Ask only once, because some browsers ask the person.
async function persist() {
  const { storage } = navigator;
  return await storage?.persisted?.() || storage?.persist?.();
}

function display() {
  const saved = document.querySelector('#saved');
  const isFetching = !known && worker.controller && pageOwner().person; // Django has answered, because the phone still pulls
  if (!saved || !known && !isFetching) return;
  const isOthers = known && pageOwner().person && pageOwner().person !== known.person; // as after an account was deleted elsewhere
  const { waiting = 0, refused = 0, problem } = isOthers ? {} : known ?? {};
  const elsewhere = (match() ? known?.sameCircle : known?.elsewhere) ?? 0; // a match says nothing about other groups
  const isLeft = elsewhere || (waiting && problem);
  const state = isFetching ? 'fetching' : refused ? 'refused' : isLeft ? 'waiting' : waiting ? 'here' : memory.behind ? 'behind' : 'everybody';
  const words = saved.dataset[state];
  const place = saved.querySelector('span') ?? saved;
  const text = words?.replace('%(n)s', refused || waiting + elsewhere);
  saved.ariaLive = state === 'waiting' && state !== displayed ? 'polite' : 'off'; // announce only when waiting begins
  saved.dataset.state = displayed = state;
  saved.querySelector('a')?.removeAttribute('hidden');
  if (words && place.textContent !== text) place.textContent = text;
}

function noteReady() {
  isReady = true;
  memory.ready ??= 'now';
}

// Announce it once, and only with a new page, so that nothing moves while someone taps.
function announceReady() {
  const place = document.querySelector('#ready');
  if (!place || memory.ready !== 'now') return;
  memory.ready = 'said';
  place.textContent = place.dataset.words;
  place.hidden = false;
}

function begin() {
  try { memory = localStorage; } catch { /* without storage it is announced once a page */ }
  if (memory.behind && isOfServer) noteOwner();
  announceReady();
  announceLater();
  worker.addEventListener('message', event => onNews(event.data));
  worker.addEventListener('controllerchange', () => {
    meet();
    dispatch('stored'); // the worker may have events that this page lacks
  });
  worker.startMessages();
  document.addEventListener('renewed', display);
  addEventListener('submit', event => { isSending = !event.defaultPrevented; });
  addEventListener('pageshow', () => { isSending = false; });
  addEventListener('online', () => sync());
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    sync();
    update().catch(() => {});
  });
  document.addEventListener('htmx:afterSettle', ({ detail }) => {
    display();
    if (detail.target !== document.body) return;
    const { xhr, result } = detail;
    isOfServer = !result && /<html[^>]* data-person="[^"]/.test(xhr?.responseText ?? '');
    if (isOfPersonBefore(known)) return leadToAccount();
    announceReady();
  });
  display();
  let turns = 0;
  setInterval(() => {
    turns += 1;
    const isUnsent = known?.waiting || known?.elsewhere;
    if ((follows() || isUnsent) && !document.hidden && (turns % 2 || ['network', 'behind'].includes(known?.problem?.code))) sync();
  }, EVERY);
  start().catch(() => {}); // without a worker Django answers everything
}

// The browser may display a page as it was before someone signed out. Ask whose the session is now. A page that a guest began
// as a stranger names nobody, so load it again. Without a network the page stays. A worker's pages hear news of the person.
async function checkOwner() {
  const answer = await fetch('/phone/session/', { cache: 'no-store' }).catch(() => null);
  const { person } = pageOwner();
  if (answer?.ok && (!person || (await answer.json()).person !== person)) location.reload();
}

addEventListener('pageshow', ({ persisted }) => persisted && !worker?.controller && checkOwner());
if (worker) begin();
