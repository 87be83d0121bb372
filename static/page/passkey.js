// Passkeys. The server says what the phone is to sign, the phone asks its owner, and the form takes the answer back.

const bytes = text => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), one => one.charCodeAt(0));
const text = buffer => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
const each = (ids = []) => ids.map(one => ({ ...one, id: bytes(one.id) }));

// What JSON cannot say: some of the options are bytes.
function read({ challenge, user, excludeCredentials, allowCredentials, ...rest }) {
  return {
    ...rest,
    challenge: bytes(challenge),
    ...(user && { user: { ...user, id: bytes(user.id) } }),
    excludeCredentials: each(excludeCredentials),
    allowCredentials: each(allowCredentials),
  };
}

function written({ id, rawId, type, response, authenticatorAttachment }) {
  const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'];
  const told = parts.filter(name => response[name]).map(name => [name, text(response[name])]);
  return {
    id,
    rawId: text(rawId),
    type,
    authenticatorAttachment,
    clientExtensionResults: {},
    response: { ...Object.fromEntries(told), transports: response.getTransports?.() },
  };
}

async function options(form) {
  const asked = new FormData(form);
  asked.set('begin', '1');
  const response = await fetch(form.action, { method: 'POST', body: asked, headers: { Accept: 'application/json' } });
  if (response.redirected) location.assign(response.url); // somebody else has signed in, say
  return (await response.json()).publicKey;
}

async function ask(form) {
  const { passkey: way, denied, known, lost } = form.dataset;
  const said = form.querySelector('[data-said]');
  said.hidden = true;
  try {
    const publicKey = read(await options(form));
    form.elements.credential.value = JSON.stringify(written(await navigator.credentials[way]({ publicKey })));
    form.submit();
  } catch ({ name }) {
    said.textContent = { NotAllowedError: denied, AbortError: denied, InvalidStateError: known }[name] ?? lost;
    said.hidden = false;
  }
}

for (const form of document.querySelectorAll('form[data-passkey]')) {
  const isThere = Boolean(window.PublicKeyCredential && navigator.credentials);
  form.querySelector('[data-without]').hidden = isThere;
  form.querySelector('button').hidden = !isThere;
  form.addEventListener('submit', event => {
    event.preventDefault(); // form.submit() does not come by here
    ask(form);
  });
}
