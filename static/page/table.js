// What a table needs beside its entry: the screen stays awake, what others write appears, a save has its address.

// ---- The screen stays awake while a match is open.

let lock;

async function stayAwake() {
  const isNeeded = document.querySelector('#totals') && !document.hidden;
  if (!isNeeded) lock?.release().catch(() => {});
  else if (!lock || lock.released) lock = await navigator.wakeLock?.request('screen').catch(() => null);
}

document.addEventListener('visibilitychange', stayAwake);

// ---- What others have written redraws everything but the entry.

const EVERY = 3000; // milliseconds
let mark = '';

// The token of a form differs in every response.
const withoutToken = part => part.outerHTML.replace(/(name="csrfmiddlewaretoken" value=)"[^"]*"/g, '$1');

function renew(old, page) {
  const now = page.getElementById(old.id);
  if (!now || withoutToken(now) === withoutToken(old)) return false;
  old.replaceWith(now);
  htmx.process(now);
  return true;
}

async function live() {
  if (!document.querySelector('[data-live]')) return;
  const headers = { 'HX-Target': 'live', 'If-None-Match': mark };
  const place = address();
  const answer = await fetch(place, { headers }).catch(() => null);
  if (!answer?.ok) return; // nothing new, or no network
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (address() !== place) return; // a save came in between: this is old
  mark = answer.headers.get('ETag') ?? '';
  document.dispatchEvent(new CustomEvent('arriving', { detail: page }));
  const isOver = page.querySelector('[data-over]') !== null;
  if (isOver !== (document.querySelector('.winner') !== null)) location.reload(); // it has another page now
  const changed = [...document.querySelectorAll('[data-live]')].filter(old => renew(old, page));
  const fresh = document.querySelector('#round[data-fresh]:not([data-owed])');
  if (changed.length && fresh) renew(fresh, page); // its ids are of a log that has grown
  document.dispatchEvent(new Event('renewed'));
}

function look() {
  const isAlone = !navigator.serviceWorker?.controller; // a worker notifies the page
  if (isAlone && !document.hidden && document.querySelector('#totals')) live();
}

document.addEventListener('stored', live);

document.addEventListener('htmx:afterSettle', event => {
  if (event.target !== document.body) return;
  stayAwake();
  if (document.activeElement === document.body) document.querySelector('#main')?.focus({ preventScroll: true });
});

// A save that was answered on the phone has its address afterwards: the browser takes as long over that as over the page.

let late = ''; // the address of this page, until the browser has it

function address() {
  return late || location.href;
}

function settle() {
  if (late) history.replaceState(history.state, '', late);
  late = '';
}

document.addEventListener('htmx:afterSettle', ({ target, detail: { xhr, result } }) => {
  if (target !== document.body) return;
  const path = result ? result.address : xhr?.getResponseHeader('X-Address');
  late = path ? new URL(path, location.href).href : '';
  if (late) requestAnimationFrame(() => setTimeout(settle));
});
addEventListener('popstate', () => { late = ''; });

// Back leads to the page before, never to a form that has been sent.
document.addEventListener('htmx:beforeOnLoad', ({ detail: { etc, requestConfig, target } }) => {
  if (requestConfig.verb !== 'get' && target === document.body) etc.replace = 'true';
});

setInterval(look, EVERY);
stayAwake();
