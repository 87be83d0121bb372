// What the page of a finished match offers: its picture to share, and once a guest's third match is over, a way to keep the account.

import { drawPortrait } from './portrait.js';

const MATCHES = 3;
const find = name => document.querySelector(name);

// Return what the picture displays. The link has the game, the day, and a line for each side: its place, name and total.
function contentOf({ title, at, sides }) {
  const rows = sides.split('\n').map(line => line.split('\t')).map(([place, name, total]) => ({ place, name, total }));
  const note = new Date(at).toLocaleDateString(document.documentElement.lang, { dateStyle: 'full' });
  return { heading: title, note, result: find('.winner h2').textContent.trim(), rows };
}

// Return whether our own server answers soon. A network with a sign-in page answers without its header.
const isReachable = address => fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(2000) })
  .then(({ ok, headers }) => ok && headers.has('Cross-Origin-Resource-Policy'), () => false);

// Share the picture if the phone can, else the words. Without either the link leads to the files of the server,
// and while the server cannot be reached the browser stores the picture.
async function share(event) {
  const link = event.target.closest('#share-match');
  if (!link) return;
  event.preventDefault();
  if (!navigator.share && navigator.onLine && await isReachable(link.href)) return location.assign(link.href);
  const content = contentOf(link.dataset);
  const blob = await drawPortrait(content);
  const files = blob ? [new File([blob], 'match.png', { type: 'image/png' })] : [];
  if (navigator.share) {
    const text = `${content.heading}: ${content.rows.map(({ name, total }) => `${name} ${total}`).join(', ')}`;
    const shared = files.length && navigator.canShare?.({ files }) ? { files, text } : { text };
    await navigator.share(shared).catch(() => {}); // the person has cancelled
    return;
  }
  for (const file of files) {
    const address = URL.createObjectURL(file);
    Object.assign(document.createElement('a'), { href: address, download: file.name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }
}

async function offerToSecure() {
  const place = find('#secure');
  const { pathname } = location;
  if (!place?.hidden || (localStorage.secure ?? pathname) !== pathname) return;
  const answer = await fetch('/phone/session/');
  if (!answer.ok || (await answer.json()).ended < MATCHES) return; // the server counts a guest's matches only
  localStorage.secure = pathname; // no other match asks again
  place.hidden = false;
}

let isUnanswered = false; // whether our server has not answered the last question about the ratings

// Ask the server how the match has changed the ratings. Without an answer nothing is displayed.
function showRatings() {
  const place = find('#ratings:empty');
  const ask = () => htmx.ajax('GET', place.dataset.from, { target: place, source: place, swap: 'innerHTML' });
  if (place) ask().catch(() => { isUnanswered = true; }); // there is no network
}

// Any other answer is left out: the server may not have the match yet, and a network with a sign-in page answers for it.
document.addEventListener('htmx:beforeSwap', ({ detail }) => {
  const { target, xhr } = detail;
  if (target.id !== 'ratings') return;
  const isOurs = xhr.getResponseHeader('Cross-Origin-Resource-Policy') !== null;
  isUnanswered = !isOurs || xhr.status >= 429;
  if (!isOurs || xhr.status !== 200) detail.shouldSwap = false;
});

// Ask again once the phone has synced.
document.addEventListener('trouble', ({ detail }) => {
  if (!detail.isWell || !isUnanswered) return;
  isUnanswered = false;
  showRatings();
});

const offer = () => {
  offerToSecure().catch(() => {}); // there is no network
  showRatings();
};
document.addEventListener('click', share);
document.addEventListener('htmx:afterSettle', offer);
document.addEventListener('stored', offer); // the server has the end of the match now
offer();
