// What all lists share: projection by `fields`, opaque cursors and the Link header. SPEC.md "Entry filter".
import { createHmac, timingSafeEqual } from 'node:crypto';
import { errors } from '../errors.ts';

/** Keeps only the named properties; dotted paths select inner values; unknown names are ignored. */
export function projectFields(record: object, fields: readonly string[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const field of fields) copyPath(record as Record<string, unknown>, result, field.split('.'));
  return result;
}

function copyPath(from: Record<string, unknown>, to: Record<string, unknown>, path: readonly string[]): void {
  const found = findKey(from, path);
  if (found === undefined) return;
  const { key, rest } = found;
  const value = from[key];
  if (rest.length === 0) {
    to[key] = value;
    return;
  }
  // The whole value was asked for as well.
  if (to[key] === value) return;
  if (Array.isArray(value)) {
    const kept = Array.isArray(to[key]) ? (to[key] as unknown[]) : value.map(() => ({}));
    value.forEach((item, index) => {
      if (isObject(item)) copyPath(item, kept[index] as Record<string, unknown>, rest);
    });
    // A path that leads nowhere is an unknown name: ignored, without a trace of the way there.
    if (kept.some((item) => Object.keys(item as object).length > 0)) to[key] = kept;
    return;
  }
  if (!isObject(value)) return;
  const inner = isObject(to[key]) ? to[key] : {};
  copyPath(value, inner, rest);
  if (Object.keys(inner).length > 0) to[key] = inner;
}

/** No name of a field is longer. */
const maxKeyLength = 200;

/** Names may hold dots: the longest one that is there counts. */
function findKey(from: object, path: readonly string[]): { key: string; rest: readonly string[] } | undefined {
  let found: { key: string; rest: readonly string[] } | undefined;
  let key = '';
  for (let at = 0; at < path.length && key.length <= maxKeyLength; at += 1) {
    key = at === 0 ? (path[0] as string) : `${key}.${path[at]}`;
    if (key !== '__proto__' && Object.hasOwn(from, key)) found = { key, rest: path.slice(at + 1) };
  }
  return found;
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
