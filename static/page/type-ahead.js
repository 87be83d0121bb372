// Holds what people tap and type after Save and before its answer. The form of the next round gets it in the same order.
//
// If something cannot be repeated there, all that follows is dropped, because a number without one of its digits is wrong.

const REPEATABLE = /^(\d$|back$|sign$|now:|add:|enter:)/; // other keys depend on what is open
const TYPED = { Backspace: 'back', Tab: 'now:', '-': 'sign' };
const MOST = 100; // keys
const FIELD = 'input:not([type=hidden], [type=radio], [type=checkbox])';

const queue = [];
let isCut = false; // whether something was dropped
let isRepeating = false;
let isSaving = () => false;

const round = () => /** @type {HTMLFormElement} */ (document.querySelector('#round'));
const isHeld = () => !isRepeating && (isSaving() || queue.length > 0);
const isOfRound = ({ target }) => target.form?.id === 'round' || target.closest?.('#round');

function cut() {
  queue.length = 0;
  isCut = true;
}

function add(key) {
  if (!isCut && queue.length < MOST) queue.push(key); else cut();
}

// Hold the events of the form while this is true, and while the queue is not empty.
export function holdWhile(condition) {
  isSaving = condition;
}

// Hold the key of a form that is submitted. A second tap on Save right after the first does nothing. Return whether it is held.
export function holdKey(submitter) {
  if (!isHeld()) return false;
  const isSave = submitter?.name !== 'press';
  if (isSave && queue.length) add('save');
  else if (!isSave && REPEATABLE.test(submitter.value)) add(submitter.value);
  else if (!isSave) cut();
  return true;
}

// Forget everything, because nothing was saved, or another page is displayed. Return whether there was anything.
export function drop() {
  const isAny = queue.length > 0 || isCut;
  queue.length = 0;
  isCut = false;
  return isAny;
}

// Repeat the keys until one asks a question. Return whether some had to be dropped.
export function repeat(isAsking) {
  while (queue.length && !isAsking()) {
    const control = controlFor(queue[0]);
    if (!control) return drop();
    queue.shift();
    isRepeating = true;
    if (control.matches(FIELD)) control.focus(); else control.click();
    isRepeating = false;
  }
  return !queue.length && drop();
}

// Return the control that does the same in this form, or null. *Next* names a field, which may be another.
/** @returns {HTMLElement | null} */
function controlFor(key) {
  const find = selector => round()?.matches('[data-draft]') ? round().querySelector(selector) : null;
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
  if (!event.isTrusted || !isHeld()) return;
  const { target } = /** @type {any} */ (event);
  if (!isOfRound(event)) return target.closest('a[href], button') && cut();
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
  else if (key.length === 1 || event.target.matches('[type=radio]')) cut();
  else return;
  stop(event);
}, true);

addEventListener('beforeinput', event => {
  if (!event.isTrusted || !isHeld() || !isOfRound(event)) return;
  cut();
  stop(event);
}, true);
