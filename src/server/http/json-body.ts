// Reads a request body as JSON: valid UTF-8, at most 100 levels deep, without keys that could touch a prototype and
// without characters that cannot be stored: NUL is dropped, a lone surrogate becomes U+FFFD. CONTRACT.md section 4.
import { isUtf8 } from 'node:buffer';
import { errors } from '../errors.ts';

export const maxJsonLevels = 100;

export function readJsonBody(bytes: Buffer): unknown {
  // No body at all reads as an empty object, so that the answer names what is missing in it.
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw errors.malformedJson();
  let text = bytes.toString('utf8');
  if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
  checkJsonDepth(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw errors.malformedJson();
  }
  const hasEscapes = text.includes('\\u');
  const isUnstorable = hasEscapes && mayHoldUnstorable.test(text);
  if (isUnstorable) value = makeStorable(value);
  if (isUnstorable || (hasEscapes ? mayHoldProto.test(text) : text.includes('"__p'))) {
    refuseProtoInFilter(value, 'payload');
    dropProtoKeys(value);
  }
  return value;
}

// Counts brackets outside strings before anything is parsed: recursion over deep JSON overflows the stack.
export function checkJsonDepth(text: string): void {
  if (!hasManyOpenings(text)) return;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) {
      inString = true;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > maxJsonLevels) throw errors.jsonTooDeep(maxJsonLevels);
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
    }
  }
}

/** Whether there are as many brackets as levels are too many, strings included: then it pays to look closely. */
function hasManyOpenings(text: string): boolean {
  let left = maxJsonLevels;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      left -= 1;
      if (left < 0) return true;
    }
  }
  return false;
}

/** A filter that loses a condition matches more than was asked for: there the key is an error, not dropped. */
export function refuseProtoInFilter(request: unknown, source: 'payload' | 'query'): void {
  const filter = (request as { query?: unknown } | null)?.query;
  const path = findProtoKey(filter, 'query');
  if (path !== undefined) throw errors.requestInvalid(`"${path}" is not allowed`, { source, keys: [path] });
}

function findProtoKey(value: unknown, path: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, '__proto__')) return `${path}.__proto__`;
  for (const [key, inner] of Object.entries(value)) {
    const found = findProtoKey(inner, `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const mayHoldProto = /"(?:_|\\u005[fF]){2}(?:p|\\u0070)/;

// `__proto__` as an own key becomes the prototype of a copy as soon as anyone assigns it; no form can declare it.
function dropProtoKeys(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const inner of Object.values(value)) dropProtoKeys(inner);
}

// Either can only come in as an escape: raw control characters are no JSON, and the bytes are valid UTF-8.
const mayHoldUnstorable = /\\u(?:0000|d[89a-f])/i;

function makeStorable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').toWellFormed();
  if (Array.isArray(value)) return value.map(makeStorable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [makeStorable(key), makeStorable(inner)]));
}
