// What goes from the phone: never anything that the server has not taken.

const OLD = RECENT * DAY;
const SOME = 50; // lines made anew in one go: Python has pages to answer, too

// As the first pull leaves out what was over long ago, so it does not stay for ever either.
async function trim(summaryOf) {
  if (await read('trimmed') > Date.now() - DAY) return;
  await navigator.locks.request('whose', { mode: 'shared' }, async () => {
    const stale = (await old()).filter(record => !isFresh(record)).slice(0, SOME);
    await replace(stale, await Promise.all(stale.map(record => renewed(record.id, summaryOf))));
    await drop((await old()).filter(record => isFresh(record) && (record.summary?.finished || record.summary?.deleted)));
    if (stale.length < SOME) await write('trimmed', Date.now()); // else there may be more
  });
}

const old = async () => got((await look('matches')).index('moment').getAll(IDBKeyRange.upperBound(Date.now() - OLD)));

function drop(over) {
  return change(async ({ events, matches }) => {
    for (const { id } of over) {
      const records = await got(events.index('match').getAll(id));
      if (records.some(record => record.local) || (await got(matches.get(id)))?.stale) continue;
      for (const record of records) events.delete(record.id);
      matches.delete(id);
    }
  });
}

const dropPull = state => ['pull', ...Object.values(SHOWN)].forEach(name => state.delete(name));

// Everything is fetched anew afterwards. The answer is whether it could be: not while something waits.
function clear() {
  return change(async ({ events, matches, players, state }) => {
    if (await got(events.index('local').count())) return false;
    for (const store of [events, matches, players]) store.clear();
    dropPull(state);
    return true;
  });
}

// The key was taken away from this phone: what it had from the server goes.
function forgetSent(me) {
  return change(async ({ events, matches, players, state }) => {
    for (const record of await got(events.getAll())) if (!record.local) events.delete(record.id);
    for (const store of [matches, players]) store.clear();
    dropPull(state);
    state.put({ ...me, isRevoked: true }, 'identity');
  });
}
