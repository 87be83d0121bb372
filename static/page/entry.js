// The entry of a round, and sitting down: every tap posts the whole form and brings it back.
// Without this script each key is a submit button and does the same, a page at a time.

import { askWorker } from './worker-client.js';

const FORMS = '#round, #new-match';
const SOON = 150; // milliseconds after the last digit
const PATIENCE = 3000; // milliseconds: after that the server is asked
const FORGIVEN = 60_000; // milliseconds: for so long a worker that did not answer is not asked

let waiting;
let deaf = null; // a worker that did not answer
let asking = null; // the question on its way: the key that was pressed, the fields of the form
let isSaving = false;
let isPassedOn = false; // to the browser, as a request
let held = null; // the button of a save that waits for the keys before it
let isTypedMeanwhile = false;
let pages = 0; // the number of pages that have come
const pressed = []; // keys that wait: each builds on the form after the key before
let owed = null; // the draft of before this page came, until an answer contains it; drafts.js reads it
let begun = null; // the fields of the form when the page came

let isByFinger = false; // what was used last: a finger, or keys
document.addEventListener('pointerdown', () => { isByFinger = true; }, true);
document.addEventListener('keydown', () => { isByFinger = false; }, true);

let isTouched = false; // a finger is on the glass: nothing may be replaced under it
for (const name of ['pointerdown', 'pointerup', 'pointercancel']) {
  document.addEventListener(name, () => {
    if (name === 'pointerdown') isTouched = true; else setTimeout(() => { isTouched = false; }); // after its click
  }, true);
}

const textOf = form => new URLSearchParams(/** @type {any} */ (new FormData(form))).toString();

function contents(form, press) {
  const values = owed ? withDraft(form) : new FormData(form);
  values.set('press', press);
  return values;
}

// ---- A draft is restored below what has been tapped since the page came: that is newer.

const OWED = '#round[data-owed]';

function begin() {
  /** @type {HTMLFormElement} */
  const form = document.querySelector('#round[data-draft][data-fresh]');
  pages += 1;
  clearTimeout(waiting);
  owed = null;
  isTypedMeanwhile = false;
  held = null;
  pressed.length = 0;
  if (!form) return;
  form.dataset.owed = ''; // until it is clear whether there is a draft, and until that is back
  begun = new FormData(form);
}

function withDraft(form) {
  const values = new FormData();
  const now = new FormData(form);
  const isNew = name => name === 'csrfmiddlewaretoken' || String(now.getAll(name)) !== String(begun.getAll(name));
  for (const [name, value] of owed) if (!isNew(name)) values.append(name, value);
  for (const [name, value] of now) if (isNew(name)) values.append(name, value);
  const typing = String(values.get('now')); // a visit to a field ends with its page: only digits typed on this one are added to
  if (form.elements[typing] && isNew(typing)) values.set('prefilled', now.get('prefilled'));
  else values.delete('prefilled');
  return values;
}

document.addEventListener('draft', ({ detail: { draft, typed } }) => {
  const form = document.querySelector(OWED);
  if (form?.dataset.draft !== draft) return; // another page has come
  owed = typed ?? null;
  if (!owed) delete form.dataset.owed;
  if (owed) pressed.unshift('kept');
  if (!asking) next(form.id);
});
document.addEventListener('htmx:afterSwap', ({ detail: { target } }) => {
  if (target.id === 'round' && !document.querySelector(OWED)) owed = null;
});
document.addEventListener('htmx:afterSettle', event => event.target === document.body && begin());
begin();

// ---- Asking

// Ask what the round is worth, or for the form after a key, one after the other: no key is passed over.
function ask(form, press = '') {
  clearTimeout(waiting);
  if (asking || (!owed && form.matches(OWED))) {
    if (press) pressed.push(press); else isTypedMeanwhile = true;
    return;
  }
  if (press) form.removeAttribute('data-fresh'); // what others write may not replace it any more
  asking = { press, sent: textOf(form), page: pages };
  const values = contents(form, press);
  askAboutForm('tap', form, values)
    .then(answer => answer ? isLate(form) || swap(form, answer) : askServer(form, values))
    .catch(() => {}).finally(() => next(form.id));
}

// The worker is asked by a message where it can be: over a request the browser takes as long as Python over its answer.
// A worker that does not answer has been stopped, or is older than this message.
function workerFor(form) {
  const { controller } = navigator.serviceWorker ?? {};
  return form.id === 'round' && controller !== deaf ? controller : null;
}

async function askAboutForm(handler, form, values) {
  const worker = workerFor(form);
  if (!worker) return null;
  const question = { ask: handler, path: form.getAttribute('action'), form: [...values] };
  const answer = await askWorker(worker, question, PATIENCE).catch(() => null);
  if (answer === undefined) passOver(worker);
  return answer;
}

function passOver(worker) {
  deaf = worker;
  setTimeout(() => { deaf = null; }, FORGIVEN);
}

// Not from the form itself, which is boosted: every tap would be a page to go back to, and scroll to its top.
function askServer(form, values) {
  return htmx.ajax('POST', form.getAttribute('action'), { source: document.body, target: form, swap: 'parts', values });
}

function swap(target, { html, ...result }, more = {}) {
  const how = { swapStyle: 'parts', settleDelay: 0, ...more };
  htmx.swap(target, html, how, { contextElement: document.body, eventInfo: { target, result } });
}

// ---- Saving

async function save(form, submitter) {
  isSaving = true;
  const values = new FormData(form);
  if (submitter?.name) values.append(submitter.name, submitter.value);
  const page = pages;
  const answer = await askAboutForm('save', form, values);
  if (page !== pages) return document.dispatchEvent(new Event('stored')); // another one has come, and may not know of it
  if (answer) return swap(document.body, answer, { show: 'top' });
  setTimeout(() => passOn(form, submitter)); // while a form is being submitted it is not submitted again
}

function passOn(form, submitter) {
  isSaving = false;
  isPassedOn = true;
  submit(form, submitter);
  isPassedOn = false;
}

// By its key, which may have come anew meanwhile; htmx sends the one that was clicked last, whatever else submits a form.
function submit(form, key) {
  const isIt = ({ type, name }) => type === 'submit' && name === (key?.name ?? '');
  const button = key?.isConnected ? key : [...form.elements].find(isIt);
  if (button) button.click(); else form.requestSubmit();
}

function next(id) {
  asking = null;
  const form = document.getElementById(id);
  if (!form || isSaving) return pressed.splice(0);
  if (pressed.length) return ask(form, pressed.shift());
  if (held) return submit(form, held);
  if (isTypedMeanwhile) (isTouched ? askSoon : ask)(form);
  isTypedMeanwhile = false;
}

function askSoon(form) {
  clearTimeout(waiting);
  waiting = setTimeout(() => form.isConnected && ask(form), SOON);
}

// An answer about older fields is no answer: it is asked for anew, unless its page has gone.
function isLate(form) {
  if (asking.page !== pages) return true;
  if (!isSaving && !isTouched && asking.sent === textOf(form)) return false;
  if (asking.press) pressed.unshift(asking.press); else isTypedMeanwhile = true;
  return true;
}

document.addEventListener('htmx:beforeSwap', event => {
  const { target, requestConfig } = event.detail;
  if (!asking || requestConfig.parameters.press === undefined || !target.matches?.(FORMS)) return;
  if (isLate(target)) event.detail.shouldSwap = false;
});
for (const name of ['htmx:afterSwap', 'htmx:responseError', 'htmx:sendError']) {
  document.addEventListener(name, () => { isSaving = false; });
}

document.addEventListener('submit', event => {
  const { target: form, submitter } = event;
  if (!form.matches(FORMS)) return;
  clearTimeout(waiting); // a save must not be overtaken by a question
  const isSave = submitter?.name !== 'press';
  if (isSave) held = !isSaving && (asking?.press || pressed.length) ? submitter : null;
  if (isSave && !held && (isPassedOn || !workerFor(form))) {
    isSaving = true;
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (isSave) held || isSaving || save(form, submitter);
  else if (!pressKey(form, submitter)) ask(form, submitter.value === 'name' ? nameKey(form) : submitter.value);
}, true);

// With the name that is typed now: people who go on typing mean the next.
function nameKey(form) {
  document.activeElement.select?.();
  return `name:${form.elements.new_player?.value ?? ''}`;
}

document.addEventListener('change', event => {
  const form = event.target.form;
  if (form?.matches(FORMS) && event.target.id !== 'new-player') ask(form);
});

document.addEventListener('input', event => {
  const { form, id, type } = event.target;
  const other = id.endsWith('-other') && document.getElementById(id.replace('-other', '-is-other'));
  if (other) other.checked = true; // a typed number is a choice
  form?.removeAttribute('data-fresh');
  if (event.isTrusted && type === 'text' && form?.elements.now?.value === event.target.name) prefill(form, event.target, '');
  if (form?.id === 'round' && (type === 'text' || type === 'hidden')) askSoon(form);
});

// Digits and counts change at once, before the answer comes: fast thumbs do not wait. Return whether the key was one.
function pressKey(form, key) {
  const [what, name] = key.value.split(':');
  const now = form.elements[form.elements.now?.value];
  if (what === 'add' || what === 'less') return count(form, what, name);
  if (!now || now.type !== 'text') return false;
  const [, minus, digits] = now.value.match(/^(-?)(.*)$/);
  if (/^\d$/.test(what)) digit(form, now, what);
  else if (what === 'sign') {
    const isOld = isPrefilled(form, now) || isPrefilled(form, now, '±');
    now.value = (minus ? '' : '-') + digits;
    if (isOld) prefill(form, now, `±${now.value}`);
  }
  else if (what === 'back') now.value = now.value.slice(0, -1);
  else if (what === 'clear') now.value = '';
  else if (what === 'now') choose(form, form.elements[name]);
  else return false;
  return what === 'now' ? (askSoon(form), true) : typed(now);
}

// The first digit of a visit to a field replaces the number in it, but for a sign just pressed; others append.
function digit(form, now, what) {
  let [, minus, digits] = now.value.match(/^(-?)(.*)$/);
  if (isPrefilled(form, now)) minus = digits = '';
  else if (isPrefilled(form, now, '±')) digits = '';
  now.value = minus + (digits === '0' ? what : (digits + what).slice(0, 4));
  prefill(form, now, '');
}

const isPrefilled = ({ elements }, field, sign = '') => elements.prefilled?.value === `${field.name}:${sign}${field.value}`;

function prefill({ elements }, field, value) {
  if (elements.prefilled) elements.prefilled.value = `${field.name}:${value}`;
}

// From the number in the field, typed or filled in.
function count(form, what, name) {
  const field = form.elements[name] ?? form.appendChild(Object.assign(document.createElement('input'), { type: 'hidden', name }));
  const cell = document.getElementById(`${name}-add`);
  const number = Number(cell.textContent) || 0; // of a dot: 0
  if (what === 'less') field.value = field.value === '0' ? '' : Math.max(number - 1, 0);
  else field.value = number >= Number(cell.dataset.high) ? 0 : number + 1;
  cell.textContent = field.value || '·';
  cell.classList.remove('rest');
  cell.classList.toggle('open', !field.value);
  return typed(field);
}

const typed = field => field.dispatchEvent(new Event('input', { bubbles: true }));

// The keypad types into the field that was tapped; the phone's own keyboard stays away.
function choose(form, field) {
  form.removeAttribute('data-fresh');
  form.elements.now.value = field.name;
  prefill(form, field, field.value);
  for (const other of form.querySelectorAll('.now')) other.classList.remove('now');
  (field.closest('.amount') ?? field).classList.add('now');
}

document.addEventListener('focusin', event => {
  const { form, name, type } = event.target;
  const keypad = form?.id === 'round' && type === 'text' && form.querySelector('.keypad');
  if (!keypad) return;
  if (isByFinger) keypad.scrollIntoView({ block: 'nearest' }); // above the bar that stays in sight
  if (form.elements.now.value !== name) choose(form, event.target);
  if (isPrefilled(form, event.target)) event.target.select(); // so that a keyboard replaces it, too
});

function quiet(page) {
  for (const field of page.querySelectorAll('#round .amount input, #round input.cell:not([type=radio])')) {
    if (matchMedia('(pointer: coarse)').matches) field.inputMode = 'none';
  }
}
document.addEventListener('arriving', event => quiet(event.detail));
quiet(document);
