// Reading JSON of unknown shape: what is there and of the right kind, and nothing of a prototype.

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function own(holder: Json, key: string): unknown {
  return Object.hasOwn(holder, key) ? holder[key] : undefined;
}

export function textOf(holder: Json, key: string): string {
  const value = own(holder, key);
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

export function numberOf(holder: Json, key: string): number | undefined {
  const value = own(holder, key);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export function flagOf(holder: Json, key: string): boolean {
  return own(holder, key) === true;
}

export function objectsOf(holder: Json, key: string): Json[] {
  return listOf(holder, key).filter(isObject);
}

export function listOf(holder: Json, key: string): readonly unknown[] {
  const value = own(holder, key);
  return Array.isArray(value) ? value : [];
}

export function objectOf(holder: Json, key: string): Json {
  const value = own(holder, key);
  return isObject(value) ? value : {};
}

const maxQuotedDepth = 10;
const maxQuotedParts = 200;

/** JSON for a note: no deeper and no longer than one quotes, whatever the file holds. */
export function quoteJson(value: unknown): string {
  let left = maxQuotedParts;
  const cut = (part: unknown, depth: number): unknown => {
    left -= 1;
    if (typeof part !== 'object' || part === null) return part;
    if (depth === 0) return '…';
    const inside = (list: readonly (readonly [string, unknown])[]) =>
      list.slice(0, Math.max(left, 1)).flatMap(([key, one]) => (left > 0 ? [[key, cut(one, depth - 1)] as const] : []));
    const parts = inside(Object.entries(part));
    return Array.isArray(part) ? parts.map(([, one]) => one) : Object.fromEntries(parts);
  };
  return JSON.stringify(cut(value, maxQuotedDepth)) ?? '';
}
