// The keyboard focus stays where it was, when that part of the page is replaced; after a refusal it is at the problem.
// htmx itself restores the focus of an element with an id, where htmx replaces it.

const CONTROLS = 'a[href], button:not(.sr, :disabled), input:not([type=hidden]), select, textarea, summary';

let was = null; // where the focus was, before an answer came
let isByKeys = false; // under a thumb nothing may move

document.addEventListener('keydown', () => { isByKeys = true; }, true);
document.addEventListener('pointerdown', () => { isByKeys = false; }, true);

const isLost = () => document.activeElement === document.body;
const first = area => area?.querySelector(':checked') ?? area?.querySelector(CONTROLS);
const keys = act => [...document.querySelectorAll('button[name=press]:not(.sr, :disabled)')].filter(key => key.value.split(':')[0] === act);

function remember() {
  const active = document.activeElement;
  if (isLost()) return;
  const [act, name] = (active.name === 'press' ? active.value : '').split(':');
  const around = active.parentElement.closest('[id]')?.id;
  was = { id: active.id, value: active.value, act, name, place: keys(act).indexOf(active), around };
}

// Return the element with its id; what the key has opened, or what opens it again; the key itself; the key in its place;
// what is left of the part around it.
function successor({ id, value, act, name, place, around }) {
  const opened = ['open', 'type'].includes(act) && document.getElementById(`ask-${name}`);
  const alike = act ? keys(act) : [];
  return document.getElementById(id)
    || opened && first(opened)
    || act === 'fold' && keys('open').find(key => key.value === `open:${name}`)
    || alike.find(key => key.value === value) || alike[Math.min(place, alike.length - 1)]
    || first(document.getElementById(around));
}

function bringBack() {
  if (was && isLost()) successor(was)?.focus({ preventScroll: !isByKeys });
  was = null;
}

function toProblem() {
  const area = document.querySelector('main .problem')?.closest('fieldset, .field, form, table');
  (area?.querySelector('[aria-invalid=true]') ?? first(area))?.focus({ preventScroll: !isByKeys });
}

document.addEventListener('arriving', remember);
document.addEventListener('renewed', bringBack);
document.addEventListener('htmx:afterSwap', ({ detail: { target, xhr, result } }) => {
  if (target !== document.body) bringBack();
  else if ((result ?? xhr).status === 422) toProblem();
});
