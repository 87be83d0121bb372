// Serves the page of a match beside its entry. Keeps the screen awake, displays other people's rounds, sets the address.
// Home and the pages of evenings use it for other people's rounds alone.

// ---- The screen stays awake while a match is open.

let wakeLock;

async function stayAwake() {
  const isNeeded = document.querySelector('#totals') && !document.hidden;
  if (!isNeeded) wakeLock?.release().catch(() => {});
  else if (!wakeLock || wakeLock.released) wakeLock = await navigator.wakeLock?.request('screen').catch(() => null);
}

document.addEventListener('visibilitychange', stayAwake);

// ---- Other people's rounds update everything but the entry.

const EVERY = 3000; // milliseconds
let etag = '';

// The token of a form, and the id of the match that it starts, differ in every response.
const withoutToken = part => part.outerHTML.replace(/(name="(?:csrfmiddlewaretoken|match)" value=)"[^"]*"/g, '$1');

function renew(old, page) {
  const now = page.getElementById(old.id);
  if (!now || withoutToken(now) === withoutToken(old)) return false;
  old.replaceWith(now);
  window.htmx?.process(now); // pages of the server alone have no htmx
  return true;
}

// Return whether only one of the pages has an entry, because someone has deleted the match or restored it. What is typed stays.
function hasOtherEntry(page) {
  const entry = document.querySelector('#round');
  return (!entry || entry.matches('[data-fresh]')) && (page.querySelector('#round') !== null) !== (entry !== null);
}

let isReplacing = false; // whether the next page is on its way, such as the page of a save

document.addEventListener('htmx:beforeRequest', ({ detail: { target } }) => { if (target === document.body) isReplacing = true; });
document.addEventListener('htmx:afterRequest', ({ detail: { target, successful } }) => {
  if (target === document.body) isReplacing = false;
  if (isMissed && !successful) updateLiveParts(); // this page stays
});

let isMissed = false; // whether news came while a page was being replaced, so that the new page may lack it

async function updateLiveParts() {
  isMissed = isReplacing;
  if (isReplacing || !document.querySelector('[data-live]')) return;
  const headers = { 'HX-Target': 'live', 'If-None-Match': etag };
  const place = address();
  const answer = await fetch(place, { headers }).catch(() => null);
  if (!answer?.ok) return; // nothing new, or no network
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  isMissed = isReplacing;
  if (isReplacing) return; // another page comes
  if (address() !== place) return updateLiveParts(); // another page has come, so this answer is old
  etag = answer.headers.get('ETag') ?? '';
  document.dispatchEvent(new CustomEvent('arriving', { detail: page }));
  const isOver = page.querySelector('[data-over]') !== null;
  // The match has another page when it is over. The entry chooses the moment, as a thumb may go on.
  const isOther = isOver !== (document.querySelector('.winner') !== null) || hasOtherEntry(page);
  if (isOther && document.dispatchEvent(new Event('reloading', { cancelable: true }))) location.reload();
  const changed = [...document.querySelectorAll('[data-live]')].filter(old => renew(old, page));
  const fresh = document.querySelector('#round[data-fresh]:not([data-draft-pending])');
  if (changed.length && fresh && !location.search.includes('undone=')) renew(fresh, page); // its ids belong to the log without the new events
  document.dispatchEvent(new CustomEvent('renewed', { detail: page }));
}

function poll() {
  const isAlone = !navigator.serviceWorker?.controller; // a worker would notify the page of news
  if (isAlone && !document.hidden) updateLiveParts();
}

document.addEventListener('stored', updateLiveParts);
addEventListener('pageshow', ({ persisted }) => { if (persisted) updateLiveParts(); }); // the browser heard no news for it

// Work after the frame that displays the page, because someone waits for that.
const afterFrame = work => requestAnimationFrame(() => setTimeout(work));

document.addEventListener('htmx:afterSettle', event => {
  if (event.target !== document.body) return;
  stayAwake();
  afterFrame(() => {
    if (document.activeElement === document.body) document.querySelector('#main')?.focus({ preventScroll: true });
  });
});

// Set the address after the page of a save that the worker answered, because setting it takes as long as displaying the page.

let pendingAddress = ''; // the address of this page, until it is set in the browser

function address() {
  return pendingAddress || location.href;
}

function setAddress() {
  if (pendingAddress) history.replaceState(history.state, '', pendingAddress);
  pendingAddress = '';
}

document.addEventListener('htmx:afterSettle', ({ target, detail: { xhr, result } }) => {
  if (target !== document.body) return;
  const path = result ? result.address : xhr?.getResponseHeader('X-Address');
  pendingAddress = path ? new URL(path, location.href).href : '';
  if (pendingAddress) afterFrame(setAddress);
  if (isMissed) updateLiveParts();
});
addEventListener('popstate', () => { pendingAddress = ''; });

// Let the back button lead to the page before, never to a form that was sent.
document.addEventListener('htmx:beforeOnLoad', ({ detail: { etc, requestConfig, target } }) => {
  if (requestConfig.verb !== 'get' && target === document.body) etc.replace = 'true';
});

setInterval(poll, EVERY);
stayAwake();
