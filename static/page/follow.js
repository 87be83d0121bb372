// A followed page stays up to date: it asks every few seconds, and changes only where something has come.

const EVERY = 4000; // milliseconds
let mark = document.querySelector('[data-followed]').dataset.followed;
let isAsking = false;
let told = words(document);

// How things stand, for whoever hears the page: it is said aloud when it has become something else.
function words(page) {
  return ['meta[property="og:title"]', 'meta[name=description]'].map(one => page.querySelector(one).content).join('. ');
}

async function look() {
  if (document.hidden || isAsking) return;
  isAsking = true;
  try {
    const answer = await fetch(location.href, { headers: { 'If-None-Match': mark }, signal: AbortSignal.timeout(20_000) });
    if (answer.status === 404) location.reload(); // taken back, or over: the page says which
    else if (answer.ok) show(await answer.text(), answer.headers.get('ETag') ?? '');
  } catch {
    // No network: what was there last stays.
  } finally {
    isAsking = false;
  }
}

function show(text, etag) {
  const page = new DOMParser().parseFromString(text, 'text/html');
  mark = etag;
  document.title = page.title;
  for (const old of document.querySelectorAll('[data-followed]')) {
    const now = page.getElementById(old.id);
    if (now) old.replaceWith(now);
  }
  if (told === words(page)) return;
  told = words(page);
  document.querySelector('#said').textContent = told;
}

setInterval(look, EVERY);
document.addEventListener('visibilitychange', look);
