// Shares an invitation if the phone can, else copies its link.

const link = document.querySelector('#link');
const button = document.querySelector('#share');

async function share() {
  const invitation = { title: button.dataset.title, url: link.value };
  if (navigator.canShare?.(invitation)) {
    await navigator.share(invitation).catch(() => {}); // the person has cancelled
    return;
  }
  await navigator.clipboard.writeText(link.value);
  button.querySelector('span').textContent = button.dataset.copied;
}

link.addEventListener('focus', () => link.select());
if (navigator.share || navigator.clipboard) {
  button.hidden = false;
  button.addEventListener('click', share);
}
