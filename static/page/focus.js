// Restores the keyboard focus when its part of the page is replaced. After a refusal it moves the focus to the problem.
// htmx itself restores the focus of an element with an id, if htmx replaces it.

const CONTROLS = 'a[href], button:not(.sr, :disabled), input:not([type=hidden]), select, textarea, summary';

let lastFocus = null; // the focus before the answer
let lastPlace = null; // the id of that element, and its distance from the top of the window
let isByKeys = false; // whether the keyboard was used last; after a touch the page must not scroll

document.addEventListener('keydown', () => { isByKeys = true; }, true);
document.addEventListener('pointerdown', () => { isByKeys = false; }, true);

const isLost = () => document.activeElement === document.body;
const first = area => area?.querySelector(':checked') ?? area?.querySelector(CONTROLS);
const keysOf = act => [...document.querySelectorAll('button[name=press]:not(.sr, :disabled, noscript *)')].filter(key => key.value.split(':')[0] === act);

function remember() {
  const active = document.activeElement;
  lastPlace = active.id && { id: active.id, top: active.getBoundingClientRect().top };
  if (isLost()) return;
  const [act, name] = (active.name === 'press' ? active.value : '').split(':');
  const around = active.parentElement.closest('[id]')?.id;
  lastFocus = { id: active.id, value: active.value, act, name, place: keysOf(act).indexOf(active), around };
}

// Return the element that gets the focus, the first of these that exists: the element with the same id, or the part that the
// key opened. Then the key that opens it again, the same key, the key in its place, or a control in the part around it.
function successor({ id, value, act, name, place, around }) {
  const opened = ['open', 'type'].includes(act) && document.getElementById(`ask-${name}`);
  const alike = act ? keysOf(act) : [];
  return document.getElementById(id)
    || opened && first(opened)
    || act === 'fold' && keysOf('open').find(key => key.value === `open:${name}`)
    || alike.find(key => key.value === value) || alike[Math.min(place, alike.length - 1)]
    || first(document.getElementById(around));
}

function restoreFocus() {
  if (lastFocus && isLost()) successor(lastFocus)?.focus({ preventScroll: !isByKeys });
  lastFocus = null;
}

// Keep the focus at its place on the screen. The browser scrolls while old and new parts are in the page.
function keepPlace() {
  const { activeElement } = document;
  if (isByKeys && lastPlace?.id === activeElement.id) scrollBy(0, activeElement.getBoundingClientRect().top - lastPlace.top);
}

function focusProblem() {
  const problem = document.querySelector('main .problem');
  const area = problem?.closest('fieldset, .field, form, table');
  (area?.querySelector('[aria-invalid=true], .wrong > button') ?? first(area))?.focus({ preventScroll: !isByKeys });
  setTimeout(() => { // after htmx has scrolled to the top
    const box = problem?.getBoundingClientRect();
    const bar = problem?.closest('form')?.querySelector('.save')?.getBoundingClientRect(); // it may cover the problem
    if (problem?.closest('.dock')) return; // always in sight
    if (box?.top < 0 || box?.bottom > Math.min(innerHeight, bar?.top ?? innerHeight)) problem.scrollIntoView({ block: 'center' });
  });
}

// A number that someone has just asked for may have come under the bar.
function showAwaited() {
  const { activeElement } = document;
  if (activeElement.autofocus) activeElement.scrollIntoView({ block: 'center' });
}

document.addEventListener('arriving', remember);
document.addEventListener('renewed', restoreFocus);
document.addEventListener('htmx:afterSwap', ({ detail: { target, xhr, result } }) => {
  if (target !== document.body) {
    restoreFocus();
    keepPlace();
  }
  else if ((result ?? xhr).status === 422) focusProblem();
});
document.addEventListener('htmx:afterSettle', showAwaited);
