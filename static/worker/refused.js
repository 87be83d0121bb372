// What the server has refused was never taken: it is still the phone's own, to be put right or withdrawn.

// What else a saying of each kind would have been said by, had it been known at once.
const SAID_BY = { amend: ['deal', 'amend'], options: ['start', 'options'], seats: ['start', 'seats'] };

// Putting right a round that was refused changes what was refused: the server cannot amend what it has not got.
// What hangs on it is tried again with it.
async function mend({ events }, { kind, match, data }) {
  if (!SAID_BY[kind]) return;
  const refused = (await got(events.index('match').getAll(match))).filter(record => record.refused);
  const isMeant = ({ event }) => SAID_BY[kind].includes(event.kind) && event.data.deal === data.deal;
  if (!refused.some(isMeant)) return;
  for (const { refused: _, ...record } of refused) {
    const { event } = record;
    events.put(isMeant(record) ? { ...record, event: { ...event, data: { ...event.data, ...data } } } : record);
  }
}

// Withdrawn, with what hangs on it and was not sent either. What the server has taken is not touched.
function withdraw(id) {
  return change(async stores => {
    const { events, matches, players } = stores;
    const record = await got(events.get(id));
    if (!record?.refused) return record?.match;
    const own = (await got(events.index('match').getAll(record.match))).filter(one => one.local);
    const withdrawn = own.filter(one => one.id === id || hangsOn(one.event, record.event));
    for (const one of withdrawn) events.delete(one.id);
    if (record.event.kind === 'player') players.delete(record.event.data.player);
    await touched(stores, withdrawn.map(one => one.event));
    const left = await got(events.index('match').count(record.match));
    if (!left) matches.delete(record.match);
    return record.match;
  });
}

function hangsOn({ kind, match, data }, on) {
  if (on.kind === 'start') return match === on.match;
  return on.kind === 'deal' && kind !== 'deal' && data.deal === on.data.deal;
}
