// Pages that are not the table's: as the server has them, else the last copy that was seen here, which says how old it is.
//
// Copies are somebody's. They lie in a cache of that person's, with the files that they name: those of this version are
// gone with the next one, the copies are not.

const COPIES = 'pages-';
const MOST_COPIES = 60;
const SOON = 4000; // milliseconds: for so long the server is waited for where there is a copy
const GONE = [401, 403, 404, 410]; // or no longer for this person
const SEEN = 'X-Seen';

const isPage = request => request.mode === 'navigate' || request.headers.has('HX-Boosted');
const mayBeKept = path => PHONE.pages.some(pattern => pattern.test(path));
const isOfPages = name => name.startsWith(COPIES);

async function page(event) {
  const { request } = event;
  const address = request.url.split('#')[0];
  const copies = await ownCopies().catch(() => null);
  if (!copies) return reached(request, () => fetch(request)); // nothing can be read here
  const copy = await copies.match(address, { ignoreVary: true });
  const asked = fetch(request).then(async response => {
    if (response.status >= 500) throw new Error(response.status);
    const spare = isOurs(response) && response.clone();
    if (spare) event.waitUntil(navigator.locks.request('copies', () => keep(copies, address, spare)).catch(console.error));
    return response;
  });
  if (!copy) return reached(request, () => asked);
  event.waitUntil(asked.catch(() => {})); // one that comes late is kept all the same
  return Promise.race([asked, pause(SOON)]).then(found => found ?? aged(copy), () => aged(copy));
}

// A network that wants to be told a name first answers for everybody, and says nothing of this.
const isOurs = ({ headers }) => headers.has('Cross-Origin-Resource-Policy');

async function keep(copies, address, response) {
  if (GONE.includes(response.status)) await copies.delete(address, { ignoreVary: true });
  if (response.status !== 200 || response.redirected) return;
  const { headers } = response;
  if (!headers.get('Content-Type')?.startsWith('text/html') || headers.get('Cache-Control')?.includes('no-store')) return;
  const html = await response.text();
  for (const file of filesOf(html)) if (!await copies.match(file)) await copies.add(file).catch(() => {});
  const worn = new Headers(headers);
  for (const name of ['Content-Encoding', 'Content-Length', 'Vary']) worn.delete(name); // of how it was sent
  worn.set(SEEN, Date.now());
  await copies.put(address, new Response(html, { headers: worn }));
  await tidy(copies);
}

function filesOf(html) {
  const named = html.matchAll(/\b(?:href|src)="([^"#?]+)/g);
  return new Set([...named].map(found => found[1]).filter(isFile));
}

const isFile = path => path.startsWith(PHONE.static);
const pathOf = request => new URL(request.url).pathname;

// The copies that were made last stay, and the files that they name.
async function tidy(copies) {
  const all = await copies.keys();
  const pages = all.filter(request => !isFile(pathOf(request)));
  for (const old of pages.slice(0, -MOST_COPIES)) await copies.delete(old);
  const named = new Set();
  for (const kept of pages.slice(-MOST_COPIES)) {
    for (const file of filesOf(await (await copies.match(kept)).text())) named.add(file);
  }
  for (const file of all) if (isFile(pathOf(file)) && !named.has(pathOf(file))) await copies.delete(file);
}

async function aged(copy) {
  const seen = new Date(Number(copy.headers.get(SEEN)));
  const html = await copy.text();
  const mark = `<p class="notice" role="status">${PHONE.as_of.replace('%(when)s', momentInWords(seen))}</p>`;
  return new Response(html.replace(/<main\b[^>]*>/, found => found + mark), { headers: copy.headers });
}

// "Friday 19:42", and with its date where that may be another Friday.
function momentInWords(moment) {
  const isLately = Date.now() - moment < 6 * DAY;
  const how = isLately
    ? { weekday: 'long', hour: 'numeric', minute: '2-digit' }
    : { dateStyle: 'medium', timeStyle: 'short' };
  const base = language => language.split('-')[0];
  const spoken = navigator.languages.find(language => base(language) === base(PHONE.language)); // with its country's habits
  return new Intl.DateTimeFormat(spoken ?? PHONE.language, how).format(moment);
}

// A file that a copy names, and no page of this version: the server may have forgotten it, too.
async function fileOfPages(request) {
  const found = await fetch(request).catch(() => null);
  if (found?.ok) return found;
  return await (await ownCopies()).match(request, { ignoreVary: true }) ?? found ?? Response.error();
}

// Whoever uses this phone now never sees what another person has seen.
async function ownCopies() {
  const own = COPIES + (await identity()).person;
  for (const name of await caches.keys()) if (isOfPages(name) && name !== own) await caches.delete(name);
  return caches.open(own);
}

async function forgetPages() {
  for (const name of await caches.keys()) if (isOfPages(name)) await caches.delete(name);
}
