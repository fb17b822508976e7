// An option as a line of a file, and back: the same option is always the same line, so that version control shows what changed.
// [running.commands.forms.sets]
import type { ApiOption } from '../../api-types/options-sets.ts';
import { cleanText } from '../../core/values/clean-text.ts';
import { isPlainObject } from '../../core/values/value-type.ts';

/** Without the end of the line. */
export function optionText({ value, score = 0, data = {} }: ApiOption): string {
  const keys = Object.keys(data).sort();
  return JSON.stringify({
    value,
    ...(score !== 0 && { score }),
    ...(keys.length > 0 && { data: Object.fromEntries(keys.map((key) => [key, data[key]])) }),
  });
}

/** A text says why the line is not an option that the service would keep as it is; it never quotes the line. */
export function readOption(line: string): ApiOption | string {
  let option: unknown;
  try {
    option = JSON.parse(line);
  } catch {
    return 'is not JSON';
  }
  if (!isPlainObject(option)) return 'is not an option such as {"value":"Haifa"}';
  const { value, score, data, ...others } = option;
  const [other] = Object.keys(others);
  if (other !== undefined) return 'has a property other than value, score and data';
  if (typeof value !== 'string' || value === '') return 'needs a "value", which is a text and not empty';
  if (!isStorable(value)) return 'has a character in "value" that cannot be stored';
  if (score !== undefined && !Number.isFinite(score)) return 'has a "score" that is not a number';
  return (data === undefined ? undefined : problemOfData(data)) ?? (option as unknown as ApiOption);
}

const maxKeys = 1_000;

function problemOfData(data: unknown): string | undefined {
  if (!isPlainObject(data)) return 'has "data" that are not an object';
  const members = Object.entries(data);
  if (members.length > maxKeys) return `has more than ${maxKeys} keys in "data"`;
  for (const [key, value] of members) {
    if (key.startsWith('$') || key.includes('.')) return 'has a key in "data" with a dot, or with $ at its beginning';
    const isKept = typeof value === 'string' ? isStorable(value) : isPlain(value);
    if (!isKept || !isStorable(key)) return 'has something in "data" that is not a text, a number, true, false or null';
  }
  return undefined;
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value === 'boolean' || Number.isFinite(value);
}

function isStorable(text: string): boolean {
  return cleanText(text) === text;
}
