// A page that comes leaves in place what is the same: a round is long, and a tap changes little of it.
// What has not changed keeps its listeners, its place on the screen and whoever is typing there.

const OPEN = 'body, header, main, form, #sheet, #sheet :is(.scroll, table, tbody)'; // anything else is kept or replaced as a whole
const SAID = 'said'; // what is said aloud
const FIELDS = 'input, select, textarea';
const TYPED = 'input:not([type=radio], [type=checkbox]), select, textarea';

const isBlank = node => node.nodeType === Node.TEXT_NODE ? !node.data.trim() : node.nodeType !== Node.CDATA_SECTION_NODE;
const attributes = part => [...part.attributes].filter(({ name }) => !name.startsWith('data-') && name !== 'class');

// An attribute that htmx has read is not to change under it.
function isAlike(old, now) {
  const worn = attributes(old);
  return old.tagName === now.tagName && worn.length === attributes(now).length
    && worn.every(({ name, value }) => now.getAttribute(name) === value)
    && [...old.childNodes, ...now.childNodes].every(isBlank);
}

// The server's word stands in the attributes; what somebody has typed or ticked since does not.
const isTouched = field => field.matches('select') || field.value !== field.defaultValue || field.checked !== field.defaultChecked;
const fields = part => part.matches(FIELDS) ? [part] : [...part.querySelectorAll(FIELDS)];

const isSame = (old, now) => old.isEqualNode(now) && !fields(old).some(isTouched);
const isOne = (old, now) => old.id ? old.id === now.id && old.tagName === now.tagName : isSame(old, now);

// The answer is what is new.
function renewed(old, now) {
  if (old.id === SAID && now.id === SAID) return retold(old, now);
  if (isSame(old, now)) return [];
  if (old.matches(OPEN) && isAlike(old, now)) return within(old, now);
  old.replaceWith(now);
  return [now];
}

// Where an element stays and its words change, whoever hears the page is told of them, once.
function retold(old, now) {
  const words = now.textContent.trim();
  if (old.textContent.trim() !== words) old.textContent = words;
  return [];
}

function within(old, now) {
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  return inside(old, now);
}

// If the focus went with its element, the browser would lay out the page half-way, and might scroll it. A field that is
// typed into keeps it: letting go of that would tell of a change.
function letGo(parts) {
  const { activeElement: one } = document;
  if (!one.matches(TYPED) && parts.some(part => part.contains(one))) one.blur();
}

// Where something comes or goes, what stands below it stays: older rounds, the sheet, the entry.
function inside(old, now) {
  const [here, coming] = [[...old.children], [...now.children]];
  if (here.length === coming.length) return here.flatMap((part, place) => renewed(part, coming[place]));
  const kept = [];
  while (here.length && coming.length && isOne(here.at(-1), coming.at(-1))) kept.unshift(...renewed(here.pop(), coming.pop()));
  letGo(here);
  old.prepend(...coming);
  for (const part of here) part.remove(); // after that: a page that is shorter for a moment would be scrolled
  return [...coming, ...kept];
}

htmx.defineExtension('parts', {
  handleSwap(style, target, fragment, settling) {
    if (style !== 'parts') return false;
    document.dispatchEvent(new CustomEvent('arriving', { detail: fragment }));
    if (target === document.body) {
      letGo([target]);
      return inside(target, fragment);
    }
    const fresh = renewed(target, fragment.querySelector(`#${target.id}`) ?? fragment.firstElementChild);
    if (!target.isConnected) settling.elts = fresh; // they hear of it instead
    return fresh;
  },
});
