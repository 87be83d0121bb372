// Holds what people tap and type after Save and before its answer. The form of the next round gets it in the same order.
//
// If something cannot be repeated there, all that follows is dropped, because a number without one of its digits is wrong.

const REPEATABLE = /^(\d$|back$|sign$|now:|add:|enter:)/; // other keys depend on what is open
const TYPED = { Backspace: 'erase', Tab: 'now:', '-': 'sign' };
const PAUSE = 1000; // milliseconds without a tap, after which people have seen that a save failed
const DOUBLE = 400; // milliseconds in which a second tap on Save is that of a double tap
const FIELD = 'input:not([type=hidden], [type=radio], [type=checkbox])';

const queue = [];
let isCut = false; // whether something was dropped
let isRepeating = false;
let isSaving = () => false;
let lastKey = null; // that counted; the second tap of a double tap on it drops nothing
let againAt = Infinity; // when a further Save counts, if nothing else was tapped since the Save that was dropped
let calmAt = 0; // when taps count again after a save that failed

const round = () => /** @type {HTMLFormElement} */ (document.querySelector('#round'));
const nowField = () => /** @type {HTMLInputElement} */ (document.querySelector('#round :is(.now input, input.now)'));
// Return whether a thumb still goes on after a failure, so that the page must stay.
export const isHurried = () => performance.now() < calmAt;
const isHeld = () => !isRepeating && (isSaving() || queue.length > 0 || isHurried());
const isOfRound = ({ target }) => target.form?.id === 'round' || target.closest?.('#round');

function cut(nextSaveAt = Infinity) {
  queue.length = 0;
  isCut = true;
  againAt = nextSaveAt;
  if (!isHurried()) return;
  calmAt = performance.now() + PAUSE;
  document.dispatchEvent(new Event('early'));
}

function add(key) {
  if (isCut || isHurried()) cut(); else queue.push(key);
}

// Hold the events of the form while this is true, and while the queue is not empty.
export function holdWhile(condition) {
  isSaving = condition;
}

// Hold the key of a form that is submitted. A second tap on Save right after the first does nothing. Return whether it is held.
export function holdKey(submitter) {
  const isSave = submitter?.name !== 'press';
  const now = performance.now();
  const isRetry = isSave && (!isCut || now > againAt) && isHurried() && !isSaving(); // by someone who has seen that the save failed
  if (isRetry || !isHeld()) {
    if (!isRepeating) isCut = false;
    calmAt = 0;
    againAt = Infinity;
    return false;
  }
  if (isSave && isHurried()) cut(Math.min(againAt, now + DOUBLE));
  else if (isSave && queue.length) add('save');
  else if (!isSave && REPEATABLE.test(submitter.value)) add(submitter.value);
  else if (!isSave) cut();
  return true;
}

// Forget everything, because another page is displayed. Return whether there was anything.
export function drop() {
  const isAny = queue.length > 0 || isCut;
  queue.length = 0;
  isCut = false;
  return isAny;
}

// Forget everything, because nothing was saved. A thumb that goes on would change the form that stays: until it rests, no tap
// counts. If the form says why it was refused, that holds only for a thumb that was tapping. Return whether there was anything.
export function fail(isAnswered = true) {
  isCut = drop();
  if (isCut || !isAnswered) calmAt = performance.now() + PAUSE;
  return isCut;
}

// Repeat the keys until one asks a question. Return whether some had to be dropped.
export function repeat(isAsking) {
  while (queue.length && !isAsking()) {
    const control = controlFor(queue[0]);
    if (!control) return drop();
    if (queue.shift() === 'erase' && !nowField()?.value) continue; // a keyboard deletes in its field alone
    isRepeating = true;
    if (control.matches(FIELD)) control.focus(); else control.click();
    isRepeating = false;
  }
  if (document.activeElement?.matches(`#round ${FIELD}`)) nowField()?.focus(); // the next digit of a keyboard goes there
  return !queue.length && drop();
}

// Return the control that does the same in this form, or null. *Next* names a field, which may be another.
/** @returns {HTMLElement | null} */
function controlFor(key) {
  const find = selector => round()?.matches('[data-draft]') ? round().querySelector(selector) : null;
  if (key === 'erase') return find('[name=press][value=back]');
  if (key === 'save') return find('.dock > .go');
  if (key.startsWith('field:')) return find(`${FIELD}[name="${CSS.escape(key.slice('field:'.length))}"]`);
  return find(key.startsWith('now:') ? '.keypad [value^="now:"]' : `[name=press][value="${CSS.escape(key)}"]`);
}

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// A field must not get the cursor, because what is typed into it is for the next round.
addEventListener('mousedown', event => {
  if (event.isTrusted && isHeld() && isOfRound(event)) event.preventDefault();
}, true);

// Keys submit the form, so `holdKey` sees them.
addEventListener('click', event => {
  if (!event.isTrusted) return;
  const { target } = /** @type {any} */ (event);
  const key = target.closest('a[href], button');
  if (!isHeld()) {
    lastKey = key;
    return;
  }
  const isOfNotice = target.closest('#notice button'); // *Undo* and *Redo* of the save before
  if (!isOfRound(event) && key && key !== lastKey) cut();
  if (isOfNotice && isSaving()) stop(event);
  if (!isOfRound(event)) return;
  if (target.closest('button')) return;
  if (target.matches(FIELD)) add(`field:${target.name}`);
  else if (target.closest('label, input, summary, a')) cut();
  else return;
  stop(event);
}, true);

addEventListener('keydown', event => {
  const { key, ctrlKey, altKey, metaKey } = event;
  const isElsewhere = /** @type {any} */ (event.target).matches('input, select, textarea') && !isOfRound(event);
  if (!event.isTrusted || !isHeld() || !round() || isElsewhere || ctrlKey || altKey || metaKey || key === 'Enter') return;
  if (/^\d$/.test(key)) add(key);
  else if (TYPED[key] && !event.shiftKey) add(TYPED[key]);
  else if (key.length === 1 || key === 'Tab' || event.target.matches('[type=radio]')) cut();
  else return;
  stop(event);
}, true);

addEventListener('beforeinput', event => {
  if (!event.isTrusted || !isHeld() || !isOfRound(event) || event.inputType === 'insertLineBreak') return; // Enter submits
  cut();
  stop(event);
}, true);
