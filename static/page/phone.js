// The page's side of the worker: starts it, asks it to sync, and displays where the rounds are.

const worker = navigator.serviceWorker;
const EVERY = 3000; // milliseconds, while a table is open
let known = null; // the latest message of the worker
let registration = null;
let isUpdating = false;
let displayed = null; // where the rounds are, in a word
let isPersisted = null; // whether the browser has promised to keep what waits
let isSending = false; // a form: the page that comes with its answer must not be replaced
let isReady = false; // the worker answers, and has pulled everything
let memory = {}; // what is announced once, then never again

// Pages come and go without being loaded, so this is read anew.
const match = () => location.pathname.match(/^\/table\/([0-9a-f-]{36})\//)?.[1];
const dispatch = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
// A worker that has come and not taken over yet is asked instead: the old one is left in peace, until it may go.
/** @param {object} [how] */
const sync = (how = isReady ? {} : { meet: true }) => (registration?.waiting ?? worker.controller)?.postMessage(how);
const update = async () => (await worker.getRegistration())?.update();

const own = () => document.documentElement.dataset; // whom the server has rendered this page for, and for which circle

async function start() {
  // Where workers are switched off there is nothing to begin with; one that is installed learns it by itself.
  if (!await worker.getRegistration() && !(await fetch('/sw.js', { method: 'HEAD' })).ok) return;
  registration = await worker.register('/sw.js', { updateViaCache: 'none' });
  meet();
}

const meet = () => sync({ meet: true, person: own().person, circle: own().circle });

// Another person has this phone now, or it is about another circle: this page is not theirs, or not of it.
function isAnothers({ person, circle }) {
  if (!known?.person) return false;
  return known.person !== person ? own().person !== person : known.circle !== circle && own().circle !== circle;
}

function hear(news) {
  if (isAnothers(news)) return isSending || location.replace('/');
  const isAnswered = match() || location.pathname === '/'; // by the worker, who knows what may be written now
  if (known?.role && news.role !== known.role && isAnswered) return location.reload();
  known = news;
  display();
  const { changed, problem, reasons, minutesOff, waiting, language } = news;
  if (!problem && worker.controller) noteReady();
  if (match() ? changed.includes(match()) : changed.length) dispatch('stored', { changed });
  if (problem || reasons.length || Math.abs(minutesOff) > 5) dispatch('trouble', { problem, reasons, minutesOff });
  if (waiting) isPersisted ??= persist();
  if (language !== document.documentElement.lang && !isUpdating) {
    isUpdating = true; // another language was chosen: there is a worker that speaks it
    update();
  }
}

// So that the browser does not delete it when space is short. Some browsers ask people; once is enough.
async function persist() {
  const { storage } = navigator;
  return await storage?.persisted?.() || storage?.persist?.();
}

function display() {
  const saved = document.querySelector('#saved');
  if (!saved || !known) return;
  const { waiting, elsewhere, refused, problem } = known;
  const isLeft = elsewhere || (waiting && problem);
  const state = refused ? 'refused' : isLeft ? 'waiting' : waiting ? 'here' : 'everybody';
  const words = saved.dataset[state];
  const place = saved.querySelector('span') ?? saved;
  const text = words?.replace('%(n)s', refused || waiting + elsewhere);
  saved.ariaLive = state === 'waiting' && state !== displayed ? 'polite' : 'off'; // announced when it begins
  saved.dataset.state = displayed = state;
  saved.querySelector('a')?.removeAttribute('hidden');
  if (words && place.textContent !== text) place.textContent = text;
}

function noteReady() {
  isReady = true;
  memory.ready ??= 'now';
}

// Once, and with the next page: under a thumb nothing moves.
function announceReady() {
  const place = document.querySelector('#ready');
  if (!place || memory.ready !== 'now') return;
  memory.ready = 'said';
  place.textContent = place.dataset.words;
  place.hidden = false;
}

function begin() {
  try { memory = localStorage; } catch { /* once a page, where the browser stores nothing */ }
  announceReady();
  worker.addEventListener('message', event => hear(event.data));
  worker.addEventListener('controllerchange', () => {
    meet();
    dispatch('stored'); // it may know of more than the host that has rendered this page
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
    if (detail.target === document.body) announceReady();
  });
  setInterval(() => match() && !document.hidden && sync(), EVERY);
  start().catch(() => {}); // without a worker Django answers everything
}

if (worker) begin();
