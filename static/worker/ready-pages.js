// The pages that people come back to lie ready as they were shown last: nobody waits for them until Python is awake.
//
// What a page says depends on what is asked and on what is stored. Where any of that is another it is of no use. The ids
// for what is written next are put in anew: two pages never write under the same ones.

const slotOf = ({ path, events }) => events ? SHOWN.match : path === '/' && SHOWN.home;
const textOf = ({ ids, now, ...asked }) => JSON.stringify([PHONE.cache, asked]);

let isWanted = null; // what was answered without Python

async function shownBefore(asked) {
  if (asked.form || !slotOf(asked)) return null;
  const { text, ids, html } = await read(slotOf(asked)) ?? {};
  if (text !== textOf(asked)) return null;
  isWanted = asked;
  return ids.reduce((page, id, place) => page.replaceAll(id, asked.ids[place]), html);
}

// In the store that it was made from, which is closed when it becomes another person's turn. Kept or not, nothing hangs on it.
function keepingShown(asked, status, html) {
  const [slot, store] = [slotOf(asked), opened];
  return async () => {
    if (asked.form || asked.part || !slot || status !== 200) return;
    const ids = asked.ids.filter(id => html.includes(id));
    const transaction = (await store).transaction('state', 'readwrite');
    await got(transaction.objectStore('state').put({ text: textOf(asked), ids, html }, slot));
  };
}

// What Python does for the first time takes long. It does it while people look at the page.
async function wake() {
  await ready();
  const asked = isWanted;
  isWanted = null;
  if (asked) await answered(asked);
}
