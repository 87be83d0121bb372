// Displays what the worker has on this phone, and offers what people can do with it.

import { spare } from './spare-drafts.js';
import { askWorker } from './worker-client.js';

const TIMEOUT = 90_000; // milliseconds; long, because the worker may wait for a server that does not answer
const SLOW = 1000; // milliseconds after which the page says that it is sending
const PATIENCE = 8000; // milliseconds that a sign-out waits for the server before it warns

const find = selector => document.querySelector(selector);
const main = find('#here');
const { lang } = document.documentElement;
let known = null; // the worker's latest answer
let hasLogin = false; // whether the person has a password or a passkey, as the server said
let isSilent = false; // whether the server did not answer a sign-out in time
let isLeaving = false; // whether the phone signs out, so that nothing of its next person may be displayed

async function ask(question) {
  const { active } = await navigator.serviceWorker?.getRegistration() ?? {};
  return active ? await askWorker(active, question, TIMEOUT) ?? null : null;
}

// ---- Displaying the answer

const waits = () => known ? known.waiting + known.elsewhere + known.refused.length : 0;
const when = moment => new Date(moment).toLocaleString(lang, { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
const size = bytes => (bytes / 1e6).toLocaleString(lang, { maximumFractionDigits: 1, style: 'unit', unit: 'megabyte' });

const FACTS = {
  who: ({ who, problem }) => (['key', 'taken'].includes(problem) ? 'key' : who), // a restored server may not know the phone
  matches: ({ matches }) => matches.toLocaleString(lang),
  events: ({ events }) => events.toLocaleString(lang),
  waiting: ({ waiting }) => waiting.toLocaleString(lang),
  elsewhere: ({ elsewhere, players = [] }) => [elsewhere.toLocaleString(lang), players.join(', ')].filter(Boolean).join(' · '),
  inStep: ({ inStep }) => (inStep ? when(inStep) : 'never'),
  used: ({ used }) => (used === null ? 'unknown' : size(used)),
  isKept: ({ isKept }) => (isKept ? 'yes' : 'no'),
  version: ({ version }) => version,
};

function display(answer) {
  if (!answer) return;
  known = answer;
  find('#nothing').hidden = true;
  main.hidden = false;
  for (const place of main.querySelectorAll('[data-fact]')) {
    const value = FACTS[place.dataset.fact](answer);
    place.textContent = place.dataset[value] ?? value;
  }
  for (const place of main.querySelectorAll('[data-waits]')) place.hidden = !waits();
  find('#elsewhere').hidden = !answer.elsewhere;
  find('#discard').hidden = !answer.closed;
  const others = answer.others ?? []; // a worker of an earlier version does not list them
  find('#renew').hidden = answer.problem !== 'taken';
  find('#others').hidden = !others.length;
  // Nobody else can send the entries of an account, and nobody at all those of a deleted one.
  const owner = others.every(({ isDeleted }) => isDeleted) ? 'deleted' : others.every(({ isAccount, isDeleted }) => isAccount || isDeleted) ? 'yes' : 'no';
  for (const place of main.querySelectorAll('#others [data-account]')) place.hidden = !place.dataset.account.split(' ').includes(owner);
  find('#others ul').replaceChildren(...others.map(otherLine));
  find('#refused').hidden = !answer.refused.length;
  find('#refused ul').replaceChildren(...answer.refused.map(refusedLine));
  if (!find('#sure').hidden) updateWarning();
}

// The worker is there and could not answer, so it cannot open its store.
function nameBrokenStore() {
  find('#nothing').hidden = false;
  find('#nothing p').hidden = true;
  find('#unread').hidden = false;
}

function otherLine({ names, waiting }) {
  const item = document.createElement('li');
  const entries = find('#others ul').dataset.entries.replace('%(n)s', waiting.toLocaleString(lang));
  item.textContent = [names.join(', '), (waiting || !names.length) && entries].filter(Boolean).join(' · ');
  return item;
}

function refusedLine({ id, kind, match, deal, name, names, at, code, reason }) {
  const { dataset } = find('#refused ul');
  const item = find('#refused template').content.cloneNode(true);
  const [link, button] = [item.querySelector('a'), item.querySelector('button')];
  item.querySelector('b').textContent = [dataset[kind] ?? dataset.other, name].filter(Boolean).join(': ');
  item.querySelector('small').textContent = [names.join(', '), when(at)].filter(Boolean).join(' · ');
  item.querySelector('.problem').textContent = reason;
  link.hidden = !match || code === 'no_match'; // the server has no match in which it could be corrected
  link.href = deal ? `/table/${match}/${deal}/` : `/table/${match}/more/`;
  button.dataset.id = id;
  button.dataset.sure = kind === 'start' ? dataset.match : dataset.sure;
  return item;
}

function announce(word) {
  const place = find('#said');
  place.textContent = place.dataset[word].replace('%(n)s', waits().toLocaleString(lang));
  place.hidden = false;
  place.scrollIntoView({ block: 'nearest' });
}

const outcome = () => (known.problem === 'network' ? 'network' : waits() ? 'unsent' : known.problem ? 'denied' : 'sent');

// ---- The keys of the page. If something cannot be undone, its key needs two presses, and asks after the first.

const RESULTS = {
  send: outcome,
  retry: outcome,
  renew: outcome,
  bring: () => (known.others?.length ? 'theirs' : outcome()),
  clear: () => (known.waiting + known.refused.length ? 'kept' : known.problem === 'network' ? 'network' : known.problem ? 'denied' : 'cleared'),
  withdraw: () => 'withdrawn',
  discard: () => 'withdrawn',
};

const KEYS = {
  stay: () => { find('#sure').hidden = true; },
  ask: askToLeave,
  leave,
  file: ({ dataset }) => save(dataset),
};

const SENDING = ['ask', 'send', 'retry']; // the keys that send what waits

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
  const sending = setTimeout(() => SENDING.includes(value) && waits() && announce('sending'), SLOW);
  const answer = KEYS[value] ? await KEYS[value](button) : await ask({ ask: value, id: dataset.id });
  clearTimeout(sending);
  button.disabled = false;
  if (KEYS[value]) return;
  display(answer);
  announce(answer?.isFull ? 'full' : answer ? RESULTS[value]() : 'failed');
}

async function save({ refused, others }) {
  const text = await ask({ ask: 'file', refused: refused !== undefined, others: others !== undefined });
  if (text === null) return announce('failed');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }));
  link.download = `scorekeeper-${new Date().toISOString().slice(0, 10)}.jsonl`;
  link.click();
  setTimeout(URL.revokeObjectURL, TIMEOUT, link.href);
}

// Send the waiting events, and then list what the person would lose by leaving. A server that does not answer is away.
async function askToLeave() {
  const sending = ask({ ask: 'send' });
  const [sent] = await Promise.all([inTime(sending), findLogin()]);
  isSilent = !sent;
  display(sent ?? await ask({ ask: 'about' }));
  if (!sent) sending.then(noteAnswer);
  find('#said').hidden = true; // it may still say that it is sending
  warn();
}

function noteAnswer(answer) {
  isSilent = !answer;
  display(answer);
}

const inTime = promise => Promise.race([promise, new Promise(resolve => setTimeout(resolve, PATIENCE, null))]);

// Ask the server whether the person can sign in again.
async function findLogin() {
  const answer = await fetch('/phone/session/', { signal: AbortSignal.timeout(PATIENCE) }).then(response => response.json()).catch(() => ({}));
  hasLogin = answer.login === true;
}

// Display why the person might not want to sign out. Return whether there is a reason.
function displayReasons() {
  const isAway = known.problem === 'network';
  const reasons = { waits: waits() > 0, guest: known.who === 'guest' && !hasLogin, away: isAway, slow: isSilent && !isAway };
  for (const place of document.querySelectorAll('#sure [data-if]')) place.hidden = !reasons[place.dataset.if];
  const button = find('#sure [value=leave]');
  const label = button.querySelector('span');
  label.dataset.anyway ??= label.textContent;
  if (!('asked' in button.dataset)) label.textContent = reasons.waits || reasons.guest ? label.dataset.anyway : find('#leaving h2').textContent;
  return Object.values(reasons).some(Boolean);
}

function warn() {
  if (!displayReasons()) return leave();
  find('#sure').hidden = false;
  find('#sure [value=stay]').focus();
}

// What the warning says may have changed. Without a reason left, the person asks again, and is signed out at once.
function updateWarning() {
  if (displayReasons()) return;
  find('#sure').hidden = true;
  announce('sent');
}

// Sign out on this phone. The worker deletes the drafts that it can reach, and each page those of its tab (phone.js).
async function leave() {
  isLeaving = true;
  find('#sure').hidden = true;
  announce('leaving');
  if (await hasLeft()) {
    spare.deleteAll();
    return location.replace('/');
  }
  isLeaving = false;
  if (known) display(known);
}

// Return whether the phone has signed out. If it has not, say why.
async function hasLeft() {
  const answer = await ask({ ask: 'leave', waits: waits() });
  known = answer ?? known;
  if (answer && !answer.isFull && !waits()) return true;
  if (!answer) return announce('failed');
  if (answer.isFull) return announce('full');
  find('#said').hidden = true;
  warn();
}

document.addEventListener('click', ({ target }) => {
  const button = target.closest('#here button');
  if (button) press(button);
});
document.addEventListener('trouble', async ({ detail }) => {
  const isNews = (detail.isWell && isSilent) || Boolean(detail.isWell) === Boolean(known?.problem) || detail.waiting !== known?.waiting;
  if (detail.isWell) isSilent = false;
  if (known && isNews && !isLeaving) display(await ask({ ask: 'about' }));
});
const hasWorker = Boolean((await navigator.serviceWorker?.getRegistration())?.active);
find('#nothing').hidden = hasWorker; // until its answer, which may take a moment
const first = await ask({ ask: 'about' });
if (!first && hasWorker) nameBrokenStore();
display(first);
if (location.hash === '#leaving') find('#leaving button').focus();
find('#trouble a').remove(); // it leads to this page
