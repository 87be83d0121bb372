// Shares an invitation if the phone can, else copies its link. It also displays how long the code is valid.

const link = document.querySelector('#link');
const button = document.querySelector('#share');
const minutes = document.querySelector('#minutes');

async function share() {
  const invitation = { title: button.dataset.title, url: link.value };
  if (navigator.canShare?.(invitation)) {
    await navigator.share(invitation).catch(() => {}); // the person has cancelled
    return;
  }
  await navigator.clipboard.writeText(link.value);
  button.querySelector('span').textContent = button.dataset.copied;
}

function count() {
  const left = Math.ceil((Date.parse(minutes.dataset.until) - Date.now()) / 60_000);
  const { one: single, several, over } = minutes.dataset;
  const words = left > 1 ? several.replace('%(n)s', left) : left === 1 ? single : over;
  if (minutes.textContent !== words) minutes.textContent = words; // a screen reader announces each change
  document.querySelector('#code').hidden = left < 1;
}

link.addEventListener('focus', () => link.select());
if (navigator.share || navigator.clipboard) {
  button.hidden = false;
  button.addEventListener('click', share);
}
if (minutes) {
  count();
  setInterval(count, 5000);
}
