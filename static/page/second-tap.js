// Ignores the second of two fast taps at the same place if a page or a part opened there meanwhile: the thumb meant what was there.

const REST = 600; // milliseconds
const SHORT = 200; // people who know what comes tap its place after a quarter of a second, and the two taps of a double tap are faster
const NEAR = 20; // pixels

let last = { time: -Infinity, x: 0, y: 0 };
let opened = 0; // the rest for what has opened since the last tap

document.addEventListener('opening', () => { opened ||= SHORT; });
document.addEventListener('htmx:afterSettle', ({ target }) => {
  if (target === document.body && !document.querySelector('[data-saved]')) opened = REST; // after a save people go on at once
});
document.addEventListener('click', event => {
  if (event.pointerType !== 'touch') return;
  const { timeStamp: time, clientX: x, clientY: y } = event;
  const rest = event.target.closest?.('.keypad') ? Math.min(opened, SHORT) : opened;
  const isSecond = time - last.time < rest && Math.hypot(x - last.x, y - last.y) < NEAR;
  last = { time, x, y };
  if (isSecond) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  else opened = 0;
}, true);
