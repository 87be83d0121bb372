// The forms of a round and of a new match. Every tap sends the whole form and displays the form of the answer.
// Without this script each key is a submit button and does the same, but loads a page.

import { isByFinger, leaveTile, prefill, pressKey } from './keypad.js';
import { spare } from './spare-drafts.js';
import { drop, fail, holdKey, holdWhile, isHurried, repeat } from './type-ahead.js';
import { askAboutForm, workerFor } from './worker-client.js';

const FORMS = '#round, #new-match';
const SOON = 150; // milliseconds after the last digit
const GAME_SOON = 3000; // milliseconds until the next question about a game that was missing
const REST = 1000; // milliseconds after a save in which a tap on Save is its second tap
const QUIET = 100; // milliseconds after the last answer; a thumb needs longer from a key to Save

let askTimer = 0; // until the pause after the last digit is over
let prepareTimer; // until the pause after the last answer is over
let asking = null; // the question that waits for its answer: the pressed key, the form's fields and the page's number
let isSaving = false;
let isPassedOn = false; // whether the browser sends the save as a request
let isSubmitting = false; // whether this script presses Save
let heldSave = null; // the button of a save that waits for the answers to earlier keys
let isTypedMeanwhile = false;
let hasKeys = false; // whether the form had a keypad before the last answer
let typedEarly = null; // the form that was typed into after a page was swapped in, and before it settled
let layout = null; // of the form at the last choice, until its answer
let pages = 0; // the number of pages displayed so far
let swaps = 0; // the number of answers displayed so far
let displayedAt = 0; // when the page was displayed
const pressed = []; // keys that wait, because each needs the form that the key before it brings

let isTouched = false; // whether a finger is on the screen, so that nothing under it may be replaced
for (const name of ['pointerdown', 'pointerup', 'pointercancel']) {
  document.addEventListener(name, () => {
    if (name === 'pointerdown') isTouched = true; else setTimeout(() => { isTouched = false; }); // after its click
  }, true);
}

const textOf = form => new URLSearchParams(/** @type {any} */ (new FormData(form))).toString();

// The fields of a draft that was typed before this page, and of the form as the page displayed it.
const draft = {
  fields: null, // until an answer contains them; drafts.js sends them
  initial: null,
};

// Return the fields of the form, with those of the draft that were not changed on this page.
function withDraft(form) {
  const values = new FormData();
  const now = new FormData(form);
  const isNew = name => name === 'csrfmiddlewaretoken' || String(now.getAll(name)) !== String(draft.initial.getAll(name));
  for (const [name, value] of draft.fields) if (!isNew(name)) values.append(name, value);
  for (const [name, value] of now) if (isNew(name)) values.append(name, value);
  // A new page begins a new visit to the field. So the next digit replaces its number, unless it was changed on this page.
  const typing = String(values.get('now'));
  if (form.elements[typing] && isNew(typing)) values.set('prefilled', now.get('prefilled'));
  else values.delete('prefilled');
  return values;
}

function contents(form, press) {
  const values = draft.fields ? withDraft(form) : new FormData(form);
  values.set('press', press);
  return values;
}

// ---- Drafts. What was entered since the page was displayed is newer than the draft and stays.

const PENDING = '#round[data-draft-pending]';
let earlyNews = null; // the page of news that came before the answer about the draft

function begin() {
  /** @type {HTMLFormElement} */
  const form = document.querySelector('#round[data-draft][data-fresh]');
  pages += 1;
  displayedAt = performance.now();
  hasKeys = Boolean(document.querySelector('.keypad'));
  stopAskTimer();
  draft.fields = null;
  earlyNews = null;
  isTypedMeanwhile = false;
  heldSave = null;
  pressed.length = 0;
  if (!form) return;
  form.dataset.draftPending = ''; // until drafts.js has answered, and an existing draft is restored
  draft.initial = new FormData(form); // nobody has typed into a form that is still fresh
}

// In a slow browser people type before this script begins, so the form may have more than the page.
function beginFirst() {
  begin();
  /** @type {any} */
  const form = document.querySelector(PENDING);
  const untouched = form?.cloneNode(true);
  untouched?.reset();
  if (!form || textOf(form) === textOf(untouched)) return;
  draft.initial = new FormData(untouched);
  form.removeAttribute('data-fresh');
  isTypedMeanwhile = true;
}

// A slow phone takes some time between swap and settling, in which people type fast.
function beginSettled() {
  begin();
  if (typedEarly?.isConnected) askSoon(typedEarly);
  beginAnswer();
  // once htmx has scrolled to the top; below the totals and the notice of a save the field may be under the dock
  requestAnimationFrame(() => document.querySelector('main:has([data-saved]) :is(.now input, input.now)')?.scrollIntoView({ block: 'nearest' }));
}

// ---- What was tapped after Save and before its answer

let savedEvent = null; // the id in the form of the save that is on its way; the form of the next round has another
let wasEarly = null; // what the form that is being replaced says about taps that are missing
let isReplacing = false; // whether the answer to another form of the page is on its way, such as to *Undo*
const eventOf = form => form?.elements.event?.value ?? '';
const isBusy = () => isSaving || heldSave !== null;

holdWhile(() => isBusy() || isReplacing);

function beginAnswer() {
  const saved = savedEvent;
  savedEvent = null;
  if (saved !== null && eventOf(document.querySelector('#round')) !== saved) {
    if (wasEarly) sayEarly(); // its form was saved by a further Save in a row
    return beginNext();
  }
  if (saved === null ? drop() : fail()) sayEarly(); // a refused form asks for other numbers
}

// Begin the form after a save. htmx has put the cursor back into the field in which it was.
function beginNext() {
  /** @type {any} */
  const form = document.querySelector('#round');
  const field = form?.elements[form.dataset.now];
  if (field?.name !== form?.elements.now?.value) field?.focus({ preventScroll: true });
  setTimeout(repeatKeys); // when the request has ended, as the keys may save again
}

function repeatKeys() {
  if (repeat(() => asking !== null || pressed.length > 0 || isBusy())) sayEarly();
}

// Say once that taps are missing.
function sayEarly() {
  const form = /** @type {HTMLElement} */ (document.querySelector('#round'));
  const worth = form?.querySelector('#worth:not(:has(.early))');
  worth?.append(Object.assign(document.createElement('p'), { className: 'problem early', textContent: form.dataset.early }));
}

document.addEventListener('early', sayEarly);
document.addEventListener('htmx:beforeRequest', ({ detail: { elt, target, requestConfig } }) => {
  if (target === document.body && !elt.matches(FORMS)) isReplacing = requestConfig.verb !== 'get';
});
document.addEventListener('htmx:afterRequest', () => {
  if (isReplacing && drop()) sayEarly(); // without a page
  isReplacing = false;
});

document.addEventListener('draft', ({ detail }) => {
  const form = document.querySelector(PENDING);
  if (form?.dataset.draft !== detail.draft) return; // another page is displayed now
  draft.fields = detail.typed ?? null;
  if (!draft.fields) delete form.dataset.draftPending;
  if (draft.fields) pressed.unshift('kept');
  if (!asking) next(form.id);
  if (!draft.fields && earlyNews) whenCalm(renewForm.bind(null, earlyNews)); // the answer about a draft has the news
  earlyNews = null;
});
document.addEventListener('htmx:afterSwap', ({ detail: { target } }) => {
  swaps += 1;
  if (target.id === 'round' && !document.querySelector(PENDING)) draft.fields = null;
  if (target.id === 'round' && layout !== null && layout !== layoutOf()) document.dispatchEvent(new CustomEvent('opening', { detail: 'choice' }));
  const isLonger = layout !== null && isByFinger && layoutOf().startsWith(`${layout} `);
  layout = null;
  if (target.id === 'round' && isLonger) revealAdded();
  if (target.id === 'round' && asking?.press.startsWith('open:')) {
    document.dispatchEvent(new CustomEvent('opening'));
    reveal(asking.press.slice('open:'.length));
  }
  else if (target.id === 'round' && isByFinger && (!hasKeys || asking?.press.startsWith('enter:'))) revealField(); // the keyboard stays at the choice
  hasKeys = Boolean(document.querySelector('.keypad'));
  if (target !== document.body) return;
  isSaving = isReplacing = false;
  delayed.length = 0;
  typedEarly = null;
  displayedAt = performance.now();
});
document.addEventListener('htmx:afterSettle', event => event.target === document.body && beginSettled());
beginFirst();

// ---- Asking

function stopAskTimer() {
  clearTimeout(askTimer);
  askTimer = 0;
}

// Ask for the points of the round, or for the form after a key. Ask one question at a time, so that no key is lost.
function ask(form, press = '') {
  stopAskTimer();
  if (asking || (!draft.fields && form.matches(PENDING))) {
    if (press) pressed.push(press); else isTypedMeanwhile = true;
    return;
  }
  if (/^(sweep|fold):/.test(press)) layout ??= layoutOf(); // as at a choice
  if (press) form.removeAttribute('data-fresh'); // from now on other people's changes must not replace this form
  asking = { press, sent: textOf(form), page: pages };
  const swapsBefore = swaps;
  const values = contents(form, press);
  askAboutForm('tap', form, values)
    .then(answer => answer ? requeueIfLate(form) || swap(form, answer) : askServer(form, values))
    .catch(() => {}).finally(() => {
      if (press && swaps === swapsBefore && !pressed.length) giveUp();
      next(form.id);
    });
}

// The key has no answer, so its number is missing: neither save the round, nor let what waits come into another field.
function giveUp() {
  if (fail() || heldSave) sayEarly();
  heldSave = null;
}

// Ask the server. The source is not the form, which is boosted: each tap would add a page to the history and scroll to the top.
function askServer(form, values) {
  return htmx.ajax('POST', form.getAttribute('action'), { source: document.body, target: form, swap: 'parts', values });
}

// The round of the form was saved, though its answer was lost: open the page of the save.
document.addEventListener('htmx:beforeSwap', ({ detail }) => {
  if (detail.target.id !== 'round' || !detail.xhr?.responseURL.includes('?saved=')) return;
  detail.shouldSwap = false;
  openSaved(detail.xhr.responseURL, () => true);
});

function swap(target, { html, ...result }, more = {}) {
  const how = { swapStyle: 'parts', settleDelay: 0, ...more };
  htmx.swap(target, html, how, { contextElement: document.body, eventInfo: { target, result } });
}

// Return the order of the questions. If a choice changes it, another control may have come under the thumb.
const layoutOf = () => [...document.querySelectorAll('#round > :is(.fold, .ask, .answers, .swap, .pairs, .piles)')].map(({ id, className }) => id || className).join(' ');

// Scroll to a question that has just opened if its end is under the dock: to its end, or to its top if it is too high.
function reveal(name) {
  const question = document.getElementById(`ask-${name}`) ?? document.getElementById(name);
  const [end, dock] = [question?.getBoundingClientRect().bottom, document.querySelector('.dock')?.getBoundingClientRect().top];
  if (end > dock) question.scrollIntoView({ block: question.offsetHeight > dock ? 'start' : 'nearest' });
}

// Scroll to a choice that an answer has added below all others, as who shot the moon chooses.
function revealAdded() {
  const question = [...document.querySelectorAll('#round .ask')].at(-1);
  if (question?.matches(':has(> .chips)')) reveal(question.id);
}

// Scroll to the field of the keys that have just come up if it is under them. Whoever types must see the digits.
function revealField() {
  document.querySelector('#round:has(.keypad) :is(.now input, input.now)')?.scrollIntoView({ block: 'nearest' });
}

// ---- Saving

let isScrolled = false; // asking the browser after a save would lay out the page before its frame

addEventListener('scroll', () => { isScrolled = scrollY > 0; }, { passive: true });

async function save(form, submitter) {
  isSaving = true;
  savedEvent = eventOf(form);
  const values = new FormData(form);
  if (submitter?.name) values.append(submitter.name, submitter.value);
  const page = pages;
  const answer = await askAboutForm('save', form, values);
  if (page !== pages) return document.dispatchEvent(new Event('stored')); // the page displayed now may lack it
  if (answer) return displayPage(answer);
  setTimeout(() => passOn(form, submitter)); // later, because a form cannot be submitted again during its submission
}

function displayPage(answer) {
  swap(document.body, answer);
  if (isScrolled) scrollTo(0, 0);
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
  isSubmitting = true;
  if (button) button.click(); else form.requestSubmit();
  isSubmitting = false;
}

function next(id) {
  asking = null;
  const form = document.getElementById(id);
  if (!form || isSaving) return pressed.splice(0);
  if (pressed.length) return ask(form, pressed.shift());
  if (heldSave) return submit(form, heldSave);
  repeatKeys();
  if (asking) return;
  if (isTypedMeanwhile) (isTouched ? askSoon : ask)(form); else prepareSoon(form);
  isTypedMeanwhile = false;
}

// The phone lacks the game of the form. Ask again until it has come, as the same answer cannot be chosen twice.
document.addEventListener('trouble', ({ detail: { problem } }) => {
  if (problem?.code !== 'game' || problem.isSave) return;
  stopAskTimer();
  askTimer = setTimeout(() => {
    askTimer = 0;
    const form = document.querySelector(FORMS);
    if (form) ask(form);
  }, GAME_SOON);
});
// Let the worker prepare the answer to the save of a complete round, so that nobody waits for it after the tap on Save.
function prepareSoon(form) {
  clearTimeout(prepareTimer);
  prepareTimer = setTimeout(() => {
    const isStill = form.isConnected && form.matches('[data-complete]') && !asking && !askTimer && !isSaving && !draft.fields;
    if (isStill) askAboutForm('prepare', form, new FormData(form)).catch(() => {});
  }, QUIET);
}

function askSoon(form) {
  stopAskTimer();
  askTimer = setTimeout(() => {
    askTimer = 0;
    if (form.isConnected) ask(form);
  }, SOON);
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
document.addEventListener('htmx:afterRequest', ({ detail: { elt } }) => {
  if (!elt.matches?.(FORMS)) return;
  if (isSaving) noteFailure(elt); // the answer brought no page
  isSaving = false;
});

// The form stays as it was sent. The next digit replaces the number in its field, as after a refusal.
function noteFailure(form) {
  if (fail(false)) sayEarly();
  const field = form.elements[form.elements.now?.value];
  if (!field) return;
  prefill(form, field, field.value);
  form.dataset.sent &&= textOf(form);
  if (document.activeElement === field) field.select(); // so does that of a keyboard
}

addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  isSaving = false; // the browser has dropped the request
  drop();
});

// Return whether the form has the answers of a round that was just undone: they are an entry, though nobody has typed yet.
const hasUndone = () => location.search.includes('undone=');

// Return whether Save was tapped once more after a save. The notice of that save stays, with its undo.
function isSavedAlready(form) {
  return form.matches('[data-fresh]') && !hasUndone() && Boolean(document.querySelector('.notice[data-saved]'));
}

// Say that nothing is entered, unless the tap is the second of a double tap, or a draft is about to come into the form.
function sayEmpty(form) {
  if (performance.now() - displayedAt < REST || form.matches(PENDING)) return;
  form.querySelector('#worth').textContent = form.dataset.empty;
}

document.addEventListener('submit', event => {
  const { target: form, submitter } = event;
  if (!form.matches(FORMS)) return;
  stopAskTimer(); // a question must not be sent after the save
  if (form.id === 'round' && !isSubmitting && holdKey(submitter)) {
    event.preventDefault();
    return event.stopImmediatePropagation();
  }
  const isSave = submitter?.name !== 'press';
  const isSecond = isSave && isSaving && !isPassedOn; // htmx would send the next form, which is empty, after the answer
  if (isSecond || (isSave && isSavedAlready(form))) {
    if (!isSecond) sayEmpty(form);
    event.preventDefault();
    return event.stopImmediatePropagation();
  }
  if (isSave) heldSave = !isSaving && (asking?.press || pressed.length) ? submitter : null;
  if (isSave && !heldSave && (isPassedOn || !workerFor(form))) {
    isSaving = true;
    savedEvent = eventOf(form);
    spare.put('sent', savedEvent);
    form.dataset.sent = textOf(form);
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (isSave) heldSave || isSaving || save(form, submitter);
  else if (!pressKey(form, submitter)) ask(form, submitter.value === 'name' ? nameKey(form) : submitter.value);
}, true);

// The match has been read again, and it has the round of the form. Either the answer to its save was lost: open the page of the
// save, or keep what was entered since as its correction. Or a copy of this phone has saved the same half-typed round: this
// page's round gets ids of its own.
document.addEventListener('arriving', ({ detail: page }) => {
  /** @type {HTMLFormElement} */
  const form = document.querySelector('#round');
  wasEarly = document.querySelector('.early');
  if (!form || isSaving) return;
  const { event, deal, round } = /** @type {any} */ (form.elements);
  const path = form.getAttribute('action').split('/', 3).join('/'); // of the match
  const row = `#sheet a[href="${path}/${deal.value}/"]`;
  const isNew = !document.querySelector(row) && page.querySelector(row);
  if (form.dataset.sent === undefined) {
    if (round && isNew && event.value !== spare.get('sent')) for (const field of [event, deal]) field.value = crypto.randomUUID();
    return;
  }
  if (form.dataset.sent !== textOf(form)) return;
  const isStored = page.querySelector(`#round [name=after][value="${event.value}"]`) ?? isNew;
  if (isStored) openSaved(`${path}/?saved=${event.value}`, () => form.isConnected && form.dataset.sent === textOf(form));
});

// While a thumb goes on after a failed save, or a save is under way, the form stays: the taps would come into another only in part.
const delayed = []; // the changes that come later, in this order, unless another page does

function whenCalm(change) {
  if (delayed.push(change) === 1) runDelayed();
}

function runDelayed() {
  if (isHurried() || isSaving) setTimeout(runDelayed, QUIET);
  else while (delayed.length) delayed.shift()();
}

// Open the page of the save. If this page says that taps are missing, so does that page, once.
function openSaved(address, isStill) {
  whenCalm(() => {
    if (!isStill()) return;
    if (document.querySelector('.early')) spare.put(address.split('?')[1], true);
    delayed.length = 0;
    location.replace(address);
  });
}

document.addEventListener('reloading', event => {
  event.preventDefault();
  whenCalm(() => location.reload());
});

const opened = location.search.slice(1);
if (spare.get(opened)) sayEarly();
spare.delete(opened);

// Others have changed who plays or who deals, or have saved or crossed out this round. Ask for the form once more: its answer shows the change.
document.addEventListener('renewed', ({ detail: page }) => {
  if (page && wasEarly) sayEarly(); // table.js has replaced a fresh form
  whenCalm(() => renewForm(page));
});

function renewForm(page) {
  /** @type {any} */
  const [form, now] = [document, page].map(place => place?.querySelector('#round'));
  const heads = place => String([...place.querySelectorAll('[name=after]')].map(({ value }) => value).sort());
  if (!form || !now || form === now || heads(form) === heads(now)) return;
  if (form.matches(PENDING)) {
    earlyNews = page;
    return;
  }
  if (form.matches('[data-fresh]') && !hasUndone()) {
    form.replaceWith(now);
    htmx.process(now);
  } else ask(form);
}

// A tap on a number while a tile has put the keys away.
document.addEventListener('choose', ({ detail: { form, name } }) => ask(form, `now:${name}`));

// Return the key that adds the name in the field. Select the name, so that further typing begins the next one.
function nameKey(form) {
  document.activeElement.select?.();
  return `name:${form.elements.new_player?.value ?? ''}`;
}

const UNASKED = ['new-player', 'find-game', 'game-name']; // fields on which nothing else of the page depends

// The arrow keys choose each value on their way, so the question stays open after a choice by keyboard.
document.addEventListener('change', ({ target }) => {
  const { form, id, name } = target;
  if (form?.id === 'round' && layout === null) layout = layoutOf();
  const isRadio = form?.id === 'round' && target.matches('[type=radio]');
  const isByKeys = isRadio && target.matches(':focus-visible');
  if (form?.matches(FORMS) && !UNASKED.includes(id)) ask(form, isByKeys ? `chosen:${name}` : isRadio ? leaveTile(form, target) : '');
});

document.addEventListener('input', event => {
  const { form, id, type } = event.target;
  const other = id.endsWith('-other') && document.getElementById(id.replace('-other', '-is-other'));
  if (other) other.checked = true; // typing a number chooses it
  form?.removeAttribute('data-fresh');
  if (form?.id === 'round') typedEarly = form;
  if (event.isTrusted && type === 'text' && form?.elements.now?.value === event.target.name) prefill(form, event.target, '');
  if (form?.id !== 'round' || !['text', 'hidden'].includes(type)) return;
  const isLeft = isByFinger && form.elements.now?.value === ''; // the next digit needs the field that the answer chooses
  if (isLeft) ask(form); else askSoon(form);
});
