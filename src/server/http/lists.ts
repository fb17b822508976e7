// What all lists share: projection by `fields`, opaque cursors and the Link header.
// [conventions.lists] [lists.fields] [lists.pages] [lists.pages.cursor]
import { createHmac, timingSafeEqual } from 'node:crypto';
import { errors } from '../base/errors.ts';

/**
 * Keeps only the named properties; dotted paths select inner values; unknown names are ignored. The names are read once, and
 * each record costs what it holds, however many names there are.
 */
export function fieldProjector(fields: readonly string[]): (record: object) => Record<string, unknown> {
  const root = new Map<string, WantedFields>();
  for (const field of fields) addPath(root, field);
  return (record) => copyWanted(record as Record<string, unknown>, root);
}

/** What is wanted of a property: all of it, or some of what is inside. */
interface WantedFields {
  isWhole: boolean;
  readonly inner: Map<string, WantedFields>;
}

/** Data is at most 100 levels deep, and names may hold dots; what has more parts than this is an unknown name. */
const maxParts = 1_000;

function addPath(root: Map<string, WantedFields>, field: string): void {
  const keys = field.split('.', maxParts + 1);
  if (keys.length > maxParts) return;
  let level = root;
  let wanted: WantedFields | undefined;
  for (const key of keys) {
    wanted = level.get(key) ?? { isWhole: false, inner: new Map() };
    level.set(key, wanted);
    level = wanted.inner;
  }
  if (wanted !== undefined) wanted.isWhole = true;
}

/** In the order of the names, or where a record has fewer properties than there are names, in the order of the record. */
function copyWanted(
  from: Record<string, unknown>,
  level: ReadonlyMap<string, WantedFields>,
  taken?: Set<WantedFields>,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const keys = Object.keys(from);
  if (keys.some(hasDot)) return copyDotted(from, level, taken);
  for (const key of level.size <= keys.length ? level.keys() : keys) {
    const wanted = level.get(key);
    if (wanted !== undefined && taken?.has(wanted) !== true) copyOne(from, result, { key, wanted, taken });
  }
  return result;
}

const hasDot = (key: string) => key.includes('.');

/** Names may hold dots: of each path the longest name that is there counts, and what it takes no shorter one shows. */
function copyDotted(
  from: Record<string, unknown>,
  level: ReadonlyMap<string, WantedFields>,
  takenBefore: Set<WantedFields> | undefined,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const taken = takenBefore ?? new Set();
  const added: WantedFields[] = [];
  for (const key of Object.keys(from).sort((a, b) => b.length - a.length)) {
    const wanted = findField(level, key);
    if (wanted === undefined || taken.has(wanted)) continue;
    copyOne(from, result, { key, wanted, taken });
    if (!hasDot(key)) continue;
    taken.add(wanted);
    added.push(wanted);
  }
  for (const wanted of added) taken.delete(wanted);
  return result;
}

function findField(level: ReadonlyMap<string, WantedFields>, key: string): WantedFields | undefined {
  let wanted: WantedFields | undefined;
  let inner: ReadonlyMap<string, WantedFields> | undefined = level;
  for (const part of key.split('.')) {
    wanted = inner?.get(part);
    inner = wanted?.inner;
  }
  return wanted;
}

interface Chosen {
  readonly key: string;
  readonly wanted: WantedFields;
  readonly taken: Set<WantedFields> | undefined;
}

function copyOne(from: Record<string, unknown>, to: Record<string, unknown>, { key, wanted, taken }: Chosen): void {
  if (key === '__proto__' || !Object.hasOwn(from, key)) return;
  const value = wanted.isWhole ? from[key] : copyInner(from[key], wanted.inner, taken);
  if (value !== undefined) to[key] = value;
}

/** A path that leads nowhere is an unknown name: ignored, without a trace of the way there. */
function copyInner(
  value: unknown,
  level: ReadonlyMap<string, WantedFields>,
  taken: Set<WantedFields> | undefined,
): object | undefined {
  const copyOf = (item: unknown) => (isObject(item) ? copyWanted(item, level, taken) : {});
  const isEmpty = (copy: object) => Object.keys(copy).length === 0;
  const copy = Array.isArray(value) ? value.map(copyOf) : copyOf(value);
  return (Array.isArray(copy) ? copy.every(isEmpty) : isEmpty(copy)) ? undefined : copy;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A cursor is signed: one that the service did not give out is a 400, not a way to ask the database. */
export function writeCursor(position: string, key: Buffer): string {
  const body = Buffer.from(position, 'utf8');
  return Buffer.concat([signCursor(body, key), body]).toString('base64url');
}

export function readCursor(cursor: string, key: Buffer): string {
  const bytes = Buffer.from(cursor, 'base64url');
  const signature = bytes.subarray(0, cursorSignatureBytes);
  const body = bytes.subarray(cursorSignatureBytes);
  if (signature.length !== cursorSignatureBytes || !timingSafeEqual(signature, signCursor(body, key))) {
    throw errors.requestInvalid('"after" must be a cursor from a Link header', { source: 'query', keys: ['after'] });
  }
  return body.toString('utf8');
}

const cursorSignatureBytes = 12;

function signCursor(body: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(body).digest().subarray(0, cursorSignatureBytes);
}

/** The request's own address with `after` set to the cursor. `path` starts after {base_url}. */
export function nextPageLink(options: { apiUrl: string; path: string; cursor: string }): string {
  const [path] = options.path.split('?', 1);
  // A question mark may stand in a query string too.
  const parameters = new URLSearchParams(options.path.slice((path as string).length));
  parameters.set('after', options.cursor);
  return `<${options.apiUrl}${path}?${parameters}>; rel=next`;
}
