// Counts which values were chosen: those of an option list each in its place, others as they come, up to a bound.
// [insight.choices]

import type { ValueCount, ValueCounts } from '../../api-types/insight.ts';
import { type Option, optionKey, storedOptions } from '../../core/plan/option-list.ts';
import type { ValueType } from '../../core/values/value-type.ts';

export interface ValueTally {
  /** False for what is not a value. */
  add(value: unknown): boolean;
  finish(): ValueCounts;
}

export type Scalar = string | number | boolean;

/** The rest of a longer option list is treated as other values are. */
const maxListedOptions = 500;
const maxOtherValues = 50;
/** Longer ones are not choices, and keeping them could take any amount of memory. */
const maxValueLength = 200;

export interface ValueTallyOptions {
  readonly maxKeys: number;
  /** Of values that are none of the listed ones. */
  readonly wordsOf?: (value: Scalar) => string;
}

export function createValueTally(
  choices: readonly ValueCount[],
  { maxKeys, wordsOf = String }: ValueTallyOptions,
): ValueTally {
  const listed = new Map<string, number>();
  for (const { value } of choices.slice(0, maxListedOptions)) listed.set(optionKey(value), listed.size);
  const labels = new Map(choices.map(({ value, label }) => [optionKey(value), label]));
  const counts = new Array<number>(listed.size).fill(0);
  const others = new Map<string, { readonly value: Scalar; count: number }>();
  let uncounted = 0;

  function count(value: Scalar): void {
    const key = optionKey(value);
    const place = listed.get(key);
    if (place !== undefined) {
      counts[place]! += 1;
      return;
    }
    const other = others.get(key);
    if (other !== undefined) other.count += 1;
    else if (others.size < maxKeys && key.length <= maxValueLength) others.set(key, { value, count: 1 });
    else uncounted += 1;
  }

  return {
    add(value) {
      if (!Array.isArray(value)) {
        if (!isScalar(value)) return false;
        count(value);
        return true;
      }
      let isAnswered = false;
      for (const one of value) {
        if (!isScalar(one)) continue;
        count(one);
        isAnswered = true;
      }
      return isAnswered;
    },
    finish() {
      const byCount = [...others.values()].sort((a, b) => b.count - a.count || compare(a.value, b.value));
      const shown = byCount.slice(0, maxOtherValues);
      const labelled = shown.map(({ value, count }) => ({
        value,
        label: labels.get(optionKey(value)) ?? wordsOf(value),
        count,
      }));
      return {
        values: [
          ...choices.slice(0, listed.size).map((choice, place) => ({ ...choice, count: counts[place]! })),
          ...labelled,
        ],
        otherCount: byCount.slice(maxOtherValues).reduce((sum, { count }) => sum + count, uncounted),
      };
    },
  };
}

/** Options as they are stored when chosen, each once. */
export function readChoices(options: readonly Option[], item: ValueType): ValueCount[] {
  const choices = new Map<string, ValueCount>();
  for (const { value, label } of storedOptions(options, item)) {
    if (!isScalar(value) || choices.has(optionKey(value))) continue;
    choices.set(optionKey(value), { value, label, count: 0 });
  }
  return [...choices.values()];
}

export function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Equally frequent values stand in an order that is always the same. */
function compare(a: Scalar, b: Scalar): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : 1;
}
