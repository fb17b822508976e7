// What a plain form sent, as the data of an entry. [fill-links.plain]
import type { JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import { optionKey } from '../../core/plan/option-list.ts';
import { invalid, isPlainObject } from '../../core/values/value-type.ts';
import { readTypedNumber } from '../../fields/number/typed-number.ts';
import type { PlainItem, PlainQuestion } from './plain-questions.ts';

/** The name of a question's controls. A form that changed meanwhile mixes nothing up: names are places in the data. */
export function controlName({ keys }: PlainQuestion): string {
  return JSON.stringify(keys);
}

export function readPlainForm(items: readonly PlainItem[], sent: URLSearchParams): JsonObject {
  const data: JsonObject = {};
  const texts = new Map<string, string[]>();
  for (const [name, text] of sent) {
    const known = texts.get(name);
    if (known === undefined) texts.set(name, [text]);
    else known.push(text);
  }
  for (const item of items) {
    if (!('control' in item)) continue;
    const value = readValue(item, texts.get(controlName(item)) ?? []);
    if (value !== undefined) setAt(data, item.keys, value);
  }
  return data;
}

function readValue({ control, options, element }: PlainQuestion, texts: readonly string[]): JsonValue | undefined {
  const [text = ''] = texts;
  switch (control) {
    case 'box':
      return texts.length > 0 ? true : element.boolUncheckedValue === false ? false : undefined;
    case 'boxes': {
      // The box for an answer of one's own may be left empty.
      const chosen = new Set(texts.filter((one) => one !== ''));
      const known = options.filter((option) => chosen.delete(optionKey(option.value))).map(({ value }) => value);
      // One that is gone from the form meanwhile is for the rules to refuse, not to be dropped.
      return known.length + chosen.size === 0 ? undefined : [...known, ...chosen];
    }
    case 'select':
    case 'radios': {
      // What is typed counts more than what is chosen beside it.
      const sent = texts.findLast((one) => one !== '') ?? '';
      return options.find((option) => optionKey(option.value) === sent)?.value ?? (sent || undefined);
    }
    case 'number': {
      return readTypedNumber(text) ?? (text || undefined);
    }
    // Browsers without a picker send what was typed: the rules say what is wrong with it.
    case 'day':
      return /^\d{4,6}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00.000Z` : text || undefined;
    case 'time':
      return /^\d\d:\d\d/.test(text) ? `1970-01-01T${text.slice(0, 5)}:00.000Z` : text || undefined;
    // A browser sends CRLF, whatever the page shows.
    case 'longText':
      return text.replace(/\r\n?/g, '\n') || undefined;
    default:
      return text || undefined;
  }
}

/** What a form starts with: what the link brings, else initial values. A value that the field cannot hold fills nothing. */
export function startingData(items: readonly PlainItem[], link: Readonly<Record<string, unknown>>): JsonObject {
  const brought = parseObject(typeof link['data'] === 'string' ? link['data'] : undefined);
  const data: JsonObject = {};
  for (const item of items) {
    if (!('control' in item)) continue;
    const { fromLink, initialValue } = item.element;
    const parameter = fromLink === undefined ? undefined : link[fromLink];
    const sent = getAt(brought, item.keys) ?? (typeof parameter === 'string' ? parameter : initialValue);
    const value = sent === undefined ? invalid : item.step.value.read(sent, { cleanHtml: (html) => html });
    if (value !== invalid && value !== null) setAt(data, item.keys, value);
  }
  return data;
}

function parseObject(text: string | undefined): JsonObject {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isPlainObject(value) ? (value as JsonObject) : {};
  } catch {
    // Invalid JSON is ignored. [fill-links.prefill]
    return {};
  }
}

export function getAt(data: JsonObject, keys: readonly string[]): JsonValue | undefined {
  return keys.reduce<JsonValue | undefined>(
    (value, key) => (isPlainObject(value) && Object.hasOwn(value, key) ? (value[key] as JsonValue) : undefined),
    data,
  );
}

function setAt(data: JsonObject, keys: readonly string[], value: JsonValue): void {
  let inside = data;
  for (const key of keys.slice(0, -1)) {
    const known = getAt(inside, [key]);
    const next: JsonObject = isPlainObject(known) ? (known as JsonObject) : {};
    inside[key] = next;
    inside = next;
  }
  inside[keys.at(-1) as string] = value;
}
