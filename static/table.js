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
  const kept = form && JSON.parse(localStorage.getItem(DRAFTS + form.dataset.draft) ?? 'null');
  if (!kept || form.dataset.fresh === undefined) return;
  const values = { press: '' };
  for (const [name, value] of kept) values[name] = name in values ? [].concat(values[name], value) : value;
  for (const field of form.querySelectorAll('input:not([name=csrfmiddlewaretoken])')) field.disabled = true;
  htmx.ajax('POST', form.getAttribute('action'), { source: form, target: form, swap: 'outerHTML', values });
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
document.addEventListener('htmx:afterSwap', event => event.detail.elt.id === 'round' && keep());

// ---- The screen stays awake while a match is open.

let lock;

async function stayAwake() {
  if (!document.querySelector('#totals') || document.hidden || (lock && !lock.released)) return;
  lock = await navigator.wakeLock?.request('screen').catch(() => null);
}

document.addEventListener('visibilitychange', stayAwake);

// ---- What others have written redraws everything but the entry.

const EVERY = 3000;
let mark;

function live() {
  htmx.ajax('GET', location.pathname, { target: '#live', swap: 'innerHTML' });
}

async function look() {
  const totals = document.querySelector('#totals[data-mark]');
  if (!totals || document.hidden || navigator.serviceWorker?.controller) return;
  const answer = await fetch(location.pathname, { headers: { 'HX-Target': 'live', 'If-None-Match': mark ?? '' } }).catch(() => null);
  if (!answer?.ok) return;
  const isFirst = mark === undefined;
  mark = answer.headers.get('ETag') ?? undefined;
  if (!isFirst) live();
}

document.addEventListener('stored', live);

// ---- Times in the words of the reader.

function times() {
  for (const time of document.querySelectorAll('time[datetime]:not([data-said])')) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    time.dataset.said = '';
    time.textContent = at.toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
  }
}

function begin() {
  clear();
  bringBack();
  stayAwake();
  times();
}

document.addEventListener('htmx:afterSettle', event => event.target === document.body && begin());
document.addEventListener('htmx:afterSettle', times);
setInterval(look, EVERY);
begin();
