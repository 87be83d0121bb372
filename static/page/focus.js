// Where the keyboard is stays where it was, when that part of the page is replaced; after a refusal it is at what is wrong.
// What has an id htmx finds again by itself, where it is htmx that replaces it.

const CONTROLS = 'a[href], button:not(.sr, :disabled), input:not([type=hidden]), select, textarea, summary';

let was = null; // where it was, before an answer came
let isByKeys = false; // under a thumb nothing may move

document.addEventListener('keydown', () => { isByKeys = true; }, true);
document.addEventListener('pointerdown', () => { isByKeys = false; }, true);

const isLost = () => document.activeElement === document.body;
const first = area => area?.querySelector(':checked') ?? area?.querySelector(CONTROLS);
const keys = act => [...document.querySelectorAll('button[name=press]:not(.sr, :disabled)')].filter(one => one.value.split(':')[0] === act);

function remember() {
  const one = document.activeElement;
  if (isLost()) return;
  const [act, name] = (one.name === 'press' ? one.value : '').split(':');
  was = { id: one.id, value: one.value, act, name, place: keys(act).indexOf(one), around: one.parentElement.closest('[id]')?.id };
}

// What has its id; what the key has opened, or what opens it again; the key itself; the one in its place; what is left of
// the part around it.
function found({ id, value, act, name, place, around }) {
  const opened = ['open', 'type'].includes(act) && document.getElementById(`ask-${name}`);
  const alike = act ? keys(act) : [];
  return document.getElementById(id)
    || opened && first(opened)
    || act === 'fold' && keys('open').find(one => one.value === `open:${name}`)
    || alike.find(one => one.value === value) || alike[Math.min(place, alike.length - 1)]
    || first(document.getElementById(around));
}

function bringBack() {
  if (was && isLost()) found(was)?.focus({ preventScroll: !isByKeys });
  was = null;
}

function toProblem() {
  const area = document.querySelector('main .problem')?.closest('fieldset, .field, form, table');
  (area?.querySelector('[aria-invalid=true]') ?? first(area))?.focus({ preventScroll: !isByKeys });
}

document.addEventListener('arriving', remember);
document.addEventListener('renewed', bringBack);
document.addEventListener('htmx:afterSwap', ({ detail: { target, xhr, said } }) => {
  if (target !== document.body) bringBack();
  else if ((said ?? xhr).status === 422) toProblem();
});
