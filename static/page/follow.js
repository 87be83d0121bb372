// Keeps a followed page up to date. It asks every few seconds, and replaces only the parts with news.

const EVERY = 4000; // milliseconds
let etag = document.querySelector('[data-followed]').dataset.followed;
let isAsking = false;
let announced = standing(document);

// Return the standing in words. It is announced when it changes, for people who use a screen reader.
function standing(page) {
  return ['meta[property="og:title"]', 'meta[name=description]'].map(name => page.querySelector(name).content).join('. ');
}

async function poll() {
  if (document.hidden || isAsking) return;
  isAsking = true;
  try {
    const answer = await fetch(location.href, { headers: { 'If-None-Match': etag }, signal: AbortSignal.timeout(20_000) });
    if (answer.status === 404) location.reload(); // the new page says whether the match is over or no longer shared
    else if (answer.ok) update(await answer.text(), answer.headers.get('ETag') ?? '');
  } catch {
    // Without a network the page stays as it is.
  } finally {
    isAsking = false;
  }
}

function update(text, newEtag) {
  const page = new DOMParser().parseFromString(text, 'text/html');
  etag = newEtag;
  document.title = page.title;
  for (const old of document.querySelectorAll('[data-followed]')) {
    const now = page.getElementById(old.id);
    if (now) old.replaceWith(now);
  }
  if (announced === standing(page)) return;
  announced = standing(page);
  document.querySelector('#said').textContent = announced;
}

setInterval(poll, EVERY);
document.addEventListener('visibilitychange', poll);
