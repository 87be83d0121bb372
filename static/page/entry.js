// The forms of a round and of a new match. Every tap sends the whole form and displays the form of the answer.
// Without this script each key is a submit button and does the same, but loads a page.

import { askWorker } from './worker-client.js';

const FORMS = '#round, #new-match';
const SOON = 150; // milliseconds after the last digit
const TIMEOUT = 3000; // milliseconds; then we ask the server
const SILENCE = 60_000; // milliseconds in which we do not ask a worker that did not answer

let askTimer; // until the pause after the last digit is over
let silentWorker = null; // a worker that did not answer
let asking = null; // the question that waits for its answer: the pressed key, the form's fields and the page's number
let isSaving = false;
let isPassedOn = false; // whether the browser sends the save as a request
let heldSave = null; // the button of a save that waits for the answers to earlier keys
let isTypedMeanwhile = false;
let typedEarly = null; // the form that was typed into after a page was swapped in, and before it settled
let pages = 0; // the number of pages displayed so far
const pressed = []; // keys that wait, because each needs the form that the key before it brings
let draftFields = null; // the draft from before this page, until an answer contains it; drafts.js sends it
let initialFields = null; // the form's fields when the page was displayed

let isByFinger = false; // whether a finger was used last, not the keyboard
document.addEventListener('pointerdown', () => { isByFinger = true; }, true);
document.addEventListener('keydown', () => { isByFinger = false; }, true);

let isTouched = false; // whether a finger is on the screen, so that nothing under it may be replaced
for (const name of ['pointerdown', 'pointerup', 'pointercancel']) {
  document.addEventListener(name, () => {
    if (name === 'pointerdown') isTouched = true; else setTimeout(() => { isTouched = false; }); // after its click
  }, true);
}

const textOf = form => new URLSearchParams(/** @type {any} */ (new FormData(form))).toString();

function contents(form, press) {
  const values = draftFields ? withDraft(form) : new FormData(form);
  values.set('press', press);
  return values;
}

// ---- Drafts. What was entered since the page was displayed is newer than the draft and stays.

const PENDING = '#round[data-draft-pending]';

function begin() {
  /** @type {HTMLFormElement} */
  const form = document.querySelector('#round[data-draft][data-fresh]');
  pages += 1;
  clearTimeout(askTimer);
  draftFields = null;
  isTypedMeanwhile = false;
  heldSave = null;
  pressed.length = 0;
  if (!form) return;
  form.dataset.draftPending = ''; // until drafts.js has answered, and an existing draft is restored
  /** @type {any} */
  const untouched = form.cloneNode(true);
  untouched.reset();
  initialFields = new FormData(untouched);
  if (textOf(form) === textOf(untouched)) return;
  form.removeAttribute('data-fresh'); // someone has typed before this script began
  isTypedMeanwhile = true;
}

// A slow phone takes some time between swap and settling, in which people type fast.
function beginSettled() {
  begin();
  if (typedEarly?.isConnected) askSoon(typedEarly);
}

function withDraft(form) {
  const values = new FormData();
  const now = new FormData(form);
  const isNew = name => name === 'csrfmiddlewaretoken' || String(now.getAll(name)) !== String(initialFields.getAll(name));
  for (const [name, value] of draftFields) if (!isNew(name)) values.append(name, value);
  for (const [name, value] of now) if (isNew(name)) values.append(name, value);
  // A new page begins a new visit to the field. So the next digit replaces its number, unless it was changed on this page.
  const typing = String(values.get('now'));
  if (form.elements[typing] && isNew(typing)) values.set('prefilled', now.get('prefilled'));
  else values.delete('prefilled');
  return values;
}

document.addEventListener('draft', ({ detail: { draft, typed } }) => {
  const form = document.querySelector(PENDING);
  if (form?.dataset.draft !== draft) return; // another page is displayed now
  draftFields = typed ?? null;
  if (!draftFields) delete form.dataset.draftPending;
  if (draftFields) pressed.unshift('kept');
  if (!asking) next(form.id);
});
document.addEventListener('htmx:afterSwap', ({ detail: { target } }) => {
  if (target.id === 'round' && !document.querySelector(PENDING)) draftFields = null;
  if (target === document.body) typedEarly = null;
});
document.addEventListener('htmx:afterSettle', event => event.target === document.body && beginSettled());
begin();

// ---- Asking

// Ask for the points of the round, or for the form after a key. Ask one question at a time, so that no key is lost.
function ask(form, press = '') {
  clearTimeout(askTimer);
  if (asking || (!draftFields && form.matches(PENDING))) {
    if (press) pressed.push(press); else isTypedMeanwhile = true;
    return;
  }
  if (press) form.removeAttribute('data-fresh'); // from now on other people's changes must not replace this form
  asking = { press, sent: textOf(form), page: pages };
  const values = contents(form, press);
  askAboutForm('tap', form, values)
    .then(answer => answer ? requeueIfLate(form) || swap(form, answer) : askServer(form, values))
    .catch(() => {}).finally(() => next(form.id));
}

// Return the worker that answers by a message, or null. A request would take twice as long. A worker that did not answer was
// stopped, or is too old for the message.
function workerFor(form) {
  const { controller } = navigator.serviceWorker ?? {};
  return form.id === 'round' && controller !== silentWorker ? controller : null;
}

async function askAboutForm(handler, form, values) {
  const worker = workerFor(form);
  if (!worker) return null;
  const question = { ask: handler, path: form.getAttribute('action'), form: [...values] };
  const answer = await askWorker(worker, question, TIMEOUT).catch(() => null);
  if (answer === undefined) avoid(worker);
  return answer;
}

function avoid(worker) {
  silentWorker = worker;
  setTimeout(() => { silentWorker = null; }, SILENCE);
}

// Ask the server. The source is not the form, which is boosted: each tap would add a page to the history and scroll to the top.
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
  if (page !== pages) return document.dispatchEvent(new Event('stored')); // the page displayed now may lack it
  if (answer) return swap(document.body, answer, { show: 'top' });
  setTimeout(() => passOn(form, submitter)); // later, because a form cannot be submitted again during its submission
}

function passOn(form, submitter) {
  isSaving = false;
  isPassedOn = true;
  submit(form, submitter);
  isPassedOn = false;
}

// Submit the form by a click on its key, because htmx sends the key that was clicked last. An answer may have replaced the
// key, so find it again.
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
  if (heldSave) return submit(form, heldSave);
  if (isTypedMeanwhile) (isTouched ? askSoon : ask)(form);
  isTypedMeanwhile = false;
}

function askSoon(form) {
  clearTimeout(askTimer);
  askTimer = setTimeout(() => form.isConnected && ask(form), SOON);
}

// Return whether an answer is about older fields. Such an answer is dropped. Its key is pressed again, unless the page of the
// question is no longer displayed.
function requeueIfLate(form) {
  if (asking.page !== pages) return true;
  if (!isSaving && !isTouched && asking.sent === textOf(form)) return false;
  if (asking.press) pressed.unshift(asking.press); else isTypedMeanwhile = true;
  return true;
}

document.addEventListener('htmx:beforeSwap', event => {
  const { target, requestConfig } = event.detail;
  if (!asking || requestConfig.parameters.press === undefined || !target.matches?.(FORMS)) return;
  if (requeueIfLate(target)) event.detail.shouldSwap = false;
});
for (const name of ['htmx:afterSwap', 'htmx:responseError', 'htmx:sendError']) {
  document.addEventListener(name, () => { isSaving = false; });
}

document.addEventListener('submit', event => {
  const { target: form, submitter } = event;
  if (!form.matches(FORMS)) return;
  clearTimeout(askTimer); // a question must not be sent after the save
  const isSave = submitter?.name !== 'press';
  if (isSave) heldSave = !isSaving && (asking?.press || pressed.length) ? submitter : null;
  if (isSave && !heldSave && (isPassedOn || !workerFor(form))) {
    isSaving = true;
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (isSave) heldSave || isSaving || save(form, submitter);
  else if (!pressKey(form, submitter)) ask(form, submitter.value === 'name' ? nameKey(form) : submitter.value);
}, true);

// Return the key that adds the name in the field. Select the name, so that further typing begins the next one.
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
  if (other) other.checked = true; // typing a number chooses it
  form?.removeAttribute('data-fresh');
  if (form?.id === 'round') typedEarly = form;
  if (event.isTrusted && type === 'text' && form?.elements.now?.value === event.target.name) prefill(form, event.target, '');
  if (form?.id === 'round' && (type === 'text' || type === 'hidden')) askSoon(form);
});

// Change digits and counts at once, because fast typists do not wait for the answer. Return whether the key was one of these.
function pressKey(form, key) {
  const [what, name] = key.value.split(':');
  const now = form.elements[form.elements.now?.value];
  if (what === 'add' || what === 'less') return stepCount(form, what, name);
  if (!now || now.type !== 'text') return false;
  const [, minus, digits] = now.value.match(/^(-?)(.*)$/);
  if (/^\d$/.test(what)) typeDigit(form, now, what);
  else if (what === 'sign') {
    const isOld = isPrefilled(form, now) || isPrefilled(form, now, '±');
    now.value = (minus ? '' : '-') + digits;
    if (isOld) prefill(form, now, `±${now.value}`);
  }
  else if (what === 'back') now.value = now.value.slice(0, -1);
  else if (what === 'clear') now.value = '';
  else if (what === 'now') chooseField(form, form.elements[name]);
  else return false;
  return what === 'now' ? (askSoon(form), true) : dispatchInput(now);
}

// Type a digit. The first digit of a visit to a field replaces its number, but keeps a sign just pressed. Others are appended.
function typeDigit(form, now, what) {
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

// Count up or down from the number in the field.
function stepCount(form, what, name) {
  const field = form.elements[name] ?? form.appendChild(Object.assign(document.createElement('input'), { type: 'hidden', name }));
  const cell = document.getElementById(`${name}-add`);
  const number = Number(cell.textContent) || 0; // the cell may hold a dot, which counts as 0
  if (what === 'less') field.value = field.value === '0' ? '' : Math.max(number - 1, 0);
  else field.value = number >= Number(cell.dataset.high) ? 0 : number + 1;
  cell.textContent = field.value || '·';
  cell.classList.remove('rest');
  cell.classList.toggle('open', !field.value);
  return dispatchInput(field);
}

const dispatchInput = field => field.dispatchEvent(new Event('input', { bubbles: true }));

// Choose the field into which the keypad types.
function chooseField(form, field) {
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
  if (isByFinger) keypad.scrollIntoView({ block: 'nearest' }); // so that the fixed bar does not cover it
  if (form.elements.now.value !== name) chooseField(form, event.target);
  if (isPrefilled(form, event.target)) event.target.select(); // so that typing on a keyboard replaces the number, too
});

// Keep the phone's own keyboard hidden, because the keypad types into these fields.
function hideKeyboard(page) {
  for (const field of page.querySelectorAll('#round .amount input, #round input.cell:not([type=radio])')) {
    if (matchMedia('(pointer: coarse)').matches) field.inputMode = 'none';
  }
}
document.addEventListener('arriving', event => hideKeyboard(event.detail));
hideKeyboard(document);
