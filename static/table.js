// What a table needs beside its entry: half-typed rounds are kept, the screen stays awake, what others write is shown.

const DRAFTS = 'draft:';

// ---- A half-typed round outlives a reload. The save's answer clears it, never a host.

const written = form => [...new FormData(form)].filter(([name]) => name !== 'csrfmiddlewaretoken');
const round = () => document.querySelector('#round[data-draft]');

function keep() {
  const form = round();
  if (form) localStorage.setItem(DRAFTS + form.dataset.draft, JSON.stringify(written(form)));
}

function bringBack() {
  const form = round();
  const kept = form?.dataset.fresh === undefined ? null : localStorage.getItem(DRAFTS + form.dataset.draft);
  if (!kept) return;
  const values = { press: '' };
  for (const [name, value] of JSON.parse(kept)) values[name] = name in values ? [values[name], value].flat() : value;
  htmx.ajax('POST', form.getAttribute('action'), { source: form, target: form, swap: 'outerHTML', values }).catch(() => {});
}

// Once for every save: its page may be opened again, with another round begun.
function clear() {
  const { saved, event } = document.querySelector('[data-saved]')?.dataset ?? {};
  if (!saved || localStorage.getItem('saved') === event) return;
  localStorage.setItem('saved', event);
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith(`${DRAFTS}${saved}/`)) localStorage.removeItem(name);
  }
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(30);
}

document.addEventListener('input', event => event.target.form?.id === 'round' && keep());
document.addEventListener('htmx:load', event => event.detail.elt.id === 'round' && event.detail.elt.dataset.fresh === undefined && keep());

// ---- The screen stays awake while a match is open.

let lock;

async function stayAwake() {
  const isWanted = document.querySelector('#totals') && !document.hidden;
  if (!isWanted) lock?.release().catch(() => {});
  else if (!lock || lock.released) lock = await navigator.wakeLock?.request('screen').catch(() => null);
}

document.addEventListener('visibilitychange', stayAwake);

// ---- What others have written redraws everything but the entry.

const EVERY = 3000; // milliseconds
let mark = '';

function renew(old, page) {
  const now = page.getElementById(old.id);
  if (!now || now.outerHTML === old.outerHTML) return false;
  old.replaceWith(now);
  htmx.process(now);
  return true;
}

async function live() {
  if (!document.querySelector('[data-live]')) return;
  const headers = { 'HX-Target': 'live', 'If-None-Match': mark };
  const place = location.href;
  const answer = await fetch(location.href, { headers }).catch(() => null);
  if (!answer?.ok) return; // nothing new, or no network
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (location.href !== place) return; // a save came in between: this is old
  mark = answer.headers.get('ETag') ?? '';
  if (page.querySelector('[data-over]') && round()) location.reload();
  const changed = [...document.querySelectorAll('[data-live]')].filter(old => renew(old, page));
  const fresh = document.querySelector('#round[data-fresh]');
  if (changed.length && fresh) renew(fresh, page); // its ids are of a log that has grown
  times();
}

const look = () => document.hidden || navigator.serviceWorker?.controller || live();

document.addEventListener('stored', live);

// ---- Times in the words of the reader.

const MOMENT = { dateStyle: 'medium', timeStyle: 'short' };
const DAY = { day: 'numeric', month: 'short' };

function times() {
  for (const time of document.querySelectorAll('time[datetime]:not([data-said])')) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    time.dataset.said = '';
    time.textContent = at.toLocaleString(document.documentElement.lang, 'day' in time.dataset ? DAY : MOMENT);
  }
}

function begin() {
  clear();
  bringBack();
  stayAwake();
  times();
}

document.addEventListener('htmx:afterSettle', event => {
  if (event.target !== document.body) return;
  begin();
  if (document.activeElement === document.body) document.querySelector('#main')?.focus({ preventScroll: true });
});
document.addEventListener('htmx:afterSettle', times);
setInterval(look, EVERY);
begin();
