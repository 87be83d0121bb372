// The page's side of the worker: starts it, asks it to sync, and shows where the rounds are.
(() => {
  const worker = navigator.serviceWorker;
  const EVERY = 3000; // milliseconds, while a table is open
  let known = null; // what the worker said last
  let found = null; // the browser's registration of it
  let isAsked = false;
  let shown = null; // where the rounds are, in a word
  let isKept = null; // whether the browser has promised to keep what waits
  let isSending = false; // a form: the page that comes with its answer is not to be replaced
  let isWhole = false; // the worker answers, and has pulled everything
  let kept = {}; // what is said once, then never again
  try { kept = localStorage; } catch { /* once a page, where the browser lets nothing be kept */ }

  // Pages come and go without being loaded, so this is looked up anew.
  const match = () => location.pathname.match(/^\/table\/([0-9a-f-]{36})\//)?.[1];
  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
  // One that has come and not taken over yet is asked instead: the old one is left in peace, until it may go.
  const sync = (how = isWhole ? {} : { meet: true }) => (found?.waiting ?? worker.controller)?.postMessage(how);
  const update = async () => (await worker.getRegistration())?.update();

  const own = () => document.documentElement.dataset; // whom the server has made this page for, and for which circle

  async function start() {
    // Where workers are switched off there is nothing to begin with; one that is here learns it by itself.
    if (!await worker.getRegistration() && !(await fetch('/sw.js', { method: 'HEAD' })).ok) return;
    found = await worker.register('/sw.js', { updateViaCache: 'none' });
    meet();
  }

  const meet = () => sync({ meet: true, person: own().person, circle: own().circle });

  // Somebody else has this phone now, or it is about another circle: what stands here is not theirs, or not of it.
  function isAnothers({ person, circle }) {
    if (!known?.person) return false;
    return known.person !== person ? own().person !== person : known.circle !== circle && own().circle !== circle;
  }

  function hear(said) {
    if (isAnothers(said)) return isSending || location.replace('/');
    const isAnswered = match() || location.pathname === '/'; // by the worker, who knows what may be written now
    if (known?.role && said.role !== known.role && isAnswered) return location.reload();
    known = said;
    show();
    const { changed, problem, reasons, minutesOff, waiting, language } = said;
    if (!problem && worker.controller) become();
    if (match() ? changed.includes(match()) : changed.length) tell('stored', { changed });
    if (problem || reasons.length || Math.abs(minutesOff) > 5) tell('trouble', { problem, reasons, minutesOff });
    if (waiting) isKept ??= keep();
    if (language !== document.documentElement.lang && !isAsked) {
      isAsked = true; // another language was chosen: there is a worker that speaks it
      update();
    }
  }

  // So that the browser does not throw it away when space is short. Some ask people; that is once enough.
  async function keep() {
    const { storage } = navigator;
    return await storage?.persisted?.() || storage?.persist?.();
  }

  function show() {
    const saved = document.querySelector('#saved');
    if (!saved || !known) return;
    const { waiting, elsewhere, refused, problem } = known;
    const isLeft = elsewhere || (waiting && problem);
    const state = refused ? 'refused' : isLeft ? 'waiting' : waiting ? 'here' : 'everybody';
    const words = saved.dataset[state];
    const place = saved.querySelector('span') ?? saved;
    const text = words?.replace('%(n)s', refused || waiting + elsewhere);
    saved.ariaLive = state === 'waiting' && state !== shown ? 'polite' : 'off'; // said aloud when it begins
    saved.dataset.state = shown = state;
    saved.querySelector('a')?.removeAttribute('hidden');
    if (words && place.textContent !== text) place.textContent = text;
  }

  function become() {
    isWhole = true;
    kept.ready ??= 'now';
  }

  // Once, and with the next page: under a thumb nothing moves.
  function sayReady() {
    const place = document.querySelector('#ready');
    if (!place || kept.ready !== 'now') return;
    kept.ready = 'said';
    place.textContent = place.dataset.words;
    place.hidden = false;
  }

  if (!worker) return;
  sayReady();
  // install.js asks when a match is over; until then the browser is not to ask by itself.
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault();
    window.installing = event;
    tell('installing');
  });
  worker.addEventListener('message', event => hear(event.data));
  worker.addEventListener('controllerchange', () => {
    meet();
    tell('stored'); // it may know of more than whoever has made this page
  });
  worker.startMessages();
  document.addEventListener('renewed', show);
  addEventListener('submit', event => { isSending = !event.defaultPrevented; });
  addEventListener('pageshow', () => { isSending = false; });
  addEventListener('online', () => sync());
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    sync();
    update().catch(() => {});
  });
  document.addEventListener('htmx:afterSettle', ({ detail }) => {
    show();
    if (detail.target === document.body) sayReady();
  });
  setInterval(() => match() && !document.hidden && sync(), EVERY);
  start().catch(() => {}); // without a worker Django answers everything
})();
