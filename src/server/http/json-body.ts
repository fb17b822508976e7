// Reads a request body as JSON: valid UTF-8, at most 100 levels deep, without keys that could touch a prototype and
// without characters that cannot be stored: NUL is dropped, a lone surrogate becomes U+FFFD.
// [conventions.bodies] [conventions.text] [conventions.prototype-keys] [limits.depth]
import { isUtf8 } from 'node:buffer';
import { errors } from '../base/errors.ts';
import { runAtOnce, type Steps } from '../scheduling/run-in-slices.ts';
import { parseJsonInSteps } from './parse-json-in-steps.ts';

export const maxJsonLevels = 100;

export function readJsonBody(bytes: Buffer): unknown {
  // No body at all reads as an empty object, so that the response names what is missing in it.
  if (bytes.length === 0) return {};
  const text = decode(bytes);
  checkJsonDepth(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw errors.malformedJson();
  }
  const traits = traitsOf(text);
  return isClean(traits) ? value : runAtOnce(clean(value, traits));
}

/** The same for a large body, which would hold the event loop for some 20 ms a MB. */
export function* readJsonBodyInSteps(bytes: Buffer): Steps<unknown> {
  const text = decode(bytes);
  yield;
  let value: unknown;
  try {
    value = yield* parseJsonInSteps(text, { maxLevels: maxJsonLevels, tooDeep });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // What is nested too deeply is reported first.
    checkJsonDepth(text);
    throw errors.malformedJson();
  }
  yield;
  const traits = traitsOf(text);
  return isClean(traits) ? value : yield* clean(value, traits);
}

const tooDeep = () => errors.jsonTooDeep(maxJsonLevels);

function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw errors.malformedJson();
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** What the value may hold that it must not. */
interface Traits {
  readonly isUnstorable: boolean;
  readonly mayHoldProto: boolean;
}

function traitsOf(text: string): Traits {
  const hasEscapes = text.includes('\\u');
  const isUnstorable = hasEscapes && mayHoldUnstorable.test(text);
  return { isUnstorable, mayHoldProto: hasEscapes ? mayHoldProto.test(text) : text.includes('"__p') };
}

const isClean = ({ isUnstorable, mayHoldProto }: Traits) => !isUnstorable && !mayHoldProto;

function* clean(value: unknown, { isUnstorable }: Traits): Steps<unknown> {
  const storable = isUnstorable ? yield* makeStorable(value) : value;
  refuseProto(yield* findProtoKey((storable as { query?: unknown } | null)?.query), 'payload');
  yield* dropProtoKeys(storable);
  return storable;
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
      if (depth > maxJsonLevels) throw tooDeep();
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
  refuseProto(runAtOnce(findProtoKey((request as { query?: unknown } | null)?.query)), source);
}

function refuseProto(keys: readonly string[] | undefined, source: 'payload' | 'query'): void {
  if (keys === undefined) return;
  const path = ['query', ...keys].join('.');
  throw errors.requestInvalid(`"${path}" is not allowed`, { source, keys: [path] });
}

/** A large list or object is walked in pieces of so many items. */
const itemsPerStep = 1_000;

function* findProtoKey(value: unknown): Steps<readonly string[] | undefined> {
  if (!isContainer(value)) return undefined;
  if (Object.hasOwn(value, '__proto__')) return ['__proto__'];
  const { length, keyAt } = keysOf(value);
  for (let at = 0; at < length; at += 1) {
    if (at % itemsPerStep === 0) yield;
    const inner = value[keyAt(at)];
    const found = isContainer(inner) ? yield* findProtoKey(inner) : undefined;
    if (found !== undefined) return [String(keyAt(at)), ...found];
  }
  return undefined;
}

/** The places of a list are not made into texts: there may be half a million. */
function keysOf(value: Container): { readonly length: number; readonly keyAt: (at: number) => string | number } {
  if (Array.isArray(value)) return { length: value.length, keyAt: (at) => at };
  const keys = Object.keys(value);
  return { length: keys.length, keyAt: (at) => keys[at] as string };
}

const mayHoldProto = /"(?:_|\\u005[fF]){2}(?:p|\\u0070)/;

// `__proto__` as an own key becomes the prototype of a copy as soon as anyone assigns it; no form can declare it.
function* dropProtoKeys(value: unknown): Steps<void> {
  if (!isContainer(value)) return;
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  const { length, keyAt } = keysOf(value);
  for (let at = 0; at < length; at += 1) {
    if (at % itemsPerStep === 0) yield;
    const inner = value[keyAt(at)];
    if (isContainer(inner)) yield* dropProtoKeys(inner);
  }
}

type Container = Readonly<Record<string | number, unknown>>;
const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

// Either can only come in as an escape: raw control characters are not JSON, and the bytes are valid UTF-8.
const mayHoldUnstorable = /\\u(?:0000|d[89a-f])/i;

function* makeStorable(value: unknown): Steps<unknown> {
  if (!isContainer(value)) return storable(value);
  const { length, keyAt } = keysOf(value);
  const copy: Record<string | number, unknown> = Array.isArray(value) ? ([] as unknown as Container) : {};
  for (let at = 0; at < length; at += 1) {
    if (at % itemsPerStep === 0) yield;
    const key = keyAt(at);
    const inner = value[key];
    const kept = isContainer(inner) ? yield* makeStorable(inner) : storable(inner);
    const name = typeof key === 'string' ? storableText(key) : key;
    // Set, it would be the prototype.
    if (name === '__proto__') Object.defineProperty(copy, name, { value: kept, ...ownProperty });
    else copy[name] = kept;
  }
  return copy;
}

const ownProperty = { enumerable: true, configurable: true, writable: true };

const storable = (value: unknown) => (typeof value === 'string' ? storableText(value) : value);
const storableText = (text: string) => text.replaceAll('\u0000', '').toWellFormed();
