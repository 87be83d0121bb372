// Finds games by their names on the page of a new match. The arrow keys walk through the list, and choose nothing on their way.

const LETTERS = { ı: 'i', ς: 'σ', ß: 'ss', ø: 'o', đ: 'd', ł: 'l', æ: 'ae', œ: 'oe' }; // letters without marks to remove
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

const plain = text => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[ıςßøđłæœ]/g, letter => LETTERS[letter]);

const list = () => document.getElementById('all-games');
const games = () => [...list().querySelectorAll('[name=game]')].filter(game => game.checkVisibility());

// Return whether the words find the game that is chosen already, which the list leaves out.
function isChosen(words) {
  const game = document.querySelector('#new-match [name=game]:checked');
  return game && !list().contains(game) && words.join('') && words.every(word => plain(game.dataset.names).includes(word));
}

function find(field) {
  const words = plain(field.value).split(/\s+/);
  list().style.minHeight ||= `${list().getBoundingClientRect().height}px`; // so that nothing below the list moves
  for (const game of list().querySelectorAll('[name=game]')) {
    const names = plain(game.dataset.names);
    game.closest('label').hidden = !words.every(word => names.includes(word));
  }
  const isNone = !list().querySelector('label:not(.find, [hidden])');
  const isThere = isChosen(words);
  if (isNone && !isThere) list().querySelector('#game-points')?.closest('label').removeAttribute('hidden');
  for (const part of list().querySelectorAll('.family, section')) part.hidden = !part.querySelector('label:not([hidden])');
  const status = list().querySelector('[role=status]');
  status.textContent = isThere ? status.dataset.chosen : isNone ? status.dataset.none : '';
}

document.addEventListener('input', ({ target }) => target.id === 'find-game' && find(target));

// The list closes above the place of the tap, so the chosen game and its questions would be above the screen.
let isChanged = false;
document.addEventListener('change', ({ target }) => { isChanged = Boolean(target.closest('#all-games')); });
document.addEventListener('htmx:afterSettle', () => {
  if (isChanged) document.querySelector('#new-match [name=game]:checked')?.closest('fieldset').scrollIntoView({ block: 'nearest' });
  isChanged = false;
});

document.addEventListener('keydown', event => {
  const { key } = event;
  const target = /** @type {any} */ (event.target);
  const isField = target.id === 'find-game';
  if (isField && key === 'Enter') {
    event.preventDefault(); // the form has other keys
    const [game] = target.value.trim() ? games() : [];
    game?.focus(); // the page that comes keeps the focus on it
    game?.click();
  } else if (isField ? key === 'ArrowDown' : STEPS[key] && target.name === 'game' && list()?.contains(target)) {
    event.preventDefault();
    const next = isField ? 0 : games().indexOf(target) + STEPS[key];
    (games()[next] ?? (next < 0 ? document.getElementById('find-game') : target)).focus();
  }
});
