// Gives the players of matches the names that they have now. Merged players are one person.

const NAMING = ['start', 'seats', 'people']; // kinds of events
const nameIn = player => player?.name ?? player;

// Return a function that gives a list of players these names. The ids stay.
function renaming(known) {
  const byId = new Map(known.map(player => [player.id, player]));
  // If players name each other, the first of them by id counts.
  const mainId = id => {
    const visited = [];
    for (; byId.get(id)?.same_as && !visited.includes(id); id = byId.get(id).same_as) visited.push(id);
    return visited.includes(id) ? visited.slice(visited.indexOf(id)).sort()[0] : id;
  };
  return players => players.map(player =>
    player?.id ? { ...player, name: byId.get(mainId(player.id))?.name || player.name } : player);
}

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
