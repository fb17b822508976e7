// Records of a JSON source: a page of the CKAN datastore, a list of objects, or an object that holds such a list.
import { isRefusal, type Refusal, refuse } from './refusal.ts';

export interface Records {
  readonly records: readonly Readonly<Record<string, string>>[];
  /** How many records the source says it has in all its pages. */
  readonly total?: number;
}

export function readJsonRecords(text: string): Records | Refusal {
  const parsed = parse(text);
  if (isRefusal(parsed)) return parsed;
  const { json } = parsed;
  if (isObject(json) && json['success'] === false) return refuse('the source answered with an error');
  const holder = isObject(json) && isObject(json['result']) ? json['result'] : json;
  const list = Array.isArray(holder) ? holder : findList(holder);
  if (list === undefined) return refuse('the source is JSON without a list of records');
  const total = isObject(holder) && typeof holder['total'] === 'number' ? holder['total'] : undefined;
  return { records: list.filter(isObject).map(toTexts), total };
}

function parse(text: string): { json: unknown } | Refusal {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return refuse('the source is JSON that ends early or is broken');
  }
}

function findList(holder: unknown): unknown[] | undefined {
  if (!isObject(holder)) return undefined;
  if (Array.isArray(holder['records'])) return holder['records'];
  return Object.values(holder).find((value): value is unknown[] => Array.isArray(value) && isObject(value[0]));
}

function toTexts(record: Record<string, unknown>): Record<string, string> {
  const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, isText(value) ? String(value) : '']));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
