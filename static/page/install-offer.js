// Holds the browser's offer to put Scorekeeper on the home screen. It comes early, and install.js uses it after a match.

export let installPrompt = null;

addEventListener('beforeinstallprompt', event => {
  event.preventDefault(); // so that the browser does not ask by itself before that
  installPrompt = event;
  document.dispatchEvent(new Event('installing'));
});
