// The table's pages, answered on the phone: what is asked goes to Python, what was written is stored, then answered.

// Where the phone cannot answer: not its match, or not its language of forms.
class NotHere extends Error {}

// Nothing at all has been pulled yet.
class NotYet extends NotHere {}

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

// The match that an address is about; null where it is about the circle, undefined where it is none of the table's.
function addressOf(path) {
  for (const pattern of PHONE.addresses) {
    const found = path.match(pattern);
    if (found) return found.groups?.match ?? null;
  }
  return undefined;
}

async function answer(event, match) {
  const { request } = event;
  if (request.method === 'POST') ready().catch(() => {}); // it starts while we read
  const missing = match ? 'match' : 'page';
  const spare = request.clone();
  try {
    return responseOf(await inTurn(event, match, await questionOf(request), request.headers.has('HX-Request')));
  } catch (error) {
    if (isFull(error)) return unsaved('full');
    if (!(error instanceof NotHere)) {
      await say(error);
      return reached(request, () => passOn(spare), missing);
    }
    if (!(error instanceof NotYet)) event.waitUntil(sync({ meet: true })); // so that it may be here the next time
    return reached(request, () => fetch(spare), missing);
  }
}

function responseOf({ status, html, go, address }) {
  if (go) return Response.redirect(new URL(go, location.origin), 303);
  const where = address && { 'HX-Replace-Url': 'false', 'X-Address': address };
  return new Response(html, { status, headers: { ...PHONE.headers, ...where } });
}

// --- What the table's own page asks by a message. Where this gives nothing, the page makes a request of it.

// What the round is worth by then. A tap writes nothing: while nobody does, it need not wait for what is stored.
ASKED.tap = async ({ path, form }) => {
  const match = addressOf(path);
  const reading = () => locked('whose', 'shared', () => stored(match));
  const { isPulled, role, events } = atHand?.match === match ? atHand : await reading();
  if (!isPulled || !isWhole(events)) return null;
  const { html, go } = await answered({ ...asking(path, form, 'round'), role, events });
  return html && !go ? { html } : null;
};

ASKED.save = async ({ path, form }, event) => {
  const said = await inTurn(event, addressOf(path), asking(path, form), true).catch(orNotHere);
  return said?.html ? { address: path, ...said } : null; // what is refused stands where it was sent to
};

function orNotHere(error) {
  if (!(error instanceof NotHere)) throw error;
}

const asking = (path, form, part = '') => ({ path, query: [], form, now: localTime(new Date()), ids: newIds(), part });

const locked = (name, mode, work) => navigator.locks.request(name, { mode }, work);

// --- Answering

// Who writes comes one after the other, so that each knows what the one before it wrote. `isInPlace`: the page that was
// asked from can be given the one that follows.
function inTurn(event, match, asked, isInPlace) {
  const working = () => locked('whose', 'shared', () => work(event, match, asked, isInPlace));
  return asked.form ? locked('write', 'exclusive', working) : working();
}

async function work(event, match, asked, isInPlace) {
  const { isPulled, role, events } = await stored(match);
  if (!isPulled) throw new NotYet();
  asked.role = role;
  if (match) {
    if (!isWhole(events)) throw new NotHere();
    asked.events = events;
  } else {
    [asked.matches, asked.players, asked.evenings] = await Promise.all([matches(summaryOf), players(), evenings()]);
  }
  const before = isAwake ? null : await shownBefore(asked);
  if (before) return { status: 200, html: before };
  const { status, html, events: written, go } = await answered(asked);
  if (!html && !go) throw new NotHere(); // no such round, or nothing that may be done: Django has the words for it
  if (written.length) {
    await save(written);
    const writer = event.clientId ?? event.source?.id;
    afterwards(event, () => tell({ changed: matchesOf(written) }, { writer }).then(() => sync()));
  }
  if (go) {
    const known = { ...asked, events: asked.events?.concat(written) };
    return isInPlace && await pageAt(go, match, known, event) || { go };
  }
  afterwards(event, keepingShown(asked, status, html));
  return { status, html };
}

// Whoever waits for the answer comes first.
const afterwards = (event, work) => event.waitUntil(pause(0).then(work).catch(console.error));

// A page of the same match is given at once: by a redirect the browser would come back here for it, and all be read anew.
async function pageAt(go, match, before, event) {
  const { pathname, searchParams } = new URL(go, location.origin);
  if (!match || addressOf(pathname) !== match) return null;
  const asked = { ...before, path: pathname, query: [...searchParams], form: null, ids: newIds() };
  const { status, html } = await answered(asked);
  if (!html) return null;
  afterwards(event, keepingShown(asked, status, html));
  return { status, html, address: go };
}

async function questionOf(request) {
  const { pathname, searchParams } = new URL(request.url);
  return {
    path: pathname,
    query: [...searchParams],
    form: request.method === 'POST' ? await formOf(request) : null,
    now: localTime(new Date()),
    ids: newIds(),
    part: request.headers.get('HX-Target') ?? '',
  };
}

const newIds = () => Array.from({ length: 20 }, () => crypto.randomUUID());

async function formOf(request) {
  const kind = (request.headers.get('Content-Type') ?? '').split(';')[0];
  if (!FORMS.includes(kind)) throw new NotHere();
  return [...await request.formData()].filter(([, value]) => typeof value === 'string');
}

// 2026-11-20T19:42:10+02:00
function localTime(date) {
  const two = number => String(Math.floor(number)).padStart(2, '0');
  const off = -date.getTimezoneOffset();
  const here = new Date(date.getTime() + off * 60_000).toISOString().slice(0, 19);
  return `${here}${off < 0 ? '-' : '+'}${two(Math.abs(off) / 60)}:${two(Math.abs(off) % 60)}`;
}

// --- Where the phone cannot answer, Django does

let hasSaid = false;

async function say(error) {
  console.error(error);
  if (!hasSaid) await tell({ problem: { code: 'python', text: String(error.message).slice(0, 2000) } }).catch(() => {});
  hasSaid = true;
}

// Django is to know what was written here, and who asks. A page that was made here has no token for Django's forms.
// Where the store cannot be read, it is whoever Django thinks it is.
async function passOn(request) {
  const isWritten = request.method === 'POST';
  const token = await introduced(isWritten).catch(error => {
    if (error instanceof Trouble) throw error;
    return '';
  });
  if (!isWritten) return fetch(request);
  const body = await request.formData();
  body.set('csrfmiddlewaretoken', token);
  const headers = new Headers(request.headers);
  headers.delete('Content-Type'); // the form is written anew
  const redirect = request.mode === 'navigate' ? 'manual' : 'follow'; // as it was asked
  return fetch(request.url, { method: 'POST', headers, body, redirect });
}

async function introduced(isWritten) {
  await sync();
  return navigator.locks.request('sync', () => tokenOf(isWritten));
}

async function tokenOf(isWritten) {
  const me = await identity();
  if (isWritten && !me.isKnown) await introduce(me);
  return me.isKnown ? session(me) : '';
}

// `missing`: what of the server's cannot be shown else, a page or a match.
async function reached({ method }, work, missing = 'page') {
  try {
    const found = await work();
    if (found.status < 500 || isOurs(found)) return found;
  } catch { /* the same as what somebody in between says */ }
  return method === 'POST' ? unsaved('unsaved') : unreachable(503, missing);
}

// Pages leave what was typed where it is when they get this status, and say why. If they cannot be told, they say it themselves.
async function unsaved(code) {
  const isTold = await tell({ problem: { code, isSave: true } }).then(() => true, () => false);
  return unreachable(isTold ? 507 : 503, 'page');
}

const unreachable = (status, missing) => new Response(PHONE.unreachable[missing], { status, headers: PHONE.headers });
