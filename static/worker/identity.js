// Who this phone is. It makes its own key and ids, and the server hears of them with the first thing written:
// whoever only looks leaves nothing behind.

const DAY = 24 * 3600 * 1000;

async function identity() {
  return change(async ({ state }) => {
    const known = await got(state.get('identity'));
    if (!known) state.put(stranger(), 'identity');
    return known ?? got(state.get('identity'));
  });
}

function stranger() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const key = btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
  const [device, person, circle] = [1, 2, 3].map(() => crypto.randomUUID());
  return { key, device, person, circle, role: 'owner', isKnown: false };
}

async function become(me, said) {
  Object.assign(me, said);
  await write('identity', me);
}

// Whom Django's pages know already, this phone belongs to as well.
async function adopt(me) {
  const waits = (await toSend()).length > 0;
  const found = await again(me, () => met(me, { waits }));
  if (!found) return;
  await write('pull', { whole: false, since: 0, last: null });
  if (found.circle === me.circle) sync({ look: true }); // its own circle: they may look at another one
  await become(me, { ...found, isKnown: true });
}

const met = ({ key, device, circle }, more) => ask('POST', '/phone/', { body: { key, device, circle, ...more } });

// A server that was put back to before it knew us has heard of the person from another phone since.
async function meetAgain(me, trouble) {
  const { person } = trouble.status === 409 ? await ask('GET', '/phone/session/') : {};
  if (person !== me.person) throw trouble;
  await met(me);
}

async function introduce(me) {
  await again(me, () => hello(me));
  await become(me, { isKnown: true });
}

function hello({ key, device, person, circle }) {
  return ask('POST', '/api/v1/devices/', { key, body: { device, person, circle } });
}

// Ids that somebody else has are made anew, once.
async function again(me, work) {
  try {
    return await work();
  } catch (trouble) {
    if (trouble.status !== 409) throw trouble;
    await become(me, stranger());
    return work();
  }
}

// Django's pages know a person by a cookie, which this keeps fresh. The answer is what a form needs to be taken.
async function session(me) {
  const isFirst = !me.session;
  try {
    const { csrf, joined } = await ask('POST', '/phone/session/', { key: me.key, body: {} });
    await become(me, { session: Date.now() });
    if (joined || isFirst) sync({ look: true }); // they came in past the worker, or the answer was lost
    return csrf;
  } catch (trouble) {
    if (trouble.code === 'other_person') await become(me, { session: 0 }); // asked again, and followed: see sync.js
    throw trouble;
  }
}

// Whoever has left this phone has left the server's pages too, and the key is good for nothing any more.
async function farewell() {
  const left = await read('left');
  if (!left) return;
  await ask('DELETE', '/phone/session/');
  await ask('DELETE', `/api/v1/devices/${left.device}/`, { key: left.key }).catch(trouble => {
    if (![401, 404].includes(trouble.status)) throw trouble; // else it was taken away already
  });
  await change(({ state }) => got(state.delete('left')));
}

// Either way: it may have been fetched while the clock was ahead.
const hasSession = me => Math.abs(Date.now() - (me.session ?? 0)) < DAY;
