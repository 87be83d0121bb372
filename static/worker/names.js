// Gives the players of matches, and the group's own games, the names that they have now. Merged players are one person.

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

export const NO_NAMES = new Map();
const hasGame = ({ kind, data }) => ['start', 'game'].includes(kind) && data?.custom_game?.id;
export const hasOwnGame = events => events.some(hasGame);

// Return the names of the group's own games, by their ids, from the events of the circle.
export const gameNames = events => new Map(events.filter(({ kind, data }) => kind === 'custom_game' && data?.name)
  .map(({ data }) => [data.custom_game, data.name]));

const renamedGame = (custom, games) => ({ ...custom, name: games.get(custom.id) || custom.name });

export function renamedEvents(events, known, games = NO_NAMES) {
  const rename = renaming(known);
  return events.map(event => {
    const { kind, data } = event;
    const changed = {};
    if (NAMING.includes(kind) && Array.isArray(data?.players)) changed.players = rename(data.players);
    if (hasGame(event)) changed.custom_game = renamedGame(data.custom_game, games);
    return Object.keys(changed).length ? { ...event, data: { ...data, ...changed } } : event;
  });
}

export function renamedSummaries(summaries, known, games = NO_NAMES) {
  const rename = renaming(known);
  return summaries.map(stored => {
    const summary = stored.custom_game ? { ...stored, custom_game: renamedGame(stored.custom_game, games) } : stored;
    if (!summary.players?.length) return summary;
    const players = rename(summary.players);
    const seated = (summary.seated ?? []).map(rename);
    const count = summary.sides?.length ?? 0;
    const places = Array.from({ length: count }, (_, side) => players.filter((_player, place) => place % count === side));
    const sides = (seated.length ? seated : places).map(side => side.map(nameIn).join(' & '));
    return { ...summary, ...(seated.length && { seated }), players, names: players.map(nameIn), sides };
  });
}
