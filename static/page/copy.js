// Copies a text at a tap, if the browser can.

for (const button of document.querySelectorAll('[data-copies]')) {
  const field = document.getElementById(button.dataset.copies);
  button.hidden = !navigator.clipboard;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(field.value);
    button.querySelector('span').textContent = button.dataset.copied;
  });
}
