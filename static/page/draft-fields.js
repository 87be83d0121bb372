// The fields of a draft that was typed before this page, and of the form as the page displayed it.

export const draft = {
  fields: null, // until an answer contains them; drafts.js sends them
  initial: null,
};

// Return the fields of the form, with those of the draft that were not changed on this page.
export function withDraft(form) {
  const values = new FormData();
  const now = new FormData(form);
  const isNew = name => name === 'csrfmiddlewaretoken' || String(now.getAll(name)) !== String(draft.initial.getAll(name));
  for (const [name, value] of draft.fields) if (!isNew(name)) values.append(name, value);
  for (const [name, value] of now) if (isNew(name)) values.append(name, value);
  // A new page begins a new visit to the field. So the next digit replaces its number, unless it was changed on this page.
  const typing = String(values.get('now'));
  if (form.elements[typing] && isNew(typing)) values.set('prefilled', now.get('prefilled'));
  else values.delete('prefilled');
  return values;
}
