// How the answer to a field filters the options of a set: as it is, as a number, or the number after the last `|`, because banks are
// `name | code` and their branches have the code.
import { foldText } from '../../../core/text/fold-text.ts';

export const readings = ['whole', 'number', 'lastPart', 'lastNumber'] as const;
export type Reading = (typeof readings)[number];

interface Field {
  /** The expression of its answer. */
  readonly text: string;
  readonly label: string;
}

export function writeSource(field: string, reading: Reading): string {
  const last = `fn.last(fn.split(${field}, ' | '))`;
  switch (reading) {
    case 'whole':
      return field;
    case 'number':
      return `fn.toNumber(${field})`;
    case 'lastPart':
      return last;
    case 'lastNumber':
      return `fn.toNumber(${last})`;
  }
}

/** Without a field for what was written by hand. */
export function readSource<Known extends Field>(
  source: string,
  fields: readonly Known[],
): { readonly field: Known | undefined; readonly reading: Reading } {
  for (const reading of readings) {
    const field = fields.find(({ text }) => writeSource(text, reading) === source);
    if (field !== undefined) return { field, reading };
  }
  return { field: undefined, reading: 'whole' };
}

/** A field that is called like a key most likely belongs to it; else the first of both. */
export function guessField<Known extends Field>(
  keys: readonly string[],
  fields: readonly Known[],
): { readonly key: string; readonly field: Known } {
  for (const key of keys) {
    const field = fields.find(({ text, label }) => {
      const name = foldText(text.split('.').at(-1) ?? '');
      return name === foldText(key) || foldText(label) === foldText(key);
    });
    if (field !== undefined) return { key, field };
  }
  return { key: keys[0]!, field: fields[0]! };
}
