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
