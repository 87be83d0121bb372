// The server does not have the events that it refused. So people can correct or withdraw them on the phone.

import { resultOf } from './database.js';
import { markChanged, transact } from './store.js';

// The kinds of events that an event of each kind corrects.
const CORRECTS = {
  amend: ['deal', 'amend'],
  options: ['start', 'options'],
  seats: ['start', 'seats'],
  people: ['people'],
};

// Correct a refused event in place, because the server cannot amend an event that it does not have. All refused events of
// the match are tried again.
export async function amendRefused({ events }, { kind, match, data }) {
  if (!CORRECTS[kind]) return;
  const refused = (await resultOf(events.index('match').getAll(match))).filter(record => record.refused);
  const isMeant = ({ event }) => CORRECTS[kind].includes(event.kind) && event.data.deal === data.deal;
  if (!refused.some(isMeant)) return;
  for (const { refused: _, ...record } of refused) {
    const { event } = record;
    events.put(isMeant(record) ? { ...record, event: { ...event, data: { ...event.data, ...data } } } : record);
  }
}

// Delete a refused event, and unsent events that depend on it. Events that the server has are not touched.
export function withdraw(id) {
  return transact(async stores => {
    const { events, matches, players } = stores;
    const record = await resultOf(events.get(id));
    if (!record?.refused) return record?.match;
    const own = (await resultOf(events.index('match').getAll(record.match))).filter(other => other.local);
    const withdrawn = own.filter(other => other.id === id || dependsOn(other.event, record.event));
    for (const other of withdrawn) events.delete(other.id);
    if (record.event.kind === 'player') players.delete(record.event.data.player);
    await markChanged(stores, withdrawn.map(other => other.event));
    const left = await resultOf(events.index('match').count(record.match));
    if (!left) matches.delete(record.match);
    return record.match;
  });
}

export function dependsOn({ kind, match, data }, cause) {
  if (cause.kind === 'start') return match === cause.match;
  if (cause.kind !== 'deal' || kind === 'deal') return false;
  return data.deal === cause.data.deal || (kind === 'people' && data.before === cause.data.deal);
}
