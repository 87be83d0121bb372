// Displays how long a code is valid.

const minutes = document.querySelector('#minutes');

function count() {
  const left = Math.ceil((Date.parse(minutes.dataset.until) - Date.now()) / 60_000);
  const { one: single, several, over } = minutes.dataset;
  const words = left > 1 ? several.replace('%(n)s', left) : left === 1 ? single : over;
  if (minutes.textContent !== words) minutes.textContent = words; // a screen reader announces each change
  document.querySelector('#code').hidden = left < 1;
}

if (minutes) {
  count();
  setInterval(count, 5000);
}
