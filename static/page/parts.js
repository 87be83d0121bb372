// Replaces only those parts of a page that differ from the page before: a round is long, and a tap changes little of it.
// A part that has not changed keeps its listeners, its place on the screen and the focus.

const OPEN = 'body, header, main, form, #sheet, #sheet :is(.scroll, table, tbody)'; // any other part stays or is replaced with all in it
const SAID = 'said'; // what is announced
const FIELDS = 'input, select, textarea';
const TYPED = 'input:not([type=radio], [type=checkbox]), select, textarea';

const isBlank = node => node.nodeType === Node.TEXT_NODE ? !node.data.trim() : node.nodeType !== Node.CDATA_SECTION_NODE;
const attributes = part => [...part.attributes].filter(({ name }) => !name.startsWith('data-') && name !== 'class');

// An attribute that htmx has read must not change under it.
function isAlike(old, now) {
  const worn = attributes(old);
  return old.tagName === now.tagName && worn.length === attributes(now).length
    && worn.every(({ name, value }) => now.getAttribute(name) === value)
    && [...old.childNodes, ...now.childNodes].every(isBlank);
}

// The server's values are in the attributes; what a person has typed or ticked since is not.
const isTouched = field => field.matches('select') || field.value !== field.defaultValue || field.checked !== field.defaultChecked;
const fields = part => part.matches(FIELDS) ? [part] : [...part.querySelectorAll(FIELDS)];

const isSame = (old, now) => old.isEqualNode(now) && !fields(old).some(isTouched);
const isSuccessor = (old, now) => old.id ? old.id === now.id && old.tagName === now.tagName : isSame(old, now);

// Return what is new.
function renew(old, now) {
  if (old.id === SAID && now.id === SAID) return announce(old, now);
  if (isSame(old, now)) return [];
  if (old.matches(OPEN) && isAlike(old, now)) return renewWithin(old, now);
  old.replaceWith(now);
  return [now];
}

// The element stays and its words change: people who hear the page hear them, once.
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

// If the focus went with its element, the browser would lay out the page half-way, and might scroll it. A field that is
// typed into keeps the focus: to lose it would count as a change.
function letGo(parts) {
  const { activeElement } = document;
  if (!activeElement.matches(TYPED) && parts.some(part => part.contains(activeElement))) activeElement.blur();
}

// Where something comes or goes, what is below it stays: older rounds, the sheet, the entry.
function renewChildren(old, now) {
  const [before, coming] = [[...old.children], [...now.children]];
  if (before.length === coming.length) return before.flatMap((part, place) => renew(part, coming[place]));
  const below = [];
  while (before.length && coming.length && isSuccessor(before.at(-1), coming.at(-1))) {
    below.unshift(...renew(before.pop(), coming.pop()));
  }
  letGo(before);
  old.prepend(...coming);
  for (const part of before) part.remove(); // after that: a page that is shorter for a moment would be scrolled
  return [...coming, ...below];
}

htmx.defineExtension('parts', {
  handleSwap(style, target, fragment, settling) {
    if (style !== 'parts') return false;
    document.dispatchEvent(new CustomEvent('arriving', { detail: fragment }));
    if (target === document.body) {
      letGo([target]);
      return renewChildren(target, fragment);
    }
    const fresh = renew(target, fragment.querySelector(`#${target.id}`) ?? fragment.firstElementChild);
    if (!target.isConnected) settling.elts = fresh; // they hear of it instead
    return fresh;
  },
});
