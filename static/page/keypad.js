// The keypad and the fields into which it types. Each change is an `input` event, so entry.js asks for the points.

const TYPED = '#round :is(.amount input, input.cell:not([type=radio]))';
const CHANGED = '='; // in place of the number that the next digit replaces: someone types another number into a field that had one
const MOVED = '>'; // in place of the number that the next digit replaces: the cursor came into an empty field by itself

export let isByFinger = false; // whether a finger was used last, not the keyboard
let finger = 0; // how far from the left it was last
document.addEventListener('pointerdown', ({ clientX }) => {
  isByFinger = true;
  finger = clientX;
}, true);
document.addEventListener('keydown', event => {
  isByFinger = false;
  const isTyped = event.target.matches('input:not([type=radio], [type=checkbox]), select, textarea');
  if (isTyped || !/^\d$/.test(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
  document.querySelector('#round :is(.now input, input.now)')?.focus(); // the digit comes into the field of the cursor
}, true);

// Change digits and counts at once, because fast typists do not wait for the answer. Return whether the key was one of these.
export function pressKey(form, key) {
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
  else if (what === 'back') deleteDigit(form, now);
  else if (what === 'now' && form.elements[name]) goToNext(form, now);
  else return false;
  return dispatchInput(now);
}

// Type a digit. The first digit of a visit to a field replaces its number, but keeps a sign just pressed. Others are appended.
function typeDigit(form, now, what) {
  let [, minus, digits] = now.value.match(/^(-?)(.*)$/);
  const isChange = isChanged(form, now) || (digits !== '' && isPrefilled(form, now));
  if (isPrefilled(form, now)) minus = digits = '';
  else if (isPrefilled(form, now, '±')) digits = '';
  now.value = minus + (digits === '0' ? what : (digits + what).slice(0, 4));
  prefill(form, now, isChange ? CHANGED : '');
  if (isFull(now, isChange)) goOn(form, now);
  const isFixed = getComputedStyle(form.querySelector('.dock')).position === 'sticky'; // otherwise the keys would move
  if (isFixed) form.elements[form.elements.now.value]?.scrollIntoView({ block: 'nearest' }); // it may be under the dock
}

const groupOf = field => [...(field.closest('[data-boxes]') ?? field.parentElement).querySelectorAll('input')];

// Return the sum of the fields: NaN if nobody knows it, or if a number is below zero.
const totalOf = field => groupOf(field).some(({ value }) => value[0] === '-') ? NaN : Number(field.closest('[data-total]')?.dataset.total);
const restOf = field => groupOf(field).reduce((rest, { value }) => rest - value, totalOf(field));

// Return whether another digit could not be right, or would hardly ever be. Someone who changes a number may type any.
function isFull(field, isChange) {
  if (!/^\d+$/.test(field.value)) return false;
  const rest = restOf(field);
  const total = rest >= 0 ? rest + Number(field.value) : totalOf(field);
  return field.value === '0' || field.value * 10 > Math.min((!isChange && field.dataset.usual) || field.dataset.high || Infinity, total || Infinity);
}

// Choose the next empty field of the same question. A single empty one is the rest of the sum. A tile with one
// full number is left, because the answer closes it.
function goOn(form, field) {
  const empty = groupOf(field).filter(({ value }) => !value);
  if (field.closest('.opened') && groupOf(field).length === 1) leaveField(form);
  if (empty.length > (restOf(field) >= 0 ? 1 : 0)) prefill(form, chooseField(form, empty[0]), MOVED);
}

// Choose no field until the answer chooses one. Digits wait for it.
function leaveField(form) {
  form.elements.now.value = '';
  for (const field of form.querySelectorAll('.now')) field.classList.remove('now');
}

// Someone who chooses a key outside has typed all digits into the opened tile. Return the key that closes the tile.
export function leaveTile(form, key) {
  const field = form.elements[form.elements.now?.value];
  const tile = field?.value && field.type === 'text' && field.closest('.opened');
  if (!tile || tile.contains(key)) return '';
  leaveField(form);
  return `fold:${tile.id.slice('ask-'.length)}`;
}

// Go to the next field, from the last one to an empty field. Stay where the cursor has just come by itself.
function goToNext(form, now) {
  const fields = [...form.querySelectorAll(TYPED)];
  const next = fields[fields.indexOf(now) + 1] ?? fields.find(({ value }) => !value);
  if (isPrefilled(form, now, MOVED)) prefill(form, now, '');
  else if (next) chooseField(form, next);
}

// Delete a digit. In an empty field go back to the field before.
function deleteDigit(form, now) {
  const boxes = groupOf(now);
  const field = now.value ? now : boxes[boxes.indexOf(now) - 1] ?? now;
  if (field !== now) chooseField(form, field);
  field.value = field.value.slice(0, -1);
  if (field !== now) prefill(form, field, '');
}

const isPrefilled = ({ elements }, field, sign = '') => elements.prefilled?.value === `${field.name}:${sign}${field.value}`;

const isChanged = ({ elements }, field) => elements.prefilled?.value === `${field.name}:${CHANGED}`;

export function prefill({ elements }, field, value) {
  if (elements.prefilled) elements.prefilled.value = `${field.name}:${value}`;
}

const hidden = (form, name) => form.elements[name] ?? form.appendChild(Object.assign(document.createElement('input'), { type: 'hidden', name }));

const REST = 1500; // milliseconds in which a thumb may tap the same place again
const NEAR = 20; // pixels
let added = {}; // the count that was tapped last, and where

// Count up or down from the number in the field. Up from a number that follows starts at 1, because one more is too many. The minus
// comes into the cell under the thumb, so right after a tap in its place it adds, too.
function stepCount(form, key, name) {
  const cell = document.getElementById(`${name}-add`);
  if (!cell) return false; // keys that add tens have no cell
  const isNear = Math.abs(finger - added.at) < NEAR;
  const isSamePlace = isByFinger && isNear && added.name === name && performance.now() < added.until;
  const what = key === 'less' && isSamePlace ? 'add' : key;
  added = { name: what === 'add' ? name : '', until: performance.now() + REST, at: finger };
  const field = hidden(form, name);
  const isRest = what === 'add' && cell.classList.contains('rest');
  const number = isRest ? 0 : Number(cell.textContent) || 0; // the cell may hold a dot, which counts as 0
  if (what === 'less') field.value = field.value === '0' ? '' : Math.max(number - 1, 0);
  else field.value = number >= Number(cell.dataset.high) ? 0 : number + 1;
  cell.textContent = field.value || '·';
  cell.classList.remove('rest');
  cell.classList.toggle('open', !field.value);
  for (const other of form.querySelectorAll('.in-use')) other.classList.remove('in-use');
  cell.parentElement.classList.toggle('in-use', Number(field.value) > 0);
  hidden(form, 'count').value = name;
  return dispatchInput(field);
}

const dispatchInput = field => field.dispatchEvent(new Event('input', { bubbles: true }));

// Choose the field into which the keypad types, and return it.
function chooseField(form, field) {
  form.removeAttribute('data-fresh');
  form.elements.now.value = field.name;
  prefill(form, field, field.value);
  for (const other of form.querySelectorAll('.now')) other.classList.remove('now');
  (field.closest('.amount') ?? field).classList.add('now');
  return field;
}

document.addEventListener('focusin', event => {
  const { form, name, type } = event.target;
  if (form?.id !== 'round' || type !== 'text') return;
  if (isByFinger && !form.querySelector('.keypad')) document.dispatchEvent(new CustomEvent('choose', { detail: event.target }));
  if (!form.querySelector('.keypad')) return;
  if (isByFinger) event.target.scrollIntoView({ block: "nearest" }); // clear of the dock
  if (form.elements.now.value !== name) chooseField(form, event.target);
  if (isPrefilled(form, event.target)) event.target.select(); // so that typing on a keyboard replaces the number, too
});

// Keep the phone's own keyboard hidden, because the keypad types into these fields.
function hideKeyboard(page) {
  for (const field of page.querySelectorAll(TYPED)) {
    if (matchMedia('(pointer: coarse)').matches) field.inputMode = 'none';
  }
}
document.addEventListener('arriving', event => hideKeyboard(event.detail));
hideKeyboard(document);
