// What the page "This phone" asks of the worker, and is answered on the channel that comes with it.

const ASKED = {
  about,
  send: () => sync({ meet: true }).then(about),
  retry: () => sync({ retry: true }).then(about),
  withdraw: ({ id }) => withdraw(id).then(match => tell({ changed: [match] })).then(about),
  bring: () => navigator.locks.request('sync', takeOver).then(() => sync({ meet: true })).then(about),
  clear: () => cleared().then(about),
  file: async ({ refused = false, others: isTheirs = false }) =>
    lines(isTheirs ? (await others()).flatMap(store => store.waiting)
      : refused ? (await outbox()).filter(record => record.refused) : await unsent()),
  leave: question => depart(question).then(about),
};

async function reply(event) {
  const { data, ports: [port] } = event;
  try {
    port.postMessage(await ASKED[data.ask](data, event));
  } catch (error) {
    console.error(error);
    port.postMessage(null);
  }
}

async function about() {
  const me = await identity();
  const written = await outbox();
  const [events, matches] = await Promise.all(['events', 'matches'].map(async name => got((await look(name)).count())));
  const refused = written.filter(record => record.refused);
  return {
    who: me.isRevoked ? 'revoked' : me.isKnown ? 'guest' : 'nobody',
    matches,
    events,
    waiting: written.length - refused.length,
    elsewhere: (await unsent()).length - written.length,
    others: (await others()).map(({ names, waiting }) => ({ names, waiting: waiting.length })),
    refused: await Promise.all(refused.map(shown)),
    used: (await navigator.storage?.estimate?.())?.usage ?? null, // bytes
    isKept: await navigator.storage?.persisted?.() ?? false,
    version: (PHONE.cache ?? PHONE.version).replace('phone-', ''),
    inStep: await read('inStep') ?? null,
    problem: problem?.code ?? (problem ? 'phone' : null),
  };
}

async function shown({ id, event, refused }) {
  const { summary } = event.match ? await got((await look('matches')).get(event.match)) ?? {} : {};
  const { kind, match, data, at } = event;
  return { id, kind, match, deal: data.deal ?? null, name: data.name ?? '', at, names: summary?.names ?? [], ...refused };
}

// Also what was written in circles that are not looked at now, or that have closed since.
async function unsent() {
  const aside = await storesOf((await identity()).person);
  return [await outbox(), ...aside.map(store => store.waiting)].flat();
}

// JSON Lines: the events as the public format has them.
const lines = records => records.map(({ event }) => `${JSON.stringify(event)}\n`).join('');

async function cleared() {
  if (!await sync()) return; // it could not be fetched again
  await navigator.locks.request('sync', async () => {
    await clear();
    await dropAside((await identity()).person);
  });
  await sync({ meet: true });
}

// Another stranger has the phone now. The server hears of it, as soon as it can be reached.
async function depart({ waits = Infinity }) {
  await navigator.locks.request('sync', () => navigator.locks.request('whose', async () => {
    if ((await unsent()).length > waits) return; // written in another window since somebody was told what would go
    const { key, device, person, isKnown } = await identity();
    const { open: mine } = await shelf();
    await use(newName(), mine, ...(await storesOf(person)).map(store => store.name));
    await change(({ state }) => {
      if (isKnown) state.put({ key, device }, 'left');
      return got(state.put({ whole: true, since: 0, last: null }, 'pull')); // it begins with nothing, network or not
    });
  }));
  await sync({ meet: true });
}
