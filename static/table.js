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

function clear() {
  const saved = document.querySelector('[data-saved]')?.dataset.saved;
  if (!saved) return;
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith(DRAFTS + saved + '/')) localStorage.removeItem(name);
  }
  navigator.vibrate?.(30);
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

async function live() {
  if (!document.querySelector('[data-live]')) return;
  const headers = { 'HX-Target': 'live', 'If-None-Match': mark };
  const answer = await fetch(location.href, { headers }).catch(() => null);
  if (!answer?.ok) return; // nothing new, or no network
  mark = answer.headers.get('ETag') ?? '';
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (page.querySelector('[data-over]') && round()) location.reload();
  for (const old of document.querySelectorAll('[data-live], #round[data-fresh]')) {
    const now = page.getElementById(old.id);
    if (!now || now.outerHTML === old.outerHTML) continue;
    old.replaceWith(now);
    htmx.process(now);
  }
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
