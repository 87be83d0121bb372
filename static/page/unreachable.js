// Opens the page that could not be loaded, once the server answers the worker again.

const { origin, pathname, search } = location;
const page = origin + pathname + search; // with the origin, because a path may begin with two slashes
let isAsking = false;

// Ask for the page first: a server that answers the worker may still not have it. A sent form must not be sent again.
document.addEventListener('trouble', async ({ detail }) => {
  if (!detail.isWell || isAsking || !document.querySelector('#returns')) return;
  isAsking = true;
  const answer = await fetch(page, { cache: 'no-store' }).catch(() => null);
  isAsking = false;
  if (answer && answer.status < 500 && answer.status !== 429) location.replace(page);
});
