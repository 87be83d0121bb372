// Releases a chosen key: a second tap on it, or Backspace, leaves its question without an answer again.

const REST = 600; // milliseconds after the choice: the second of two fast taps means the same as the first
const KEYS = '#round [type=radio]:not([name=pile-side])'; // a pile always belongs to a side

let chosen = { id: '', time: -Infinity }; // the key that was chosen last, and when
let tapped = null; // a key that was tapped, until it is clear whether the tap has chosen it
const known = new Set(); // the keys that were chosen or tapped on this page

function release(key) {
  key.checked = false;
  for (const name of ['input', 'change']) key.dispatchEvent(new Event(name, { bubbles: true })); // drafts.js and entry.js go on
  announce(key);
}

// Return whether this is the first tap on a key of a restored correction. People may mean to choose what they chose before.
/** @param {any} key */
function isFromBefore({ form, id }) {
  const isFirst = form.elements.restored && !known.has(id);
  known.add(id);
  return isFirst;
}

function announce({ form, ariaLabel, parentElement }) {
  const label = parentElement.closest('[role=group][aria-label]')?.ariaLabel ?? parentElement.closest('fieldset')?.querySelector('legend span')?.textContent;
  document.getElementById('said').textContent = `${label ?? ariaLabel ?? parentElement.textContent}: ${form.dataset.released}`;
}

document.addEventListener('change', ({ target, timeStamp }) => {
  tapped = null;
  if (target.type !== 'radio' || !target.checked) return;
  chosen = { id: target.id, time: timeStamp };
  known.add(target.id);
});

document.addEventListener('click', ({ target, timeStamp }) => {
  if (!target.matches?.(KEYS) || (target.id === chosen.id && timeStamp - chosen.time < REST)) return;
  if (target.checked && isFromBefore(target)) return;
  tapped = target;
  setTimeout(() => { // a tap that chooses changes the key after this event
    if (tapped === target && target.checked) release(target);
    tapped = null;
  });
});

// The arrow keys choose, and people press the space bar to confirm. So another key releases.
document.addEventListener('keydown', ({ target, key }) => {
  const isReleased = ['Backspace', 'Delete'].includes(key) && /** @type {any} */ (target).matches(`:is(${KEYS}):checked`);
  if (isReleased) release(target);
});
