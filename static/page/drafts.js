// Stores a half-typed round, so that it survives a reload, a closed page or a killed browser. The answer to a save clears it.
//
// Drafts are in IndexedDB, which is on the disk at once. Chromium takes up to a minute for localStorage. While IndexedDB has no
// room, they are in sessionStorage, and newer there.

import { spare } from './spare-drafts.js';

const SAVED = 'saved'; // the key of the latest save
const TIMEOUT = 1000; // milliseconds: a browser that does not answer must not delay the round
const RELOAD = 300; // milliseconds in which a page that was closed or reloaded has released its lock
const IDS = ['event', 'deal']; // the fields with the ids of a new event
const HIDDEN = [...IDS, 'round', 'after', 'saved', 'undone', 'now', 'prefilled', 'open', 'restored', 'seat']; // the fields without answers
const isTyped = ([name]) => !['after', 'round'].includes(name); // these say which version of the match the page showed

let opened = null;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('drafts', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('drafts');
    request.onsuccess = () => {
      request.result.onclose = () => { opened = null; };
      // Close the database, so that a page can delete it when someone signs out on this phone.
      request.result.onversionchange = () => { request.result.close(); opened = null; };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  return opened;
}

// Run the work in a transaction. If the browser cannot store anything, return nothing, because the round is still on the page.
async function drafts(work) {
  const transaction = await database().then(store => store.transaction('drafts', 'readwrite')).catch(() => null);
  return transaction && new Promise(resolve => {
    const request = work(transaction.objectStore('drafts'));
    transaction.commit(); // at once, because the page may be closed in the next moment
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => resolve();
  });
}

const read = async name => spare.get(name) ?? await drafts(store => store.get(name));

async function put(name, typed) {
  if (spare.get(name)) spare.put(name, typed); // at once, because the page may be closed in the next moment
  const isStored = await drafts(store => store.put(typed, name));
  spare.isLost = !isStored && !spare.put(name, typed);
  if (isStored) spare.delete(name);
}

function remove(name) {
  spare.delete(name);
  return drafts(store => store.delete(name));
}

// ---- Each page with a draft holds a lock, named after the event of its form. A page that opens the draft of another page gives
// it new ids. Otherwise the later save would correct the round of the earlier one, unasked.

let held = ''; // the event whose lock this page holds or requests
let isHeld = Promise.resolve(true);
let release = () => {};

// Hold the lock of this event instead of the one before. Resolve to false if another page has it.
function hold(event) {
  if (event === held || !navigator.locks) return isHeld;
  release();
  held = event;
  isHeld = new Promise(resolve => {
    const untilReleased = () => {
      resolve(true);
      return new Promise(done => { release = () => done(); });
    };
    navigator.locks.request(`draft ${event}`, { signal: AbortSignal.timeout(RELOAD) }, untilReleased).catch(() => resolve(false));
  });
  return isHeld;
}

// Return the draft, with the ids of the form if another page may store the event of the draft.
async function withOwnIds(typed, form) {
  if (await hold(new Map(typed).get('event'))) return typed;
  return typed.map(([name, value]) => [name, IDS.includes(name) ? form.elements[name].value : value]);
}

const fieldsOf = form => [...new FormData(form)].filter(([name]) => name !== 'csrfmiddlewaretoken');
const fresh = () => document.querySelector('#round[data-draft][data-fresh]');

// Store the draft. A page whose draft is not restored yet has less than the draft, so store nothing.
function storeDraft() {
  const form = document.querySelector('#round[data-draft]:not([data-draft-pending])');
  const typed = form && fieldsOf(form);
  if (!form) return;
  hold(form.elements.event.value);
  put(form.dataset.draft, typed);
}

let restored = ''; // the name of the draft that is in the form

// Send the draft to entry.js, or undefined if there is none, because entry.js waits for an answer.
async function sendDraft() {
  /** @type {HTMLFormElement} */
  const form = document.querySelector('#round[data-draft-pending]');
  if (!form) return;
  const { draft } = form.dataset;
  const stored = await Promise.race([read(draft), pause(TIMEOUT)]);
  const typed = stored && await withOwnIds(stored, form);
  restored = typed ? draft : '';
  document.dispatchEvent(new CustomEvent('draft', { detail: { draft, typed } }));
}

const pause = time => new Promise(resolve => { setTimeout(resolve, time); });

// Clear the drafts of a saved round. Do so only once for a save, because its page may be opened again after someone has begun
// another round.
async function clearSavedRound() {
  const { saved, event, seen, drafts: names, moved: renamed } = document.querySelector('[data-saved]')?.dataset ?? {};
  if (!saved || await read(SAVED) === event) return;
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(30);
  const [from, to] = renamed?.split(' ').map(name => `${saved}/${name}`) ?? [];
  const begun = from && await read(from);
  const all = IDBKeyRange.bound(`${saved}/`, `${saved}0`); // 0 comes after /
  const moved = begun?.filter(isTyped); // it comes after the save, too
  const ended = names ? names.split(' ').map(name => `${saved}/${name}`) : [];
  const clear = store => {
    for (const draft of names ? ended : [all]) store.delete(draft);
    return store.delete(from ?? SAVED);
  };
  const isStored = await drafts(store => {
    clear(store);
    if (moved) store.put(moved, to);
    return store.put(event, SAVED);
  });
  for (const draft of [...names ? ended : spare.names(`${saved}/`), from, SAVED]) spare.delete(draft);
  if (!isStored) await drafts(clear);
  if (!isStored && moved) spare.put(to, moved);
  if (!isStored) spare.put(SAVED, event);
  const others = new Set([...await drafts(store => store.getAllKeys(all)) ?? [], ...spare.names(`${saved}/`)]);
  for (const draft of others) await noteSeen(draft, event, seen?.split(' '));
}

// Let a draft of the same match come after the saved event, such as a round inserted before it. The writer of the draft has
// seen it, unless the event came after others' events that the page of the draft had not shown.
async function noteSeen(draft, event, seen) {
  const typed = await read(draft);
  const after = typed?.filter(([name]) => name === 'after').map(([, value]) => value) ?? [];
  if (!after.length || !seen?.every(id => after.includes(id))) return;
  await put(draft, [...typed.filter(isTyped), ['after', event]]);
}

// Say on the page of the end that an entry of this phone is not saved, as another phone may have ended the match meanwhile.
async function sayUnsaved() {
  /** @type {HTMLElement} */
  const place = document.querySelector('#unsaved-entry');
  const typed = place && await read(place.dataset.draft);
  if (!typed) return;
  const answers = typed.filter(([name, value]) => value && !HIDDEN.includes(name));
  /** @type {HTMLAnchorElement} */
  const row = document.querySelector(`#sheet a[href$="/${new Map(typed).get('deal')}/"]`); // the answer to its save was lost
  if (!row) place.hidden = !answers.length;
  else if (!answers.length) remove(place.dataset.draft);
  else {
    const answer = await askAbout(typed);
    if (answer?.url.includes('?saved=')) remove(place.dataset.draft); // with the same answers
    else if (answer?.ok) await correct(row, place.dataset.draft, new Map(typed).get('event'), answers);
  }
}

// Ask for the form of the draft. Its address says whether the round is saved with the same answers.
function askAbout(typed) {
  const body = new URLSearchParams([...typed, ['press', '']]);
  /** @type {HTMLInputElement} */
  const token = document.querySelector('[name=csrfmiddlewaretoken]');
  body.set('csrfmiddlewaretoken', token?.value ?? '');
  return fetch(location.pathname, { method: 'POST', body }).catch(() => null);
}

// The answers were changed after their save. Open them as a correction that has seen the save, and not what others did after it.
async function correct(row, draft, event, answers) {
  const [match, round] = row.pathname.split('/').slice(-3);
  await put(`${match}/${round}`, [['event', crypto.randomUUID()], ['after', event], ...answers]);
  if (spare.isLost) return;
  await remove(draft);
  location.replace(row.href);
}

// The restored draft was a change of a round that is saved meanwhile. It has the name of its correction now.
function renameRestored() {
  const form = document.querySelector('#round[data-draft]:not([data-draft-pending])');
  if (!form || !restored || form.dataset.draft === restored || spare.isLost) return;
  remove(restored);
  restored = '';
}

document.addEventListener('click', ({ target }) => {
  const place = target.closest('#unsaved-entry button')?.parentElement;
  if (!place) return;
  remove(place.dataset.draft);
  place.hidden = true;
});

async function begin() {
  await Promise.race([clearSavedRound().catch(() => {}), pause(TIMEOUT)]);
  sayUnsaved();
  return sendDraft();
}


document.addEventListener('input', event => event.target.form?.id === 'round' && storeDraft());
document.addEventListener('htmx:afterSwap', ({ detail: { target } }) => {
  if (target.id !== 'round') return;
  if (fresh()) remove(fresh().dataset.draft); // someone has discarded it
  else storeDraft();
  renameRestored();
});
document.addEventListener('htmx:afterSettle', event => event.target === document.body && begin());
begin();
