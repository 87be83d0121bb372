// The browser's offer to put Scorekeeper on the home screen. It comes early; install.js accepts it when a match is over.

export let installing = null;

addEventListener('beforeinstallprompt', event => {
  event.preventDefault(); // until then the browser must not ask by itself
  installing = event;
  document.dispatchEvent(new Event('installing'));
});
