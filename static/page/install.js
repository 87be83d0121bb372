// Offers to put Scorekeeper on the home screen when a match is over. After an answer it never offers this again.

import { installPrompt } from './install-offer.js';

const isInstalled = () => matchMedia('(display-mode: standalone)').matches || navigator.standalone === true;

// Return how to install. Some browsers ask if a page calls them. On iPhones people have to know where to tap.
function installMethod() {
  if (installPrompt) return 'ask';
  return navigator.standalone === false ? 'share' : '';
}

function offer() {
  const place = document.querySelector('#install');
  if (!place || !installMethod() || isInstalled() || localStorage.install) return;
  for (const part of place.querySelectorAll('[data-way]')) part.hidden = part.dataset.way !== installMethod();
  place.hidden = false;
}

function storeAnswer(answer) {
  localStorage.install = answer;
  const place = document.querySelector('#install');
  if (place) place.hidden = true;
}

document.addEventListener('click', ({ target }) => {
  const button = target.closest('#install button');
  if (!button) return;
  if (button.value === 'yes') installPrompt.prompt();
  storeAnswer(button.value);
});
addEventListener('appinstalled', () => storeAnswer('yes'));
document.addEventListener('installing', offer);
document.addEventListener('htmx:afterSettle', offer);
offer();
