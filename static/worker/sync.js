// Keeping in step with the server: pull what is new, push what was written here. Both may be repeated at any time.

const RECENT = 90; // days: what was over before that stays on the server
const MOST = 100; // events a push
const SPOILT = [400, 413, 500]; // what may be the fault of one event among them
const ENOUGH = 3; // such events: then it is no fault of theirs
const PAUSES = { later: ({ wait }) => wait, network: ({ wait }) => wait, key: () => 30, role: () => 30, not_open: () => 30 }; // seconds
const MINUTE = 60_000; // milliseconds

let going = null;
let wanted = null; // once more, when this round is over
let isAsked = false; // since it was looked at last
let quietUntil = 0; // the server has asked for a pause, or does not know us; by a clock that nobody sets
let problem; // what went wrong last

// `meet`: see whether Django's pages know somebody already. `retry`: send what was refused once more.
// `look`: see whom Django's pages know now, and which circle they look at.
// `person`, `circle`: whom a page of Django's was made for ('': nobody), and what it is about.
function sync(how = {}) {
  wanted = { ...wanted, ...how };
  isAsked = true;
  going ??= rounds().finally(() => { going = null; }).then(isWell => (isAsked ? sync() : isWell));
  return going;
}

// The answer is whether all went well.
async function rounds() {
  let changed = [];
  isAsked = false;
  try {
    if (performance.now() < quietUntil) throw problem;
    while (wanted) {
      const how = wanted;
      wanted = null;
      isAsked = false;
      await navigator.locks.request('sync', () => exchange(how, found => { changed = [...changed, ...found]; }))
        .catch(trouble => { wanted = { ...how, ...wanted }; throw trouble; }); // the next time
    }
    isLeftToBrowser = false;
    problem = undefined;
    await noteStep();
    await tell({ changed });
    return true;
  } catch (trouble) {
    if (trouble !== problem) quietUntil = performance.now() + (PAUSES[trouble.code]?.(trouble) ?? 0) * 1000;
    problem = trouble;
    await tell({ changed, problem: { code: isFull(trouble) ? 'full' : trouble.code ?? 'phone', status: trouble.status } });
    await later();
    return false;
  }
}

async function exchange({ meet = false, retry = false, look = false, person = null, circle = null }, changed) {
  await farewell();
  if (look) await follow('');
  else if (person || await isUnsure(meet)) await follow(person, circle);
  const me = await identity();
  if (me.isRevoked) throw new Trouble('revoked', { status: 401 });
  if (retry) await forgetRefusals();
  const isWaiting = (await toSend()).length > 0;
  if (!me.isKnown && (meet || isWaiting)) await adopt(me);
  if (!me.isKnown && isWaiting) await introduce(me);
  if (!me.isKnown) {
    if (meet) await write('pull', { whole: true, since: 0, last: null }); // nobody yet: there is nothing to pull
    return;
  }
  try {
    await inStep(me, changed);
  } catch (trouble) {
    if (trouble.status === 404 && await follow('')) { // they are in this circle no more
      await dropAside(me.person);
      wanted ??= {};
      return;
    }
    if (trouble.status !== 401) throw trouble;
    // A server that was put back to before it knew us; one that took the key away refuses again.
    await hello(me).catch(again => meetAgain(me, again)).catch(again => leaveIt(me, trouble, again));
    await become(me, { session: 0 });
    await forgetNumbers();
    await inStep(me, changed);
  }
  if (person === '' || !hasSession(me)) await session(me).catch(trouble => turn(trouble));
}

// Nothing is deleted unless the server has said twice, in so many words, that this very key was taken away.
async function leaveIt(me, once, twice) {
  if (once.code === 'revoked' && twice.code === 'revoked') {
    await forgetSent(me);
    await dropAside(me.person);
    await ask('DELETE', '/phone/session/', { key: me.key }).catch(() => {}); // it ends there too
    await follow('').catch(() => {});
    if (!(await identity()).isRevoked) sync({ meet: true }); // the same person has signed in since the key ended
  }
  throw twice;
}

// Somebody else has signed in meanwhile; whatever else it is can wait.
async function turn(trouble) {
  if (trouble.code !== 'other_person') return;
  await follow('');
  wanted = { ...wanted, meet: true };
}

// When all was well last: to the minute, for whoever wants to know.
async function noteStep() {
  if (Date.now() - (await read('inStep') ?? 0) >= MINUTE) await write('inStep', Date.now());
}

async function inStep(me, changed) {
  const tried = { left: [] };
  do changed(await pull(me)); while (await push(me, tried));
}

const toSend = async () => (await outbox()).filter(record => !record.refused);

async function pull(me) {
  const changed = [];
  for (let more = true; more;) {
    const { whole = false, since = 0, last = null } = await read('pull') ?? {};
    const query = new URLSearchParams({ circle: me.circle, since, recent: RECENT, ...(last && { last }) });
    let said;
    try {
      said = await ask('GET', `/api/v1/events/?${query}`, { key: me.key });
    } catch (trouble) {
      if (trouble.code !== 'other_log' || !since) throw trouble;
      await forgetNumbers(); // it was restored from a backup, say
      continue;
    }
    more = said.more && said.events.length > 0;
    const reached = { whole: whole || !more, since: said.seq, last: said.events.at(-1)?.id ?? last };
    if (said.events.length || !whole) changed.push(...await take(said.events, reached));
    if (said.role !== me.role) await become(me, { role: said.role });
  }
  return changed;
}

let many = MOST; // that go together, until one push is taken

// The answer is whether there may be more. It waits on until it is pulled: a server that is put back to an older copy
// right after its answer is told apart by what was pulled last, so nothing is to have a number behind that.
// One over which the server stumbles, or somebody before it, is left, and keeps here only what hangs on it.
async function push(me, tried) {
  const { left } = tried;
  const isLeft = event => left.some(on => on.id === event.id || hangsOn(event, on));
  const events = (await toSend()).map(record => record.event).filter(event => !isLeft(event)).slice(0, many);
  if (!events.length && left.length) throw left[0].trouble;
  if (!events.length || tried.last === events[0].id) return false; // it was taken, and will be pulled another time
  const said = await ask('POST', `/api/v1/events/?circle=${me.circle}`, { key: me.key, body: events }).catch(trouble => {
    if (!SPOILT.includes(trouble.status) || left.length === ENOUGH) throw trouble;
    if (events.length === 1) left.push({ ...events[0], trouble });
    many = events.length >> 1 || 1;
  });
  if (said === undefined) return true;
  many = MOST;
  tried.last = events[0].id;
  const { since } = await read('pull');
  await number(said.accepted.filter(({ seq }) => seq <= since));
  await refuse(said.refused);
  return said.accepted.length + said.refused.length > 0;
}

let isLeftToBrowser = false;

// Where the browser can, it tries again by itself, with every page closed. Told once: each time it begins at once.
async function later() {
  if (isLeftToBrowser || !(await toSend()).length) return;
  isLeftToBrowser = true;
  await registration.sync?.register('outbox').catch(() => {});
}

async function whose() {
  const me = await read('identity');
  return me?.isKnown ? { person: me.person, circle: me.circle, role: me.role } : { person: '', circle: '', role: '' };
}

// What every open page may show. The one that has written something knows of it.
async function tell(more = {}, { writer } = {}) {
  const written = await outbox();
  const refused = written.filter(record => record.refused);
  const said = {
    waiting: written.length - refused.length,
    elsewhere: await waitingAside(),
    refused: refused.length,
    ...await whose(),
    reasons: refused.slice(0, 20).map(({ id, match, refused }) => ({ id, match, ...refused })),
    changed: [],
    minutesOff,
    language: PHONE.language,
    ...more,
  };
  const pages = await clients.matchAll({ includeUncontrolled: true, type: 'window' });
  for (const page of pages) page.postMessage(page.id === writer ? { ...said, changed: [] } : said);
}
