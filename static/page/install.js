// When a match is over: Scorekeeper can be put on the home screen. A tap answers that for good.

const isThere = () => matchMedia('(display-mode: standalone)').matches || navigator.standalone === true;

// Some browsers ask by themselves once they are let; iPhones have to be told where to tap.
function way() {
  if (window.installing) return 'ask'; // phone-page.js keeps it
  return navigator.standalone === false ? 'share' : '';
}

function show() {
  const place = document.querySelector('#install');
  if (!place || !way() || isThere() || localStorage.install) return;
  for (const part of place.querySelectorAll('[data-way]')) part.hidden = part.dataset.way !== way();
  place.hidden = false;
}

function settle(said) {
  localStorage.install = said;
  const place = document.querySelector('#install');
  if (place) place.hidden = true;
}

document.addEventListener('click', ({ target }) => {
  const button = target.closest('#install button');
  if (!button) return;
  if (button.value === 'yes') window.installing.prompt();
  settle(button.value);
});
addEventListener('appinstalled', () => settle('yes'));
document.addEventListener('installing', show);
document.addEventListener('htmx:afterSettle', show);
show();
