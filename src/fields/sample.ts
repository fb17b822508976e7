// sample.ts of a kind: values that a field of a sample may hold, the most telling first. Those that the field's own rules take come
// before the others, so a kind may propose what only some fields accept.
import type { Element, JsonValue } from '../core/definition/form-definition.ts';
import { readNumber } from './number/value.ts';

export interface SampleContext {
  readonly element: Element;
  /** The place of its row: rows are not all the same. */
  readonly row: number;
  /** The values to choose from, where they are known. */
  readonly options: ReadonlyMap<string, JsonValue> | undefined;
  /** What an answer in words may be: by the name, the rules and the language of the field; `isLong`: of several lines. */
  readonly texts: (isLong?: boolean) => readonly string[];
  readonly words: { readonly choice: string; readonly long: string; readonly text: string };
}

export type KindSample = (context: SampleContext) => readonly JsonValue[];

/** Limits that are written as they are, of all validators whose type begins so. */
export function limitsIn({ validators }: Element, type: string): JsonValue[] {
  return (Array.isArray(validators) ? validators : []).flatMap((item) =>
    typeof item === 'object' && item !== null && String(item.type).startsWith(type) ? (item.value ?? []) : [],
  );
}

/** Numbers within and around the limits of a field. */
export function sampleNumbers(element: Element, usual: number): number[] {
  const limits = limitsIn(element, 'num/').flatMap((limit) => {
    const number = readNumber(limit);
    return typeof number === 'number' ? number : [];
  });
  const near = limits.flatMap((limit) => [limit, Math.ceil(limit), Math.floor(limit), limit + 1, limit - 1]);
  const middle = limits.length > 1 ? [(Math.min(...limits) + Math.max(...limits)) / 2] : [];
  return [usual, 1, ...near, ...middle, ...middle.map(Math.round), 0, 10, 100, 1000, -1];
}

const day = 86_400_000;
const firstDay = Date.parse('0000-01-01');
const lastDay = Date.parse('9999-12-31');

export function sampleDates(element: Element, row: number): string[] {
  const limits = limitsIn(element, 'date/').flatMap((limit) => {
    const time = typeof limit === 'string' ? Date.parse(limit) : Number.NaN;
    return Number.isNaN(time) ? [] : [time, time + day, time - day].map(writeTime);
  });
  const usual = [`2024-05-${17 + (row % 10)}`, '2000-01-01', '2030-12-31', '1970-01-01', '2100-01-01'];
  return [...usual.map((day) => `${day}T09:30:00.000Z`), ...limits, writeTime(Date.now())];
}

function writeTime(time: number): string {
  return new Date(Math.min(Math.max(time, firstDay), lastDay)).toISOString();
}
