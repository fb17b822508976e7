// What a page shows, read as a person reads it: each question with the words in it. Written without the code of the page.
import type { Engine } from '../engines/engine.ts';

export interface ReadField {
  /** `model['guests'][0]['name']`. */
  readonly path: string;
  readonly texts: readonly string[];
}

export function readPage(engine: Engine): Promise<ReadField[]> {
  return engine.run<ReadField[]>(script);
}

const script = `
const isHere = (one) => one.getClientRects().length > 0;
const nameOf = (input) => (input.getAttribute('aria-label') ?? input.closest('label').innerText).trim();
const wordsOf = (field) => {
  const words = [];
  const walk = (one) => {
    if (one !== field && one.hasAttribute('data-path')) return;
    if (one.matches('.phone-country, .doc-toolbar, .doc-link, .sign-typed, .messages, .hint, button, [role=listbox], [role=status]')) return;
    if (one.matches('.doc-text')) return void words.push(one.innerText.trim());
    if (one.matches('.sign-paper')) {
      if (one.querySelector('.sign-invitation') === null) words.push('signed');
      return;
    }
    if (one.matches('.chips bdi, .file-name')) return void words.push(one.innerText.trim());
    if (one.matches('.ranks')) {
      if (!one.matches('.unset')) for (const rank of one.querySelectorAll('.rank-label')) words.push(rank.innerText.trim());
      return;
    }
    if (one.matches('select')) return void words.push(one.value.trim() === '' ? '' : one.selectedOptions[0].text);
    if (one.matches('textarea')) return void words.push(one.value);
    if (one.matches('input')) {
      if (one.type === 'color' || one.type === 'file') return;
      if (one.type === 'radio' || one.type === 'checkbox') {
        if (one.checked && one.closest('.other-choice') === null) words.push(nameOf(one));
        return;
      }
      if (one.type === 'range') return void words.push(one.getAttribute('aria-valuetext').match(/^[-0-9.,]+$/)?.[0] ?? '');
      return void words.push(one.value);
    }
    for (const child of one.children) walk(child);
  };
  walk(field);
  return words.filter((one) => one !== '');
};
return [...document.querySelectorAll('.field[data-path]')].filter(isHere)
  .map((field) => ({ path: field.dataset.path, texts: wordsOf(field) }));
`;

/** The names and places of rows that lead to the value. */
export function keysOf(path: string): (string | number)[] {
  return [...path.matchAll(/\['([^']*)'\]|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));
}

export function valueAt(data: unknown, path: string): unknown {
  let value = data;
  for (const key of keysOf(path)) value = (value as Record<string, unknown> | undefined | null)?.[key];
  return value;
}
