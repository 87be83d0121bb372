// A round that comes back from the server with the id of an unsent one, and with other answers.

// Two copies of a phone, such as an older one that was brought back, may finish the same half-typed round. Its event has the
// same id on both. The later round gets ids of its own, so that nothing is lost: people are asked which one is right.
export const isOtherRound = (own, theirs) => own.kind === 'deal' && theirs.kind === 'deal' && answersText(own.data.answers) !== answersText(theirs.data.answers);

// Return the unsent records of the match with new ids for the round, as later ones may correct it or cross it out.
export function asFurtherRound({ event: { id, data: { deal } } }, records) {
  const ids = [[id, crypto.randomUUID()], [deal, crypto.randomUUID()]];
  const renamed = value => JSON.parse(ids.reduce((text, [before, now]) => text.replaceAll(before, now), JSON.stringify(value)));
  return records.filter(({ local }) => local).map(({ refused, ...record }) => renamed(record));
}

// Return a text that is the same for the same answers. The server may store the names in another order.
function answersText(value) {
  if (Array.isArray(value)) return `[${value.map(answersText)}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  return `{${Object.keys(value).filter(name => value[name] !== null).sort().map(name => `${name}:${answersText(value[name])}`)}}`;
}
