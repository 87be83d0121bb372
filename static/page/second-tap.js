// Ignores the second of two fast taps at the same place if a page or a part opened there meanwhile: the thumb meant what was there.

const REST = 600; // milliseconds
const REST_OF_KEYS = 200; // digits follow a choice after a quarter of a second, and the two taps of a double tap faster
const NEAR = 20; // pixels

let last = { time: -Infinity, x: 0, y: 0 };
let hasOpened = false; // since the last tap

document.addEventListener('opening', () => { hasOpened = true; });
document.addEventListener('htmx:afterSettle', ({ target }) => {
  if (target === document.body && !document.querySelector('[data-saved]')) hasOpened = true; // after a save people go on at once
});
document.addEventListener('click', event => {
  if (event.pointerType !== 'touch') return;
  const { timeStamp: time, clientX: x, clientY: y } = event;
  const rest = event.target.closest?.('.keypad') ? REST_OF_KEYS : REST;
  const isSecond = hasOpened && time - last.time < rest && Math.hypot(x - last.x, y - last.y) < NEAR;
  last = { time, x, y };
  if (isSecond) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  else hasOpened = false;
}, true);
