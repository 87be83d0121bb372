// Holds the browser's offer to put Scorekeeper on the home screen. It comes early, and install.js uses it after a match.
// iPhones offer nothing, but may delete rounds. There it warns people until they use the app on the home screen.

export let installPrompt = null;

addEventListener('beforeinstallprompt', event => {
  event.preventDefault(); // so that the browser does not ask by itself before that
  installPrompt = event;
  document.dispatchEvent(new Event('installing'));
});

const LATER = 3 * 24 * 3600 * 1000; // milliseconds until the warning comes again
// An iPad presents itself as a Mac, but no Mac has a touch screen.
const isIos = /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1);
const isApp = navigator.standalone === true || matchMedia('(display-mode: standalone)').matches;

function warn() {
  const place = document.querySelector('#safari');
  if (place) place.hidden = Math.abs(Date.now() - (localStorage.safariLater ?? 0)) < LATER;
}

if (isIos && !isApp) {
  document.addEventListener('click', ({ target }) => {
    if (!target.closest('#safari button')) return;
    localStorage.safariLater = Date.now();
    warn();
  });
  document.addEventListener('htmx:afterSettle', warn);
  document.addEventListener('renewed', warn);
  warn();
}
