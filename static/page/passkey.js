// Creates and uses passkeys. The server says what to sign, the phone asks its owner, and the form sends the signature.

const bytes = text => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), char => char.charCodeAt(0));
const base64 = buffer => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
const withBytes = (credentials = []) => credentials.map(credential => ({ ...credential, id: bytes(credential.id) }));

// Decode the options that are bytes, because JSON cannot hold them.
function decodeOptions({ challenge, user, excludeCredentials, allowCredentials, ...rest }) {
  return {
    ...rest,
    challenge: bytes(challenge),
    ...(user && { user: { ...user, id: bytes(user.id) } }),
    excludeCredentials: withBytes(excludeCredentials),
    allowCredentials: withBytes(allowCredentials),
  };
}

function toJson({ id, rawId, type, response, authenticatorAttachment }) {
  const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'];
  const given = parts.filter(name => response[name]).map(name => [name, base64(response[name])]);
  return {
    id,
    rawId: base64(rawId),
    type,
    authenticatorAttachment,
    clientExtensionResults: {},
    response: { ...Object.fromEntries(given), transports: response.getTransports?.() },
  };
}

async function fetchOptions(form) {
  const fields = new FormData(form);
  fields.set('begin', '1');
  const response = await fetch(form.action, { method: 'POST', body: fields, headers: { Accept: 'application/json' } });
  if (response.redirected) location.assign(response.url); // another person may have signed in
  return (await response.json()).publicKey;
}

async function ask(form) {
  const { passkey: way, denied, known, lost } = form.dataset;
  const place = form.querySelector('[data-said]');
  place.hidden = true;
  try {
    const publicKey = decodeOptions(await fetchOptions(form));
    form.elements.credential.value = JSON.stringify(toJson(await navigator.credentials[way]({ publicKey })));
    form.submit();
  } catch ({ name }) {
    place.textContent = { NotAllowedError: denied, AbortError: denied, InvalidStateError: known }[name] ?? lost;
    place.hidden = false;
  }
}

for (const form of document.querySelectorAll('form[data-passkey]')) {
  const isPossible = Boolean(window.PublicKeyCredential && navigator.credentials);
  form.querySelector('[data-without]').hidden = isPossible;
  form.querySelector('button').hidden = !isPossible;
  form.addEventListener('submit', event => {
    event.preventDefault(); // form.submit() causes no such event
    ask(form);
  });
}
