// Replaces only those parts of a page that differ from the page before, because a tap changes little of a long round.
// A part that has not changed keeps its listeners, its place on the screen and the focus.

// Parts whose children are compared. Any other part stays or is replaced with its children.
const OPEN = 'body, header, main, form, #sheet, #sheet :is(.scroll, table, tbody)';
const SAID = 'said'; // the id of the text that screen readers announce
const FIELDS = 'input, select, textarea';
const OF_HTMX = 'a, form, [form], [autofocus]'; // what htmx must see; looking at each key of an entry takes it long
const TYPED = 'input:not([type=radio], [type=checkbox]), select, textarea';

const isBlank = node => node.nodeType === Node.TEXT_NODE ? !node.data.trim() : node.nodeType !== Node.CDATA_SECTION_NODE;
const attributes = part => [...part.attributes].filter(({ name }) => !name.startsWith('data-') && name !== 'class');

// Return whether the element can stay. Attributes that htmx has read must be the same, because htmx reads them only once.
function isAlike(old, now) {
  const before = attributes(old);
  return old.tagName === now.tagName && before.length === attributes(now).length
    && before.every(({ name, value }) => now.getAttribute(name) === value)
    && [...old.childNodes, ...now.childNodes].every(isBlank);
}

// Return whether someone has changed the field. The server's value is in its attributes, the person's is not.
const isTouched = field => field.matches('select') || field.value !== field.defaultValue || field.checked !== field.defaultChecked;
const fields = part => part.matches(FIELDS) ? [part] : [...part.querySelectorAll(FIELDS)];

const isSame = (old, now) => old.isEqualNode(now) && !fields(old).some(isTouched);
const isSuccessor = (old, now) => old.id ? old.id === now.id && old.tagName === now.tagName : isSame(old, now);

// ---- A sheet below the window is updated after the frame that displays the rest, because its layout takes long.

let later = null; // the old and the new sheet

const needsHtmx = part => part.matches(OF_HTMX) || part.querySelector(OF_HTMX) !== null;

const isBelow = part => part?.getBoundingClientRect().top > innerHeight;

function renewLater(old, now) {
  later = [old, now];
  requestAnimationFrame(() => setTimeout(renewSheet));
  return [];
}

function renewSheet() {
  const [old, now] = later ?? [];
  later = null;
  if (!old?.isConnected) return;
  for (const part of renewWithin(old, now).filter(needsHtmx)) htmx.process(part);
  document.dispatchEvent(new Event('renewed'));
}

// Update the part. Return its new elements.
function renew(old, now) {
  if (old === postponed && isAlike(old, now)) return renewLater(old, now);
  if (old.id === SAID && now.id === SAID) return announce(old, now);
  if (isSame(old, now)) return [];
  if (old.matches(OPEN) && isAlike(old, now)) return renewWithin(old, now);
  old.replaceWith(now);
  return [now];
}

// Change the text and keep the element, so that screen readers announce the text once.
function announce(old, now) {
  const words = now.textContent.trim();
  if (old.textContent.trim() !== words) old.textContent = words;
  return [];
}

function renewWithin(old, now) {
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  return renewChildren(old, now);
}

// Remove the focus from parts that will be removed. Otherwise the browser would lay out the half-changed page, and might
// scroll it. A field for typing keeps the focus, because losing it would cause a change event.
function removeFocus(parts) {
  const { activeElement } = document;
  if (!activeElement.matches(TYPED) && parts.some(part => part.contains(activeElement))) activeElement.blur();
}

// Update the children. If some are added or removed, those below them stay, such as older rounds, the sheet or the entry.
function renewChildren(old, now) {
  const [before, coming] = [[...old.children], [...now.children]];
  if (before.length === coming.length) return before.flatMap((part, place) => renew(part, coming[place]));
  const below = [];
  while (before.length && coming.length && isSuccessor(before.at(-1), coming.at(-1))) {
    below.unshift(...renew(before.pop(), coming.pop()));
  }
  removeFocus(before);
  old.prepend(...coming);
  for (const part of before) part.remove(); // last, because the browser would scroll a page that is shorter for a moment
  return [...coming, ...below];
}

let postponed = null; // the sheet, if it is below the window

const heightOfSave = () => document.querySelector('.dock > .go')?.getBoundingClientRect().top ?? 0;

htmx.defineExtension('parts', {
  handleSwap(style, target, fragment, settling) {
    if (style !== 'parts') return false;
    document.dispatchEvent(new CustomEvent('arriving', { detail: fragment }));
    if (target === document.body) {
      const sheet = target.querySelector('#sheet');
      later = null; // this page has a newer one
      postponed = isBelow(sheet) ? sheet : null;
      removeFocus([target]);
      const fresh = renewChildren(target, fragment);
      postponed = null;
      return fresh.filter(needsHtmx);
    }
    const before = heightOfSave();
    const fresh = renew(target, fragment.querySelector(`#${target.id}`) ?? fragment.firstElementChild);
    scrollBy(0, Math.min(heightOfSave() - before, 0)); // a form that became shorter must not move the keys up
    if (!target.isConnected) settling.elts = fresh; // htmx settles the new elements instead
    return fresh.filter(needsHtmx);
  },
});
