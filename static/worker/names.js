// Gives the players of matches the names that they have now. Merged players are one person.

const NAMING = ['start', 'seats', 'people']; // kinds of events
const nameIn = player => player?.name ?? player;

// Return a function that gives a list of players these names. The ids stay.
function renaming(known) {
  const byId = new Map(known.map(player => [player.id, player]));
  const resolved = new Map(); // earlier answers of `mainId`
  // If players name each other, the first of them by id counts.
  const mainId = id => {
    const visited = new Set();
    let last = id;
    for (let next = byId.get(id)?.same_as; next && !visited.has(last) && !resolved.has(last); next = byId.get(last)?.same_as) {
      visited.add(last);
      last = next;
    }
    const path = [...visited];
    const main = visited.has(last) ? path.slice(path.indexOf(last)).sort()[0] : resolved.get(last) ?? last;
    for (const passed of [...path, last]) resolved.set(passed, main);
    return main;
  };
  return players => players.map(player =>
    player?.id ? { ...player, name: byId.get(mainId(player.id))?.name || player.name } : player);
}

// Return the ids of the players that the events name.
export const namedIn = events => [...new Set(events.flatMap(({ kind, data }) =>
  NAMING.includes(kind) && Array.isArray(data?.players) ? data.players.map(player => player?.id).filter(Boolean) : []))];

export function renamedEvents(events, known) {
  const rename = renaming(known);
  return events.map(event => {
    const { kind, data } = event;
    return NAMING.includes(kind) && Array.isArray(data?.players) ? { ...event, data: { ...data, players: rename(data.players) } } : event;
  });
}

export function renamedSummaries(summaries, known) {
  const rename = renaming(known);
  return summaries.map(summary => {
    if (!summary.players?.length) return summary;
    const players = rename(summary.players);
    const seated = (summary.seated ?? []).map(rename);
    const count = summary.sides?.length ?? 0;
    const places = Array.from({ length: count }, (_, side) => players.filter((_player, place) => place % count === side));
    const sides = (seated.length ? seated : places).map(side => side.map(nameIn).join(' & '));
    return { ...summary, ...(seated.length && { seated }), players, names: players.map(nameIn), sides };
  });
}
