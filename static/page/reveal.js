// Displays the passwords of a form while its box is ticked. They are hidden again before the form is sent.

for (const part of document.querySelectorAll('[data-reveals]')) {
  const form = part.closest('form');
  const box = part.querySelector('input');
  const fields = [...form.querySelectorAll('input[type="password"]')];
  const update = () => {
    for (const field of fields) field.type = box.checked ? 'text' : 'password';
  };
  const hide = () => {
    box.checked = false;
    update();
  };
  part.hidden = false;
  box.addEventListener('change', update);
  form.addEventListener('submit', hide);
  addEventListener('pagehide', hide);
}
