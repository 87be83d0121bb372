// Ignores the second of two fast taps at the same place if a page or a part opened there meanwhile: the thumb meant what was there.

const REST = 600; // milliseconds
const CHOSEN = 400; // after a choice has brought others under the thumb, which nobody can know so soon
const SHORT = 200; // people who know what comes tap its place after a quarter of a second, and the two taps of a double tap are faster
const NEAR = 20; // pixels
const PAUSE = 1000, LONGEST = 3000; // a thumb that saves, also on a slow line, must not start a rematch, which is where Save was

let pageAt = performance.now(); // when the page opened
let last = { time: -Infinity, x: 0, y: 0, control: '' };
let opened = 0; // the rest for what has opened since the last tap

// Return the name of a control, which stays the same while its value counts. The minus of a count comes into its cell.
function nameOf(control) {
  const [what, name] = (control?.value ?? '').split(':');
  return ['add', 'less'].includes(what) ? `count:${name}` : control?.htmlFor || control?.id || control?.value || '';
}

document.addEventListener('opening', ({ detail }) => { opened ||= detail === 'choice' ? CHOSEN : SHORT; });
document.addEventListener('htmx:afterSettle', ({ target }) => {
  if (target !== document.body) return;
  pageAt = performance.now();
  if (!document.querySelector('[data-saved]')) opened = REST; // after a save people go on at once
});
document.addEventListener('click', event => {
  if (event.pointerType !== 'touch') return;
  const { timeStamp: time, clientX: x, clientY: y } = event;
  const control = nameOf(event.target.closest?.('button, label, input'));
  const isSame = control && control === last.control && opened < REST; // fast counts and digits
  const rest = event.target.closest?.('.keypad') ? Math.min(opened, SHORT) : opened;
  const isSecond = !isSame && time - last.time < rest && Math.hypot(x - last.x, y - last.y) < NEAR;
  const isHurried = event.target.closest?.('#rematch, #unsaved-entry')
    && (time - pageAt < PAUSE || (time - last.time < PAUSE && time - pageAt < LONGEST));
  last = { time, x, y, control };
  if (isSecond || isHurried) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  else opened = 0;
}, true);
