// The page about this phone: what its worker holds, and what may be done with it.

const PATIENCE = 90_000; // milliseconds: a server that does not answer is waited for, too

const find = selector => document.querySelector(selector);
const here = find('#here');
const { lang } = document.documentElement;
let held = null; // what the worker said last

async function ask(question) {
  const { active } = await navigator.serviceWorker?.getRegistration() ?? {};
  if (!active) return null;
  const { port1, port2 } = new MessageChannel();
  return new Promise(resolve => {
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, PATIENCE, null);
    active.postMessage(question, [port2]);
  });
}

// ---- What it says

const waits = () => held.waiting + held.elsewhere + held.refused.length;
const when = moment => new Date(moment).toLocaleString(lang, { dateStyle: 'medium', timeStyle: 'short' });
const size = bytes => (bytes / 1e6).toLocaleString(lang, { maximumFractionDigits: 1, style: 'unit', unit: 'megabyte' });

const FACTS = {
  who: ({ who }) => who,
  matches: ({ matches }) => matches.toLocaleString(lang),
  events: ({ events }) => events.toLocaleString(lang),
  waiting: ({ waiting }) => waiting.toLocaleString(lang),
  elsewhere: ({ elsewhere }) => elsewhere.toLocaleString(lang),
  inStep: ({ inStep }) => (inStep ? when(inStep) : 'never'),
  used: ({ used }) => (used === null ? 'unknown' : size(used)),
  isKept: ({ isKept }) => (isKept ? 'yes' : 'no'),
  version: ({ version }) => version,
};

function show(said) {
  if (!said) return;
  held = said;
  find('#nothing').hidden = true;
  here.hidden = false;
  for (const place of here.querySelectorAll('[data-fact]')) {
    const value = FACTS[place.dataset.fact](said);
    place.textContent = place.dataset[value] ?? value;
  }
  for (const place of here.querySelectorAll('[data-waits]')) place.hidden = !waits();
  find('#elsewhere').hidden = !said.elsewhere;
  const others = said.others ?? []; // a worker of an earlier version says nothing of them
  find('#others').hidden = !others.length;
  find('#others ul').replaceChildren(...others.map(otherLine));
  find('#refused').hidden = !said.refused.length;
  find('#refused ul').replaceChildren(...said.refused.map(line));
}

function otherLine({ names, waiting }) {
  const item = document.createElement('li');
  const entries = find('#others ul').dataset.entries.replace('%(n)s', waiting.toLocaleString(lang));
  item.textContent = [names.join(', '), (waiting || !names.length) && entries].filter(Boolean).join(' · ');
  return item;
}

function line({ id, kind, match, deal, name, names, at, reason }) {
  const { dataset } = find('#refused ul');
  const item = find('#refused template').content.cloneNode(true);
  const [link, button] = [item.querySelector('a'), item.querySelector('button')];
  item.querySelector('b').textContent = [dataset[kind] ?? dataset.other, name].filter(Boolean).join(': ');
  item.querySelector('small').textContent = [names.join(', '), when(at)].filter(Boolean).join(' · ');
  item.querySelector('.problem').textContent = reason;
  link.hidden = !match;
  link.href = deal ? `/table/${match}/${deal}/` : `/table/${match}/more/`;
  button.dataset.id = id;
  button.dataset.sure = kind === 'start' ? dataset.match : dataset.sure;
  return item;
}

function say(word) {
  const place = find('#said');
  place.textContent = place.dataset[word];
  place.hidden = false;
  place.scrollIntoView({ block: 'nearest' });
}

const outcome = () => (held.problem === 'network' ? 'network' : waits() ? 'unsent' : 'sent');

// ---- What may be done. What cannot be undone is asked twice: the key says so, and is pressed again.

const DONE = {
  send: outcome,
  retry: outcome,
  bring: () => (held.others?.length ? 'theirs' : outcome()),
  clear: () => (held.waiting + held.refused.length ? 'kept' : held.problem ? 'network' : 'cleared'),
  withdraw: () => 'withdrawn',
};

const KEYS = {
  stay: () => { find('#sure').hidden = true; },
  ask: leave,
  leave: go,
  file: ({ dataset }) => save(dataset),
};

function isSure(button) {
  if (!button.dataset.sure || 'asked' in button.dataset) return true;
  button.dataset.asked = '';
  button.querySelector('span').textContent = button.dataset.sure;
  return false;
}

async function press(button) {
  const { value, dataset } = button;
  if (!isSure(button)) return;
  button.disabled = true;
  const said = KEYS[value] ? await KEYS[value](button) : await ask({ ask: value, id: dataset.id });
  button.disabled = false;
  if (KEYS[value]) return;
  show(said);
  say(said ? DONE[value]() : 'failed');
}

async function save({ refused, others }) {
  const text = await ask({ ask: 'file', refused: refused !== undefined, others: others !== undefined });
  if (text === null) return say('failed');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }));
  link.download = `scorekeeper-${new Date().toISOString().slice(0, 10)}.jsonl`;
  link.click();
  setTimeout(URL.revokeObjectURL, PATIENCE, link.href);
}

// What waits is sent first; then whoever would lose something is told what.
async function leave() {
  show(await ask({ ask: 'send' }));
  await tell();
}

function tell() {
  const told = { waits: waits() > 0, guest: held.who === 'guest', away: held.problem === 'network' };
  if (!Object.values(told).some(Boolean)) return go();
  for (const place of document.querySelectorAll('#sure [data-if]')) place.hidden = !told[place.dataset.if];
  find('#sure').hidden = false;
  find('#sure [value=stay]').focus();
}

// What is half typed goes first: as soon as the phone is another's, its pages go home.
async function go() {
  await new Promise(done => {
    const asked = indexedDB.deleteDatabase('drafts'); // of drafts.js, beside the worker's store
    asked.onsuccess = asked.onerror = asked.onblocked = done;
  });
  const said = await ask({ ask: 'leave', waits: waits() });
  if (!said) return say('failed');
  held = said;
  if (!waits()) return location.replace('/');
  show(said);
  tell();
}

document.addEventListener('click', ({ target }) => {
  const button = target.closest('#here button');
  if (button) press(button);
});
show(await ask({ ask: 'about' }));
if (location.hash === '#leaving') find('#leaving button').focus();
