// Offers to put Scorekeeper on the home screen when a match is over. After an answer it never offers this again.

import { installing } from './install-offer.js';

const isInstalled = () => matchMedia('(display-mode: standalone)').matches || navigator.standalone === true;

// Return how to install. Some browsers ask when a page lets them. On iPhones people have to know where to tap.
function way() {
  if (installing) return 'ask';
  return navigator.standalone === false ? 'share' : '';
}

function offer() {
  const place = document.querySelector('#install');
  if (!place || !way() || isInstalled() || localStorage.install) return;
  for (const part of place.querySelectorAll('[data-way]')) part.hidden = part.dataset.way !== way();
  place.hidden = false;
}

function settle(answer) {
  localStorage.install = answer;
  const place = document.querySelector('#install');
  if (place) place.hidden = true;
}

document.addEventListener('click', ({ target }) => {
  const button = target.closest('#install button');
  if (!button) return;
  if (button.value === 'yes') installing.prompt();
  settle(button.value);
});
addEventListener('appinstalled', () => settle('yes'));
document.addEventListener('installing', offer);
document.addEventListener('htmx:afterSettle', offer);
offer();
